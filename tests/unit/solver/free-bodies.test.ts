import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { icosphereMesh, tetrahedronMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { isClosedSurface } from '../../../src/mesh/closed-surface.js';
import { connect } from '../../../src/mesh/connectivity.js';
import { type MassProperties, massProperties } from '../../../src/mesh/mass-properties.js';
import { drain } from '../../../src/mesh/steps.js';
import { openScene } from '../../support/colliders.js';
import { random } from '../../support/random.js';

const box = (x: number, y: number, z: number) => ({
  positions: Float64Array.from({ length: 24 }, (_, i) => {
    const corner = Math.floor(i / 3);
    return (((corner >> (i % 3)) & 1) - 0.5) * [x, y, z][i % 3];
  }),
  triangles: Uint32Array.of(
    ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
    ...[2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
  ),
});

function solidOf(positions: Float64Array, triangles: Uint32Array): MassProperties {
  return drain(massProperties(positions, triangles, drain(connect(triangles, positions.length / 3))));
}

describe('mass properties of closed meshes', () => {
  test('a box away from its origin, in any order of corners', () => {
    const { positions, triangles } = box(1, 2, 3);
    const moved = positions.map((x, i) => x + [10, -20, 30][i % 3]);
    for (const order of [triangles, triangles.toReversed()]) {
      const { volume, centre, inertia } = solidOf(moved, order);
      expect(volume).toBeCloseTo(6, 12);
      [10, -20, 30].forEach((x, k) => {
        expect(centre[k]).toBeCloseTo(x, 12);
      });
      [13 / 12, 10 / 12, 5 / 12, 0, 0, 0].forEach((x, k) => {
        expect(inertia[k]).toBeCloseTo(x, 12);
      });
    }
  });

  test('a regular tetrahedron by its formula, a ball and a ring by their limits', () => {
    const tetrahedron = tetrahedronMesh();
    const { volume, inertia } = solidOf(tetrahedron.positions, tetrahedron.triangles);
    expect(volume).toBeGreaterThan(0);
    expect(inertia[0]).toBeGreaterThan(0);
    const ball = icosphereMesh({ subdivisions: 4 });
    const solidBall = solidOf(ball.positions, ball.triangles);
    expect(solidBall.volume).toBeCloseTo((4 / 3) * Math.PI, 1);
    for (let k = 0; k < 3; k++) expect(solidBall.inertia[k]).toBeCloseTo(0.4, 2);
    const ring = torusMesh({ around: 256, tube: 128, tubeRadius: 0.25 });
    const solidRing = solidOf(ring.positions, ring.triangles);
    expect(solidRing.volume).toBeCloseTo(2 * Math.PI ** 2 * 0.0625, 2);
    expect([...solidRing.inertia].slice(0, 3).sort()[2]).toBeCloseTo(1 + 0.75 * 0.0625, 2);
  });

  test('an open mesh encloses nothing; one that is split along its edges does', () => {
    const { positions, triangles } = box(1, 1, 1);
    expect(solidOf(positions, triangles.slice(3)).volume).toBe(0);
    const split = Float64Array.from(
      Array.from(triangles).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3))),
    );
    expect(
      solidOf(
        split,
        Uint32Array.from(triangles, (_, i) => i),
      ).volume,
    ).toBeCloseTo(1, 12);
  });
});

test.each([0, 1, 2, 3])('whether a mesh is closed, against counting walks by place: seed %i', (seed) => {
  const next = random(seed);
  let closed = 0;
  for (let trial = 0; trial < 300; trial++) {
    // Boxes glued, split, doubled, turned inside out, with triangles taken away, their vertices shared or not.
    const parts = Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
      const { positions, triangles } = box(1, 1, 1);
      const shift = Math.floor(next() * 2);
      const kept = next() < 0.3 ? triangles.slice(3) : next() < 0.5 ? triangles.toReversed() : triangles;
      return Array.from(kept, (v) => Array.from(positions.subarray(3 * v, 3 * v + 3), (x) => x + shift));
    });
    const corners = parts.flat();
    const places = new Map(corners.map((corner) => [String(corner), 0]));
    [...places.keys()].forEach((key, i) => {
      places.set(key, i);
    });
    const isShared = next() < 0.5;
    const positions = isShared
      ? Float64Array.from([...places.keys()].flatMap((key) => key.split(',').map(Number)))
      : Float64Array.from(corners.flat());
    const place = corners.map((corner) => places.get(String(corner)) as number);
    const triangles = isShared ? Uint32Array.from(place) : Uint32Array.from(place, (_, i) => i);
    const truth = walksBalance(place);
    if (truth) closed++;
    const found = drain(
      isClosedSurface(positions, triangles, drain(connect(triangles, positions.length / 3))),
    );
    expect(found).toBe(truth);
  }
  expect(closed).toBeGreaterThan(50);
  expect(closed).toBeLessThan(280);
});

