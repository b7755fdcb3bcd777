// Who meets somebody first is stopped first: nobody is held by who does not come.
import { addEntity } from 'bitecs';
import { expect, onTestFinished, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';

const DT = 1 / 60;
const box = boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] });

type Place = readonly [number, number, number];

/** Boxes, each with a way that it would go in the step. */
async function step(boxes: readonly { at: Place; way?: Place }[]) {
  const { plugin, world } = await openScene({ gravity: [0, 0, 0], sleep: false, subSteps: 1 });
  onTestFinished(() => plugin.dispose());
  const entities = boxes.map(({ at, way }) => {
    const entity = addEntity(world);
    const [vx = 0, vy = 0, vz = 0] = way?.map((x) => x / DT) ?? [];
    const body = way === undefined ? { motion: MOTION_FIXED } : { mass: 1, vx, vy, vz };
    plugin.addRigidBody(entity, { ...box, position: at, body });
    return entity;
  });
  plugin.step(DT);
  const { px, py, pz } = plugin.components.RigidBody;
  return { counters: plugin.counters, places: entities.map((e) => [px[e]!, py[e]!, pz[e]!]) };
}

test('who would meet a body that somebody stops before goes its way in one go', async () => {
  // the first goes right, into the third after a tenth of its way; the second comes down where it would be in the end
  const { counters, places } = await step([
    { at: [0, 0, 0], way: [10, 0, 0] },
    { at: [9, 6, 0], way: [0, -6, 0] },
    { at: [2, 0, 0] },
  ]);
  expect(places[0]![0]).toBeGreaterThan(0.99);
  expect(places[0]![0]).toBeLessThan(1);
  expect(places[1]![1]).toBeCloseTo(0, 12);
  expect([counters.stops, counters.givenUp]).toEqual([1, 0]);
});

test('who runs into a body that somebody stopped is stopped by it, in whichever order pairs are listed', async () => {
  // the first two go right, one behind the other, and would not meet; the first is stopped by the third, the second by the first
  for (const order of [
    [0, 1, 2],
    [1, 0, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const all = [
      { at: [0, 0, 0], way: [4, 0, 0] },
      { at: [-1.5, 0, 0], way: [4.4, 0, 0] },
      { at: [3, 0, 0] },
    ] as const;
    const { places } = await step(order.map((i) => all[i]!));
    const xOf = (i: number) => places[order.indexOf(i)]![0]!;
    expect(xOf(0), `${order}`).toBeGreaterThan(1.99);
    expect(xOf(0), `${order}`).toBeLessThan(2);
    expect(xOf(1), `${order}`).toBeGreaterThan(0.98);
    expect(xOf(1), `${order}`).toBeLessThan(xOf(0) - 1);
  }
});
