import { addEntity, createWorld } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import {
  CONTACT_BEGIN,
  CONTACT_END,
  CONTACT_PERSIST,
  type CollisionPlugin,
  createCollisionPlugin,
  EDGE_EDGE,
  FACE_VERTEX,
  MOTION_FIXED,
  MOTION_KINEMATIC,
  VERTEX_FACE,
} from '../../../src/index.js';

const DT = 1 / 60;
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.1 });
const SHEET = gridMesh({ columns: 10, rows: 10, width: 0.5, depth: 0.5, height: 0 });
const FLOOR = boxMesh({ cells: [2, 1, 2], size: [2, 0.1, 2] });

interface Thing {
  readonly entity: number;
  readonly mesh: SceneMesh;
}

async function open(gravity: readonly [number, number, number] = [0, -9.81, 0], clothContacts = true) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, {
    maxEntities: 20,
    gravity,
    timeStep: DT,
    clothContacts,
  });
  return { world, plugin };
}

function verticesOf(plugin: CollisionPlugin, { entity: e, mesh }: Thing): Float64Array {
  const { px, py, pz, qx, qy, qz, qw, radius } = plugin.components.RigidBody;
  if (radius[e] === 0) return plugin.readVertices(e, new Float64Array(mesh.positions.length));
  const out = new Float64Array(mesh.positions.length);
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = mesh.positions.slice(i, i + 3);
    const t = [2 * (qy[e] * z - qz[e] * y), 2 * (qz[e] * x - qx[e] * z), 2 * (qx[e] * y - qy[e] * x)];
    out[i] = px[e] + x + qw[e] * t[0] + qy[e] * t[2] - qz[e] * t[1];
    out[i + 1] = py[e] + y + qw[e] * t[1] + qz[e] * t[0] - qx[e] * t[2];
    out[i + 2] = pz[e] + z + qw[e] * t[2] + qx[e] * t[1] - qy[e] * t[0];
  }
  return out;
}

/** Edges as they are numbered: by (larger, smaller) vertex. */
function edgesOf({ triangles }: SceneMesh): number[][] {
  const known = new Map<string, number[]>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const ends = [triangles[t + k], triangles[t + ((k + 1) % 3)]].sort((a, b) => a - b);
      known.set(ends.join(), ends);
    }
  }
  return [...known.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** The vertices of contact i's two features, and their weights. */
function featuresOf(plugin: CollisionPlugin, things: readonly Thing[], i: number) {
  const { kind, a, b, featureA, featureB, weights } = plugin.contacts;
  const meshOf = (entity: number) => things.find((thing) => thing.entity === entity)!.mesh;
  const face = (entity: number, at: number) => [...meshOf(entity).triangles.slice(3 * at, 3 * at + 3)];
  const own = [...weights.slice(4 * i, 4 * i + 4)];
  if (kind[i] === VERTEX_FACE)
    return { first: [featureA[i]], second: face(b[i], featureB[i]), one: [own[0]], other: own.slice(1) };
  if (kind[i] === FACE_VERTEX)
    return { first: face(a[i], featureA[i]), second: [featureB[i]], one: own.slice(1), other: [own[0]] };
  return {
    first: edgesOf(meshOf(a[i]))[featureA[i]],
    second: edgesOf(meshOf(b[i]))[featureB[i]],
    one: own.slice(0, 2),
    other: own.slice(2),
  };
}

function sumOf(positions: Float64Array, vertices: readonly number[], weights: readonly number[]) {
  return [0, 1, 2].map((k) => vertices.reduce((sum, v, i) => sum + weights[i] * positions[3 * v + k], 0));
}

/** Each contact has features, weights and a normal that fit where things are, and all are in one order. */
function checkList(plugin: CollisionPlugin, things: readonly Thing[], within: number): void {
  const { contacts } = plugin;
  const place = new Map(things.map(({ entity }, i) => [entity, i]));
  const positions = new Map(things.map((thing) => [thing.entity, verticesOf(plugin, thing)]));
  let before: number[] | undefined;
  for (let i = 0; i < contacts.count; i++) {
    const { kind, a, b, featureA, featureB, impulse, normals, time } = contacts;
    const key = [place.get(a[i])!, place.get(b[i])!, kind[i], featureA[i], featureB[i]];
    expect(key[0]).toBeLessThanOrEqual(key[1]);
    if (a[i] === b[i] && kind[i] === EDGE_EDGE) expect(featureA[i]).toBeLessThan(featureB[i]);
    if (before !== undefined) {
      const at = key.findIndex((value, k) => value !== before![k]);
      expect(key[at]).toBeGreaterThan(before[at]);
    }
    before = key;
    expect(impulse[i]).toBeGreaterThan(0);
    expect(time[i] * 8).toBe(Math.round(time[i] * 8));
    const { first, one, other, second } = featuresOf(plugin, things, i);
    for (const weights of [one, other]) {
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
      expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 9);
    }
    const p = sumOf(positions.get(a[i])!, first, one);
    const q = sumOf(positions.get(b[i])!, second, other);
    const way = p.map((x, k) => x - q[k]);
    const distance = Math.hypot(...way);
    expect(distance).toBeLessThan(within);
    const normal = [...normals.slice(3 * i, 3 * i + 3)];
    expect(Math.hypot(...normal)).toBeCloseTo(1, 9);
    // the side that a comes from; both may have turned since
    expect(normal.reduce((sum, x, k) => sum + x * way[k], 0)).toBeGreaterThan(0);
  }
}

