import {
  RIGID_CENTRE,
  RIGID_CORNERS,
  RIGID_HEADER_BYTES,
  RIGID_LEAF,
  RIGID_NODE_COUNT,
  RIGID_NODES,
  RIGID_RADIUS,
  RIGID_TRIANGLE_BYTES,
  RIGID_TRIANGLE_COUNT,
  RIGID_TRIANGLE_IDS,
  RIGID_TRIANGLES,
  WIDE_AXES,
  WIDE_BASE,
  WIDE_BYTES,
  WIDE_CENTRE,
  WIDE_COUNT,
  WIDE_HALF,
  WIDE_LINKS,
  WIDE_RADIUS,
  WIDE_SPREAD,
} from '../kernels/layout/rigid-meshes.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { BOX_HIGH, BOX_LOW, BOX_NUMBERS } from './oriented-box.js';
import { markOwned } from './owned-corners.js';
import { buildRigidTree, NO_CHILD, type RigidTree, WIDTH } from './rigid-tree.js';
import { drain, inPieces, type Steps, part as share } from './steps.js';
import { type Positions, readSoup, type TriangleSoup } from './triangle-soup.js';

/** Builds the hierarchy of a triangle soup and puts it into one block of the arena. */
export function buildRigidBlock(arena: Arena, positions: Positions, triangles: Uint32Array): BlockId {
  return placeRigidBlock(arena, drain(rigidBlockBytes(positions, triangles)));
}

export function placeRigidBlock(arena: Arena, bytes: Uint8Array): BlockId {
  const block = arena.allocate(bytes.length);
  arena.u8.set(bytes, arena.address(block));
  return block;
}

/** The bytes of that block, in steps: the same for the same mesh. */
export function* rigidBlockBytes(positions: Positions, triangles: Uint32Array): Steps<Uint8Array> {
  const soup = readSoup(positions, triangles);
  const tree = yield* share(0, 0.8, buildRigidTree(soup));
  const corners = RIGID_HEADER_BYTES + Math.ceil((tree.nodeCount * WIDE_BYTES) / 16) * 16;
  const ids = corners + soup.count * RIGID_TRIANGLE_BYTES;
  const vertices = ids + 4 * soup.count;
  const buffer = new ArrayBuffer(Math.ceil((vertices + 12 * soup.count) / 16) * 16);
  const view = new DataView(buffer);
  view.setUint32(RIGID_NODE_COUNT, tree.nodeCount, true);
  view.setUint32(RIGID_TRIANGLE_COUNT, soup.count, true);
  view.setUint32(RIGID_NODES, RIGID_HEADER_BYTES, true);
  view.setUint32(RIGID_TRIANGLES, corners, true);
  view.setUint32(RIGID_TRIANGLE_IDS, ids, true);
  view.setUint32(RIGID_CORNERS, vertices, true);
  view.setFloat64(RIGID_RADIUS, soup.radius, true);
  soup.centre.forEach((x, k) => {
    view.setFloat64(RIGID_CENTRE + 8 * k, x, true);
  });
  const [f32, f64, u32] = [new Float32Array(buffer), new Float64Array(buffer), new Uint32Array(buffer)];
  u32.set(tree.order, ids / 4);
  writeTriangles(f64.subarray(corners / 8), u32.subarray(vertices / 4), soup, tree.order, triangles);
  const writer = { f32, f64, u32, soup, tree, base: new Float64Array(3), centre: new Float64Array(3) };
  yield* share(0.8, 1, writeNodes(writer));
  return new Uint8Array(buffer);
}

function writeTriangles(
  corners: Float64Array,
  vertices: Uint32Array,
  soup: TriangleSoup,
  order: Uint32Array,
  triangles: Uint32Array,
): void {
  for (let slot = 0; slot < order.length; slot++) {
    const triangle = order[slot];
    for (let k = 0; k < 9; k++) corners[9 * slot + k] = soup.corners[9 * triangle + k];
    for (let k = 0; k < 3; k++) vertices[3 * slot + k] = triangles[3 * triangle + k];
  }
  markOwned(vertices.subarray(0, 3 * order.length));
}

/** The numbers of one node as it is written. */
interface NodeWriter {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly u32: Uint32Array;
  readonly soup: TriangleSoup;
  readonly tree: RigidTree;
  readonly base: Float64Array;
  readonly centre: Float64Array;
}

