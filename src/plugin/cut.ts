import { checkOptions } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { cutSidesAt } from '../mesh/body-blocks.js';
import { readCutMesh } from '../mesh/cut-block.js';
import { chosenEdges } from '../mesh/cut-choice.js';
import { type FanSplit, splitFans } from '../mesh/cut-fans.js';
import { insetOf, meanLength, type Places } from '../mesh/cut-inset.js';
import type { CutMesh } from '../mesh/fracture.js';
import { carryContacts, namedByContacts } from '../systems/carry-contacts.js';
import type { StepContext } from '../systems/context.js';
import { replaceByPieces } from '../systems/deformable-pieces.js';
import { ingest } from '../systems/ingest.js';
import { replaceWithBodies } from '../systems/pieces-as-bodies.js';
import { CutCheck } from './cut-check.js';
import { CUT_OPTIONS, type CutOptions, checkChoices } from './cut-choice.js';
import { goOnWhole, takeApart } from './cut-parts.js';
import { checkAlive } from './entities.js';
import { Opened } from './opened.js';
import { checkedSewing } from './sew-options.js';
import { hasNamedMesh, ownRecord } from './vertices.js';

/** A part of what was cut: what its vertices and faces were before. */
export interface CutPiece {
  /** The entity that has this part now. */
  readonly entity: number;
  /** For each of its vertices and faces, the number that it had before the cut. */
  readonly vertices: Uint32Array;
  readonly faces: Uint32Array;
}

/** What a cut came to. */
export interface CutResult {
  /** The largest one first: it is the entity that was cut. */
  readonly pieces: readonly CutPiece[];
  /** How many vertices there are more than before: 0 where nothing opened, as for one edge inside a surface, which opens when a later cut reaches it. */
  readonly opened: number;
  /** The gap that was made: what was asked for, or half of it and so on where surfaces lie close. */
  readonly gap: number;
  /** The seam that holds what was parted, where it was to be sewn and something opened. */
  readonly seam?: number;
}

const DEFAULT_GAP = 0.01;
/** A gap is halved so often before the cut is refused. */
const HALVINGS = 5;

/**
 * Cuts a deformable between two steps. Topology, orphans, representatives, contours and trees are updated where the cut is;
 * contacts of the last step, velocities and pins are kept; new boundaries are pulled in, so that nothing begins in overlap.
 */
export function cut(context: StepContext, entity: number, options: CutOptions): CutResult {
  checkAlive(context, entity);
  checkOptions('cut()', options, CUT_OPTIONS, entity);
  checkChoices(context.parts, options, entity);
  if (context.changes.size > 0 || !hasNamedMesh(context, entity)) ingest(context);
  refuseGlued(context, entity);
  return cutSound(context, entity, options);
}

/** What is glued breaks where its pieces meet: a cut would leave its other pieces without what holds them. */
function refuseGlued(context: StepContext, entity: number): void {
  ownRecord(context, entity);
  if (context.meshes.piecesOf(context.colliders.mesh[entity]).length === 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'The deformable has a mesh with pieces, which are glued',
    'Break it first, with break(): its pieces can be cut.',
    { entity },
  );
}

/** The same without asking whether the entity and the options make sense, and what changed meanwhile. */
export function cutSound(context: StepContext, entity: number, options: CutOptions): CutResult {
  const { arena } = context.core;
  const before = readCutMesh(arena, arena.address(ownRecord(context, entity).block));
  const chosen = chosenEdges(before.mesh, options, { entity });
  const remembered = cutSidesOf(context, entity, before);
  const edit = splitFans(before.triangles, before.mesh, chosen, remembered);
  if (edit.source.length === 0) {
    remembered.set(edit.cutSides);
    const { triangleCount, vertexCount } = before.mesh;
    return {
      pieces: [{ entity, vertices: upTo(vertexCount), faces: upTo(triangleCount) }],
      opened: 0,
      gap: 0,
    };
  }
  const wanted =
    options.gap ?? DEFAULT_GAP * meanLength(placesOf(context, entity), before.mesh.edges, chosen);
  const endsOf = namedByContacts(context, entity, before.mesh.edges);
  // what was read lies in memory, which may grow from here on
  const opened = new Opened(context, entity, edit);
  try {
    return { ...goOn(context, opened, wanted, endsOf, options), opened: edit.source.length };
  } finally {
    opened.close();
  }
}

