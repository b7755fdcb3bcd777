import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import {
  ALL_STAGES,
  CONTACTS_FIRST,
  FACE_VERTEX,
  STAGE_CONTOURS,
  STAGE_FEATURE_BOXES,
  STAGE_NORMAL_CONES,
  STAGE_REPRESENTATIVES,
} from '../../../src/index.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { grid, moving, seeded } from '../deformable/support/meshes.js';
import {
  addMoving,
  bruteBetween,
  bruteWithin,
  inOrder,
  listed,
  ruleFor,
  surfaces,
} from './support/brute-contacts.js';

beforeAll(() => initGeometry());

/** The columns of Contacts against the list. */
function expectIndexed({ plugin }: Scene, entities: readonly number[]): void {
  const { contacts, components } = plugin;
  for (const entity of entities) {
    const own = Array.from({ length: contacts.count }, (_, i) => i).filter(
      (i) => contacts.a[i] === entity || contacts.b[i] === entity,
    );
    const first = components.Contacts.first[entity];
    expect([...contacts.byEntity.subarray(first, first + components.Contacts.count[entity])]).toEqual(own);
    expect(components.Contacts.earliest[entity]).toBe(Math.min(...own.map((i) => contacts.time[i])));
  }
}
describe('contacts of deformables in a step', () => {
  test.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'are those of brute force, seed %i',
    async (seed) => {
      const scene = await openScene({ maxEntities: 20 });
      const random = seeded(seed);
      const thickness = () => (random() < 0.5 ? 0 : 0.05 * random());
      const stages = Math.floor(random() * (ALL_STAGES + 1));
      const meshes = Array.from({ length: 3 }, (_, i) => {
        const [name, triangles] = surfaces[Math.floor(random() * surfaces.length)];
        return moving(`${name} ${i}`, triangles, 10 * seed + i, { speed: 0.3 });
      });
      const thick = meshes.map(thickness);
      const entities = meshes.map((mesh, i) => addMoving(scene, mesh, { thickness: thick[i], stages }));
      scene.plugin.step();
      let count = 0;
      for (let i = 0; i < meshes.length; i++) {
        const own = bruteWithin(meshes[i], ruleFor(thick[i]));
        expect(inOrder(listed(scene, entities[i], entities[i]))).toEqual(inOrder(own));
        count += own.size;
        for (let k = i + 1; k < meshes.length; k++) {
          const both = bruteBetween(meshes[i], meshes[k], ruleFor((thick[i] + thick[k]) / 2));
          expect(inOrder(listed(scene, entities[i], entities[k]))).toEqual(inOrder(both));
          count += both.size;
        }
      }
      expect(scene.plugin.contacts.count).toBe(count);
      expect(scene.plugin.counters.contacts).toBe(count);
      expectIndexed(scene, entities);
    },
  );

  test('do not depend on which culling stages run', async () => {
    const mesh = moving('grid', grid(5, 4), 7, { speed: 0.2 });
    const lists: [string, number][][] = [];
    const parts = [
      0,
      STAGE_REPRESENTATIVES,
      STAGE_FEATURE_BOXES,
      STAGE_NORMAL_CONES | STAGE_CONTOURS,
      ALL_STAGES,
    ];
    for (const stages of parts) {
      const scene = await openScene({ maxEntities: 5 });
      const entity = addMoving(scene, mesh, { stages });
      scene.plugin.step();
      lists.push(inOrder(listed(scene, entity, entity)));
    }
    expect(lists[0].length).toBeGreaterThan(10);
    for (const list of lists) expect(list).toEqual(lists[0]);
  });

  test('are the earliest alone where that is all that is wanted', async () => {
    const mesh = moving('grid', grid(5, 4), 7, { speed: 0.2 });
    const scene = await openScene({ maxEntities: 5 });
    const entity = addMoving(scene, mesh, { contacts: CONTACTS_FIRST });
    scene.plugin.step();
    const brute = bruteWithin(mesh, ruleFor(0));
    const earliest = Math.min(...brute.values());
    expect(inOrder(listed(scene, entity, entity))).toEqual(
      inOrder(brute).filter(([, time]) => time === earliest),
    );
  });

  test('are not lost where a flat sheet comes close to itself', async () => {
    // a horseshoe: flat, its contour simple at all times, and its tips closer than the thickness
    const across = 5;
    const positions: number[] = [];
    const triangles: number[] = [];
    for (let i = 0; i <= 40; i++) {
      const angle = ((2 * Math.PI - 0.1) * i) / 40;
      for (let k = 0; k <= across; k++) {
        const radius = 1 + 0.1 * k;
        positions.push(radius * Math.cos(angle), 0.001 * i, radius * Math.sin(angle));
        const at = i * (across + 1) + k;
        if (i === 40 || k === across) continue;
        triangles.push(at, at + 1, at + across + 2, at, at + across + 2, at + across + 1);
      }
    }
    const found: [string, number][][] = [];
    const skipped: number[] = [];
    for (const [stages, thickness] of [
      [ALL_STAGES, 0],
      [ALL_STAGES, 0.2],
      [STAGE_REPRESENTATIVES, 0.2],
    ]) {
      const scene = await openScene({ maxEntities: 5 });
      const entity = addEntity(scene.world);
      scene.plugin.addDeformable(entity, { positions, triangles, settings: { stages, thickness } });
      scene.plugin.moveVertices(
        entity,
        Float64Array.from(positions, (x) => x + 0.01),
      );
      scene.plugin.step();
      found.push(inOrder(listed(scene, entity, entity)));
      skipped.push(scene.plugin.counters.skippedByCones);
    }
    expect(skipped[0]).toBe(400);
    expect(found[0]).toEqual([]);
    const betweenTips = found[2].filter(([name]) => {
      const [kind, vertex, face] = name.split(' ');
      return kind === 'vf' && Number(vertex) < across && Number(face) > 380;
    });
    expect(betweenTips.length).toBeGreaterThan(0);
    expect(found[1]).toEqual(found[2]);
  });

  test('come and go with what the settings and the world say', async () => {
    const scene = await openScene({ maxEntities: 10 });
    const { plugin } = scene;
    const { CollisionSettings, Contacts } = plugin.components;
    const [one, other] = [1, 2].map((seed) => moving('grid', grid(4, 3), seed, { speed: 0.2 }));
    const a = addMoving(scene, one);
    const b = addMoving(scene, other);
    const again = () => {
      plugin.placeVertices(a, one.start);
      plugin.placeVertices(b, other.start);
      plugin.moveVertices(a, one.end);
      plugin.moveVertices(b, other.end);
      plugin.step();
      return [listed(scene, a, a).size, listed(scene, a, b).size, listed(scene, b, b).size];
    };
    plugin.step();
    const all = [listed(scene, a, a).size, listed(scene, a, b).size, listed(scene, b, b).size];
    expect(Math.min(...all)).toBeGreaterThan(0);
    expect(again()).toEqual(all);
    CollisionSettings.selfCollision[a] = 0;
    expect(again()).toEqual([0, all[1], all[2]]);
    CollisionSettings.mask[b] = 0;
    expect(again()).toEqual([0, 0, all[2]]);
    CollisionSettings.mask[b] = 0xffffffff;
    CollisionSettings.collider[a] = 1; // a sensor's contacts are told as well
    expect(again()).toEqual([0, all[1], all[2]]);
    CollisionSettings.collider[a] = 2;
    expect(again()).toEqual([0, 0, all[2]]);
    expect(Contacts.count[a]).toBe(0);
    CollisionSettings.collider[a] = 0;
    CollisionSettings.selfCollision[a] = 1;
    expect(again()).toEqual(all);
    plugin.removeCollider(b);
    plugin.step();
    expect(plugin.contacts.count).toBe(0);
  });

  test('are the same after a restore, and so is the list', async () => {
    const scene = await openScene({ maxEntities: 10 });
    const { plugin } = scene;
    const one = moving('grid', grid(4, 3), 1, { speed: 0.2 });
    const a = addMoving(scene, one, { thickness: 0.02 });
    plugin.step();
    const before = inOrder(listed(scene, a, a));
    const snapshot = plugin.snapshot();
    plugin.moveVertices(a, one.start);
    plugin.step();
    const back = inOrder(listed(scene, a, a));
    plugin.restore(snapshot);
    expect(inOrder(listed(scene, a, a))).toEqual(before);
    plugin.moveVertices(a, one.start);
    plugin.step();
    expect(inOrder(listed(scene, a, a))).toEqual(back);
    expect(before).not.toEqual(back);
  });

  test('say where and along which normal', async () => {
    const scene = await openScene({ maxEntities: 10 });
    const { plugin } = scene;
    const sheet = { positions: [0, 0, 0, 4, 0, 0, 0, 0, 4], triangles: [0, 2, 1] };
    const tip = { positions: [1, 1, 1, 1, 2, 1.5, 1.5, 2, 1], triangles: [0, 1, 2] };
    const ids = [sheet, tip].map((mesh) => {
      const entity = addEntity(scene.world);
      plugin.addDeformable(entity, { ...mesh, settings: { thickness: 0.5 } });
      return entity;
    });
    plugin.moveVertices(
      ids[1],
      Float64Array.from(tip.positions, (x, i) => (i % 3 === 1 ? x - 2 : x)),
    );
    plugin.step();
    const { contacts } = plugin;
    const tipAgainstFace = Array.from({ length: contacts.count }, (_, i) => i).find(
      (i) => contacts.kind[i] === FACE_VERTEX && contacts.featureB[i] === 0,
    )!;
    expect(contacts.time[tipAgainstFace]).toBeCloseTo(0.25, 3);
    expect(contacts.time[tipAgainstFace]).toBeLessThanOrEqual(0.25);
    const weights = [...contacts.weights.subarray(4 * tipAgainstFace, 4 * tipAgainstFace + 4)];
    for (const [i, weight] of [1, 0.5, 0.25, 0.25].entries()) expect(weights[i]).toBeCloseTo(weight, 9);
    const normal = [...contacts.normals.subarray(3 * tipAgainstFace, 3 * tipAgainstFace + 3)];
    for (const [i, n] of [0, -1, 0].entries()) expect(normal[i]).toBeCloseTo(n, 9);
  });
});
