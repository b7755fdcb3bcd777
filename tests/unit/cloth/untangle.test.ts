import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { thrownBy } from '../../support/thrown.js';

const SHEET = gridMesh({ columns: 8, rows: 8, width: 1, depth: 1 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.3 });

const turned = (positions: Float64Array, [x, y, z]: readonly number[]) => {
  const out = positions.slice();
  // from lying to standing
  for (let v = 0; v < out.length; v += 3)
    out.set([positions[v] + x, positions[v + 2] + y, -positions[v + 1] + z], v);
  return out;
};

/** A sheet rolled so far that its end has gone through its beginning. */
function rolled(times: number): Float64Array {
  const out = SHEET.positions.slice();
  for (let v = 0; v < out.length; v += 3) {
    const along = (out[v] + 0.5) * times;
    const radius = along < 2 ? 0.3 - 0.015 * along : 0.27 + 0.2 * (along - 2);
    // a circle by its rational points: no sines; a turn takes 4
    const t = along < 2 ? 2 * along - 1 : 2 * along - 5;
    const inside = Math.abs(t) <= 1;
    const s = inside ? t : 2 * Math.sign(t) - t;
    const [c, q] = [(1 - s * s) / (1 + s * s), (2 * s) / (1 + s * s)];
    out[v] = inside ? radius * c : -radius * c;
    out[v + 1] = radius * q;
  }
  return out;
}

/** How many pairs an independent test finds, of deformables and of a ball at rest at the origin. */
function crossings(scene: Scene, sheets: readonly number[], withBall: boolean): number {
  const points = [
    ...sheets.flatMap((sheet) => [...verticesOf(scene, sheet)]),
    ...(withBall ? BALL.positions : []),
  ];
  const one = SHEET.positions.length / 3;
  const triangles = [
    ...sheets.flatMap((_, i) => [...SHEET.triangles].map((v) => v + i * one)),
    ...(withBall ? [...BALL.triangles].map((v) => v + sheets.length * one) : []),
  ];
  const prescribed = Uint8Array.from({ length: points.length / 3 }, (_, v) =>
    v < sheets.length * one ? 0 : 1,
  );
  return new StaticTest(Uint32Array.from(triangles), points.length / 3, { prescribed }).count(
    Float64Array.from(points),
  );
}

const TANGLES: readonly (readonly [string, readonly Float64Array[], boolean])[] = [
  ['two sheets through each other', [SHEET.positions, turned(SHEET.positions, [0.03, 0.02, 0.04])], false],
  [
    'a sheet that hangs through the rim of another',
    [SHEET.positions, turned(SHEET.positions, [0.02, 0.33, 0.41])],
    false,
  ],
  [
    'three sheets',
    [
      SHEET.positions,
      turned(SHEET.positions, [0.03, 0.02, 0.04]),
      SHEET.positions.map((x, i) => (i % 3 === 1 ? x + 0.21 : x + 0.017)),
    ],
    false,
  ],
  ['a sheet rolled through itself', [rolled(2.3)], false],
  ['a sheet through a ball', [SHEET.positions.map((x, i) => (i % 3 === 1 ? x + 0.1 : x + 0.02))], true],
];

describe.each(TANGLES)('%s', (_, places, withBall) => {
  async function tangled(start: 'report' | 'untangle' | 'let be') {
    const scene = await openScene({ gravity: [0, 0, 0] });
    if (withBall) {
      scene.plugin.addRigidBody(addEntity(scene.world), { ...BALL, body: { motion: MOTION_FIXED } });
    }
    const sheets = places.map(() => {
      const sheet = addEntity(scene.world);
      scene.plugin.addDeformable(sheet, { ...SHEET, cloth: { start } });
      return sheet;
    });
    sheets.forEach((sheet, i) => {
      scene.plugin.placeVertices(sheet, places[i]);
    });
    return { scene, sheets };
  }

  test('is told, pair by pair', async () => {
    const { scene, sheets } = await tangled('report');
    const count = crossings(scene, sheets, withBall);
    expect(count).toBeGreaterThan(3);
    expect(scene.plugin.tangles()).toHaveLength(count);
    scene.plugin.step(1 / 60);
    expect(scene.plugin.tangled).toHaveLength(count);
    const { a, b, edge, triangle } = scene.plugin.tangled[0];
    for (const entity of [a, b]) expect(scene.plugin.components.MeshTopology.mesh[entity]).toBeGreaterThan(0);
    expect([...edge, triangle].every(Number.isInteger)).toBe(true);
  });

  test('is untangled at the start, and stays so', async () => {
    const { scene, sheets } = await tangled('untangle');
    scene.plugin.step(1 / 60);
    expect(scene.plugin.tangled).toEqual([]);
    expect(crossings(scene, sheets, withBall)).toBe(0);
    for (let i = 0; i < 5; i++) scene.plugin.step(1 / 60);
    expect(crossings(scene, sheets, withBall)).toBe(0);
  });

  test('does not spring back when it is simulated', async () => {
    const { scene, sheets } = await tangled('untangle');
    let fastest = 0;
    for (let step = 0; step < 20; step++) {
      const before = sheets.map((sheet) => verticesOf(scene, sheet).slice());
      scene.plugin.step(1 / 60);
      if (step === 0) continue;
      sheets.forEach((sheet, i) => {
        const now = verticesOf(scene, sheet);
        for (let v = 0; v < now.length; v += 3) {
          const way = Math.hypot(...[0, 1, 2].map((k) => now[v + k] - before[i][v + k]));
          fastest = Math.max(fastest, way * 60);
        }
      });
    }
    expect(fastest).toBeLessThan(4);
  });

  test('is let be, by choice', async () => {
    const { scene, sheets } = await tangled('let be');
    scene.plugin.step(1 / 60);
    expect(scene.plugin.tangled).toEqual([]);
    expect(crossings(scene, sheets, withBall)).toBeGreaterThan(0);
    const { before, moved, remaining } = scene.plugin.untangle();
    expect(before).toBeGreaterThan(0);
    expect(moved.length).toBeGreaterThan(0);
    expect(remaining).toEqual([]);
    moved.forEach((sheet) => {
      const place = places[sheets.indexOf(sheet)];
      const error =
        verticesOf(scene, sheet).reduce((sum, x, k) => sum + (x - place[k]) ** 2, 0) / place.length;
      expect(Math.sqrt(error)).toBeLessThan(0.3);
    });
    expect(crossings(scene, sheets, withBall)).toBe(0);
  });
});

