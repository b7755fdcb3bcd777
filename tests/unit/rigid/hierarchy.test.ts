import { beforeAll, describe, expect, it } from 'vitest';
import type { SceneMesh } from '../../../scenes/meshes/index.js';
import { torusKnotMesh } from '../../../scenes/meshes/index.js';
import * as layout from '../../../src/kernels/layout/rigid-meshes.js';
import { type Core, openCore } from '../../../src/memory/open.js';
import { buildRigidBlock } from '../../../src/mesh/rigid-block.js';
import { buildSweptSpheres } from '../../../src/mesh/swept-spheres.js';
import { cross, dot, minus, norm, plus, times, type Vec } from '../../oracle/exact/triangle-gap.js';
import { Seeded } from './seeded.js';
import { SOUPS, scaled } from './soups.js';

let core: Core;

beforeAll(async () => {
  core = await openCore();
});

interface Box {
  readonly centre: Vec;
  readonly axes: readonly [Vec, Vec, Vec];
  readonly half: Vec;
  readonly radius: number;
  readonly swept: { readonly centre: Vec; readonly half: readonly [number, number]; readonly radius: number };
}

/** Walks a block the way the kernels do and hands every box with its triangles' corners to `visit`. */
function walk(mesh: SceneMesh, visit: (box: Box, corners: Vec[]) => void): number[] {
  const { arena } = core;
  const block = buildRigidBlock(arena, mesh.positions, mesh.triangles);
  const sweptBlock = buildSweptSpheres(arena, block);
  const { f32, f64, u32 } = arena;
  const at = arena.address(block);
  const swept = arena.address(sweptBlock);
  const nodes = at + u32[(at + layout.RIGID_NODES) >> 2];
  const corners = (at + u32[(at + layout.RIGID_TRIANGLES) >> 2]) >> 3;
  const ids = (at + u32[(at + layout.RIGID_TRIANGLE_IDS) >> 2]) >> 2;
  const seen: number[] = [];
  const boxAt = (node: number, lane: number): Box => {
    const wide = nodes + node * layout.WIDE_BYTES;
    const single = (offset: number) => f32[(wide + offset + 4 * lane) >> 2];
    const vector = (offset: number): Vec => [single(offset), single(offset + 16), single(offset + 32)];
    const base = (wide + layout.WIDE_BASE) >> 3;
    const origin: Vec = [f64[base], f64[base + 1], f64[base + 2]];
    const s = (swept + (4 * node + lane) * layout.SWEPT_BYTES) >> 2;
    return {
      centre: plus(origin, vector(layout.WIDE_CENTRE)),
      axes: [vector(layout.WIDE_AXES), vector(layout.WIDE_AXES + 48), vector(layout.WIDE_AXES + 96)],
      half: vector(layout.WIDE_HALF),
      radius: single(layout.WIDE_RADIUS),
      swept: {
        centre: plus(origin, [f32[s], f32[s + 1], f32[s + 2]]),
        half: [f32[s + 9], f32[s + 10]],
        radius: f32[s + 11],
      },
    };
  };
  const collect = (node: number, lane: number): Vec[] => {
    const wide = nodes + node * layout.WIDE_BYTES;
    const link = u32[(wide + layout.WIDE_LINKS + 4 * lane) >> 2];
    const points: Vec[] = [];
    if (link >= layout.RIGID_LEAF) {
      const slot = link - layout.RIGID_LEAF;
      seen.push(u32[ids + slot]);
      for (let k = 0; k < 9; k += 3) {
        const c = corners + 9 * slot + k;
        points.push([f64[c], f64[c + 1], f64[c + 2]]);
      }
    } else {
      expect(link).toBeGreaterThan(node);
      const count = u32[(nodes + link * layout.WIDE_BYTES + layout.WIDE_COUNT) >> 2];
      for (let k = 0; k < count; k++) points.push(...collect(link, k));
    }
    visit(boxAt(node, lane), points);
    return points;
  };
  collect(0, 0);
  arena.free(sweptBlock);
  arena.free(block);
  return seen;
}

function checkMesh(mesh: SceneMesh): void {
  let worstBox = -Infinity;
  let worstRadius = -Infinity;
  let worstSwept = -Infinity;
  let worstHand = Infinity;
  const seen = walk(mesh, ({ centre, axes, half, radius, swept }, points) => {
    worstHand = Math.min(worstHand, dot(cross(axes[0], axes[1]), axes[2]));
    for (const point of points) {
      const p = minus(point, centre);
      for (let k = 0; k < 3; k++) worstBox = Math.max(worstBox, Math.abs(dot(p, axes[k])) - half[k]);
      worstRadius = Math.max(worstRadius, norm(p) - radius);
      const q = minus(point, swept.centre);
      const along = [0, 1].map((k) => {
        const half = swept.half[k];
        return Math.min(half, Math.max(-half, dot(q, axes[k])));
      });
      const foot = plus(times(axes[0], along[0]), times(axes[1], along[1]));
      worstSwept = Math.max(worstSwept, norm(minus(q, foot)) - swept.radius);
    }
  });
  expect(worstBox).toBeLessThanOrEqual(0);
  expect(worstRadius).toBeLessThanOrEqual(0);
  expect(worstSwept).toBeLessThanOrEqual(0);
  expect(worstHand).toBeGreaterThan(0.999);
  expect(seen.sort((p, q) => p - q)).toEqual(Array.from({ length: mesh.triangles.length / 3 }, (_, i) => i));
}

describe('the hierarchy of a rigid mesh', () => {
  it.each(Object.keys(SOUPS))(
    'holds every triangle once, in right-handed boxes and swept spheres: %s',
    (name) => {
      const seeded = new Seeded(name.length);
      for (const scale of [1e-15, 1e-3, 1, 1e3, 1e11]) {
        for (let i = 0; i < 5; i++) checkMesh(scaled(SOUPS[name](seeded), scale));
      }
    },
  );

  it('does so for a few thousand triangles, and for copies of one triangle', () => {
    checkMesh(torusKnotMesh({ along: 200, tube: 8 }));
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    checkMesh({ positions, triangles: Uint32Array.from({ length: 300 }, (_, i) => i % 3) });
  });
});
