import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { placedPoints } from '../../../scenes/meshes/placed.js';
import { normalized, turnAround } from '../../../scenes/meshes/vectors.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import { enclosedVolume } from '../../../src/cloth/measures.js';
import type { ClothPart } from '../../../src/cloth/part.js';
import { initGeometry } from '../../../src/geometry/index.js';
import { type Core, openCore } from '../../../src/memory/open.js';
import { kineticEnergy, momentum, potentialEnergy } from '../../../tools/conform/simulate/energy.js';
import { joinParts } from '../../../tools/conform/simulate/joined-parts.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';

const DT = 1 / 60;
let core: Core;
beforeAll(async () => {
  await initGeometry();
  core = await openCore();
});

function meetings(world: ClothWorld): number {
  const joined = joinParts(world.parts);
  const points = Float64Array.from(world.parts.flatMap(({ positions }) => [...positions]));
  return new StaticTest(joined.triangles, joined.vertexCount, joined).count(points);
}

function mean(values: ArrayLike<number>, axis: number): number {
  let sum = 0;
  for (let i = axis; i < values.length; i += 3) sum += values[i];
  return (3 * sum) / values.length;
}

/** How far down the slope a sheet gets each half second. */
function slides(degrees: number, friction: number): number[] {
  const world = new ClothWorld(core);
  const angle = (degrees / 180) * Math.PI;
  const rotation = turnAround([0, 0, 1], angle);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const mesh = gridMesh({ columns: 5, rows: 5, width: 0.25, depth: 0.25, height: 0.064 });
  const sheet = world.add({
    kind: 'cloth',
    mesh,
    positions: placedPoints(mesh.positions, { rotation }),
    settings: { friction, damping: 0 },
  });
  const slope = boxMesh({ cells: [4, 1, 4], size: [4, 0.1, 1] });
  world.add({ kind: 'body', mesh: slope, pose: [0, 0, 0, ...rotation], settings: { friction } });
  const ways: number[] = [];
  for (let step = 1; step <= 60; step++) {
    world.step(DT, 8);
    if (step % 30 === 0) ways.push(-c * mean(sheet.positions, 0) - s * mean(sheet.positions, 1));
  }
  world.dispose();
  return ways;
}