test('a cloth that falls on a ball, itself and a floor tells of each contact by its features', async () => {
  const { plugin, world } = await open();
  const things: Thing[] = [];
  const add = (mesh: SceneMesh) => {
    const entity = addEntity(world);
    things.push({ entity, mesh });
    return entity;
  };
  plugin.addRigidBody(add(FLOOR), { ...FLOOR, position: [0, -0.17, 0], body: { motion: MOTION_FIXED } });
  const lifted = { ...SHEET, positions: SHEET.positions.map((x, i) => x + (i % 3 === 1 ? 0.12 : 0)) };
  plugin.addDeformable(add(lifted), { ...lifted, cloth: { bendCompliance: 10 } });
  plugin.addRigidBody(add(BALL), { ...BALL, body: { motion: MOTION_FIXED } });
  const above = { ...SHEET, positions: SHEET.positions.map((x, i) => x + [0.02, 0.16, 0.03][i % 3]) };
  plugin.addDeformable(add(above), { ...above, cloth: { bendCompliance: 10 } });
  const found = new Set<string>();
  for (let step = 0; step < 70; step++) {
    plugin.step();
    if (step % 3 === 0) checkList(plugin, things, 0.1);
    const { a, b, count, kind } = plugin.contacts;
    for (let i = 0; i < count; i++) {
      found.add(`${things.findIndex((x) => x.entity === a[i])}${things.findIndex((x) => x.entity === b[i])}`);
      if (kind[i] === EDGE_EDGE) found.add('edges');
      if (kind[i] === FACE_VERTEX) found.add('face and vertex');
    }
  }
  for (const each of ['01', '11', '12', '13', 'edges', 'face and vertex']) expect(found).toContain(each);
});

