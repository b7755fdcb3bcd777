import { describe, expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import { ALL_STAGES, STAGE_NORMAL_CONES } from '../../../src/index.js';
import { addSheet, openScene, type Scene } from '../../support/colliders.js';

const PATCHES = 64;
const patch = gridMesh({ columns: 4, rows: 4 });
const corners = patch.positions.length / 3;

/** Square patches side by side, that nothing holds together. */
const sheet = {
  positions: places((i, axis) => [(i % 8) - 3.5, 0, Math.floor(i / 8) - 3.5][axis]),
  triangles: Uint32Array.from({ length: PATCHES * patch.triangles.length }, (_, i) => {
    const own = i % patch.triangles.length;
    return patch.triangles[own] + corners * ((i - own) / patch.triangles.length);
  }),
};

/** Every patch at its place. */
function places(at: (patch: number, axis: number) => number): Float64Array {
  return Float64Array.from({ length: PATCHES * 3 * corners }, (_, i) => {
    const index = Math.floor(i / (3 * corners));
    return 0.9 * patch.positions[i % (3 * corners)] + at(index, i % 3);
  });
}

/** The patches thrown about, so that neighbours in the tree are neighbours no more. */
function scattered(seed: number): Float64Array {
  const next = random(seed);
  const to = Array.from({ length: 3 * PATCHES }, () => 4 * next());
  return places((i, axis) => to[3 * i + axis]);
}

function contactBytes({ plugin }: Scene): Buffer {
  const { contacts } = plugin;
  const columns = [contacts.kind, contacts.featureA, contacts.featureB, contacts.time];
  return Buffer.concat(columns.map((column) => Buffer.from(column.slice(0, contacts.count).buffer)));
}

describe('a worn tree', () => {
  test('is split anew, fits better, and finds the same contacts', async () => {
    const scenes = [await openScene({ maxEntities: 10 }), await openScene({ maxEntities: 10 })];
    const [worn, fresh] = scenes;
    const entity = addSheet(worn, sheet);
    worn.plugin.step();
    const thrown = scattered(1);
    worn.plugin.placeVertices(entity, thrown);
    const nearby = thrown.map((x, i) => x + 0.008 * (((i * 7) % 11) - 5));
    worn.plugin.moveVertices(entity, nearby);
    worn.plugin.step();
    expect(worn.plugin.counters.rebuiltTrees).toBe(1);
    const { Bvh, NormalCones } = worn.plugin.components;
    expect(Bvh.wear[entity]).toBe(1);
    // every patch is one, and so are its halves
    expect(NormalCones.skippableNodes[entity]).toBe(PATCHES * 3);
    // a tree made where the triangles are now
    const other = addSheet(fresh, { positions: thrown, triangles: sheet.triangles });
    fresh.plugin.moveVertices(other, nearby);
    fresh.plugin.step();
    expect(fresh.plugin.counters.rebuiltTrees).toBe(0);
    expect(worn.plugin.contacts.count).toBeGreaterThan(50);
    expect(Buffer.compare(contactBytes(worn), contactBytes(fresh))).toBe(0);
    const [own, made] = scenes.map(({ plugin }) => plugin.counters.boxTests);
    expect(own).toBeLessThan(1.2 * made);
    worn.plugin.placeVertices(entity, thrown);
    worn.plugin.moveVertices(entity, nearby);
    worn.plugin.step();
    expect(worn.plugin.counters.rebuiltTrees).toBe(0);
    expect(Buffer.compare(contactBytes(worn), contactBytes(fresh))).toBe(0);
  });

  test('that was split anew skips regions that stayed, and loses no contact by it', async () => {
    const scenes = [await openScene({ maxEntities: 10 }), await openScene({ maxEntities: 10 })];
    const next = random(9);
    // flat for the most part, and crumpled in a corner
    const corner = sheet.positions.map((x, i) =>
      sheet.positions[i - (i % 3)] > 2 ? x + 0.6 * (next() - 0.5) : x,
    );
    const moved = corner.map((x) => x + 0.01 * next());
    const [worn, fresh] = scenes.map((scene) => ({ scene, entity: addSheet(scene, sheet) }));
    for (const { scene } of [worn, fresh]) scene.plugin.step();
    worn.scene.plugin.placeVertices(worn.entity, scattered(3));
    worn.scene.plugin.step();
    expect(worn.scene.plugin.counters.rebuiltTrees).toBe(1);
    for (const { scene, entity } of [worn, fresh]) {
      scene.plugin.placeVertices(entity, corner);
      scene.plugin.moveVertices(entity, moved);
      scene.plugin.step();
    }
    expect(fresh.scene.plugin.counters.skippedByCones).toBeGreaterThan(300);
    expect(worn.scene.plugin.counters.skippedByCones).toBeGreaterThan(300);
    expect(fresh.scene.plugin.contacts.count).toBeGreaterThan(20);
    expect(Buffer.compare(contactBytes(worn.scene), contactBytes(fresh.scene))).toBe(0);
  });

  test('of a cloth that unfolds and folds through itself finds what another search does', async () => {
    const scenes = [await openScene({ maxEntities: 10 }), await openScene({ maxEntities: 10 })];
    const flat = gridMesh({ columns: 48, rows: 5 });
    // eight panels, six quads wide, like a fan; beyond a right angle they pass through each other
    const folded = (angle: number) =>
      flat.positions.map((_, i) => {
        const [x, , z] = flat.positions.subarray(i - (i % 3), i - (i % 3) + 3);
        const along = 8 * (x + 0.5);
        const panel = Math.min(7, Math.floor(along));
        const rest = along - panel;
        const height = panel % 2 === 0 ? rest : 1 - rest;
        return [along * Math.cos(angle) + 0.01 * z, height * Math.sin(angle), 4 * z][i % 3];
      });
    const sheetAtRest = { positions: folded(1.55), triangles: flat.triangles };
    const [skipping, whole] = scenes.map((scene) => ({ scene, entity: addSheet(scene, sheetAtRest) }));
    const { CollisionSettings } = whole.scene.plugin.components;
    CollisionSettings.stages[whole.entity] = ALL_STAGES & ~STAGE_NORMAL_CONES;
    const sums = { rebuilt: 0, skipped: 0, contacts: 0, kept: 0 };
    for (let step = 0; step < 24; step++) {
      const next = folded(0.9 + 0.8 * Math.cos(step / 2));
      for (const { scene, entity } of [skipping, whole]) {
        scene.plugin.moveVertices(entity, next);
        scene.plugin.step();
      }
      expect(Buffer.compare(contactBytes(skipping.scene), contactBytes(whole.scene))).toBe(0);
      const { plugin } = skipping.scene;
      sums.rebuilt += plugin.counters.rebuiltTrees;
      if (sums.rebuilt === 0) continue;
      sums.skipped += plugin.counters.skippedByCones;
      sums.contacts += plugin.contacts.count;
      sums.kept = plugin.components.NormalCones.skippableNodes[skipping.entity];
    }
    expect(sums.rebuilt).toBeGreaterThan(0);
    expect(sums.kept).toBeGreaterThan(2);
    expect(sums.skipped).toBeGreaterThan(1000);
    expect(sums.contacts).toBeGreaterThan(500);
  });

  test('is one a step, the most worn first, and again after a restore', async () => {
    const scene = await openScene({ maxEntities: 10 });
    const { plugin } = scene;
    const entities = [1, 2, 3].map(() => addSheet(scene, sheet));
    for (const entity of entities) plugin.components.CollisionSettings.selfCollision[entity] = 0;
    for (const entity of entities) plugin.components.CollisionSettings.mask[entity] = 0;
    plugin.step();
    entities.forEach((entity, i) => {
      plugin.placeVertices(
        entity,
        scattered(i).map((x) => x * (1 + i)),
      );
    });
    const before = plugin.snapshot();
    const run = () =>
      Array.from({ length: 5 }, () => {
        plugin.step();
        return plugin.counters.rebuiltTrees;
      });
    expect(run()).toEqual([1, 1, 1, 0, 0]);
    const after = Buffer.from(plugin.snapshot());
    plugin.restore(before);
    expect(run()).toEqual([1, 1, 1, 0, 0]);
    expect(Buffer.compare(plugin.snapshot(), after)).toBe(0);
  });
});
