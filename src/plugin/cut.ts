import { checkOptions } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { cutSidesAt } from '../mesh/body-blocks.js';
import { readBodyTree, readCutMesh, sectionsOf } from '../mesh/cut-block.js';
import { chosenEdges } from '../mesh/cut-choice.js';
import { type FanSplit, splitFans } from '../mesh/cut-fans.js';
import { insetOf, meanLength } from '../mesh/cut-inset.js';
import { extractPieces, type Piece, separatedPieces } from '../mesh/cut-pieces.js';
import type { CutSides } from '../mesh/cut-sides.js';
import { TreeCutter, type TreeWithRegions } from '../mesh/cut-tree.js';
import { type CutMesh, recut } from '../mesh/fracture.js';
import { recutRegions } from '../mesh/fracture-regions.js';
import { carryContacts } from '../systems/carry-contacts.js';
import type { StepContext } from '../systems/context.js';
import { locateDeformable } from '../systems/deformable-blocks.js';
import { type DeformablePiece, replaceByPieces } from '../systems/deformable-pieces.js';
import { ingest } from '../systems/ingest.js';
import { type CutState, replaceWithBodies } from '../systems/pieces-as-bodies.js';
import { CutCheck } from './cut-check.js';
import { CUT_OPTIONS, type CutOptions, checkChoices } from './cut-choice.js';
import { checkAlive } from './entities.js';
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

/** A surface that is opened, and where it is: copies of vertices stand where the old ones do. */
interface Opened {
  readonly edit: FanSplit;
  readonly mesh: CutMesh;
  readonly origin: (vertex: number) => number;
  /** Vertices that were split, and their copies. */
  readonly rim: Uint32Array;
}

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
    return { pieces: [unchanged(entity, before)], opened: 0, gap: 0 };
  }

  const opened = open(before, edit);
  const state = readState(context, entity, opened);
  const wanted = options.gap ?? DEFAULT_GAP * meanLength(state.now, before.mesh.edges, chosen);
  const rest = copied(before.positions, 3, opened);
  // what was read lies in memory, which may grow from here on
  const named = { vertexCount: before.mesh.vertexCount, edges: before.mesh.edges.slice() };
  const gap = pullApart(context, entity, opened, state, wanted);
  const { mesh } = opened;
  addTo(rest, 1, opened.rim, insetOf(rest, mesh.triangles, mesh.mesh, opened.rim, gap / 2));

  const old = readBodyTree(arena, locateDeformable(context, entity));
  const whole = { tree: old.tree, flat: recutRegions(old.flat, old.tree, edit.changed) };
  const { pieces, separated } = takeApart(opened, whole, options.pieces !== 'together');
  const states = pieces.map(([piece, tree]) => stateOf(piece, tree, rest, state));
  const entities =
    options.as === 'rigid'
      ? replaceWithBodies(context, entity, states)
      : replaceByPieces(context, entity, states);
  const features = {
    entity,
    entities,
    before: named,
    after: mesh.mesh,
    source: edit.source,
    separated,
  };
  carryContacts(context, features);
  const origins = pieces.map(([piece], i) => ({
    entity: entities[i],
    vertices: piece.vertices.map(opened.origin),
  }));
  context.stitches?.follow(context, entity, origins);
  const like = options.sew && checkedSewing('cut() under sew', options.sew, entity);
  const seam = like && context.stitches?.sewCopies(context, origins, edit.source, like);
  return {
    pieces: pieces.map(([piece], i) => ({ ...origins[i], faces: piece.faces })),
    opened: edit.source.length,
    gap,
    ...(seam !== undefined && { seam }),
  };
}

/** Which sides of its faces were cut so far, where it keeps them: a view, until memory grows. */
function cutSidesOf({ colliders, core }: StepContext, entity: number, { mesh }: CutMesh): Uint8Array {
  const at = core.arena.address(colliders.motion[entity]) + cutSidesAt(mesh.vertexCount);
  return core.arena.u8.subarray(at, at + mesh.triangleCount);
}

function unchanged(entity: number, { mesh }: CutMesh): CutPiece {
  return { entity, vertices: upTo(mesh.vertexCount), faces: upTo(mesh.triangleCount) };
}

function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

function open(before: CutMesh, edit: FanSplit): Opened {
  const old = before.mesh.vertexCount;
  const rim = new Set<number>(edit.source);
  for (let i = 0; i < edit.source.length; i++) rim.add(old + i);
  return {
    edit,
    mesh: recut(before, edit),
    origin: (vertex) => (vertex < old ? vertex : edit.source[vertex - old]),
    rim: Uint32Array.from(rim).sort(),
  };
}

/** What a deformable is at the moment, and its copies of vertices. */
interface State extends Omit<DeformablePiece, 'mesh' | 'keepsTree' | 'cutSides'> {
  readonly cutSides: CutSides;
  /** x y z a vertex. */
  readonly now: Float64Array;
}

