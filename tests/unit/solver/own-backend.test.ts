// A backend that somebody else wrote, with what the package exports and nothing else.
import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import {
  BODY_NUMBERS,
  BODY_WORDS,
  builtInBackend,
  createCollisionPlugin,
  MOTION_FIXED,
  type RigidBackend,
  type RigidBodyTable,
} from '../../../src/index.js';

type Four = [x: number, y: number, z: number, w: number];

const times = ([a, b, c, d]: Four, [x, y, z, w]: Four): Four => [
  d * x + a * w + b * z - c * y,
  d * y - a * z + b * w + c * x,
  d * z + a * y - b * x + c * w,
  d * w - a * x - b * y - c * z,
];

/** Goes straight and turns evenly about the centre of mass. */
function ownBackend(): RigidBackend & { readonly moved: Set<number> } {
  const moved = new Set<number>();
  const arm = (table: RigidBodyTable, at: number, q: Four) => {
    const [x, y, z] = table.numbers.subarray(at + BODY_NUMBERS.centre, at + BODY_NUMBERS.centre + 3);
    return times(times(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  };
  const move = (table: RigidBodyTable, i: number, seconds: number) => {
    const { numbers, stride } = table;
    const at = i * stride;
    const read = (from: number, count: number) => [...numbers.subarray(at + from, at + from + count)];
    const q = read(BODY_NUMBERS.rotation, 4) as Four;
    const w = read(BODY_NUMBERS.angular, 3);
    const speed = Math.hypot(...w);
    const s = speed > 0 ? Math.sin((speed * seconds) / 2) / speed : 0;
    const turned = times([w[0] * s, w[1] * s, w[2] * s, Math.cos((speed * seconds) / 2)], q);
    const before = arm(table, at, q);
    const after = arm(table, at, turned);
    const position = read(BODY_NUMBERS.position, 3);
    const velocity = read(BODY_NUMBERS.linear, 3);
    for (let k = 0; k < 3; k++)
      numbers[at + BODY_NUMBERS.position + k] = position[k] + velocity[k] * seconds + before[k] - after[k];
    numbers.set(turned, at + BODY_NUMBERS.rotation);
    moved.add(table.entity[i]);
  };
  return {
    name: 'own',
    rounding: 0,
    movesStraight: true,
    moved,
    open() {},
    close() {},
    enter: () => undefined,
    leave() {},
    place() {},
    step(table, seconds) {
      for (let i = 0; i < table.count; i++) {
        const words = 2 * i * table.stride;
        const isFixed = table.words[words + BODY_WORDS.kind] === MOTION_FIXED;
        if (!isFixed && table.words[words + BODY_WORDS.asleep] === 0) move(table, i, seconds);
      }
    },
  };
}

async function play(rigid: RigidBackend) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { rigid });
  const add = (size: [number, number, number], y: number, body: object) => {
    const entity = addEntity(world);
    const box = boxMesh({ cells: [1, 1, 1], size });
    // the centre of mass is not the origin
    const mesh = { ...box, positions: box.positions.map((x, k) => (k % 3 === 0 ? x + 0.2 : x)) };
    plugin.addRigidBody(entity, { ...mesh, position: [0, y, 0], body });
    return entity;
  };
  const floor = add([10, 1, 10], -0.5, { motion: MOTION_FIXED });
  const bodies = [1, 2, 3].map((y) => add([0.6, 0.4, 0.3], y, { wx: y, wy: 2, vx: 0.3 }));
  const { px, py, qx, qw, vy } = plugin.components.RigidBody;
  const seen: number[][] = [];
  for (let i = 0; i < 60; i++) {
    plugin.step(1 / 60);
    seen.push(bodies.flatMap((e) => [px[e], py[e], qx[e], qw[e], vy[e]]));
  }
  plugin.dispose();
  return { floor, bodies, seen };
}

test('does what the built-in one does', async () => {
  const own = ownBackend();
  const { floor, bodies, seen } = await play(own);
  const builtIn = await play(builtInBackend());
  expect([...own.moved].sort()).toEqual(bodies);
  expect(own.moved.has(floor)).toBe(false);
  // until the first of them lands, after which roundings grow
  for (let i = 0; i < 20; i++)
    for (const [k, value] of seen[i].entries()) expect(value).toBeCloseTo(builtIn.seen[i][k], 12);
  const heights = seen.at(-1)!.filter((_, k) => k % 5 === 1);
  for (const height of heights) expect(height).toBeGreaterThan(0.1);
});
