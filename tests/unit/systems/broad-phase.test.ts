import { addEntity, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh, tetrahedronMesh } from '../../../scenes/meshes/index.js';
import { COLLIDER_OFF, MOTION_FIXED } from '../../../src/index.js';
import { type Boxes, ObjectTree } from '../../../src/systems/object-tree.js';
import { PairList } from '../../../src/systems/pair-list.js';
import { openScene } from '../../support/colliders.js';
import { random } from '../../support/random.js';

type Box = [number, number, number, number, number, number];

function columns(count: number): Boxes {
  const column = () => new Float64Array(count);
  return { minX: column(), minY: column(), minZ: column(), maxX: column(), maxY: column(), maxZ: column() };
}

function setBox(boxes: Boxes, i: number, box: Box): void {
  const names = ['minX', 'minY', 'minZ', 'maxX', 'maxY', 'maxZ'] as const;
  for (let k = 0; k < 6; k++) boxes[names[k]][i] = box[k];
}

function bruteForce(boxes: Boxes, objects: Uint32Array): string[] {
  const found: string[] = [];
  const { minX, minY, minZ, maxX, maxY, maxZ } = boxes;
  for (let i = 0; i < objects.length; i++) {
    for (let k = i + 1; k < objects.length; k++) {
      const [a, b] = [objects[i], objects[k]];
      const apart =
        minX[a] > maxX[b] ||
        minX[b] > maxX[a] ||
        minY[a] > maxY[b] ||
        minY[b] > maxY[a] ||
        minZ[a] > maxZ[b] ||
        minZ[b] > maxZ[a];
      if (!apart) found.push(`${a} ${b}`);
    }
  }
  return found;
}

function found(tree: ObjectTree, objects: Uint32Array): string[] {
  const list = new PairList();
  tree.pairs(list);
  list.finish(objects, () => true);
  return Array.from({ length: list.count }, (_, i) => `${list.a[i]} ${list.b[i]}`);
}

describe('ObjectTree', () => {
  test.each([0, 1, 2, 3, 10, 64, 65, 200])(
    '%i objects that move and pass each other: the pairs of brute force, in order',
    (count) => {
      const next = random(count + 1);
      const boxes = columns(count);
      const objects = Uint32Array.from({ length: count }, (_, i) => (i * 7) % count);
      const at = Array.from({ length: count }, () => [next() * 10, next() * 10, next() * 2]);
      const speed = Array.from({ length: count }, () => [next() - 0.5, next() - 0.5, (next() - 0.5) / 5]);
      const tree = new ObjectTree();
      let touching = 0;
      for (let step = 0; step < 40; step++) {
        for (let i = 0; i < count; i++) {
          const size = [next(), next(), step % 3 === 0 ? 0 : next()];
          for (let k = 0; k < 3; k++) at[i][k] += speed[i][k];
          const box = [0, 1, 2].map((k) => at[i][k]);
          setBox(boxes, i, [...box, ...box.map((x, k) => x + size[k])] as Box);
        }
        tree.update(boxes, objects, count, step === 0);
        const expected = bruteForce(boxes, objects);
        touching += expected.length;
        expect(found(tree, objects)).toEqual(expected);
      }
      if (count > 10) expect(touching).toBeGreaterThan(20);
    },
  );

  test('boxes that only touch, and boxes at one place', () => {
    const boxes = columns(80);
    const objects = Uint32Array.from({ length: 80 }, (_, i) => i);
    for (let i = 0; i < 80; i++) setBox(boxes, i, [i >> 1, 0, 0, (i >> 1) + 1, 0, 0]);
    const tree = new ObjectTree();
    tree.update(boxes, objects, 80, true);
    expect(found(tree, objects)).toEqual(bruteForce(boxes, objects));
    for (let i = 0; i < 80; i++) setBox(boxes, i, [1, 1, 1, 1, 1, 1]);
    tree.update(boxes, objects, 80, false);
    expect(found(tree, objects).length).toBe((80 * 79) / 2);
  });

  test('only the worn part of a large tree is built anew, and nothing where nothing moves', () => {
    const count = 512;
    const boxes = columns(count);
    const objects = Uint32Array.from({ length: count }, (_, i) => i);
    const place = (i: number, x: number, y: number) => setBox(boxes, i, [x, y, 0, x + 0.9, y + 0.9, 1]);
    for (let i = 0; i < count; i++) place(i, i % 32, i >> 5);
    const tree = new ObjectTree();
    tree.update(boxes, objects, count, true);
    tree.update(boxes, objects, count, false);
    expect(tree.rebuilt).toBe(0);
    // Two neighbouring rows of objects change places crosswise: far more than a box's width.
    for (let i = 0; i < 64; i++) place(i, (i * 19) % 32, i >> 5);
    tree.update(boxes, objects, count, false);
    expect(tree.rebuilt).toBeGreaterThan(0);
    expect(found(tree, objects)).toEqual(bruteForce(boxes, objects));
    tree.update(boxes, objects, count, false);
    expect(tree.rebuilt).toBe(0);
    expect(found(tree, objects)).toEqual(bruteForce(boxes, objects));
  });
});

describe('the stage', () => {
  test('keeps pairs whose groups and masks agree, and drops what is off or fixed', async () => {
    const { world, plugin } = await openScene();
    const { CollisionSettings, RigidBody } = plugin.components;
    const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 0 }));
    const bodies = Array.from({ length: 5 }, () => addEntity(world));
    for (const body of bodies) plugin.addRigidBody(body, { mesh });
    const [a, b, c, d, e] = bodies;
    CollisionSettings.group[a] = 2;
    CollisionSettings.mask[b] = ~2 >>> 0;
    CollisionSettings.collider[c] = COLLIDER_OFF;
    RigidBody.motion[d] = MOTION_FIXED;
    RigidBody.motion[e] = MOTION_FIXED;
    plugin.step();
    // a-d, a-e, b-d, b-e: not a-b (mask), nothing with c (off), not d-e (both fixed).
    expect(plugin.counters).toMatchObject({ boxPairs: 10, pairs: 4 });
  });

  test('follows colliders that come and go, of both kinds', async () => {
    const { world, plugin } = await openScene();
    const cloth = addEntity(world);
    plugin.addDeformable(cloth, gridMesh({ columns: 3, rows: 3 }));
    const body = addEntity(world);
    plugin.addRigidBody(body, { ...tetrahedronMesh(), position: [0, 5, 0] });
    plugin.step();
    expect(plugin.counters.pairs).toBe(0);
    plugin.components.RigidBody.vy[body] = -5 * 60;
    plugin.step();
    expect(plugin.counters.pairs).toBe(1);
    removeEntity(world, cloth);
    plugin.step();
    expect(plugin.counters.pairs).toBe(0);
  });
});