describe('what cloth does', () => {
  test('a sheet holds on a slope below the friction angle, and slides above it as Coulomb says', () => {
    // 0.5 holds up to 26.6 degrees.
    for (const degrees of [15, 25]) expect(Math.abs(slides(degrees, 0.5)[1])).toBeLessThan(1e-3);
    for (const degrees of [29, 35]) {
      const [half, whole] = slides(degrees, 0.5);
      const angle = (degrees / 180) * Math.PI;
      const expected = 9.81 * (Math.sin(angle) - 0.5 * Math.cos(angle));
      expect(Math.abs((whole - 2 * half) / 0.25 - expected)).toBeLessThan(0.1 * expected);
    }
  });

  test('colliding sheets keep their momentum, and gain no energy', () => {
    const world = new ClothWorld(core);
    const settings = { gravity: [0, 0, 0] as const, damping: 0 };
    const below = gridMesh({ columns: 10, rows: 10, width: 0.4, depth: 0.4, height: 0 });
    const above = gridMesh({ columns: 7, rows: 7, width: 0.25, depth: 0.25, height: 0.1 });
    const place = {
      rotation: turnAround(normalized([1, 0.2, 0.1]), 0.3),
      position: [0.03, 0, 0.02],
    } as const;
    world.add({ kind: 'cloth', mesh: below, settings });
    const flying = world.add({
      kind: 'cloth',
      mesh: above,
      positions: placedPoints(above.positions, place),
      settings,
    });
    for (let i = 1; i < flying.velocities.length; i += 3) flying.velocities[i] = -1.5;
    const before = momentum(world.parts);
    let energy = kineticEnergy(world.parts);
    let contacts = 0;
    let stepBacks = 0;
    for (let step = 0; step < 60; step++) {
      const report = world.step(DT, 8);
      contacts += report.contacts;
      stepBacks += report.stepBacks;
      const now = kineticEnergy(world.parts);
      // What edges and folds take up they give back: a little at a time.
      expect(now).toBeLessThan(1.01 * energy);
      energy = Math.max(now, 0.99 * energy);
    }
    expect(contacts).toBeGreaterThan(100);
    expect(stepBacks).toBe(0);
    const after = momentum(world.parts);
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(after[axis] - before[axis])).toBeLessThan(1e-9 * Math.abs(before[1]));
    }
    world.dispose();
  });

  test.each([1, 2])('%i sheets on a table come to rest', (sheets) => {
    const world = new ClothWorld(core);
    const parts = Array.from({ length: sheets }, (_, i) =>
      world.add({
        kind: 'cloth',
        mesh: gridMesh({ columns: 5, rows: 5, width: 0.25, depth: 0.25, height: 0.03 * (i + 1) }),
      }),
    );
    const table = boxMesh({ cells: [4, 1, 4], size: [1, 0.1, 1] });
    world.add({ kind: 'body', mesh: table, pose: [0, -0.05, 0, 0, 0, 0, 1] });
    for (let step = 0; step < 300; step++) world.step(DT, 8);
    const before = parts.map(({ positions }) => positions.slice());
    world.step(DT, 8);
    parts.forEach(({ positions, edge }, i) => {
      const sum = positions.reduce((total, x, k) => total + (x - before[i][k]) ** 2, 0);
      expect(Math.sqrt((3 * sum) / positions.length) / edge).toBeLessThan(1e-3);
    });
    expect(meetings(world)).toBe(0);
    world.dispose();
  });

  test('wind takes a free sheet along up to its own speed, and no faster', () => {
    const world = new ClothWorld(core);
    const mesh = gridMesh({ columns: 4, rows: 4, width: 0.3, depth: 0.3, height: 0 });
    const settings = { gravity: [0, 0, 0] as const, damping: 0, drag: 1.2 };
    const sheet = world.add({ kind: 'cloth', mesh, settings: { ...settings, wind: [0, 3, 0] } });
    const edgewise = world.add({
      kind: 'cloth',
      mesh: gridMesh({ columns: 4, rows: 4, width: 0.3, depth: 0.3, height: 5 }),
      settings: { ...settings, wind: [3, 0, 0] },
    });
    let speed = 0;
    for (let step = 0; step < 60; step++) {
      world.step(DT, 8);
      const now = mean(sheet.velocities, 1);
      expect(now).toBeGreaterThanOrEqual(speed - 1e-9);
      expect(now).toBeLessThan(3 + 1e-9);
      speed = now;
      // dv/dt = k (w - v)^2, k = drag / (2 density): v = w (1 - 1 / (1 + k w t))
      if (step === 59) expect(Math.abs(now - 3 * (1 - 1 / (1 + 3 * 3)))).toBeLessThan(0.02);
    }
    expect(Math.abs(mean(edgewise.velocities, 0))).toBeLessThan(1e-9);
    world.dispose();
  });

  test('a soft ball keeps its volume where it lands; one that keeps none is flat', () => {
    const mesh = icosphereMesh({ subdivisions: 2, radius: 0.15 });
    const landed = (volume: number): ClothPart => {
      const world = new ClothWorld(core);
      const ball = world.add({
        kind: 'cloth',
        mesh,
        positions: mesh.positions.map((x, i) => x + (i % 3 === 1 ? 0.25 : 0)),
        settings: { volume, stretchCompliance: 1e-3, damping: 1 },
      });
      const floor = boxMesh({ cells: [2, 1, 2], size: [2, 0.1, 2] });
      world.add({ kind: 'body', mesh: floor, pose: [0, -0.05, 0, 0, 0, 0, 1] });
      for (let step = 0; step < 90; step++) world.step(DT, 8);
      expect(meetings(world)).toBe(0);
      world.dispose();
      return ball;
    };
    const share = ({ positions }: ClothPart) => enclosedVolume({ ...mesh, positions }) / enclosedVolume(mesh);
    expect(Math.abs(share(landed(1)) - 1)).toBeLessThan(0.02);
    expect(share(landed(0))).toBeLessThan(0.95);
  });

  test('a volume that gives way presses as its compliance says', () => {
    const mesh = icosphereMesh({ subdivisions: 2, radius: 0.15 });
    const volumeCompliance = 4e-6;
    const world = new ClothWorld(core);
    // heavy, so that one sweep of constraints is all that its compliances ask for
    const ball = world.add({
      kind: 'cloth',
      mesh,
      settings: {
        volume: 1.3,
        volumeCompliance,
        stretchCompliance: 1e-3,
        damping: 8,
        density: 2000,
        gravity: [0, 0, 0],
      },
    });
    for (let step = 0; step < 180; step++) world.step(DT, 8);
    const volume = enclosedVolume({ ...mesh, positions: ball.positions });
    const pressure = (1.3 * enclosedVolume(mesh) - volume) / volumeCompliance;
    // where everything grows in proportion, the work of the pressure is that of what holds it together
    const { compliance, count, rest, vertices } = ball.constraints;
    let held = 0;
    for (let i = 0; i < count; i++) {
      const length = Math.hypot(
        ...[0, 1, 2].map(
          (k) => ball.positions[3 * vertices[2 * i] + k] - ball.positions[3 * vertices[2 * i + 1] + k],
        ),
      );
      held += ((length - rest[i]) / compliance[i]) * length;
    }
    expect(volume).toBeGreaterThan(1.02 * enclosedVolume(mesh));
    expect(volume).toBeLessThan(1.25 * enclosedVolume(mesh));
    expect(Math.abs((3 * pressure * volume) / held - 1)).toBeLessThan(0.02);
    world.dispose();
  });

  test('what falls on a floor has no more energy than it began with', () => {
    const world = new ClothWorld(core);
    const mesh = gridMesh({ columns: 8, rows: 8, width: 0.4, depth: 0.4, height: 0.2 });
    world.add({
      kind: 'cloth',
      mesh,
      positions: placedPoints(mesh.positions, { rotation: turnAround([0, 0, 1], 0.3) }),
    });
    const floor = boxMesh({ cells: [2, 1, 2], size: [2, 0.1, 2] });
    world.add({ kind: 'body', mesh: floor, pose: [0, -0.05, 0, 0, 0, 0, 1] });
    const began = potentialEnergy(world.parts);
    for (let step = 0; step < 60; step++) {
      world.step(DT, 8);
      expect(kineticEnergy(world.parts) + potentialEnergy(world.parts)).toBeLessThan(began * (1 + 1e-6));
    }
    world.dispose();
  });
});
