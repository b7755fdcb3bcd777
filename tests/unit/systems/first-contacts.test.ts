import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { CONTACTS_ALL, CONTACTS_FIRST, MOTION_KINEMATIC } from '../../../src/index.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { bruteContacts } from '../deformable/support/brute-contacts.js';
import { grid, type MovingMesh, moving, seeded, tetrahedron } from '../deformable/support/meshes.js';

beforeAll(() => initGeometry());

/** A sheet in two layers that come together from about the time `when` on, beginning at the fold. */
function folded(columns: number, when: number, seed: number): MovingMesh {
  const mesh = moving('folded', grid(columns, columns), seed);
  const random = seeded(seed);
  const start = new Float64Array(mesh.start.length);
  const end = new Float64Array(mesh.start.length);
  for (let vertex = 0; vertex < start.length / 3; vertex++) {
    const [i, k] = [vertex % (columns + 1), Math.floor(vertex / (columns + 1))];
    const half = columns / 2;
    const isUpper = i > half;
    const x = (isUpper ? columns - i : i) + 0.3 * random();
    const height = isUpper ? i - half : 0;
    start.set([x, height + 0.02 * random(), k + 0.3 * random()], 3 * vertex);
    end.set([x, height === 0 ? 0 : height - 1 / when, k], 3 * vertex);
  }
  return { ...mesh, start, end };
}

interface Run {
  readonly list: readonly { readonly key: string; readonly text: string; readonly time: number }[];
  readonly elementaryTests: number;
}

type Wanted = typeof CONTACTS_ALL | typeof CONTACTS_FIRST;

/** A tetrahedron that falls, and turns by `turn` about the vertical. */
function addBody({ world, plugin }: Scene, turn: number, settings: { contacts: Wanted; thickness: number }) {
  plugin.addRigidBody(addEntity(world), {
    positions: [0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3],
    triangles: tetrahedron.flat(),
    position: [2, 3, 2],
    body: { motion: MOTION_KINEMATIC, wy: turn * 60, vy: -240 },
    settings,
  });
}

/** A step of deformables, and of a rigid body where it has a `turn` of 0 or more. */
async function run(
  meshes: readonly MovingMesh[],
  contacts: Wanted,
  turn: number,
  thickness = 0,
): Promise<Run> {
  const scene: Scene = await openScene({ maxEntities: 20 });
  const { plugin, world } = scene;
  for (const { start, end, triangles } of meshes) {
    const entity = addEntity(world);
    plugin.addDeformable(entity, { positions: start, triangles, settings: { contacts, thickness } });
    plugin.moveVertices(entity, end);
  }
  if (turn >= 0) addBody(scene, turn, { contacts, thickness });
  plugin.step(1 / 60);
  const { contacts: found } = plugin;
  const list = Array.from({ length: found.count }, (_, i) => {
    const key = `${found.a[i]} ${found.b[i]}`;
    const text = `${key} ${found.kind[i]} ${found.featureA[i]} ${found.featureB[i]} ${found.time[i]}`;
    return { key, text, time: found.time[i] };
  });
  const { elementaryTests } = plugin.counters;
  plugin.dispose();
  return { list, elementaryTests };
}

function earliestOfEach({ list }: Run): string[] {
  const earliest = new Map<string, number>();
  for (const { key, time } of list) earliest.set(key, Math.min(time, earliest.get(key) ?? 1));
  return list.filter(({ key, time }) => time === earliest.get(key)).map(({ text }) => text);
}

describe('the first contacts alone', () => {
  test.each([
    [0.0004, 0],
    [0.01, 0],
    [0.01, 0.5],
    [0.3, 0],
    [0.9, 0.5],
  ])('are the earliest of all, where layers meet at %d and a body turns by %d', async (when, turn) => {
    const meshes = [folded(8, when, 1), folded(6, 0.5, 2)];
    for (const thickness of [0, 0.01]) {
      const all = await run(meshes, CONTACTS_ALL, turn, thickness);
      const first = await run(meshes, CONTACTS_FIRST, turn, thickness);
      expect(new Set(all.list.map(({ key }) => key)).size).toBeGreaterThan(3);
      expect(first.list.map(({ text }) => text)).toEqual(earliestOfEach(all));
    }
  });

  test('take fewer tests, and are those of brute force', async () => {
    const mesh = folded(12, 0.0009, 3);
    const all = await run([mesh], CONTACTS_ALL, -1);
    const first = await run([mesh], CONTACTS_FIRST, -1);
    expect(first.elementaryTests).toBeLessThan(all.elementaryTests / 4);
    const times = bruteContacts(mesh).map((text) => Number(text.split(' at ')[1]));
    const own = first.list.filter(({ key }) => key.split(' ')[0] === key.split(' ')[1]);
    expect(own.length).toBeGreaterThan(0);
    expect(own[0].time).toBe(times.reduce((least, time) => Math.min(least, time), 1));
  });
});
