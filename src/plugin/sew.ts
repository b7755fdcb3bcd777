import { shown } from '../check-options.js';
import { aboutEntity, FirstContactError } from '../errors.js';
import { INDEX_KINDS, refuseDetached, refuseOtherKinds } from '../mesh/input-arrays.js';
import type { StepContext } from '../systems/context.js';
import { ingest } from '../systems/ingest.js';
import type { Stitches } from '../systems/stitches.js';
import { checkAlive } from './entities.js';
import { checkedSewing, type SewOptions } from './sew-options.js';
import { ownRecord } from './vertices.js';

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
