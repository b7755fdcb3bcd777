import { addEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { FirstContactError, MOTION_FIXED } from '../../../src/index.js';
import { longer } from '../../../src/memory/longer.js';
import { openScene, type Scene } from '../../support/colliders.js';

const KIB = 1024;
const cube = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });

/** A floor, a cube above it, and as many more as are asked for, all in one place far away. */
function fill({ world, plugin }: Scene, crowd: number): number[] {
  const mesh = plugin.loadMesh(cube);
  const add = (position: readonly [number, number, number], motion?: number) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, { mesh, position, body: motion === undefined ? {} : { motion } });
    return entity;
  };
  const bodies = [add([0, -1, 0], MOTION_FIXED), add([0, 0.3, 0])];
  for (let i = 0; i < crowd; i++) bodies.push(add([100, 0, 0]));
  return bodies;
}

function codeOf(call: () => void): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof FirstContactError) return error.code;
    throw error;
  }
}

function columnsOf({ plugin }: Scene, count: number): number[][] {
  const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  return [px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz].map((column) => [
    ...column.subarray(0, count + 1),
  ]);
}

test.each([1600, 1800, 2200])(
  'bodies in one place are refused where %i KiB do not hold their contacts, and the world is as it was',
  async (kib) => {
    const scene = await openScene({ maxEntities: 64, maximumMemoryBytes: kib * KIB });
    const bodies = fill(scene, 45);
    const { plugin } = scene;
    let refused = 0;
    for (let i = 0; i < 4; i++) {
      const before = columnsOf(scene, bodies.length);
      const code = codeOf(() => plugin.step());
      if (code === undefined) continue;
      refused++;
      expect(code).toBe('OUT_OF_MEMORY');
      expect(columnsOf(scene, bodies.length)).toEqual(before);
    }
    expect(refused).toBeGreaterThan(0);
    for (const entity of bodies.slice(2)) plugin.removeCollider(entity);
    for (let i = 0; i < 60; i++) plugin.step();
    expect(plugin.components.RigidBody.py[bodies[1]!]).toBeGreaterThan(0);
    expect(plugin.components.RigidBody.py[bodies[1]!]).toBeLessThan(0.01);
  },
);

test('a list that the engine has no memory for, or that is longer than lists may be, is refused by its code', () => {
  class Scarce extends Float64Array {
    constructor(length: number) {
      if (length > 64) throw new RangeError('Array buffer allocation failed');
      super(length);
    }
  }
  expect(longer(new Float64Array([1, 2])).length).toBe(4);
  expect(longer(new Scarce(32)).length).toBe(64);
  expect(codeOf(() => longer(new Scarce(64)))).toBe('OUT_OF_MEMORY');
  expect(codeOf(() => longer(new Uint8Array(2 ** 28)))).toBe('OUT_OF_MEMORY');
});