test('a shape that meets itself at rest cannot be taken apart: what remains is told', async () => {
  const scene = await openScene({ gravity: [0, 0, 0] });
  const sheet = addEntity(scene.world);
  scene.plugin.addDeformable(sheet, { positions: rolled(2.3), triangles: SHEET.triangles, cloth: {} });
  scene.plugin.step(1 / 60);
  const before = verticesOf(scene, sheet);
  const { remaining } = scene.plugin.untangle([sheet]);
  expect(remaining.length).toBeGreaterThan(3);
  expect([...verticesOf(scene, sheet)]).toEqual([...before]);
});

/** A sheet that is folded and goes back through itself. */
function folded({ positions }: { readonly positions: Float64Array }): Float64Array {
  const out = positions.slice();
  for (let v = 0; v < out.length; v += 3)
    if (out[v] > 0) out.set([-out[v], out[v + 1] + 0.3 - 1.2 * out[v]], v);
  return out;
}

describe('what cannot be taken apart, and has more tangles than are listed,', () => {
  async function withCollapsed(start: 'let be' | 'untangle') {
    const scene = await openScene({ gravity: [0, 0, 0] });
    const mesh = gridMesh({ columns: 15, rows: 15 });
    const [collapsed, ...sheets] = [0, 1, 2].map(() => addEntity(scene.world));
    scene.plugin.addDeformable(collapsed, { ...mesh, positions: folded(mesh), cloth: { start } });
    for (const sheet of sheets) scene.plugin.addDeformable(sheet, { ...SHEET, cloth: { start } });
    const half = mesh.positions.length / 2;
    const places = mesh.positions.map((_, i) => (i < half ? 10 : 11));
    scene.plugin.placeVertices(collapsed, places);
    scene.plugin.placeVertices(sheets[1], turned(SHEET.positions, [0.03, 0.02, 0.04]));
    return { scene, collapsed, sheets, places };
  }
  const entitiesOf = (tangles: readonly { readonly a: number; readonly b: number }[]) =>
    [...new Set(tangles.flatMap(({ a, b }) => [a, b]))].sort((a, b) => a - b);

  test('hides no others, and is not said to have been moved', async () => {
    const { scene, collapsed, sheets, places } = await withCollapsed('let be');
    const { plugin } = scene;
    const others = plugin.tangles(sheets).length;
    expect(others).toBeGreaterThan(3);
    expect(plugin.tangles()).toHaveLength(2 ** 16 + others);
    expect(entitiesOf(plugin.tangles())).toEqual([collapsed, ...sheets]);
    const { before, moved, remaining } = plugin.untangle();
    expect(before).toBe(2 ** 16 + others);
    expect(moved).toHaveLength(1);
    expect(sheets).toContain(moved[0]);
    expect(entitiesOf(remaining)).toEqual([collapsed]);
    expect(plugin.tangles(sheets)).toEqual([]);
    expect(crossings(scene, sheets, false)).toBe(0);
    expect([...verticesOf(scene, collapsed)]).toEqual([...places]);
  });

  test('keeps none from being taken apart at the start', async () => {
    const { scene, collapsed, sheets } = await withCollapsed('untangle');
    scene.plugin.step(1 / 60);
    expect(entitiesOf(scene.plugin.tangled)).toEqual([collapsed]);
    expect(crossings(scene, sheets, false)).toBe(0);
  });
});

test('what is free is left alone, and what makes no sense is refused', async () => {
  const { plugin, world } = await openScene();
  const sheet = addEntity(world);
  plugin.addDeformable(sheet, SHEET);
  expect(plugin.untangle()).toEqual({ before: 0, remaining: [], moved: [] });
  expect(thrownBy(() => plugin.untangle([77]))).toMatchObject({ code: 'STALE_ENTITY' });
  expect(thrownBy(() => plugin.tangles(sheet as never))).toMatchObject({ code: 'BAD_SETTING' });
  const other = addEntity(world);
  expect(
    thrownBy(() => plugin.addDeformable(other, { ...SHEET, cloth: { start: 'leave' as never } })),
  ).toMatchObject({
    code: 'BAD_SETTING',
  });
});
