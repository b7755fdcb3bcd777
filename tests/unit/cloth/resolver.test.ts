import { beforeAll, expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import { joinedMesh, placedMesh } from '../../../scenes/meshes/placed.js';
import { random } from '../../../scenes/random.js';
import { initGeometry, MotionResolver } from '../../../src/geometry/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { thrownBy } from '../../support/thrown.js';

beforeAll(() => initGeometry());

const SHEET = gridMesh({ columns: 6, rows: 6 });
const TWO = joinedMesh([SHEET, placedMesh(SHEET, { position: [0.03, 0.2, 0.05] })]);
const HALF = SHEET.positions.length;

function intersections(points: Float64Array): number {
  const prescribed = new Uint8Array(points.length / 3);
  return new StaticTest(TWO.triangles, points.length / 3, { prescribed }).count(points);
}

test.each([1, 2, 3])('random proposals are made safe, step after step (seed %i)', (seed) => {
  const next = random(seed);
  const resolver = new MotionResolver(TWO);
  let positions = TWO.positions;
  let proposedIntersections = 0;
  for (let step = 0; step < 30; step++) {
    const down = step % 2 === 0 ? -0.3 : 0.15;
    const proposed = positions.map(
      (x, i) => x + 0.08 * (2 * next() - 1) + (i >= HALF && i % 3 === 1 ? down : 0),
    );
    proposedIntersections += intersections(proposed);
    ({ positions } = resolver.resolve(positions, proposed));
    expect(intersections(positions)).toBe(0);
    expect(intersections(positions.map(Math.fround))).toBe(0);
  }
  expect(proposedIntersections).toBeGreaterThan(0);
  resolver.dispose();
});

test('what is near nothing goes exactly where it was proposed', () => {
  const resolver = new MotionResolver(TWO);
  const proposed = TWO.positions.map((x, i) => x + 0.01 * (i % 5));
  const { positions, changed, blocked } = resolver.resolve(TWO.positions, proposed);
  expect([...positions]).toEqual([...proposed]);
  expect(changed).toBe(0);
  expect(blocked).toBe(false);
  resolver.dispose();
});

test('prescribed vertices that cannot go on are held, and it says so', () => {
  const pins = Array.from({ length: TWO.positions.length / 3 }, (_, v) => v);
  const resolver = new MotionResolver(TWO, { pins });
  const proposed = TWO.positions.map((x, i) => (i >= HALF && i % 3 === 1 ? x - 0.4 : x));
  const { positions, blocked } = resolver.resolve(TWO.positions, proposed);
  expect(blocked).toBe(true);
  expect(intersections(positions)).toBe(0);
  resolver.dispose();
});

test('positions that are not finite, and pins that are not there, are refused', () => {
  const resolver = new MotionResolver(TWO);
  const broken = TWO.positions.map((x, i) => (i === 7 ? Number.NaN : x));
  expect(thrownBy(() => resolver.resolve(TWO.positions, broken))).toMatchObject({
    code: 'NON_FINITE_POSITION',
  });
  expect(thrownBy(() => new MotionResolver(TWO, { pins: [98] }))).toMatchObject({
    code: 'INDEX_OUT_OF_RANGE',
  });
  expect(thrownBy(() => new MotionResolver(TWO, { pins: 5 as never }))).toMatchObject({
    code: 'WRONG_ARRAY_TYPE',
  });
  expect(thrownBy(() => new MotionResolver(TWO, { thicknes: 0.1 } as object))).toMatchObject({
    code: 'BAD_SETTING',
  });
  expect(thrownBy(() => new MotionResolver(TWO, null as never))).toMatchObject({ code: 'BAD_SETTING' });
  resolver.dispose();
});

test('what a solver has drawn into two places is told, and what only goes far is not', () => {
  const sheet = gridMesh({ columns: 20, rows: 20, width: 0.4, depth: 0.4 });
  const half = sheet.positions.length / 2;
  const collapsed = sheet.positions.map((x, i) => 2e-3 * x + (i < half ? 5 : 6));
  const moved = (positions: Float64Array) => positions.map((x, i) => (i % 3 === 1 ? x + 1e-3 : x));
  const resolver = new MotionResolver(sheet);
  expect(resolver.resolve(collapsed, moved(collapsed)).crowded).toBe(true);
  const far = sheet.positions.map((x, i) => (i % 3 === 1 ? x + 100 : 2 * x));
  const { changed, crowded } = resolver.resolve(sheet.positions, far);
  expect(crowded).toBe(false);
  expect(changed).toBe(0);
  resolver.dispose();
});
