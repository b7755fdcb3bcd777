import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { MOTION_KINEMATIC } from '../../../src/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { openScene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';

const SHEET = gridMesh({ columns: 8, rows: 8, width: 1, depth: 1 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.3 });
const raised = (positions: Float64Array, by: number) => positions.map((x, i) => (i % 3 === 1 ? x + by : x));

async function opened() {
  const scene = await openScene({ gravity: [0, 0, 0] });
  const { plugin, world } = scene;
  const ball = addEntity(world);
  plugin.addRigidBody(ball, { ...BALL, position: [0, -0.5, 0], body: { motion: MOTION_KINEMATIC } });
  const sheets = [0, 0.3].map((height) => {
    const sheet = addEntity(world);
    plugin.addDeformable(sheet, { ...SHEET, positions: raised(SHEET.positions, height) });
    return sheet;
  });
  plugin.step(1 / 60);
  return { ...scene, ball, sheets };
}

/** Of both sheets and the ball, as they are and rounded to f32. */
function intersections({ plugin, world, ball, sheets }: Awaited<ReturnType<typeof opened>>): number {
  const { px, py, pz } = plugin.components.RigidBody;
  const place = [px[ball], py[ball], pz[ball]];
  const points = [
    ...sheets.flatMap((sheet) => [...verticesOf({ plugin, world }, sheet)]),
    ...BALL.positions.map((x, i) => x + place[i % 3]),
  ];
  const one = SHEET.positions.length / 3;
  const triangles = [
    ...sheets.flatMap((_, i) => [...SHEET.triangles].map((v) => v + i * one)),
    ...[...BALL.triangles].map((v) => v + 2 * one),
  ];
  const prescribed = Uint8Array.from({ length: points.length / 3 }, (_, v) => (v < 2 * one ? 0 : 1));
  const test = new StaticTest(Uint32Array.from(triangles), points.length / 3, { prescribed });
  return test.count(Float64Array.from(points)) + test.count(Float64Array.from(points, Math.fround));
}

describe('plugin.resolve', () => {
  test.each([1, 2, 3])('never leaves an intersection, whatever is proposed: seed %i', async (seed) => {
    const scene = await opened();
    const { plugin, sheets } = scene;
    const next = random(seed);
    let changed = 0;
    for (let step = 0; step < 12; step++) {
      const proposed = sheets.map((sheet) => {
        const way = [next() - 0.5, 1.4 * (next() - 0.5), next() - 0.5];
        return verticesOf(scene, sheet).map((x, i) => x + 0.4 * way[i % 3] + 0.2 * (next() - 0.5));
      });
      const result = plugin.resolve(sheets, proposed);
      changed += result.changed;
      plugin.step(1 / 60);
      result.positions.forEach((positions, i) => {
        expect([...verticesOf(scene, sheets[i])]).toEqual([...positions]);
      });
      expect(intersections(scene)).toBe(0);
    }
    expect(changed).toBeGreaterThan(20);
  });

  test('lets everything go where nothing is in the way', async () => {
    const scene = await opened();
    const proposed = raised(verticesOf(scene, scene.sheets[1]), 0.5);
    const result = scene.plugin.resolve(scene.sheets[1], proposed);
    expect(result).toMatchObject({ blocked: false, changed: 0, stepBacks: 0 });
    expect([...result.positions[0]]).toEqual([...proposed]);
  });

  test('gives way to a body that comes with its velocity, and tells where it cannot', async () => {
    const scene = await opened();
    const { plugin, ball, sheets } = scene;
    plugin.components.RigidBody.vy[ball] = 2;
    let blocked = 0;
    for (let step = 0; step < 30 && blocked === 0; step++) {
      const result = plugin.resolve(
        sheets,
        sheets.map((sheet) => verticesOf(scene, sheet)),
      );
      if (result.blocked) blocked++;
      else {
        plugin.step(1 / 60);
        expect(intersections(scene)).toBe(0);
      }
    }
    const moved = verticesOf(scene, sheets[0]).reduce(
      (most, x, i) => (i % 3 === 1 ? Math.max(most, x) : most),
      0,
    );
    expect(moved).toBeGreaterThan(0.2);
  });

  test('refuses what makes no sense', async () => {
    const { plugin, sheets, ball, world } = await opened();
    const cloth = addEntity(world);
    plugin.addDeformable(cloth, { ...SHEET, positions: raised(SHEET.positions, 3), cloth: {} });
    plugin.step();
    const positions = SHEET.positions.slice();
    const refused = (...args: Parameters<typeof plugin.resolve>) => thrownBy(() => plugin.resolve(...args));
    expect(refused(ball, positions)).toMatchObject({ code: 'NOT_A_COLLIDER' });
    expect(refused(cloth, positions)).toMatchObject({ code: 'BAD_SETTING', entity: cloth });
    expect(refused(99, positions)).toMatchObject({ code: 'STALE_ENTITY' });
    expect(refused(sheets[0], positions.subarray(3))).toMatchObject({ code: 'START_END_LENGTH' });
    expect(
      refused(
        sheets[0],
        positions.map(() => Number.NaN),
      ),
    ).toMatchObject({ code: 'NON_FINITE_POSITION' });
    expect(refused(sheets, [positions])).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused([sheets[0], sheets[0]], [positions, positions])).toMatchObject({ code: 'BAD_SETTING' });
  });
});
