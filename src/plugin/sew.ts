import { checkOptions, shown } from '../check-options.js';
import { aboutEntity, FirstContactError } from '../errors.js';
import { INDEX_KINDS, refuseDetached, refuseOtherKinds } from '../mesh/input-arrays.js';
import type { StepContext } from '../systems/context.js';
import { ingest } from '../systems/ingest.js';
import { copiesOf, type FollowedPiece, type Stitches } from '../systems/stitches.js';
import { checkAlive } from './entities.js';
import { ownRecord } from './vertices.js';

/** What the stitches of a seam are like. */
export interface SewOptions {
  /** How far each gives way, metres a newton: 0 by default, not at all. */
  readonly compliance?: number;
  /** Newton, above which each breaks: by default none does. */
  readonly strength?: number;
}

export const SEW_OPTIONS = ['compliance', 'strength'];

export interface CheckedSewing {
  readonly compliance: number;
  readonly strength: number;
}

/** Refuses what no stitch can be like. */
export function checkedSewing(what: string, options: SewOptions, entity: number): CheckedSewing {
  checkOptions(what, options, SEW_OPTIONS, entity);
  const { compliance = 0, strength = Number.POSITIVE_INFINITY } = options;
  if (!(typeof compliance === 'number' && compliance >= 0 && compliance < Number.POSITIVE_INFINITY)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `compliance is ${shown(compliance)}`,
      'Use metres a newton, 0 or more.',
      { entity },
    );
  }
  if (!(typeof strength === 'number' && strength > 0)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `strength is ${shown(strength)}`,
      'Use newtons, above 0; Infinity never breaks.',
      { entity },
    );
  }
  return { compliance, strength };
}

/** Sews vertices of two deformables together, each to the one at the same place of the other list. Returns the seam's name. */
export function sew(
  context: StepContext,
  a: number,
  verticesA: ArrayLike<number>,
  b: number,
  verticesB: ArrayLike<number>,
  options: SewOptions = {},
): number {
  checkAlive(context, a);
  checkAlive(context, b);
  const like = checkedSewing('sew()', options, a);
  if (context.changes.size > 0) ingest(context);
  checkVertices('verticesA', verticesA, ownRecord(context, a).vertexCount, a);
  checkVertices('verticesB', verticesB, ownRecord(context, b).vertexCount, b);
  if (verticesA.length !== verticesB.length || verticesA.length === 0) {
    throw new FirstContactError(
      'BAD_SETTING',
      `verticesA names ${verticesA.length} vertices and verticesB ${verticesB.length}`,
      'Name as many of each, at least one: they are sewn together in their order.',
      { entity: a },
    );
  }
  for (let i = 0; a === b && i < verticesA.length; i++) {
    if (verticesA[i] === verticesB[i]) throw sewnToItself(a, verticesA[i], i);
  }
  const stitches = stitchesOf(context);
  stitches.keepSound(context);
  const seam = ++stitches.lastSeam;
  for (let i = 0; i < verticesA.length; i++) {
    stitches.add(context, seam, { a, vertexA: verticesA[i], b, vertexB: verticesB[i], ...like });
  }
  return seam;
}

/** Sews the copies of vertices that a cut made to each other: of each vertex that was split, the first copy to the others. */
export function sewCopies(
  context: StepContext,
  pieces: readonly FollowedPiece[],
  split: Uint32Array,
  options: SewOptions,
): number {
  const like = checkedSewing('cut() under sew', options, pieces[0].entity);
  const stitches = stitchesOf(context);
  const seam = ++stitches.lastSeam;
  const copies = copiesOf(pieces);
  for (const vertex of new Set(split)) {
    const [[a, vertexA], ...others] = copies.get(vertex) as [number, number][];
    for (const [b, vertexB] of others) stitches.add(context, seam, { a, vertexA, b, vertexB, ...like });
  }
  return seam;
}

/** Takes a seam out; returns how many stitches it still had. */
export function unpick(context: StepContext, seam: number): number {
  const stitches = stitchesOf(context);
  if (!(Number.isInteger(seam) && seam > 0 && seam <= stitches.lastSeam)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `No seam is called ${shown(seam)}`,
      'Use what sew() returned.',
    );
  }
  return stitches.keep(context, (i) => stitches.seam[i] !== seam);
}

/** The part 'cloth' is there: it sews. */
function stitchesOf({ stitches }: StepContext): Stitches {
  return stitches as Stitches;
}

function checkVertices(name: string, list: ArrayLike<number>, count: number, entity: number): void {
  try {
    refuseOtherKinds(name, list, INDEX_KINDS);
    refuseDetached(name, list);
  } catch (error) {
    throw aboutEntity(error, entity);
  }
  for (let i = 0; i < list.length; i++) {
    if (Number.isInteger(list[i]) && list[i] >= 0 && list[i] < count) continue;
    throw new FirstContactError(
      'INDEX_OUT_OF_RANGE',
      `${name}[${i}] is ${shown(list[i])}, and the mesh has ${count} vertices`,
      'Sew vertices of the mesh as it is now, numbered from 0.',
      { entity, index: i },
    );
  }
}

function sewnToItself(entity: number, vertex: number, index: number): FirstContactError {
  return new FirstContactError('BAD_SETTING', `Vertex ${vertex} is sewn to itself`, 'Name two vertices.', {
    entity,
    index,
  });
}
