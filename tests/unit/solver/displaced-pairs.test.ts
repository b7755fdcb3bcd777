// What is known of a pair's distance, where its bodies go to and fro: it is a bound, and they do not use it up.
import { addEntity } from 'bitecs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import { distance, initGeometry, rigidMesh } from '../../../src/geometry/index.js';
import { LINK_FROM, PLACE_BYTES } from '../../../src/kernels/layout/contacts.js';
import { insideOf } from '../../../src/plugin/inside.js';
import { openScene } from '../../support/colliders.js';

const DT = 1 / 60;
const GAP = 5e-3;
/** Of poses and of the measured distance. */
const ROUNDING = 1e-14;
const mesh = boxMesh({ cells: [2, 2, 2], size: [1, 1, 1] });

beforeAll(() => initGeometry());

/** Two boxes, one above the other, of which the upper one is moved about where it was. */
async function open(gap: number) {
  const { plugin, world } = await openScene({ gravity: [0, 0, 0], sleep: false });
  const rigid = rigidMesh(mesh.positions, mesh.triangles);
  const [below, above] = [0, 1 + gap].map((y) => {
    const entity = addEntity(world);
    plugin.addRigidBody(entity, { ...mesh, position: [0, y, 0], body: { mass: 1 } });
    return entity;
  }) as [number, number];
  onTestFinished(() => {
    rigid[Symbol.dispose]();
    plugin.dispose();
  });
  const body = plugin.components.RigidBody;
  const poseOf = (e: number) => ({
    position: [body.px[e]!, body.py[e]!, body.pz[e]!] as const,
    rotation: [body.qx[e]!, body.qy[e]!, body.qz[e]!, body.qw[e]!] as const,
  });
  const links = insideOf(plugin)!.context.links!;
  return {
    exact: () => distance(rigid, poseOf(below), rigid, poseOf(above)).distance,
    bound: () => links.gapOf(below, above),
    /** Where the two were when contact points were looked for last. */
    measuredAt: () =>
      Array.from({ length: PLACE_BYTES / 8 }, (_, i) => links.number(0, LINK_FROM + 8 * i)).join(),
    /** A step by way of velocities that last for it. */
    go(way: readonly number[], turn: readonly number[]) {
      for (const [i, name] of (['vx', 'vy', 'vz'] as const).entries()) body[name][above] = way[i]! / DT;
      for (const [i, name] of (['wx', 'wy', 'wz'] as const).entries()) body[name][above] = turn[i]! / DT;
      for (const name of ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const) body[name][below] = 0;
      plugin.step(DT);
    },
  };
}

test.each([
  ['goes', 8e-4, 0],
  ['turns', 0, 8e-4],
  ['goes and turns', 4e-4, 4e-4],
  ['goes and turns far', 2e-3, 2e-3],
])('the bound of a pair is one, where a body %s to and fro', async (_, far, turned) => {
  let known = 0;
  for (let seed = 1; seed <= 4; seed++) {
    const dice = random(seed);
    const { bound, exact, go } = await open(GAP);
    let [way, turn] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let step = 0; step < 90; step++) {
      const nextWay = [0, 1, 2].map(() => far * (2 * dice() - 1));
      const nextTurn = [0, 1, 2].map(() => turned * (2 * dice() - 1));
      go(
        nextWay.map((x, i) => x - way[i]!),
        nextTurn.map((x, i) => x - turn[i]!),
      );
      [way, turn] = [nextWay, nextTurn];
      expect(bound(), `seed ${seed}, step ${step}`).toBeLessThanOrEqual(exact());
      known += bound() > 0 ? 1 : 0;
    }
  }
  expect(known).toBeGreaterThan(300);
});

test('a pair is not measured again while its bodies go to and fro within what is known', async () => {
  const { bound, exact, go, measuredAt } = await open(GAP);
  go([0, 0, 0], [0, 0, 0]);
  const first = measuredAt();
  const gone = 3e-4;
  for (let step = 0; step < 120; step++) {
    const side = step % 2 === 0 ? 1 : -1;
    go([0, side * gone, 0], [0, 0, side * gone]);
    expect(measuredAt(), `step ${step}`).toBe(first);
  }
  // the way of all that is 0.13 long
  expect(bound()).toBeGreaterThan(GAP - 2 * gone - 1e-9);
  expect(bound()).toBeLessThanOrEqual(exact());
});

// Its origin stays where it is when it turns, and its centre of mass goes by more than the turn alone takes any vertex about that.
test('the bound of a pair is one, where a mesh away from its origin turns about that', async () => {
  const { plugin, world } = await openScene({ gravity: [0, 0, 0], sleep: false, subSteps: 1 });
  const away = 3;
  const far = { ...mesh, positions: mesh.positions.map((x, i) => (i % 3 === 0 ? x + away : x)) };
  const rigid = [mesh, far].map(({ positions, triangles }) => rigidMesh(positions, triangles));
  const [below, above] = [mesh, far].map((each, k) => {
    const entity = addEntity(world);
    const position = k === 0 ? ([away, 0, 0] as const) : ([0, 1 + GAP, 0] as const);
    plugin.addRigidBody(entity, { ...each, position, body: { mass: 1 } });
    return entity;
  }) as [number, number];
  onTestFinished(() => {
    for (const each of rigid) each[Symbol.dispose]();
    plugin.dispose();
  });
  const { cx, px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  const poseOf = (e: number) => ({
    position: [px[e]!, py[e]!, pz[e]!] as const,
    rotation: [qx[e]!, qy[e]!, qz[e]!, qw[e]!] as const,
  });
  const links = insideOf(plugin)!.context.links!;
  let known = 0;
  for (let step = 0; step < 60; step++) {
    const turn = step === 0 ? 0 : step % 2 === 0 ? 4e-4 : -4e-4;
    for (const column of [vx, vy, vz, wx, wy, wz]) column.fill(0);
    vy[above] = (away * turn) / DT;
    wz[above] = turn / DT;
    plugin.step(DT);
    const exact = distance(rigid[0]!, poseOf(below), rigid[1]!, poseOf(above)).distance;
    expect(links.gapOf(below, above), `step ${step}`).toBeLessThanOrEqual(exact + ROUNDING);
    known += links.gapOf(below, above) > 0 ? 1 : 0;
  }
  expect(cx[above]).toBeCloseTo(away, 12);
  expect(known).toBe(60);
});