function writeNodes(writer: NodeWriter): Steps<void> {
  return inPieces(writer.tree.nodeCount, (from, to) => {
    for (let node = from; node < to; node++)
      writeNode(writer, RIGID_HEADER_BYTES + node * WIDE_BYTES, WIDTH * node);
  });
}

function writeNode(writer: NodeWriter, at: number, first: number): void {
  const { f32, f64, u32, tree, base } = writer;
  const count = meanCentre(writer, first);
  for (let k = 0; k < 3; k++) f64[(at + WIDE_BASE + 8 * k) >>> 3] = base[k];
  let spread = 0;
  for (let lane = 0; lane < count; lane++) {
    const part = tree.nodeParts[first + lane];
    const child = tree.nodeChildren[first + lane];
    spread = Math.max(spread, writeBox(writer, at + 4 * lane, part));
    u32[(at + WIDE_LINKS + 4 * lane) >>> 2] = child === NO_CHILD ? RIGID_LEAF | tree.partFrom[part] : child;
  }
  f32[(at + WIDE_SPREAD) >>> 2] = roundedUp(spread);
  u32[(at + WIDE_COUNT) >>> 2] = count;
}

/** An f32 not below a number that is not negative. */
function roundedUp(x: number): number {
  return Math.fround(x * (1 + 2 ** -22)) + 2 ** -140;
}

function centreOf(boxes: Float64Array, box: number, k: number): number {
  let x = 0;
  for (let i = 0; i < 3; i++) {
    x += boxes[box + 3 * i + k] * ((boxes[box + BOX_LOW + i] + boxes[box + BOX_HIGH + i]) / 2);
  }
  return x;
}

/** The mean of the parts' centres becomes the node's base. Returns how many parts there are. */
function meanCentre({ tree, base }: NodeWriter, first: number): number {
  base.fill(0);
  let count = 0;
  while (count < WIDTH && tree.nodeParts[first + count] !== NO_CHILD) {
    const box = tree.nodeParts[first + count++] * BOX_NUMBERS;
    for (let k = 0; k < 3; k++) base[k] += centreOf(tree.boxes, box, k);
  }
  for (let k = 0; k < 3; k++) base[k] /= count;
  return count;
}

/** What f64 may lose between a corner and its coordinate along an axis, as a share of the mesh's radius. */
const LOST = 2 ** -50;

// Half sizes and radius are measured about the rounded centre, along the rounded axes, and then rounded up.
function writeBox({ f32, soup, tree, base, centre }: NodeWriter, lane: number, part: number): number {
  const boxes = tree.boxes;
  const box = part * BOX_NUMBERS;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const shift = Math.fround(centreOf(boxes, box, k) - base[k]);
    f32[(lane + WIDE_CENTRE + 16 * k) >>> 2] = shift;
    centre[k] = shift + base[k];
    squared += shift * shift;
  }
  for (let k = 0; k < 3; k++) {
    const axis = box + 3 * k;
    const at = boxes[axis] * centre[0] + boxes[axis + 1] * centre[1] + boxes[axis + 2] * centre[2];
    const half = Math.max(boxes[box + BOX_HIGH + k] - at, at - boxes[box + BOX_LOW + k]) + soup.radius * LOST;
    f32[(lane + WIDE_HALF + 16 * k) >>> 2] = roundedUp(half);
    for (let i = 0; i < 3; i++) f32[(lane + WIDE_AXES + 48 * k + 16 * i) >>> 2] = boxes[axis + i];
  }
  const farthest = farthestFrom(centre, soup.corners, tree.order, tree.partFrom[part], tree.partTo[part]);
  const radius = roundedUp(farthest + soup.radius * LOST);
  f32[(lane + WIDE_RADIUS) >>> 2] = radius;
  return Math.sqrt(squared) + radius;
}

function farthestFrom(
  centre: Float64Array,
  corners: Float64Array,
  order: Uint32Array,
  from: number,
  to: number,
): number {
  const x = centre[0];
  const y = centre[1];
  const z = centre[2];
  let squared = 0;
  for (let i = from; i < to; i++) {
    const start = 9 * order[i];
    for (let p = start; p < start + 9; p += 3) {
      const u = corners[p] - x;
      const v = corners[p + 1] - y;
      const w = corners[p + 2] - z;
      const length = u * u + v * v + w * w;
      if (length > squared) squared = length;
    }
  }
  return Math.sqrt(squared);
}
