import { DOP_HI03, DOP_LO03, DOP_NODE_BYTES, NONE } from '../kernels/layout/meshes.js';
import type { Arena } from '../memory/arena.js';
import type { BvhTopology } from './bvh-build.js';
import type { LocalConnectivity } from './connectivity.js';
import { readBodyTree, readCutMesh, searchOfCut } from './cut-block.js';
import { type EditInOrder, editInOrder } from './edit-in-order.js';
import { recut } from './fracture.js';
import { recutRegions } from './fracture-regions.js';
import { type GivenNumbers, givenTriangles, givenVertices } from './given-numbers.js';
import type { EditedTriangles } from './matched-triangles.js';
import type { SearchBody } from './search-body.js';
import type { SearchSections } from './search-sections.js';
import { editTree, type NodeCentres } from './tree-edit.js';
import { sweptInOrder } from './tree-order.js';

/**
 * An edit is as much work as making everything anew, which leaves a better tree, where one triangle in so many has other corners, or half
 * as many come and go;
 */
const MOST_EDITED = 4;
/** but never for a few triangles. */
const FEW_EDITED = 32;

/** A mesh in the order of its tree after an edit, with all that searches read of it. */
export interface EditedMesh {
  readonly swept: Float64Array;
  readonly mesh: LocalConnectivity & { readonly triangles: Uint32Array; readonly search: SearchSections };
  readonly tree: BvhTopology;
  readonly numbers: GivenNumbers;
}

/**
 * ICCD V-E: representatives, orphans, edges, regions and tree of a body after an edit in the numbers that its mesh was given with: found
 * again where the edit is, and copied elsewhere. Its boxes say where triangles that come are put into the tree. `swept` has all vertices
 * in the order in which they were given. Undefined where all of it is to be made anew.
 */
export function editedMesh(
  arena: Arena,
  body: SearchBody,
  given: EditedTriangles,
  swept: Float64Array,
): EditedMesh | undefined {
  if (isLarge(given, body.triangleCount)) return undefined;
  const old = readCutMesh(arena, body.mesh);
  const before = { givenVertices: givenVertices(arena, body), givenTriangles: givenTriangles(arena, body) };
  const inOrder = editInOrder(given, swept.length / 6, before, old.triangles);
  const { added, edit, newFace, numbers, vertices } = inOrder;
  const removed = newFace.length + added.length - edit.triangleCount;
  const cut = recut(old, edit, { names: numbers.givenVertices, vertices });
  const after = { swept: sweptInOrder(swept, numbers.givenVertices), triangles: cut.triangles };
  const whole = readBodyTree(arena, body);
  const flat = recutRegions(whole.flat, whole.tree, inOrder.changed);
  const leaves = leavesOf(inOrder, old.triangles, after);
  const tree =
    leaves.added.length === 0 && removed === 0
      ? { tree: whole.tree, flat }
      : editTree({ tree: whole.tree, flat }, leaves, centresOf(arena, body), after);
  if (tree === undefined) return undefined;
  const mesh = { ...cut.mesh, triangles: cut.triangles, search: searchOfCut(cut, tree) };
  return { swept: after.swept, mesh, tree: tree.tree, numbers };
}

function isLarge({ edited, source }: EditedTriangles, before: number): boolean {
  return edited > FEW_EDITED && MOST_EDITED * edited > Math.max(before, source.length);
}

/** Triangles keep their leaves, but for those that are gone, new, or somewhere else now. */
function leavesOf(
  { added, changed, edit, newFace }: EditInOrder,
  before: Uint32Array,
  after: { readonly swept: Float64Array; readonly triangles: Uint32Array },
) {
  const leaves = newFace.slice();
  const putIn = Array.from(added);
  for (const face of changed) {
    const now = newFace[face];
    if (isNear(after, before, face, now)) continue;
    leaves[face] = NONE;
    putIn.push(now);
  }
  return { newFace: leaves, added: Uint32Array.from(putIn), triangleCount: edit.triangleCount };
}

/** Whether the centre of a triangle's box is in the box that it had with the corners of before. */
function isNear(
  { swept, triangles }: { readonly swept: Float64Array; readonly triangles: Uint32Array },
  before: Uint32Array,
  face: number,
  now: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = extent(swept, before, face, axis);
    const [least, most] = extent(swept, triangles, now, axis);
    const centre = (least + most) / 2;
    if (centre < low || centre > high) return false;
  }
  return true;
}

/** Of a triangle that stands still. */
function extent(swept: Float64Array, triangles: Uint32Array, face: number, axis: number): [number, number] {
  const at = (k: number) => swept[6 * triangles[3 * face + k] + 2 * axis];
  return [Math.min(at(0), at(1), at(2)), Math.max(at(0), at(1), at(2))];
}

function centresOf({ f32 }: Arena, { nodes }: SearchBody): NodeCentres {
  return (node, axis) => {
    const at = (nodes + node * DOP_NODE_BYTES) / 4 + axis;
    return f32[at + DOP_LO03 / 4] + f32[at + DOP_HI03 / 4];
  };
}
