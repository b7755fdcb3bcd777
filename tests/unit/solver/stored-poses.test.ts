// What is certified is what is stored and drawn: exact tests of the poses in the columns, for bodies that begin closer than these are rounded.
import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  boxMesh,
  icosphereMesh,
  type SceneMesh,
  tetrahedronMesh,
  torusMesh,
} from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import { distance, initGeometry, rigidMesh } from '../../../src/geometry/index.js';
import {
  builtInBackend,
  COLLIDER_SENSOR,
  type CollisionPlugin,
  type RigidBackend,
} from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { meetingTriangles, placed } from '../../oracle/exact/surfaces-meet.js';
import { openScene } from '../../support/colliders.js';

const SHAPES = [
  boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }),
  icosphereMesh({ subdivisions: 1, radius: 0.5 }),
  tetrahedronMesh(1),
  torusMesh({ around: 12, tube: 6, radius: 0.5, tubeRadius: 0.15 }),
];

interface Pose {
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
}

function poseOf({ components: { RigidBody: body } }: CollisionPlugin, e: number): Pose {
  return {
    position: [body.px[e], body.py[e], body.pz[e]],
    rotation: [body.qx[e], body.qy[e], body.qz[e], body.qw[e]],
  };
}

function doMeet(a: SceneMesh, at: Pose, b: SceneMesh, to: Pose): boolean {
  return (
    meetingTriangles(placed(a, at.rotation, at.position), placed(b, to.rotation, to.position)) !== undefined
  );
}

interface Pair {
  readonly shapes: readonly [SceneMesh, SceneMesh];
  readonly poses: readonly [Pose, Pose];
}

/** Two shapes turned somehow, so far apart along some direction that their gap is what is asked for. */
function closePair(dice: () => number, gap: number, stored: (x: number) => number, off: number): Pair {
  const pick = () => SHAPES[Math.floor(dice() * SHAPES.length)];
  const shapes = [pick(), pick()] as const;
  const [a, b] = shapes.map(({ positions, triangles }) => rigidMesh(positions, triangles));
  const unit = (n: number): number[] => {
    const v = Array.from({ length: n }, () => dice() - 0.5);
    const size = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    return v.map((x) => x / size);
  };
  const turned = (): Pose['rotation'] => unit(4).map((x) => stored(x)) as unknown as Pose['rotation'];
  const first: Pose = {
    position: [off, off, off].map(stored) as unknown as Pose['position'],
    rotation: turned(),
  };
  const way = unit(3);
  const rotation = turned();
  const at = (t: number): Pose => ({
    position: first.position.map((x, k) => stored(x + t * way[k])) as unknown as Pose['position'],
    rotation,
  });
  let [near, far] = [0, 3];
  for (let k = 0; k < 60; k++) {
    const middle = (near + far) / 2;
    if (distance(a, first, b, at(middle)).distance > gap) far = middle;
    else near = middle;
  }
  return { shapes, poses: [first, at(far)] };
}

/** Driven, and a body that nothing moves. */
const HELD = [{ motion: 1 }, { mass: 1, locks: 63 }];

/** How many of 120 close pairs met after any of four steps, of those that began apart. */
async function countMeeting(
  open: () => RigidBackend,
  stored: (x: number) => number,
  gapOf: (dice: () => number) => number,
  { stretch = 0, isHeld = false } = {},
): Promise<{ began: number; met: string[] }> {
  const met: string[] = [];
  let began = 0;
  for (let seed = 0; seed < 120; seed++) {
    const dice = random(4000 + seed);
    const pair = closePair(dice, gapOf(dice), stored, dice() < 0.5 ? 0 : 20);
    if (doMeet(pair.shapes[0], pair.poses[0], pair.shapes[1], pair.poses[1])) continue;
    const scene = await openScene({ maxEntities: 4, rigid: open() });
    const speed = () => (dice() - 0.5) * 10 ** (3 * dice() - 1);
    const entities = pair.poses.map(({ position, rotation }, k) => {
      const entity = addEntity(scene.world);
      const scale = 1 + stretch * (dice() - 0.5);
      scene.plugin.addRigidBody(entity, {
        ...pair.shapes[k],
        position,
        rotation: rotation.map((x) => x * scale) as unknown as Pose['rotation'],
        body: isHeld ? HELD[k] : k === 0 && dice() < 0.3 ? { motion: 2 } : { mass: 1 },
      });
      return entity;
    });
    const doThey = () => {
      const [a, b] = entities.map((entity) => poseOf(scene.plugin, entity));
      return doMeet(pair.shapes[0], a, pair.shapes[1], b);
    };
    // as the backend stores them: whom nothing can push is there still
    if (isHeld) scene.plugin.step();
    if (isHeld && doThey()) {
      scene.plugin.dispose();
      continue;
    }
    began++;
    const { RigidBody } = scene.plugin.components;
    for (const entity of entities.filter((_, k) => k === 0 || !isHeld)) {
      if (RigidBody.motion[entity] === 2) continue;
      for (const name of ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const) RigidBody[name][entity] = speed();
    }
    for (let step = 0; step < 4; step++) {
      scene.plugin.step();
      if (!doThey()) continue;
      met.push(`seed ${seed}, step ${step}`);
      break;
    }
    scene.plugin.dispose();
  }
  return { began, met };
}