function goOn(
  context: StepContext,
  opened: Opened,
  wanted: number,
  endsOf: ReturnType<typeof namedByContacts>,
  options: CutOptions,
): Omit<CutResult, 'opened'> {
  const { edit, entity, origin } = opened;
  const gap = pullApart(context, opened, wanted);
  const parts = options.pieces === 'together' ? undefined : takeApart(context, opened);
  let entities = [entity];
  if (parts === undefined) goOnWhole(context, opened);
  else if (options.as === 'rigid') entities = replaceWithBodies(context, entity, parts.states);
  else entities = replaceByPieces(context, entity, parts.states);
  const { mesh } = opened.mesh;
  carryContacts(context, {
    entity,
    entities,
    endsOf,
    after: mesh,
    source: edit.source,
    separated: parts?.separated,
  });
  const faces = parts?.pieces.map((piece) => piece.faces) ?? [upTo(mesh.triangleCount)];
  const vertices = parts?.pieces.map((piece) => piece.vertices.map(origin)) ?? [originsOf(edit)];
  const origins = vertices.map((own, i) => ({ entity: entities[i], vertices: own }));
  context.stitches?.follow(context, entity, origins);
  const like = options.sew && checkedSewing('cut() under sew', options.sew, entity);
  const seam = like && context.stitches?.sewCopies(context, origins, edit.source, like);
  return {
    pieces: origins.map((piece, i) => ({ ...piece, faces: faces[i] })),
    gap,
    ...(seam !== undefined && { seam }),
  };
}

/** Which sides of its faces were cut so far, where it keeps them: a view, until memory grows. */
function cutSidesOf({ colliders, core }: StepContext, entity: number, { mesh }: CutMesh): Uint8Array {
  const at = core.arena.address(colliders.motion[entity]) + cutSidesAt(mesh.vertexCount);
  return core.arena.u8.subarray(at, at + mesh.triangleCount);
}

/** Where a deformable is. */
function placesOf({ colliders, core }: StepContext, entity: number): Places {
  const { f64 } = core.arena;
  const first = core.arena.address(colliders.vertices[entity]) / 8;
  return (vertex, axis) => f64[first + 6 * vertex + 2 * axis];
}

/** The vertex that each one was. */
function originsOf({ source, vertexCount }: FanSplit): Uint32Array {
  const vertices = upTo(vertexCount);
  vertices.set(source, vertexCount - source.length);
  return vertices;
}

function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

/** Pulls the sides of the cut in, by as much as is free of contact. Returns the gap that this makes. */
function pullApart(context: StepContext, opened: Opened, wanted: number): number {
  const check = new CutCheck(context);
  let gap = wanted;
  for (let i = 0; i <= HALVINGS; i++, gap /= 2) {
    const { mesh: before, triangles: corners } = opened.mesh;
    opened.ways = insetOf(opened.before, corners, before, opened.rim, gap / 2);
    if (!check.isFree(opened, gap / 2)) continue;
    const { mesh, positions, triangles } = opened.mesh; // memory may have grown
    const atRest: Places = (vertex, axis) => positions[3 * vertex + axis];
    opened.insetRest(insetOf(atRest, triangles, mesh, opened.rim, gap / 2));
    return gap;
  }
  throw new FirstContactError(
    'CUT_BLOCKED',
    `The sides of the cut cannot be pulled ${gap * 2} m apart without meeting something`,
    'Cut where other surfaces are farther away, or let the bodies part first.',
    { entity: opened.entity },
  );
}
