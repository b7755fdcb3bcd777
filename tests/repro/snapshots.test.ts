import { addEntity, hasComponent } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, tetrahedronMesh } from '../../scenes/meshes/index.js';
import { FirstContactError } from '../../src/index.js';
import { checksum } from '../../src/memory/checksum.js';
import { addSheet, openScene } from '../support/colliders.js';
import { random } from '../support/random.js';
import { thrownBy } from '../support/thrown.js';

const solid = tetrahedronMesh();
const sheet = gridMesh({ columns: 2, rows: 2 });

test('restoring takes away a collider that was added since and has not entered yet', async () => {
  const { world, plugin } = await openScene();
  const { Bvh, RigidBody } = plugin.components;
  const before = plugin.snapshot();
  const entity = addEntity(world);
  plugin.addRigidBody(entity, solid);
  plugin.restore(before);
  expect(hasComponent(world, entity, RigidBody)).toBe(false);
  plugin.step();
  expect(hasComponent(world, entity, Bvh)).toBe(false);
});

test('a snapshot without meshes is refused where another mesh of the same size took the place', async () => {
  const { world, plugin } = await openScene();
  const entity = addEntity(world);
  const start = plugin.snapshot();
  plugin.addRigidBody(entity, { mesh: plugin.loadMesh(solid) });
  const light = plugin.snapshot({ meshes: false });
  plugin.restore(start);
  plugin.loadMesh({ ...solid, positions: solid.positions.map((value) => value * 3) });
  const before = plugin.snapshot();
  expect(thrownBy(() => plugin.restore(light))).toMatchObject({ code: 'SNAPSHOT_MISMATCH' });
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
});

describe('a snapshot that somebody forged, with a checksum that fits', () => {
  const HEADER_WORDS = 4;
  const forged = (snapshot: Uint8Array, change: (words: Uint32Array) => void): Uint8Array => {
    const words = new Uint32Array(snapshot.slice().buffer);
    change(words);
    words[3] = checksum(words.subarray(HEADER_WORDS));
    return new Uint8Array(words.buffer);
  };

  test('is refused where its parts contradict each other, and never leaves a plugin that cannot go on', async () => {
    const scene = await openScene({ maxEntities: 20, maximumMemoryBytes: 64 << 20 });
    const { world, plugin } = scene;
    const mesh = plugin.loadMesh(tetrahedronMesh());
    for (let i = 0; i < 3; i++) plugin.addRigidBody(addEntity(world), { mesh });
    for (let i = 0; i < 3; i++) addSheet(scene, sheet);
    plugin.step();
    const good = plugin.snapshot();
    const next = random(11);
    const refusals = new Map<unknown, number>();
    for (let i = 0; i < 3000; i++) {
      const bad = forged(good, (words) => {
        const at = HEADER_WORDS + Math.floor(next() * (words.length - HEADER_WORDS));
        const values = [0, 1, 0xffffffff, words[at] ^ (1 << Math.floor(next() * 32)), words[at] + 1];
        words[at] = values[Math.floor(next() * values.length)];
      });
      const began = performance.now();
      try {
        plugin.restore(bad);
      } catch (error) {
        expect(error).toBeInstanceOf(FirstContactError);
        const { code } = error as FirstContactError;
        refusals.set(code, (refusals.get(code) ?? 0) + 1);
        expect(Buffer.compare(plugin.snapshot(), good)).toBe(0);
      }
      expect(performance.now() - began).toBeLessThan(2000);
      plugin.restore(good);
    }
    expect(refusals.get('SNAPSHOT_CORRUPT')).toBeGreaterThan(100);
    expect(Buffer.compare(plugin.snapshot(), good)).toBe(0);
  });

  test('is refused with the collider that it is about', async () => {
    const scene = await openScene({ maxEntities: 20 });
    const first = addSheet(scene, sheet);
    const second = addSheet(scene, sheet);
    scene.plugin.step();
    const { vertices } = scene.plugin.components.Deformable;
    // In both columns that have it, sections of 8 bytes, the second cloth names the vertices of the first.
    const bad = forged(scene.plugin.snapshot(), (words) => {
      for (let i = HEADER_WORDS; i + 3 < words.length; i++) {
        if (words[i] !== 8 || words[i + 2] !== vertices[first] || words[i + 3] !== vertices[second]) continue;
        words[i + 3] = vertices[first];
      }
    });
    expect(thrownBy(() => scene.plugin.restore(bad))).toMatchObject({
      code: 'SNAPSHOT_CORRUPT',
      message: expect.stringContaining(`entity ${second} names block ${vertices[first]}`),
    });
  });
});