/** Some numbers a vertex, with those of the copies. */
function copied<Values extends Float64Array | Uint8Array>(
  old: Values,
  width: number,
  { mesh, origin }: Opened,
): Values {
  const Kind = old.constructor as new (length: number) => Values;
  const out = new Kind(width * mesh.mesh.vertexCount);
  out.set(old.subarray(0, Math.min(old.length, out.length)));
  for (let i = old.length; i < out.length; i++)
    out[i] = old[width * origin(Math.floor(i / width)) + (i % width)];
  return out;
}

function readState({ colliders, core }: StepContext, entity: number, opened: Opened): State {
  const { arena } = core;
  const count = opened.mesh.mesh.vertexCount - opened.edit.source.length;
  const first = arena.address(colliders.vertices[entity]) / 8;
  const motion = arena.address(colliders.motion[entity]);
  const swept = copied(arena.f64.subarray(first, first + 6 * count), 6, opened);
  const now = new Float64Array(swept.length / 2);
  for (let i = 0; i < now.length; i++) now[i] = swept[2 * i];
  return {
    swept,
    now,
    velocities: copied(arena.f64.subarray(motion / 8, motion / 8 + 3 * count), 3, opened),
    pinned: copied(arena.u8.subarray(motion + 24 * count, motion + 25 * count), 1, opened),
    cutSides: opened.edit.cutSides,
  };
}

/** Pulls the sides of the cut in, by as much as is free of contact. Returns the gap that this makes. */
function pullApart(
  context: StepContext,
  entity: number,
  opened: Opened,
  state: State,
  wanted: number,
): number {
  const { mesh, triangles } = opened.mesh;
  const check = new CutCheck(context);
  let gap = wanted;
  for (let i = 0; i <= HALVINGS; i++, gap /= 2) {
    const ways = insetOf(state.now, triangles, mesh, opened.rim, gap / 2);
    const after = state.now.slice();
    addTo(after, 1, opened.rim, ways);
    const { origin, rim: vertices } = opened;
    const moved = { entity, triangles, mesh, origin, before: state.now, after, vertices, farthest: gap / 2 };
    if (!check.isFree(moved)) continue;
    addTo(state.swept, 2, opened.rim, ways);
    return gap;
  }
  throw new FirstContactError(
    'CUT_BLOCKED',
    `The sides of the cut cannot be pulled ${gap * 2} m apart without meeting something`,
    'Cut where other surfaces are farther away, or let the bodies part first.',
    { entity },
  );
}

/** Adds x y z to the numbers of some vertices, each of which is there `times` times side by side. */
function addTo(numbers: Float64Array, times: number, vertices: Uint32Array, ways: Float64Array): void {
  for (let i = 0; i < ways.length; i++) {
    const at = times * (3 * vertices[Math.floor(i / 3)] + (i % 3));
    for (let k = at; k < at + times; k++) numbers[k] += ways[i];
  }
}

function takeApart({ edit, mesh }: Opened, whole: TreeWithRegions, isTakenApart: boolean) {
  const separated = isTakenApart ? separatedPieces(mesh.triangles, mesh.mesh, edit.source) : undefined;
  if (separated === undefined || separated.count === 1) {
    const { vertexCount, triangleCount } = mesh.mesh;
    const piece: Piece = { ...mesh, vertices: upTo(vertexCount), faces: upTo(triangleCount) };
    return { pieces: [[piece, whole] as const], separated: undefined };
  }
  const { pieces, numbers } = extractPieces(mesh, separated);
  const cutter = new TreeCutter(whole, separated.ofTriangle, numbers);
  return {
    pieces: pieces.map((piece, i) => [piece, cutter.piece(i, piece.mesh.triangleCount)] as const),
    separated: { ofTriangle: separated.ofTriangle, numbers },
  };
}

function stateOf(piece: Piece, tree: TreeWithRegions, rest: Float64Array, state: State): CutState {
  const { vertices } = piece;
  // a whole in its own order needs no copies
  if (vertices.length === state.pinned.length)
    return { ...state, mesh: sectionsOf(piece, rest, tree), keepsTree: true };
  return {
    mesh: sectionsOf(piece, chosen(rest, 3, vertices), tree),
    keepsTree: false,
    swept: chosen(state.swept, 6, vertices),
    velocities: chosen(state.velocities, 3, vertices),
    pinned: chosen(state.pinned, 1, vertices),
    cutSides: chosen(state.cutSides, 1, piece.faces),
  };
}

/** Some numbers a vertex, of some vertices; or a face. */
function chosen<Values extends Float64Array | Uint8Array>(
  all: Values,
  width: number,
  vertices: Uint32Array,
): Values {
  const Kind = all.constructor as new (length: number) => Values;
  const out = new Kind(width * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    for (let k = 0; k < width; k++) out[width * i + k] = all[width * vertices[i] + k];
  }
  return out;
}
