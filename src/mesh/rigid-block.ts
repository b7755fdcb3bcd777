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
} from '../kernels/layout.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { buildRigidTree, type Part, type RigidTree, type WideNode } from './rigid-tree.js';
import { type Positions, readSoup, type TriangleSoup } from './triangle-soup.js';

/** Builds the hierarchy of a triangle soup and puts it into one block of the arena. */
export function buildRigidBlock(arena: Arena, positions: Positions, triangles: Uint32Array): BlockId {
  const soup = readSoup(positions, triangles);
  const tree = buildRigidTree(soup);
  const corners = RIGID_HEADER_BYTES + Math.ceil((tree.nodes.length * WIDE_BYTES) / 16) * 16;
  const ids = corners + soup.count * RIGID_TRIANGLE_BYTES;
  const vertices = ids + 4 * soup.count;
  const block = arena.allocate(vertices + 12 * soup.count);
  const at = arena.address(block);
  const view = new DataView(arena.memory.buffer, at, arena.bytes(block));
  view.setUint32(RIGID_NODE_COUNT, tree.nodes.length, true);
  view.setUint32(RIGID_TRIANGLE_COUNT, soup.count, true);
  view.setUint32(RIGID_NODES, RIGID_HEADER_BYTES, true);
  view.setUint32(RIGID_TRIANGLES, corners, true);
  view.setUint32(RIGID_TRIANGLE_IDS, ids, true);
  view.setUint32(RIGID_CORNERS, vertices, true);
  view.setFloat64(RIGID_RADIUS, soup.radius, true);
  soup.centre.forEach((x, k) => {
    view.setFloat64(RIGID_CENTRE + 8 * k, x, true);
  });
  writeTriangles(
    arena,
    { corners: at + corners, ids: at + ids, vertices: at + vertices },
    soup,
    tree.order,
    triangles,
  );
  writeNodes(view, soup, tree);
  return block;
}

function writeTriangles(
  arena: Arena,
  at: { corners: number; ids: number; vertices: number },
  soup: TriangleSoup,
  order: Uint32Array,
  triangles: Uint32Array,
): void {
  const corners = arena.f64.subarray(at.corners >> 3);
  const vertices = arena.u32.subarray(at.vertices >> 2);
  arena.u32.set(order, at.ids >> 2);
  for (let slot = 0; slot < order.length; slot++) {
    const triangle = order[slot]!;
    for (let k = 0; k < 9; k++) corners[9 * slot + k] = soup.corners[9 * triangle + k]!;
    for (let k = 0; k < 3; k++) vertices[3 * slot + k] = triangles[3 * triangle + k]!;
  }
}

function writeNodes(view: DataView, soup: TriangleSoup, tree: RigidTree): void {
  tree.nodes.forEach((node, index) => {
    const at = RIGID_HEADER_BYTES + index * WIDE_BYTES;
    const base = meanCentre(node);
    for (let k = 0; k < 3; k++) view.setFloat64(at + WIDE_BASE + 8 * k, base[k]!, true);
    let spread = 0;
    node.parts.forEach((part, lane) => {
      spread = Math.max(spread, writeBox(view, at + 4 * lane, base, soup, tree.order, part));
      const child = node.child[lane]!;
      view.setUint32(at + WIDE_LINKS + 4 * lane, child < 0 ? (RIGID_LEAF | part.from) >>> 0 : child, true);
    });
    view.setFloat32(at + WIDE_SPREAD, roundedUp(spread), true);
    view.setUint32(at + WIDE_COUNT, node.parts.length, true);
  });
}

/** An f32 not below a number that is not negative. */
function roundedUp(x: number): number {
  return Math.fround(x * (1 + 2 ** -22)) + 2 ** -140;
}

function centreOf(part: Part, k: number): number {
  const { axes, low, high } = part.box;
  let x = 0;
  for (let i = 0; i < 3; i++) x += axes[3 * i + k]! * ((low[i]! + high[i]!) / 2);
  return x;
}

function meanCentre(node: WideNode): number[] {
  return [0, 1, 2].map((k) => {
    let sum = 0;
    for (const part of node.parts) sum += centreOf(part, k);
    return sum / node.parts.length;
  });
}

/** What f64 may lose between a corner and its coordinate along an axis, as a share of the mesh's radius. */
const LOST = 2 ** -50;

// Half sizes and radius are measured about the rounded centre, along the rounded axes, and then rounded up.
function writeBox(
  view: DataView,
  lane: number,
  base: number[],
  soup: TriangleSoup,
  order: Uint32Array,
  part: Part,
): number {
  const { axes, low, high } = part.box;
  const shift = [0, 1, 2].map((k) => Math.fround(centreOf(part, k) - base[k]!));
  const centre = shift.map((x, k) => x + base[k]!);
  for (let k = 0; k < 3; k++) {
    view.setFloat32(lane + WIDE_CENTRE + 16 * k, shift[k]!, true);
    const at = axes[3 * k]! * centre[0]! + axes[3 * k + 1]! * centre[1]! + axes[3 * k + 2]! * centre[2]!;
    const half = Math.max(high[k]! - at, at - low[k]!) + soup.radius * LOST;
    view.setFloat32(lane + WIDE_HALF + 16 * k, roundedUp(half), true);
    for (let i = 0; i < 3; i++) view.setFloat32(lane + WIDE_AXES + 48 * k + 16 * i, axes[3 * k + i]!, true);
  }
  const radius = roundedUp(farthest(soup.corners, order, part, centre) + soup.radius * LOST);
  view.setFloat32(lane + WIDE_RADIUS, radius, true);
  return Math.sqrt(shift[0]! ** 2 + shift[1]! ** 2 + shift[2]! ** 2) + radius;
}

function farthest(corners: Float64Array, order: Uint32Array, part: Part, centre: number[]): number {
  const x = centre[0]!;
  const y = centre[1]!;
  const z = centre[2]!;
  let squared = 0;
  for (let i = part.from; i < part.to; i++) {
    const start = 9 * order[i]!;
    for (let p = start; p < start + 9; p += 3) {
      const u = corners[p]! - x;
      const v = corners[p + 1]! - y;
      const w = corners[p + 2]! - z;
      const length = u * u + v * v + w * w;
      if (length > squared) squared = length;
    }
  }
  return Math.sqrt(squared);
}