function walksBalance(corners: readonly number[]): boolean {
  const walks = new Map<string, number>();
  corners.forEach((a, i) => {
    const b = corners[i % 3 === 2 ? i - 2 : i + 1];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    walks.set(key, (walks.get(key) ?? 0) + (a < b ? 1 : -1));
  });
  return [...walks.values()].every((sum) => sum === 0);
}

describe('a body that touches nothing', () => {
  test('flies ballistically, to rounding', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4 });
    const entity = addEntity(world);
    const body = { vx: 3, vy: 4, vz: -1, wx: 1, wy: 2, wz: 3 };
    plugin.addRigidBody(entity, { ...icosphereMesh({ subdivisions: 1 }), position: [1, 2, 3], body });
    for (let i = 0; i < 120; i++) plugin.step(1 / 60);
    const { px, py, pz, vy } = plugin.components.RigidBody;
    expect(px[entity]).toBeCloseTo(1 + 3 * 2, 12);
    expect(pz[entity]).toBeCloseTo(3 - 1 * 2, 12);
    expect(vy[entity]).toBeCloseTo(4 - 9.81 * 2, 11);
    // semi-implicit Euler: g t (t + h) / 2
    expect(py[entity]).toBeCloseTo(2 + 4 * 2 - (9.81 * 2 * (2 + 1 / 240)) / 2, 11);
  });

  test('keeps angular momentum exactly and energy nearly, and turns over about its middle axis', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
    const entity = addEntity(world);
    plugin.addRigidBody(entity, { ...box(0.1, 0.3, 0.6), body: { wx: 1e-3, wy: 10, wz: 1e-3 } });
    const { wx, wy, wz, qx, qy, qz, qw } = plugin.components.RigidBody;
    const inertia = [0.45 / 12, 0.37 / 12, 0.1 / 12];
    const state = () => {
      const q = [qx[entity], qy[entity], qz[entity], qw[entity]];
      const own = turnedBack(q, [wx[entity], wy[entity], wz[entity]]);
      const energy = own.reduce((sum, w, k) => sum + 0.5 * inertia[k] * w * w, 0);
      const momentum = turnedBack(
        [-q[0], -q[1], -q[2], q[3]],
        own.map((w, k) => w * inertia[k]),
      );
      return { energy, momentum, spin: own[1] };
    };
    const start = state();
    let turns = 0;
    let side = 1;
    for (let i = 0; i < 60 * 20; i++) {
      plugin.step(1 / 60);
      const now = state();
      now.momentum.forEach((m, k) => {
        expect(Math.abs(m - start.momentum[k])).toBeLessThan(1e-10);
      });
      expect(Math.abs(now.energy / start.energy - 1)).toBeLessThan(2e-3);
      if (now.spin * side < -5) {
        turns++;
        side = -side;
      }
    }
    expect(turns).toBeGreaterThan(3);
  });

  test('turns about its centre of mass, wherever its origin is', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
    const entity = addEntity(world);
    const { positions, triangles } = box(1, 1, 1);
    plugin.addRigidBody(entity, {
      positions: positions.map((x, i) => (i % 3 === 0 ? x + 5 : x)),
      triangles,
      body: { wz: 2, vy: 1 },
    });
    const { px, py, cx, qz, qw } = plugin.components.RigidBody;
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    expect(cx[entity]).toBeCloseTo(5, 12);
    expect(2 * Math.atan2(qz[entity], qw[entity])).toBeCloseTo(2, 10);
    expect(px[entity] + 5 * Math.cos(2)).toBeCloseTo(5, 10);
    expect(py[entity] + 5 * Math.sin(2)).toBeCloseTo(1, 10);
  });

  test('does not move along or about locked axes', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4 });
    const entity = addEntity(world);
    const body = { locks: 2 + 8 + 16, tx: 1, ty: 1, tz: 1 };
    plugin.addRigidBody(entity, { ...box(1, 2, 3), body });
    for (let i = 0; i < 60; i++) plugin.step(1 / 60);
    const { py, wx, wy, wz } = plugin.components.RigidBody;
    expect([py[entity], wx[entity], wy[entity]]).toEqual([0, 0, 0]);
    expect(wz[entity]).toBeCloseTo(12 / 5, 9);
  });
});

function turnedBack([x, y, z, w]: number[], [a, b, c]: number[]): number[] {
  const tx = 2 * (z * b - y * c);
  const ty = 2 * (x * c - z * a);
  const tz = 2 * (y * a - x * b);
  return [a + w * tx - (y * tz - z * ty), b + w * ty - (z * tx - x * tz), c + w * tz - (x * ty - y * tx)];
}
