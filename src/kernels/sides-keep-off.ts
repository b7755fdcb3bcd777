// Whether the sides of a cut can be pulled apart so that nothing meets that did not meet before. Faces that had no vertex in
// common are so far away that the motion cannot reach them, or stay on their sides of a plane: that holds on the way too. Faces
// that had one are tested exactly where they come to be, once more after rounding to f32, and no face turns over.
import { mergeDops } from './curves';
import { projectVertices } from './dop18';
import { edgeMeetsFace } from './elementary/edge-face-static';
import { useExactSum } from './elementary/exact-sum';
import { staticTriangleDistance } from './elementary/static-distance';
import { CLOSEST_DISTANCE, CLOSEST_ERROR, CLOSEST_POINT_A, CLOSEST_POINT_B } from './layout/elementary';
import { DOP_CHILD, DOP_META, DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from './layout/meshes';
import {
  OPENED_AFTER,
  OPENED_BEFORE,
  OPENED_BOXES,
  OPENED_EXACT_SUM,
  OPENED_FRAME,
  OPENED_LEAF_COUNT,
  OPENED_LEAVES,
  OPENED_NODES,
  OPENED_OLD_VERTICES,
  OPENED_PLACES,
  OPENED_POINTS,
  OPENED_RESULT,
  OPENED_SOURCE,
  OPENED_STACK,
  OPENED_SWEPT,
  OPENED_TRIANGLES,
  OPENED_WAYS,
} from './layout/opened';
import { overlap } from './overlap';

const POINT_BYTES: usize = 24;
const FACE_BYTES: usize = 72;
/** More than f32 loses of two numbers. */
const SLACK: f64 = 2.384185791015625e-7; // 2^-22
/** More than a dot product loses of three numbers. */
const ROUNDING: f64 = 8.881784197001252e-16; // 2^-50

/** Whether the surface keeps free of itself. No vertex is moved farther than half of `reach`. */
export function sidesKeepOff(opened: usize, reach: f64): bool {
  const leaves = <usize>load<u32>(opened, OPENED_LEAVES);
  const count = load<u32>(opened, OPENED_LEAF_COUNT);
  for (let i: u32 = 0; i < count; i++) {
    if (!keepsItsSide(opened, faceAt(opened, load<u32>(leaves + ((<usize>i) << 2))))) return false;
  }
  for (let i: u32 = 0; i < count; i++) {
    const face = faceAt(opened, load<u32>(leaves + ((<usize>i) << 2)));
    placeFace(opened, face, 0);
    boundFace(opened, face, reach);
    if (!keepsOffAll(opened, face, reach)) return false;
  }
  return true;
}

/** Writes where the corners of a face are, and where they come to be: as the first or the second of two. */
export function placeFace(opened: usize, face: u32, which: u32): void {
  const corners = cornersOf(opened, face);
  const ways = <usize>load<u32>(opened, OPENED_WAYS);
  let to = opened + <usize>which * FACE_BYTES;
  for (let c: usize = 0; c < 12; c += 4, to += POINT_BYTES) {
    const vertex = load<u32>(corners + c);
    const at = sweptAt(opened, vertex);
    const place = placeOf(opened, vertex);
    const way = ways + (<usize>place - 1) * POINT_BYTES;
    for (let k: usize = 0; k < POINT_BYTES; k += 8) {
      const before = load<f64>(at + 2 * k);
      store<f64>(to + k, before, OPENED_BEFORE);
      store<f64>(to + k, place === 0 ? before : before + load<f64>(way + k), OPENED_AFTER);
    }
  }
}

/**
 * Whether the two faces that were placed are farther apart than `reach`, or the plane between them parts them where they are and
 * where they come to be, there with room for f32: what goes straight from one side of a plane to the same side does not cross it.
 */
export function facesKeepApart(opened: usize, reach: f64): bool {
  const before = opened + OPENED_BEFORE;
  const result = opened + OPENED_RESULT;
  // those that meet already are nobody's fault
  if (staticTriangleDistance(before, result, opened + OPENED_EXACT_SUM, opened + OPENED_FRAME) !== 0)
    return true;
  const distance = load<f64>(result, CLOSEST_DISTANCE);
  if (distance - load<f64>(result, CLOSEST_ERROR) > reach) return true;
  if (!(distance > 0)) return false;
  const x = alongAxis(result, 0, distance);
  const y = alongAxis(result, 8, distance);
  const z = alongAxis(result, 16, distance);
  return areParted(x, y, z, before, ROUNDING) && areParted(x, y, z, opened + OPENED_AFTER, 2 * SLACK);
}

function alongAxis(result: usize, axis: usize, distance: f64): f64 {
  return (load<f64>(result + axis, CLOSEST_POINT_A) - load<f64>(result + axis, CLOSEST_POINT_B)) / distance;
}

/** Whether two triangles are on different sides of a plane, by more than a share of their coordinates. */
function areParted(x: f64, y: f64, z: f64, faces: usize, room: f64): bool {
  let least: f64 = Infinity;
  let most: f64 = -Infinity;
  let size: f64 = 0;
  for (let c = faces; c < faces + FACE_BYTES; c += POINT_BYTES) {
    const d = c + FACE_BYTES;
    least = min(least, x * load<f64>(c) + y * load<f64>(c, 8) + z * load<f64>(c, 16));
    most = max(most, x * load<f64>(d) + y * load<f64>(d, 8) + z * load<f64>(d, 16));
    size = max(size, max(sizeOf(c), sizeOf(d)));
  }
  return least - most > room * 3 * size;
}

function sizeOf(point: usize): f64 {
  return max(max(abs(load<f64>(point)), abs(load<f64>(point, 8))), abs(load<f64>(point, 16)));
}

/** Whether the motion does not turn a face over. */
function keepsItsSide(opened: usize, face: u32): bool {
  placeFace(opened, face, 0);
  const a = opened + OPENED_BEFORE;
  const b = opened + OPENED_AFTER;
  let product: f64 = 0;
  for (let k = 0; k < 3; k++) product += normalAlong(a, k) * normalAlong(b, k);
  return product > 0;
}

function normalAlong(face: usize, axis: i32): f64 {
  const i = (<usize>((axis + 1) % 3)) << 3;
  const j = (<usize>((axis + 2) % 3)) << 3;
  const ui = load<f64>(face + i, 24) - load<f64>(face + i);
  const uj = load<f64>(face + j, 24) - load<f64>(face + j);
  const vi = load<f64>(face + i, 48) - load<f64>(face + i);
  const vj = load<f64>(face + j, 48) - load<f64>(face + j);
  return ui * vj - uj * vi;
}

/** The box of a face as it is, widened by `reach`, in the place of its first corner's. */
function boundFace(opened: usize, face: u32, reach: f64): void {
  const box = opened + OPENED_BOXES;
  const corners = cornersOf(opened, face);
  projectVertices(sweptAt(opened, load<u32>(corners)), 1, box, reach);
  for (let c: usize = 4; c < 12; c += 4) {
    projectVertices(sweptAt(opened, load<u32>(corners + c)), 1, box + DOP_NODE_BYTES, reach);
    mergeDops(box, box + DOP_NODE_BYTES, 1);
  }
}

/** Depth first, the child with fewer leaves first, so that the stack has no more entries than a number of leaves has bits. */
function keepsOffAll(opened: usize, face: u32, reach: f64): bool {
  const box = opened + OPENED_BOXES;
  const stack = opened + OPENED_STACK;
  const nodes = <usize>load<u32>(opened, OPENED_NODES);
  let top = stack;
  store<u32>(top, <u32>nodes);
  while (top >= stack) {
    const node = <usize>load<u32>(top);
    top -= 4;
    if (!overlap(box, node)) continue;
    const child = load<u32>(node, DOP_CHILD);
    if (child === 0) {
      if (!keepsOff(opened, face, load<u32>(node, DOP_META), reach)) return false;
      continue;
    }
    const one = nodes + <usize>child * DOP_NODE_BYTES;
    const other = one + DOP_NODE_BYTES;
    const isOneSmaller = leavesBelow(one) < leavesBelow(other);
    store<u32>(top, <u32>(isOneSmaller ? other : one), 4);
    store<u32>(top, <u32>(isOneSmaller ? one : other), 8);
    top += 8;
  }
  return true;
}

function leavesBelow(node: usize): u32 {
  return load<u32>(node, DOP_CHILD) === 0 ? 1 : load<u32>(node, DOP_META);
}

/** Of two faces that are moved the first one asks. */
function keepsOff(opened: usize, face: u32, other: u32, reach: f64): bool {
  if (other === face || (other < face && isMoved(opened, other))) return true;
  placeFace(opened, other, 1);
  if (!sharedVertex(opened, face, other)) return facesKeepApart(opened, reach);
  return edgesKeepOff(opened, face, 0, other, FACE_BYTES) && edgesKeepOff(opened, other, FACE_BYTES, face, 0);
}

function isMoved(opened: usize, face: u32): bool {
  const corners = cornersOf(opened, face);
  return (
    (placeOf(opened, load<u32>(corners)) |
      placeOf(opened, load<u32>(corners, 4)) |
      placeOf(opened, load<u32>(corners, 8))) !==
    0
  );
}

/** Whether the edges of one face that have no corner in common with another do not come to meet it. `atFace`, `atOther`: where they were placed. */
function edgesKeepOff(opened: usize, face: u32, atFace: usize, other: u32, atOther: usize): bool {
  const corners = cornersOf(opened, face);
  const before = opened + OPENED_BEFORE;
  const after = opened + OPENED_AFTER;
  for (let k = 0; k < 3; k++) {
    const next = k === 2 ? 0 : k + 1;
    const a = load<u32>(corners + ((<usize>k) << 2));
    const b = load<u32>(corners + ((<usize>next) << 2));
    if (hasCorner(opened, other, a) || hasCorner(opened, other, b)) continue;
    const p = atFace + <usize>k * POINT_BYTES;
    const q = atFace + <usize>next * POINT_BYTES;
    if (!meets(opened, after + p, after + q, after + atOther)) continue;
    // both sides of a cut begin in one place, which is no excuse
    if (hadCorner(opened, other, a) || hadCorner(opened, other, b)) return false;
    if (!meets(opened, before + p, before + q, before + atOther)) return false;
  }
  return true;
}

/** Whether an edge meets a face, exactly: as they are, or rounded to f32. */
function meets(opened: usize, p: usize, q: usize, face: usize): bool {
  if (areApart(p, q, face, 0) || areApart(p, q, face, 8) || areApart(p, q, face, 16)) return false;
  useExactSum(opened + OPENED_EXACT_SUM);
  if (edgeMeetsFace(p, q, face, face + 24, face + 48)) return true;
  const points = opened + OPENED_POINTS;
  for (let k: usize = 0; k < POINT_BYTES; k += 8) {
    roundTo(points + k, p + k);
    roundTo(points + k + 24, q + k);
    roundTo(points + k + 48, face + k);
    roundTo(points + k + 72, face + k + 24);
    roundTo(points + k + 96, face + k + 48);
  }
  return edgeMeetsFace(points, points + 24, points + 48, points + 72, points + 96);
}

function roundTo(to: usize, from: usize): void {
  store<f64>(to, <f64>(<f32>load<f64>(from)));
}

/** Whether the boxes of an edge and a face are apart along an axis, by more than rounding to f32 closes. */
function areApart(edge: usize, end: usize, face: usize, axis: usize): bool {
  const p = load<f64>(edge + axis);
  const q = load<f64>(end + axis);
  const a = load<f64>(face + axis);
  const b = load<f64>(face + axis, 24);
  const c = load<f64>(face + axis, 48);
  const slack = SLACK * (abs(p) + abs(q) + abs(a) + abs(b) + abs(c));
  return min(p, q) > max(max(a, b), c) + slack || max(p, q) < min(min(a, b), c) - slack;
}

/** Whether a corner of one face and a corner of another were one vertex before the cut. */
function sharedVertex(opened: usize, face: u32, other: u32): bool {
  const corners = cornersOf(opened, face);
  return (
    hadCorner(opened, other, load<u32>(corners)) ||
    hadCorner(opened, other, load<u32>(corners, 4)) ||
    hadCorner(opened, other, load<u32>(corners, 8))
  );
}

function hadCorner(opened: usize, face: u32, vertex: u32): bool {
  const corners = cornersOf(opened, face);
  const origin = originOf(opened, vertex);
  return (
    originOf(opened, load<u32>(corners)) === origin ||
    originOf(opened, load<u32>(corners, 4)) === origin ||
    originOf(opened, load<u32>(corners, 8)) === origin
  );
}

function hasCorner(opened: usize, face: u32, vertex: u32): bool {
  const corners = cornersOf(opened, face);
  return (
    load<u32>(corners) === vertex || load<u32>(corners, 4) === vertex || load<u32>(corners, 8) === vertex
  );
}

function faceAt(opened: usize, leaf: u32): u32 {
  return load<u32>(<usize>load<u32>(opened, OPENED_NODES) + <usize>leaf * DOP_NODE_BYTES, DOP_META);
}

function cornersOf(opened: usize, face: u32): usize {
  return <usize>load<u32>(opened, OPENED_TRIANGLES) + <usize>face * 12;
}

function placeOf(opened: usize, vertex: u32): u32 {
  return load<u32>(<usize>load<u32>(opened, OPENED_PLACES) + ((<usize>vertex) << 2));
}

function sweptAt(opened: usize, vertex: u32): usize {
  return <usize>load<u32>(opened, OPENED_SWEPT) + <usize>originOf(opened, vertex) * SWEPT_VERTEX_BYTES;
}

/** The vertex that one is, or is a copy of. */
function originOf(opened: usize, vertex: u32): u32 {
  const old = load<u32>(opened, OPENED_OLD_VERTICES);
  if (vertex < old) return vertex;
  return load<u32>(<usize>load<u32>(opened, OPENED_SOURCE) + ((<usize>(vertex - old)) << 2));
}
