import { beforeAll, describe, expect, it } from 'vitest';
import * as layout from '../../../src/kernels/layout/rigid-meshes.js';
import * as scratch from '../../../src/kernels/layout/rigid-queries.js';
import { type Core, openCore } from '../../../src/memory/open.js';
import { buildRigidBlock } from '../../../src/mesh/rigid-block.js';
import { RigidQueryMemory } from '../../../src/rigid/query-memory.js';
import { defaultSettings } from '../../../src/rigid/settings.js';
import { placedPair, turned } from '../../oracle/exact/rigid-bracket.js';
import { dot, plus, times, type Vec } from '../../oracle/exact/triangle-gap.js';
import { Seeded } from './seeded.js';
import { motionOf, randomTrial, type Trial } from './trials.js';

// What the f32 kernels say of boxes, in f64: a gap is never more than that of the boxes' corners, not by a rounding, and
// lasts for what is in the boxes at least as long as was said.

let core: Core;

beforeAll(async () => {
  core = await openCore();
});

/** No two points of a trial are farther apart, in body sizes. */
const AWAY = 8;

interface Box {
  readonly axes: readonly [Vec, Vec, Vec];
  readonly corners: readonly Vec[];
  /** The vertices that the box holds. */
  readonly held: readonly Vec[];
}

function boxOf(block: number, id: number): Box {
  const { f32, f64, u32 } = core.arena;
  const at = core.arena.address(block);
  const wide = at + u32[(at + layout.RIGID_NODES) >> 2]! + (id >> 2) * layout.WIDE_BYTES;
  const vector = (offset: number): Vec => {
    const i = (wide + offset + 4 * (id & 3)) >> 2;
    return [f32[i]!, f32[i + 4]!, f32[i + 8]!];
  };
  const numbers = (address: number): Vec => {
    const i = address >> 3;
    return [f64[i]!, f64[i + 1]!, f64[i + 2]!];
  };
  const origin = plus(numbers(at + layout.RIGID_CENTRE), numbers(wide + layout.WIDE_BASE));
  const centre = plus(origin, vector(layout.WIDE_CENTRE));
  const axes = [
    vector(layout.WIDE_AXES),
    vector(layout.WIDE_AXES + 48),
    vector(layout.WIDE_AXES + 96),
  ] as const;
  const half = vector(layout.WIDE_HALF);
  const corners = Array.from({ length: 8 }, (_, i) =>
    axes.reduce((p, axis, k) => plus(p, times(axis, (i >> k) & 1 ? half[k]! : -half[k]!)), centre),
  );
  return { axes, corners, held: verticesIn(block, id) };
}

function linkOf(block: number, id: number): number {
  const { u32 } = core.arena;
  const at = core.arena.address(block);
  const wide = at + u32[(at + layout.RIGID_NODES) >> 2]! + (id >> 2) * layout.WIDE_BYTES;
  return u32[((wide + layout.WIDE_LINKS) >> 2) + (id & 3)]!;
}

function isLeaf(block: number, id: number): boolean {
  return linkOf(block, id) >= layout.RIGID_LEAF;
}

function verticesIn(block: number, id: number): Vec[] {
  const { f64, u32 } = core.arena;
  const at = core.arena.address(block);
  const link = linkOf(block, id);
  if (link < layout.RIGID_LEAF) {
    const wide = at + u32[(at + layout.RIGID_NODES) >> 2]! + link * layout.WIDE_BYTES;
    const count = u32[(wide + layout.WIDE_COUNT) >> 2]!;
    return Array.from({ length: count }, (_, k) => verticesIn(block, 4 * link + k)).flat();
  }
  const triangle = at + u32[(at + layout.RIGID_TRIANGLES) >> 2]!;
  const centre = (at + layout.RIGID_CENTRE) >> 3;
  return [0, 3, 6].map((corner) => {
    const i = ((triangle + (link - layout.RIGID_LEAF) * layout.RIGID_TRIANGLE_BYTES) >> 3) + corner;
    return plus([f64[centre]!, f64[centre + 1]!, f64[centre + 2]!], [f64[i]!, f64[i + 1]!, f64[i + 2]!]);
  });
}

