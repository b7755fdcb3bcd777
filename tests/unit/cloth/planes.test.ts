import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, gridMesh } from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import { FlatMemory } from '../../../src/cloth/flat-memory.js';
import { initGeometry } from '../../../src/geometry/index.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { type Core, openCore } from '../../../src/memory/open.js';
import { joinParts } from '../../../tools/conform/simulate/joined-parts.js';
import { PassingTest } from '../../../tools/conform/simulate/passing-test.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
  await initGeometry();
});

function positionsOf({ parts }: ClothWorld): Float64Array {
  return Float64Array.from(parts.flatMap(({ positions }) => [...positions]));
}

/**
 * Layers fly at a wall, each as fast as the others: by themselves no two of them would meet, and only those that are held back are
 * in the way of the next ones. In one sub-step they go many times as far as they are apart.
 */
describe.each([3, 6, 18])('%i layers that fly at a wall as one', (count) => {
  test.each([20, 60, 200])('are held back one after the other, at %i m/s', (speed) => {
    const world = new ClothWorld(core);
    const wall = boxMesh({ cells: [1, 1, 1], size: [2, 1, 2] });
    world.add({ kind: 'body', mesh: wall, pose: [0, -0.5, 0, 0, 0, 0, 1], settings: { thickness: 0.001 } });
    const gap = 0.02;
    const mesh = gridMesh({ columns: 3, rows: 3, width: 0.3, depth: 0.3 });
    const layers = Array.from({ length: count }, (_, i) =>
      world.add({
        kind: 'cloth',
        mesh,
        positions: mesh.positions.map((x, k) => x + [0.0013 * i, 0.03 + gap * i, 0.0007 * i][k % 3]),
        settings: { thickness: 0.001, damping: 0, gravity: [0, 0, 0] },
      }),
    );
    for (const { velocities } of layers)
      for (let k = 1; k < velocities.length; k += 3) velocities[k] = -speed;
    const joined = joinParts(world.parts);
    const exact = new StaticTest(joined.triangles, joined.vertexCount, joined);
    const passing = new PassingTest(positionsOf(world), joined);
    let met = 0;
    let passed = 0;
    world.watch = (positions) => {
      met += exact.count(positions) + exact.count(Float64Array.from(positions, Math.fround));
      passed += passing.count(positions);
    };
    for (let step = 0; step < 12; step++) world.step(1 / 240, 2);
    expect([met, passed]).toEqual([0, 0]);
    world.dispose();
  });
});