test('the impulses of contacts are the momentum that changed hands', async () => {
  const { plugin, world } = await open([0, 0, 0]);
  const sheet = addEntity(world);
  plugin.addDeformable(sheet, { ...SHEET, cloth: { density: 0.5, damping: 0 }, settings: { friction: 0 } });
  const ball = addEntity(world);
  plugin.addRigidBody(ball, {
    ...BALL,
    position: [0, 0.13, 0],
    body: { mass: 0.3, vy: -2 },
    settings: { friction: 0 },
  });
  let told = 0;
  let taken = 0;
  for (let step = 0; step < 12; step++) {
    const speed = plugin.components.RigidBody.vy[ball];
    plugin.step();
    const { count, impulse, normals, a, b } = plugin.contacts;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      if (a[i] === sheet && b[i] === ball) sum -= impulse[i] * normals[3 * i + 1];
    }
    const { vy } = plugin.components.RigidBody;
    taken += 0.3 * (vy[ball] - speed);
    told += sum;
  }
  // an impulse is along all sub-steps' normals, the normal that of the last one
  expect(Math.abs(taken - told)).toBeLessThan(0.01 * told);
  expect(told).toBeGreaterThan(0.05);
});

describe('events of cloth and bodies', () => {
  /** A sheet that falls on a fixed ball, which goes away at a step. */
  async function fallen(gone: number, steps: number, onFloor = false) {
    const { plugin, world } = await open();
    const ball = addEntity(world);
    const under = onFloor ? { ...FLOOR, position: [0, 0.05, 0] as const } : BALL;
    plugin.addRigidBody(ball, { ...under, body: { motion: MOTION_KINEMATIC } });
    const sheet = addEntity(world);
    const lifted = { ...SHEET, positions: SHEET.positions.map((x, i) => x + (i % 3 === 1 ? 0.15 : 0)) };
    plugin.addDeformable(sheet, { ...lifted, cloth: { damping: 3 } });
    const told: string[] = [];
    const calls: string[] = [];
    plugin.onContact({
      entity: sheet,
      begin: ({ b, impulse }) => calls.push(`begin ${b === ball} ${impulse > 0}`),
      end: ({ b }) => calls.push(`end ${b === ball}`),
    });
    let pressed = 0;
    for (let step = 0; step < steps; step++) {
      if (step === gone) plugin.components.RigidBody.vy[ball] = -8;
      plugin.step();
      const { a, b, count, impulse, kind, normals, points } = plugin.contactEvents;
      for (let i = 0; i < count; i++) {
        expect([a[i], b[i]]).toEqual([ball, sheet].sort((x, y) => x - y));
        told.push(['begin', 'persist', 'end'][kind[i]]);
        if (impulse[i] === 0) continue;
        pressed = Math.max(pressed, impulse[i]);
        const point = [...points.slice(3 * i, 3 * i + 3)];
        const normal = [...normals.slice(3 * i, 3 * i + 3)];
        if (onFloor) continue;
        const middle = [0, plugin.components.RigidBody.py[ball], 0];
        const out = point.map((x, k) => x - middle[k]);
        expect(Math.hypot(...out)).toBeGreaterThan(0.09);
        expect(Math.hypot(...out)).toBeLessThan(0.16);
        expect(normal.reduce((sum, x, k) => sum + x * out[k], 0)).toBeGreaterThan(0.05);
      }
    }
    return { calls, plugin, pressed, told, ball, sheet };
  }

  test('begin once, last while it lies there, and end once', async () => {
    const { calls, pressed, told } = await fallen(80, 100);
    expect(told[0]).toBe('begin');
    expect(told.filter((kind) => kind === 'begin')).toHaveLength(1);
    expect(told.at(-1)).toBe('end');
    expect(told.filter((kind) => kind === 'end')).toHaveLength(1);
    expect(told.length).toBeGreaterThan(65);
    expect(calls).toEqual(['begin true true', 'end true']);
    expect(pressed).toBeGreaterThan(0.05 * 9.81 * DT * 0.5);
  });

  test('last while cloth sleeps, and come again after a restore, bit by bit', async () => {
    const { plugin, sheet, told } = await fallen(Number.POSITIVE_INFINITY, 400, true);
    expect(plugin.components.Cloth.asleep[sheet]).toBe(1);
    expect(told.filter((kind) => kind !== 'persist')).toEqual(['begin']);
    expect(plugin.contacts.count).toBe(0);
    expect(plugin.components.Contacts.touching[sheet]).toBe(1);
    const before = plugin.snapshot();
    const run = () => {
      const all: number[] = [];
      for (let i = 0; i < 3; i++) {
        plugin.step();
        all.push(...plugin.contactEvents.kind.slice(0, plugin.contactEvents.count));
      }
      return all;
    };
    const first = run();
    expect(first).toEqual([CONTACT_PERSIST, CONTACT_PERSIST, CONTACT_PERSIST]);
    plugin.restore(before);
    expect(run()).toEqual(first);
  });

  test('last within 1.1 thicknesses, pushed or not, and end beyond', async () => {
    const { plugin, world } = await open();
    plugin.addRigidBody(addEntity(world), {
      ...FLOOR,
      position: [0, -0.05, 0],
      body: { motion: MOTION_FIXED },
    });
    const sheet = addEntity(world);
    const thickness = 0.01;
    const lifted = { ...SHEET, positions: SHEET.positions.map((x, i) => x + (i % 3 === 1 ? 0.015 : 0)) };
    plugin.addDeformable(sheet, { ...lifted, cloth: { damping: 9 }, settings: { thickness } });
    const gap = () => {
      const now = plugin.readVertices(sheet, new Float64Array(SHEET.positions.length));
      return Math.min(...now.filter((_, i) => i % 3 === 1));
    };
    for (let step = 0; step < 40; step++) plugin.step();
    expect(plugin.contactEvents.kind[0]).toBe(CONTACT_PERSIST);
    // it rises slowly
    plugin.components.Cloth.gravityScale[sheet] = -0.01;
    let quiet = 0;
    let above = 0;
    for (let step = 0; step < 90 && above < 2; step++) {
      plugin.step();
      const { count, kind } = plugin.contactEvents;
      if (gap() < 1.09 * thickness) {
        expect([count, kind[0]]).toEqual([1, CONTACT_PERSIST]);
        if (plugin.contacts.count === 0) quiet++;
      } else if (gap() > 1.2 * thickness) {
        above++;
        expect(count === 0 || kind[0] === CONTACT_END).toBe(true);
      }
    }
    expect(quiet).toBeGreaterThan(2);
    expect(above).toBe(2);
  });

  test('end where one of the two goes, or is switched off', async () => {
    const { ball, plugin } = await fallen(Number.POSITIVE_INFINITY, 40);
    plugin.removeCollider(ball);
    plugin.step();
    expect([...plugin.contactEvents.kind.slice(0, plugin.contactEvents.count)]).toEqual([CONTACT_END]);
    plugin.step();
    expect(plugin.contactEvents.count).toBe(0);
    expect(CONTACT_BEGIN).toBe(0);
  });
});

test('who does not want them has none, and the same motion', async () => {
  const hashes = [];
  for (const clothContacts of [true, false]) {
    const { plugin, world } = await open([0, -9.81, 0], clothContacts);
    plugin.addRigidBody(addEntity(world), { ...BALL, body: { motion: MOTION_FIXED } });
    const sheet = addEntity(world);
    const lifted = { ...SHEET, positions: SHEET.positions.map((x, i) => x + (i % 3 === 1 ? 0.12 : 0)) };
    plugin.addDeformable(sheet, { ...lifted, cloth: {} });
    for (let step = 0; step < 30; step++) plugin.step();
    expect(plugin.contacts.count > 0).toBe(clothContacts);
    expect(plugin.contactEvents.count > 0).toBe(clothContacts);
    hashes.push([...plugin.readVertices(sheet, new Float64Array(SHEET.positions.length))]);
  }
  expect(hashes[0]).toEqual(hashes[1]);
  const world = createWorld();
  const refused = createCollisionPlugin(world, { clothContacts: 1 as unknown as boolean });
  await expect(refused).rejects.toMatchObject({ code: 'BAD_SETTING' });
});