beforeAll(async () => {
  await RAPIER.init();
  await initGeometry();
});

describe('bodies that begin within roundings of each other', () => {
  const exact = (x: number) => x;
  test('are apart after each step', async () => {
    const gap = (dice: () => number) => 10 ** (-10 + 5 * dice());
    const { began, met } = await countMeeting(builtInBackend, exact, gap);
    expect(met).toEqual([]);
    expect(began).toBeGreaterThan(100);
  });

  test('are apart as Rapier stores them', async () => {
    const gap = (dice: () => number) => 10 ** (-7.5 + 3 * dice());
    const { began, met } = await countMeeting(() => rapierBackend(RAPIER), Math.fround, gap);
    expect(met).toEqual([]);
    expect(began).toBeGreaterThan(90);
  });

  test('are apart as Rapier stores them, where nothing can push them apart', async () => {
    const gap = (dice: () => number) => 10 ** (-7.5 + 2 * dice());
    const { began, met } = await countMeeting(() => rapierBackend(RAPIER), Math.fround, gap, {
      isHeld: true,
    });
    expect(met).toEqual([]);
    expect(began).toBeGreaterThan(60);
  });

  test('are apart where rotations were written a little off unit length', async () => {
    const gap = (dice: () => number) => 10 ** (-10 + 5 * dice());
    const { began, met } = await countMeeting(builtInBackend, exact, gap, { stretch: 6e-6 });
    expect(met).toEqual([]);
    expect(began).toBeGreaterThan(100);
  });
});

test('bodies are apart as they are drawn, by meshes that are rounded to f32', async () => {
  // three tenths become more than that
  const box = boxMesh({ cells: [1, 1, 1], size: [0.6, 0.6, 0.6] });
  const { plugin, world } = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
  const [driven, held] = [0, 1].map((k) => {
    const entity = addEntity(world);
    const body = k === 0 ? { motion: 1, vx: 40 } : { mass: 1, locks: 63 };
    plugin.addRigidBody(entity, { ...box, position: [2 * k, 0, 0], body, settings: { tolerance: 1e-15 } });
    return entity;
  });
  for (let step = 0; step < 5; step++) plugin.step();
  const [a, b] = [driven, held].map((entity) => {
    const { positions, triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[entity]);
    return { positions: Float64Array.from(positions), triangles };
  });
  const [at, to] = [poseOf(plugin, driven), poseOf(plugin, held)];
  expect(to.position[0] - at.position[0]).toBeLessThan(0.6 + 1e-6);
  expect(doMeet(a, at, b, to)).toBe(false);
});

/**
 * A driven slider opens along a wall, closer to it than poses are rounded, until a stop holds it; where it is stored then it is closer
 * than it was, and its motion is taken back, with that of a neighbour that passes it. A sensor goes along below the neighbour, and
 * two more bodies are near and slow.
 */
async function openSlider() {
  const gap = 2 ** -20;
  let slider = 0;
  const rigid: RigidBackend = {
    ...builtInBackend(),
    rounding: 2 ** -24,
    place(table, i) {
      const at = i * table.stride;
      if (table.entity[i] === slider && table.numbers[at + 1] > 0) table.numbers[at] = -gap / 2;
    },
  };
  const scene = await openScene({ maxEntities: 10, gravity: [0, 0, 0], subSteps: 1, sleep: false, rigid });
  const cube = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });
  const wall = boxMesh({ cells: [1, 1, 1], size: [1, 8, 1] });
  const add = (mesh: SceneMesh, position: Pose['position'], body: object, settings = {}) => {
    const entity = addEntity(scene.world);
    scene.plugin.addRigidBody(entity, { ...mesh, position, body, settings });
    return entity;
  };
  const held = { mass: 1, locks: 63 };
  slider = add(cube, [0, 0, 0], { motion: 1, vx: 1e-6, vy: 30 });
  add(wall, [-1 - gap, 0, 0], held);
  add(cube, [0, 1.25, 0], held);
  const neighbour = add(cube, [1.2, 0, 0], { mass: 1, vy: 30 });
  const slow = add(cube, [0, 0, 1.2], { mass: 1, vz: 1 });
  const sensor = add(cube, [1.2, -1.3, 0], { motion: 1, vy: 30 }, { collider: COLLIDER_SENSOR });
  return { ...scene, slider, neighbour, slow, sensor };
}

describe('motions that are taken back', () => {
  test('are those of bodies that might meet, and each is counted once', async () => {
    const { plugin, slider, neighbour, slow } = await openSlider();
    plugin.step(1 / 60);
    const { px, py, pz } = plugin.components.RigidBody;
    expect([px[slider], py[slider], py[neighbour]]).toEqual([0, 0, 0]);
    expect(pz[slow]).toBeCloseTo(1.2 + 1 / 60, 9);
    expect(plugin.counters.givenUp).toBe(2);
    plugin.dispose();
  });

  test('are not made for sensors either', async () => {
    const { plugin, neighbour, sensor } = await openSlider();
    plugin.step(1 / 60);
    const { count, a, b } = plugin.contactEvents;
    const told = Array.from({ length: count }, (_, i) => [a[i], b[i]]);
    expect(told).toContainEqual([neighbour, sensor]);
    plugin.dispose();
  });
});