describe('a vertex between planes', () => {
  /** Three vertices, of which one has planes; everything that truncation reads. */
  function oneVertex(count: number) {
    const memory = new FlatMemory(core.arena, false);
    memory.resize({
      vertices: 3,
      triangles: 1,
      nodes: 1,
      parts: 1,
      constraints: 0,
      stitches: 0,
      ranges: { even: [], odd: [], rest: [] },
      cellWidth: 1,
      verticesOf: [3],
      surfaces: 1,
    });
    memory.makeRoomForPlanes(count);
    const { u32 } = core.arena;
    const part = memory.part(0) >> 2;
    u32[part + C.PART_KIND / 4] = C.PART_CLOTH;
    u32[part + C.PART_VERTEX_COUNT / 4] = 3;
    return memory;
  }

  function random3(next: () => number, size: number): number[] {
    return [0, 1, 2].map(() => size * (2 * next() - 1));
  }

  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);

  interface Plane {
    readonly direction: readonly number[];
    /** Of the first feature, which is to have more than this along the direction; or of the second, which is to have less. */
    readonly isFirst: boolean;
    readonly bound: number;
    /** How far it goes in the sub-step. */
    readonly shift?: number;
  }

  const isInside = ({ bound, direction, isFirst }: Plane, point: ArrayLike<number>) =>
    (isFirst ? 1 : -1) * (dot(direction, point) - bound);

  function write(memory: FlatMemory, planes: readonly Plane[], point: readonly number[]): void {
    const { f64, u32, u8 } = core.arena;
    for (const array of [C.CLOTH_Y, C.CLOTH_WANTED]) f64.set(point, memory.array(array) >> 3);
    for (const array of [C.CLOTH_FRESH, C.CLOTH_CONFINED]) u8[memory.array(array)] = 1;
    const ball = point.map((x) => x / 2);
    f64.set(ball, memory.array(C.CLOTH_TUBE_START) >> 3);
    f64[memory.array(C.CLOTH_TUBE_RADIUS) >> 3] = 1.000001 * distance(ball, [0, 0, 0]);
    let head = 0;
    planes.forEach(({ bound, direction, isFirst, shift = 0 }, i) => {
      const at = memory.array(C.CLOTH_PLANES) + i * C.PLANE_BYTES;
      const slot = isFirst ? 0 : 2;
      f64.set(direction, (at + C.PLANE_DIRECTION) >> 3);
      f64[(at + (isFirst ? C.PLANE_LEAST : C.PLANE_MOST)) >> 3] = bound + shift;
      f64[(at + C.PLANE_SHIFT) >> 3] = shift;
      for (let slot = 0; slot < 4; slot++) u32[((at + C.PLANE_VERTICES) >> 2) + slot] = slot % 3;
      u32[(at + C.PLANE_SPLIT) >> 2] = 1;
      u32[((at + C.PLANE_NEXT) >> 2) + slot] = head;
      head = 4 * i + slot + 1;
    });
    u32[memory.array(C.CLOTH_FIRST_PLANE) >> 2] = head;
  }

  /** Planes that the origin is not behind. */
  function randomPlanes(next: () => number, count: number): Plane[] {
    return Array.from({ length: count }, () => {
      const way = random3(next, 1);
      const length = distance(way, [0, 0, 0]);
      const isFirst = next() < 0.5;
      const room = next() < 0.3 ? 0 : 0.2 * next();
      return { direction: way.map((x) => x / length), isFirst, bound: isFirst ? -room : room };
    });
  }

  const placeOf = (memory: FlatMemory) => {
    const y = memory.array(C.CLOTH_Y) >> 3;
    return core.arena.f64.slice(y, y + 3);
  };
  const isInBall = (place: Float64Array, point: readonly number[]) => {
    const ball = point.map((x) => x / 2);
    return distance(place, ball) <= 1.0000011 * distance(ball, [0, 0, 0]);
  };

  test('ends inside all of them, and in the ball that it may not leave', () => {
    const next = random(31);
    let cut = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const planes = randomPlanes(next, 1 + Math.floor(5 * next()));
      const point = random3(next, 1);
      const memory = oneVertex(planes.length);
      write(memory, planes, point);
      core.kernels.clothTruncate(memory.world);
      const place = placeOf(memory);
      for (const plane of planes) expect(isInside(plane, place)).toBeGreaterThanOrEqual(0);
      expect(isInBall(place, point)).toBe(true);
      if (distance(place, point) > 0) cut++;
      memory.free();
    }
    expect(cut).toBeGreaterThan(2000);
  });

  // What others hold back cannot follow a plane that goes.
  test('follows planes that go, and those that it cannot follow stay where they were', () => {
    const next = random(33);
    const seen = { followed: 0, stayed: 0 };
    for (let trial = 0; trial < 4000; trial++) {
      const still = randomPlanes(next, Math.floor(4 * next()));
      const going = randomPlanes(next, 1 + Math.floor(3 * next())).map((plane) => {
        // a little less than where its vertex wants to go, or a little more
        return { ...plane, shift: 0.6 * (2 * next() - 1) };
      });
      const point = random3(next, 1);
      const planes = [...still, ...going];
      const memory = oneVertex(planes.length);
      write(memory, planes, point);
      core.arena.u8[memory.array(C.CLOTH_CONFINED)] = 0;
      core.kernels.clothTruncate(memory.world);
      const place = placeOf(memory);
      const { f64 } = core.arena;
      planes.forEach((plane, i) => {
        const shift = f64[(memory.array(C.CLOTH_PLANES) + i * C.PLANE_BYTES + C.PLANE_SHIFT) >> 3];
        expect([0, plane.shift ?? 0]).toContain(shift);
        expect(isInside({ ...plane, bound: plane.bound + shift }, place)).toBeGreaterThanOrEqual(-1e-15);
        if (i >= still.length) seen[shift === 0 ? 'stayed' : 'followed']++;
      });
      memory.free();
    }
    expect(seen.followed).toBeGreaterThan(1000);
    expect(seen.stayed).toBeGreaterThan(1000);
  });

  test('gets a ball for what is left of its way, and is in it then, inside all planes', () => {
    const next = random(32);
    let brought = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const planes = randomPlanes(next, 2 + Math.floor(4 * next()));
      const point = random3(next, 1);
      const memory = oneVertex(planes.length);
      write(memory, planes, point);
      const { f64, u32, u8 } = core.arena;
      // several planes have taken it out of the way that it had: it has no ball yet
      u8[memory.array(C.CLOTH_CONFINED)] = 0;
      core.kernels.clothTruncate(memory.world);
      if (!isInBall(placeOf(memory), point)) brought++;
      u8[memory.array(C.CLOTH_STRAY)] = 1;
      u32[(memory.part(0) + C.PART_STRAYS) >> 2] = 1;
      core.kernels.clothConfine(memory.world);
      const place = placeOf(memory);
      const start = memory.array(C.CLOTH_TUBE_START) >> 3;
      const ball = f64.slice(start, start + 3);
      expect(distance(place, ball)).toBeLessThanOrEqual(f64[memory.array(C.CLOTH_TUBE_RADIUS) >> 3]);
      expect(isInBall(place, point)).toBe(true);
      for (const plane of planes) expect(isInside(plane, place)).toBeGreaterThanOrEqual(0);
      memory.free();
    }
    expect(brought).toBeGreaterThan(20);
  });
});
