// A step that ends with OUT_OF_MEMORY has not been made: nothing that can be read is another byte.
import { addEntity, removeEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, torusMesh } from '../../scenes/meshes/index.js';
import { FirstContactError, MOTION_FIXED } from '../../src/index.js';
import { type Inside, insideOf } from '../../src/plugin/inside.js';
import { openScene, type Scene } from '../support/colliders.js';
import { random } from '../support/random.js';

const FLOOR = boxMesh({ cells: [1, 1, 1], size: [6, 0.2, 6] });
const BALL = icosphereMesh({ subdivisions: 1, radius: 0.3 });

/** The valid part of every list and column that a plugin shows, and its counters and clock. */
function readable({ plugin }: Scene): unknown {
  const { clock, components, contacts, contactEvents, counters, impacts, stitches } = plugin;
  const columns = Object.entries(components).flatMap(([name, component]) =>
    Object.entries(component)
      .filter(([, column]) => ArrayBuffer.isView(column))
      .map(([column, values]) => [`${name}.${column}`, digest(values as ArrayBufferView)]),
  );
  const lists = [contacts, contactEvents, impacts, impacts.closest, impacts.points, stitches].map((list) => {
    const fields = list as unknown as Record<string, unknown>;
    const { count } = list;
    // a getter's columns are found by name: contactEvents has no fields of its own
    const names =
      list === contactEvents
        ? ['kind', 'a', 'b', 'handle', 'sensor', 'impulse', 'points', 'normals']
        : Object.keys(list);
    return [
      count,
      ...names
        .filter((name) => ArrayBuffer.isView(fields[name]))
        .map((name) => [name, digest((fields[name] as Float64Array).subarray(0, count))]),
    ];
  });
  const arrays = [plugin.breaks, plugin.tears, plugin.brokenStitches, plugin.tangled];
  return JSON.parse(JSON.stringify({ columns, lists, arrays, counters, clock, hash: plugin.hash() }));
}

function digest(values: ArrayBufferView): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
}

function addSomething({ plugin, world }: Scene, next: () => number, k: number): number {
  const entity = addEntity(world);
  const at = (size: number) => (next() - 0.5) * size;
  const kind = Math.floor(next() * 4);
  const cells = 5 + Math.floor(next() * 14);
  if (kind === 0) {
    const ring = torusMesh({ around: 8 + Math.floor(next() * 16), tube: 6, radius: 0.3, tubeRadius: 0.1 });
    plugin.addRigidBody(entity, { ...ring, position: [at(1), 0.5 + 0.1 * k, at(1)], body: { vy: -5 } });
  } else if (kind === 1) plugin.addRigidBody(entity, { ...BALL, position: [at(0.5), 0.5, at(0.5)] });
  else {
    const sheet = gridMesh({ columns: cells, rows: cells, height: 0.4 + 0.1 * k });
    plugin.addDeformable(entity, { ...sheet, ...(kind === 2 && { cloth: {} }) });
  }
  return entity;
}

test.each(Array.from({ length: 14 }, (_, i) => i))(
  'a step that runs out of memory changes nothing: scene %i',
  async (seed) => {
    const next = random(977 + seed);
    const scene = await openScene({
      maxEntities: 100,
      maximumMemoryBytes: (18 + 4 * seed) << 16,
      onReport: () => {},
    });
    const { plugin, world } = scene;
    plugin.addRigidBody(addEntity(world), {
      ...FLOOR,
      position: [0, -0.1, 0],
      body: { motion: MOTION_FIXED },
    });
    const entities: number[] = [];
    let refused = 0;
    for (let k = 0; k < 40 && refused < 5; k++) {
      if (k % 2 === 0) {
        try {
          entities.push(addSomething(scene, next, k));
        } catch (error) {
          expect(error).toMatchObject({ code: 'OUT_OF_MEMORY' });
          refused++;
        }
      }
      let before: { readonly bytes: Uint8Array; readonly shown: unknown } | undefined;
      try {
        before = { bytes: plugin.snapshot(), shown: readable(scene) }; // a snapshot takes in what waits
        plugin.step();
      } catch (error) {
        expect(error).toBeInstanceOf(FirstContactError);
        expect(error).toMatchObject({ code: 'OUT_OF_MEMORY' });
        refused++;
        if (before !== undefined) {
          expect(readable(scene)).toEqual(before.shown);
          expect(Buffer.compare(plugin.snapshot(), before.bytes)).toBe(0);
        }
        const last = entities.pop();
        if (last !== undefined) removeEntity(world, last);
      }
    }
    expect(refused).toBeGreaterThan(0);
  },
);

test('a step for which the engine gives no memory, far below the maximum, is made later as if it had never failed', async () => {
  const run = async (fails: boolean) => {
    const scene = await openScene({ maxEntities: 20 });
    const { plugin, world } = scene;
    const { memory } = (insideOf(plugin) as Inside).context.core.arena;
    const driven = addEntity(world);
    const sheet = gridMesh({ columns: 30, rows: 30, height: 2 });
    plugin.addDeformable(driven, sheet);
    plugin.addDeformable(addEntity(world), { ...gridMesh({ columns: 12, rows: 12, height: 1 }), cloth: {} });
    plugin.addRigidBody(addEntity(world), { ...BALL, position: [0, 1.5, 0], body: { vy: -3 } });
    plugin.step();
    const hashes: string[] = [];
    let refused = 0;
    for (let k = 0; k < 20; k++) {
      // crumples by and by: each step has more contacts than the one before
      plugin.moveVertices(
        driven,
        sheet.positions.map((value, i) => value * (1 - 0.04 * k) + (0.01 * k * ((i * 7919) % 13)) / 13),
      );
      if (fails) {
        plugin.snapshot();
        const before = readable(scene);
        memory.grow = (pages) => {
          if (pages === 0) return WebAssembly.Memory.prototype.grow.call(memory, 0);
          throw new RangeError('no memory');
        };
        try {
          plugin.step();
          hashes.push(plugin.hash());
          continue;
        } catch (error) {
          expect(error).toMatchObject({ code: 'OUT_OF_MEMORY' });
          expect(readable(scene)).toEqual(before);
          refused++;
        } finally {
          delete (memory as { grow?: unknown }).grow;
        }
      }
      plugin.step();
      hashes.push(plugin.hash());
    }
    return { hashes, refused };
  };
  const [failing, whole] = [await run(true), await run(false)];
  expect(failing.refused).toBeGreaterThan(0);
  expect(failing.hashes).toEqual(whole.hashes);
});
