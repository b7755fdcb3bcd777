import { beforeAll, describe, expect, it } from 'vitest';
import { DOP_NODE_BYTES } from '../../../src/kernels/layout/meshes.js';
import { type Core, openCore } from '../../../src/memory/open.js';
import { type BvhTopology, buildBvh, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import { writeBvh } from '../../../src/mesh/bvh-memory.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { AXES, readDop, union } from './support/dops.js';
import { exact } from './support/exact.js';
import {
  annulus,
  type Connectivity,
  connectivities,
  grid,
  type MovingMesh,
  moving,
  seeded,
  soup,
} from './support/meshes.js';
import { placedMesh } from './support/placed.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

interface Placed {
  readonly vertexCount: number;
  readonly swept: number;
  readonly vertexDops: number;
  readonly nodes: number;
  readonly triangles: number;
  readonly bvh: BvhTopology;
}

function place(mesh: MovingMesh): Placed {
  const { arena } = core;
  const swept = sweptVertices(mesh.start, mesh.end);
  const vertexCount = mesh.start.length / 3;
  const bvh = buildBvh(swept, mesh.triangles);
  const blocks = [swept.byteLength, vertexCount * DOP_NODE_BYTES, bvh.child.length * DOP_NODE_BYTES];
  const ids = [...blocks, mesh.triangles.byteLength].map((bytes) => arena.allocate(bytes));
  const [sweptAt, vertexDops, nodes, triangles] = ids.map((id) => arena.address(id)) as [
    number,
    number,
    number,
    number,
  ];
  arena.f64.set(swept, sweptAt / 8);
  arena.u32.set(mesh.triangles, triangles / 4);
  writeBvh(bvh, arena.u32, nodes);
  return { vertexCount, swept: sweptAt, vertexDops, nodes, triangles, bvh };
}

function refit(placed: Placed, radius = 0): { changed: number; size: number } {
  const { kernels } = core;
  const changed = kernels.projectVertices(placed.swept, placed.vertexCount, placed.vertexDops, radius);
  const { nodes, bvh, vertexDops, triangles } = placed;
  return { changed, size: kernels.refitTree(nodes, bvh.child.length, vertexDops, triangles) };
}

const variants: MovingMesh[] = [
  ...connectivities.map(([name, triangles], seed) => moving(name, triangles, seed)),
  ...[-30, -10, 10, 30].map((power) =>
    moving(`grid at scale 2^${power}`, grid(6, 6), 40 + power, { scale: 2 ** power }),
  ),
  moving('annulus at offset 1e6', annulus(20, 3), 50, { offset: 1e6, speed: 0.01 }),
  moving('soup at offset 1e6 and scale 2^-30', soup(20), 51, { offset: 1e6, scale: 2 ** -30 }),
  moving('soup at rest', soup(20), 52, { speed: 0 }),
  moving('everything at the origin', grid(3, 3), 53, { scale: 0 }),
  moving('subnormal', soup(9), 54, { scale: 2 ** -1040 }),
  moving('f32 subnormal', soup(9), 55, { scale: 2 ** -130 }),
  ...[-20, 0, 20].map((power) => halfway(soup(40), power)),
];

interface Bounds {
  readonly vertex: number;
  readonly axis: number;
  readonly lo: number;
  readonly hi: number;
  /** From the bound to the nearest of the vertex's two positions, outward positive, times 2^1074. */
  readonly below: bigint;
  readonly above: bigint;
}

function boundsOf(mesh: MovingMesh, radius: number): Bounds[] {
  const placed = place(mesh);
  refit(placed, radius);
  const bounds: Bounds[] = [];
  for (let vertex = 0; vertex < placed.vertexCount; vertex++) {
    const dop = readDop(core.arena, placed.vertexDops, vertex);
    for (let axis = 0; axis < 9; axis++) {
      const [lo, hi] = [dop.lo[axis], dop.hi[axis]];
      const [a, b] = [along(mesh.start, vertex, axis), along(mesh.end, vertex, axis)];
      const [first, last] = a < b ? [a, b] : [b, a];
      bounds.push({
        vertex,
        axis,
        lo,
        hi,
        below: first - exact(lo),
        above: exact(hi) - last,
      });
    }
  }
  return bounds;
}

/** Where an axis puts a vertex, times 2^1074. */
function along(positions: Float64Array, vertex: number, axis: number): bigint {
  return AXES[axis].reduce((sum, weight, k) => sum + BigInt(weight) * exact(positions[3 * vertex + k]), 0n);
}

/** Coordinates halfway between two f32, where rounding to nearest is furthest off, and half an f64 step beside. */
function halfway(connectivity: Connectivity, power: number): MovingMesh {
  const mesh = moving(`halfway between f32 at 2^${power}`, connectivity, 60 + power);
  const random = seeded(70 + power);
  const between = () => {
    const mantissa = 1 + (2 * Math.floor(random() * 8) + 1) * 2 ** -24;
    return (random() < 0.5 ? -1 : 1) * (mantissa + Math.floor(random() * 3 - 1) * 2 ** -52) * 2 ** power;
  };
  return { ...mesh, start: mesh.start.map(between), end: mesh.end.map(between) };
}

/** Whether the gap, times 2^1074, has room for the radius: along a diagonal, for sqrt(2) times the radius. */
function isRadius(gap: bigint, radius: number, axis: number): boolean {
  return gap >= 0n && gap * gap >= (axis < 3 ? 1n : 2n) * exact(radius) * exact(radius);
}

describe.each(variants)('boxes of $name', (mesh) => {
  it.each([0, 2 ** -20, 1000])('hold every vertex with radius %d at both times, exactly', (size) => {
    const radius = size * Math.max(...mesh.start.map(Math.abs), 2 ** -100);
    const outside = boundsOf(mesh, radius).filter(
      ({ below, above, axis }) => !(isRadius(below, radius, axis) && isRadius(above, radius, axis)),
    );
    expect(outside).toEqual([]);
  });

  it('are wider than the vertex by rounding alone', () => {
    const wide = boundsOf(mesh, 0).filter(
      ({ lo, hi, below, above }) => below > rounding(lo) || above > rounding(hi),
    );
    expect(wide).toEqual([]);
  });

  it('are the union of the vertices below each node, and of nothing else', () => {
    const placed = place(mesh);
    const { size } = refit(placed);
    let expectedSize = 0;
    for (let node = 0; node < placed.bvh.child.length; node++) {
      const corners = [...trianglesBelow(placed.bvh, node)].flatMap((t) => [
        ...mesh.triangles.subarray(3 * t, 3 * t + 3),
      ]);
      const dop = readDop(core.arena, placed.nodes, node);
      expect(dop).toEqual(union(corners.map((v) => readDop(core.arena, placed.vertexDops, v))));
      const [x, y, z] = dop.hi.map((hi, axis) => hi - dop.lo[axis]) as [number, number, number];
      if (placed.bvh.child[node] !== 0) expectedSize += x * y + y * z + z * x;
    }
    if (expectedSize > 2 ** -120) expect(size / expectedSize).toBeCloseTo(1, 4);
  });

  it('tell how many vertices changed', () => {
    const placed = place(mesh);
    refit(placed);
    expect(refit(placed).changed).toBe(0);
    const jump = 1 + Math.max(...mesh.start.map(Math.abs));
    for (const [v, axis] of [
      [0, 0],
      [0, 1],
      [placed.vertexCount - 1, 2],
    ] as const) {
      core.arena.f64[placed.swept / 8 + 6 * v + 2 * axis + 1] += jump;
      expect(refit(placed).changed).toBe(1);
      expect(refit(placed).changed).toBe(0);
    }
  });
});

describe('boxes of a step cut short', () => {
  const meshes = [
    moving('soup', soup(30), 80),
    // x - y is small where x and y are large: what the cut rounds off x is much of it
    moving('soup far away', soup(30), 81, { offset: 1e9 }),
    moving('tiny soup', soup(30), 82, { scale: 2 ** -60 }),
  ];

  it.each(
    meshes.flatMap((mesh) => [2 ** -10, 1 / 3, 0.875].map((until) => [mesh.name, until, mesh] as const)),
  )('of %s at %d hold every vertex up to then, exactly, and little more', (_, until, mesh) => {
    const blocks = placedMesh(core, mesh, 0, until);
    const reach = Math.max(...mesh.start.map(Math.abs));
    const outside: string[] = [];
    for (let vertex = 0; vertex < blocks.vertexCount; vertex++) {
      const dop = readDop(core.arena, core.arena.address(blocks.vertexDops), vertex);
      for (let axis = 0; axis < 9; axis++) {
        // places times 2^2148, since a time is a whole number times 2^-1074 as well
        const from = along(mesh.start, vertex, axis);
        const start = from << 1074n;
        const then = start + exact(until) * (along(mesh.end, vertex, axis) - from);
        const [first, last] = start < then ? [start, then] : [then, start];
        const below = first - (exact(dop.lo[axis]) << 1074n);
        const above = (exact(dop.hi[axis]) << 1074n) - last;
        const most = exact(2 ** -21 * reach) << 1074n;
        if (below < 0n || above < 0n || below > most || above > most) outside.push(`${vertex} along ${axis}`);
      }
    }
    expect(outside).toEqual([]);
  });
});

/** Half an f32 step outward and half a step of rounding, times 2^1074; near zero, twice the smallest normal f32. */
function rounding(bound: number): bigint {
  return exact(Math.max(1.001 * 2 ** -23 * Math.abs(bound), 2 ** -125));
}