function gapAlong(normal: Vec, a: readonly Vec[], b: readonly Vec[]): number {
  return Math.min(...b.map((p) => dot(p, normal))) - Math.max(...a.map((p) => dot(p, normal)));
}

const soupOf = (points: readonly Vec[]) => ({
  positions: points.flat(),
  triangles: points.flatMap((_, i) => [i, i, i]),
});

function placedPoints(
  a: readonly Vec[],
  b: readonly Vec[],
  screws: Trial['screws'],
  time: number,
): [Vec[], Vec[]] {
  const [placedA, placedB] = placedPair(soupOf(a), screws[0], soupOf(b), screws[1], time);
  return [placedA.map(([p]) => p), placedB.map(([p]) => p)];
}

describe('bounds of the box kernels', () => {
  it('never say that boxes are farther apart, or stay apart longer, than they are', () => {
    const { arena, kernels } = core;
    const seeded = new Seeded(2024);
    const query = new RigidQueryMemory(arena);
    const settings = { ...defaultSettings(), maxPairs: 64, maxSteps: 1 };
    let gaps = 0;
    for (let i = 0; i < 600; i++) {
      const trial = randomTrial(seeded, {
        offCentre: seeded.next() < 0.5,
        scale: seeded.pick([1, 1e-3, 1e3]),
      });
      const blocks = [trial.a, trial.b].map((mesh) => buildRigidBlock(arena, mesh.positions, mesh.triangles));
      query.reserve(1, settings.maxPairs);
      query.begin(settings);
      query.setBody(0, arena.address(blocks[0]!), motionOf(trial.screws[0]));
      query.setBody(1, arena.address(blocks[1]!), motionOf(trial.screws[1]));
      kernels.beginAdvancement(query.address);
      const time = seeded.next();
      const ids: [number, number] = [0, 0];
      while (!isLeaf(blocks[0]!, ids[0]) || !isLeaf(blocks[1]!, ids[1])) {
        const count = kernels.splitPair(query.address, ids[0], ids[1], time);
        const split = kernels.splitBody.value;
        const first = kernels.firstChild.value;
        const one = boxOf(blocks[1 - split]!, ids[1 - split]!);
        for (let k = 0; k < count; k++) {
          const single = (offset: number) => arena.f32[((query.address + offset) >> 2) + k]!;
          const gap = single(scratch.SIDE_GAPS);
          if (gap <= 0) continue;
          gaps++;
          const four = boxOf(blocks[split]!, first + k);
          const along = [0, 1, 2].map((j) => times(one.axes[j]!, single(scratch.SIDE_NORMAL + 16 * j)));
          const normal = turned(trial.screws[1 - split]!, plus(plus(along[0]!, along[1]!), along[2]!), time);
          const lasts = Math.min(1, single(scratch.SIDE_STEPS));
          for (let s = 0; s <= 8; s++) {
            const points = s === 0 ? [one.corners, four.corners] : [one.held, four.held];
            if (split === 0) points.reverse();
            const placed = placedPoints(points[0]!, points[1]!, trial.screws, time + (lasts * s) / 8);
            const measured = gapAlong(normal, placed[split]!, placed[1 - split]!);
            // Near boxes show what rounding does to a gap. Later the axis, rounded to f32, is looked at from afar.
            const rounding = s === 0 ? 2 ** -22 * gap : 2 ** -20 * AWAY * trial.scale;
            expect(measured).toBeGreaterThan((s === 0 ? gap : 0) - rounding);
          }
        }
        ids[split] = first + Math.floor(seeded.next() * count);
      }
      for (const block of blocks) arena.free(block);
    }
    expect(gaps).toBeGreaterThan(3000);
  });
});
