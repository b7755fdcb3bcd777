import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import {
  COMBINE_AVERAGE,
  COMBINE_AVERAGE_FIRST,
  COMBINE_DEFAULT,
  COMBINE_GEOMETRIC,
  COMBINE_MAXIMUM,
  COMBINE_MINIMUM,
  COMBINE_MULTIPLY,
  COMBINE_MULTIPLY_FIRST,
  MOTION_FIXED,
  type PluginOptions,
  type RigidBodyOptions,
} from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';

type Settings = NonNullable<RigidBodyOptions['settings']>;

const floor = boxMesh({ cells: [1, 1, 1], size: [20, 1, 20] });
const block = boxMesh({ cells: [1, 1, 1], size: [1, 0.2, 1] });
const G = 9.81;

/** A block that slides on a floor at 4 m/s. */
async function sliding(block_: Settings, floor_: Settings, options: PluginOptions = {}) {
  const scene = await openScene({ maxEntities: 4, ...options });
  const [ground, slider] = [addEntity(scene.world), addEntity(scene.world)];
  scene.plugin.addRigidBody(ground, {
    ...floor,
    position: [0, -0.5, 0],
    body: { motion: MOTION_FIXED },
    settings: floor_,
  });
  scene.plugin.addRigidBody(slider, {
    ...block,
    position: [0, 0.1002, 0],
    body: { vx: 4 },
    settings: block_,
  });
  /** The friction that slows it down for a while. */
  const friction = () => {
    const { vx } = scene.plugin.components.RigidBody;
    for (let i = 0; i < 3; i++) scene.plugin.step(1 / 60);
    const before = vx[slider];
    for (let i = 0; i < 12; i++) scene.plugin.step(1 / 60);
    return (before - vx[slider]) / (0.2 * G);
  };
  return { ...scene, friction };
}

/** The share of its speed that a ball has after it has fallen onto a floor. */
async function bounce(ball: Settings, ground: Settings, pair?: [number, number, object]) {
  const { world, plugin } = await openScene({ maxEntities: 4 });
  plugin.addRigidBody(addEntity(world), {
    ...floor,
    position: [0, -0.5, 0],
    body: { motion: MOTION_FIXED },
    settings: ground,
  });
  const entity = addEntity(world);
  const mesh = icosphereMesh({ subdivisions: 2, radius: 0.2 });
  plugin.addRigidBody(entity, { ...mesh, position: [0, 1, 0], body: { vy: -5 }, settings: ball });
  if (pair !== undefined) plugin.setMaterialPair(...pair);
  const { vy } = plugin.components.RigidBody;
  let fastest = 0;
  for (let i = 0; i < 40; i++) {
    plugin.step(1 / 60);
    fastest = Math.min(fastest, vy[entity]);
    if (vy[entity] > fastest + 0.4) return Math.max(0, vy[entity]) / -fastest;
  }
  return 0;
}

const RULES: [string, number, number][] = [
  ['average', COMBINE_AVERAGE, 0.45],
  ['geometric', COMBINE_GEOMETRIC, 0.27],
  ['default', COMBINE_DEFAULT, 0.27],
  ['minimum', COMBINE_MINIMUM, 0.09],
  ['multiply', COMBINE_MULTIPLY, 0.81 * 0.09],
  ['maximum', COMBINE_MAXIMUM, 0.81],
  ['average first', COMBINE_AVERAGE_FIRST, 0.45],
  ['multiply first', COMBINE_MULTIPLY_FIRST, 0.81 * 0.09],
];

describe('frictionRule', () => {
  test.each(RULES)('%s', async (_, frictionRule, expected) => {
    const scene = await sliding({ friction: 0.81, frictionRule }, { friction: 0.09 });
    expect(scene.friction()).toBeCloseTo(expected, 2);
  });

  test('of two bodies the higher number is taken', async () => {
    const frictionRule = COMBINE_AVERAGE;
    const scene = await sliding(
      { friction: 0.81, frictionRule },
      { friction: 0.09, frictionRule: COMBINE_MINIMUM },
    );
    expect(scene.friction()).toBeCloseTo(0.09, 2);
  });

  test.each([
    ['the maximum', COMBINE_AVERAGE_FIRST, COMBINE_MAXIMUM, 0.45],
    ['that average', COMBINE_MULTIPLY_FIRST, COMBINE_AVERAGE_FIRST, 0.81 * 0.09],
  ])('what is named first wins over %s', async (_, own, other, expected) => {
    const scene = await sliding(
      { friction: 0.81, frictionRule: own },
      { friction: 0.09, frictionRule: other },
    );
    expect(scene.friction()).toBeCloseTo(expected, 2);
  });
});

describe('restitutionRule', () => {
  test.each([
    [COMBINE_AVERAGE, 0.5],
    [COMBINE_AVERAGE_FIRST, 0.5],
    [COMBINE_MULTIPLY_FIRST, 0.16],
    [COMBINE_DEFAULT, 0.8],
    [COMBINE_MINIMUM, 0.2],
    [COMBINE_MULTIPLY, 0.16],
  ])('%i', async (restitutionRule, expected) => {
    const share = await bounce({ restitution: 0.8, restitutionRule }, { restitution: 0.2 });
    expect(Math.abs(share - expected)).toBeLessThan(0.06);
  });
});

describe('pairs of materials', () => {
  const ICE = 3;
  const STEEL = 7;

  test('have their own numbers, in both orders, until these are taken away', async () => {
    const scene = await sliding({ friction: 0.81, material: STEEL }, { friction: 0.09, material: ICE });
    scene.plugin.setMaterialPair(ICE, STEEL, { friction: 0.02 });
    expect(scene.friction()).toBeCloseTo(0.02, 2);
    scene.plugin.setMaterialPair(STEEL, ICE);
    expect(scene.friction()).toBeCloseTo(0.27, 2);
    scene.plugin.setMaterialPair(STEEL, STEEL, { friction: 0.02 });
    scene.plugin.setMaterialPair(STEEL, ICE, { restitution: 1 });
    expect(scene.friction()).toBeCloseTo(0.27, 2);
  });

  test('bounce as they say, and keep what they do not say', async () => {
    const [ball, ground] = [{ material: STEEL, restitution: 0.3 }, { material: ICE }];
    expect(Math.abs((await bounce(ball, ground, [STEEL, ICE, { restitution: 0.7 }])) - 0.7)).toBeLessThan(
      0.06,
    );
    expect(Math.abs((await bounce(ball, ground, [STEEL, ICE, { friction: 0 }])) - 0.3)).toBeLessThan(0.06);
  });

  test('hold over Rapier too', async () => {
    await RAPIER.init();
    const rigid = rapierBackend(RAPIER);
    const scene = await sliding({ material: STEEL }, { material: ICE }, { rigid });
    scene.plugin.setMaterialPair(ICE, STEEL, { friction: 0.05 });
    expect(scene.friction()).toBeCloseTo(0.05, 2);
  });

  test('are part of snapshots', async () => {
    const scene = await sliding({ friction: 0.81, material: STEEL }, { friction: 0.09, material: ICE });
    scene.plugin.setMaterialPair(ICE, STEEL, { friction: 0.04 });
    scene.plugin.setMaterialPair(1, 0, { friction: 0.3, restitution: 0.4 });
    const snapshot = scene.plugin.snapshot();
    const first = scene.friction();
    const later = scene.plugin.snapshot();
    scene.plugin.setMaterialPair(ICE, STEEL, { friction: 1 });
    scene.plugin.restore(snapshot);
    expect(scene.friction()).toBe(first);
    expect(scene.plugin.snapshot()).toEqual(later);
  });

  test('are refused where they make no sense, and nothing is changed', async () => {
    const { plugin } = await openScene({ maxEntities: 4 });
    const before = plugin.snapshot();
    const set = plugin.setMaterialPair as (...given: unknown[]) => void;
    for (const given of [
      [256, 1, {}],
      [1, -1, {}],
      [1.5, 1, {}],
      ['ice', 1, {}],
      [1, undefined, {}],
      [1, 2, { friction: -1 }],
      [1, 2, { friction: Number.NaN }],
      [1, 2, { restitution: Number.POSITIVE_INFINITY }],
      [1, 2, { friction: '1' }],
      [1, 2, { slip: 1 }],
      [1, 2, null],
      [1, 2, 0.5],
    ])
      expect(() => set(...given), String(given)).toThrow(/BAD_SETTING/);
    expect(plugin.snapshot()).toEqual(before);
    const { world, plugin: other } = await openScene({ maxEntities: 4 });
    for (const settings of [{ frictionRule: 8 }, { restitutionRule: 8 }, { material: 256 }, { material: -1 }])
      expect(() => other.addRigidBody(addEntity(world), { ...block, settings })).toThrow(/BAD_SETTING/);
  });
});

describe('cloth on bodies', () => {
  /** How far a sheet slips down a slope of 0.3 in half a second. */
  async function slips(sheet: Settings, slope: Settings, pair?: object): Promise<number> {
    const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0.3 * G, -G, 0] });
    plugin.addRigidBody(addEntity(world), {
      ...floor,
      position: [0, -0.5, 0],
      body: { motion: MOTION_FIXED },
      settings: slope,
    });
    const entity = addEntity(world);
    const { positions, triangles } = gridMesh({ columns: 4, rows: 4 });
    const lifted = positions.map((x, i) => (i % 3 === 1 ? x + 0.02 : x));
    plugin.addDeformable(entity, {
      positions: lifted,
      triangles,
      cloth: {},
      settings: { thickness: 0.01, ...sheet },
    });
    if (pair !== undefined) plugin.setMaterialPair(1, 2, pair);
    for (let i = 0; i < 30; i++) plugin.step(1 / 60);
    const now = plugin.readVertices(entity, new Float64Array(positions.length));
    let sum = 0;
    for (let i = 0; i < now.length; i += 3) sum += now[i] - positions[i];
    return sum / (now.length / 3);
  }

  test('takes rules and pairs of materials', async () => {
    const [sheet, slope] = [
      { friction: 0.9, material: 1 },
      { friction: 0.01, material: 2 },
    ];
    const free = await slips({ friction: 0 }, { friction: 0 });
    expect(free).toBeGreaterThan(0.2);
    expect(await slips({ ...sheet, frictionRule: COMBINE_MAXIMUM }, slope)).toBeLessThan(0.1 * free);
    expect(await slips(sheet, { ...slope, frictionRule: COMBINE_MINIMUM })).toBeGreaterThan(0.8 * free);
    expect(await slips(sheet, slope, { friction: 0.9 })).toBeLessThan(0.1 * free);
    expect(await slips({ friction: 0.9, material: 1 }, { friction: 0.9, material: 2 }, { friction: 0 })).toBe(
      free,
    );
  });

  test('hears of a pair that changes while it lies there', async () => {
    const { world, plugin } = await openScene({ maxEntities: 4, gravity: [0.3 * G, -G, 0], sleep: false });
    const ground = { ...floor, position: [0, -0.5, 0], body: { motion: MOTION_FIXED } } as const;
    plugin.addRigidBody(addEntity(world), { ...ground, settings: { material: 1 } });
    const entity = addEntity(world);
    const { positions, triangles } = gridMesh({ columns: 4, rows: 4 });
    const lifted = positions.map((x, i) => (i % 3 === 1 ? x + 0.02 : x));
    plugin.addDeformable(entity, {
      positions: lifted,
      triangles,
      cloth: {},
      settings: { thickness: 0.01, friction: 1, material: 1 },
    });
    const x = () => plugin.readVertices(entity, new Float64Array(positions.length))[0];
    for (let i = 0; i < 15; i++) plugin.step(1 / 60);
    const before = x();
    plugin.setMaterialPair(1, 1, { friction: 0 });
    for (let i = 0; i < 15; i++) plugin.step(1 / 60);
    expect(x() - before).toBeGreaterThan(0.05);
  });
});

test("our bodies' rules hold against Rapier's own colliders", async () => {
  await RAPIER.init();
  for (const [frictionRule, friction] of [
    [COMBINE_MAXIMUM, 0.8],
    [COMBINE_MINIMUM, 0.1],
  ]) {
    const rigid = rapierBackend(RAPIER);
    const { world, plugin } = await openScene({ maxEntities: 4, rigid });
    rigid.world?.createCollider(
      RAPIER.ColliderDesc.cuboid(10, 0.5, 10).setTranslation(0, -0.5, 0).setFriction(0.1),
    );
    const entity = addEntity(world);
    const settings = { friction: 0.8, frictionRule };
    plugin.addRigidBody(entity, { ...block, position: [0, 0.101, 0], body: { vx: 4 }, settings });
    for (let i = 0; i < 6; i++) plugin.step(1 / 60);
    const { vx } = plugin.components.RigidBody;
    const before = vx[entity];
    for (let i = 0; i < 12; i++) plugin.step(1 / 60);
    expect(Math.abs((before - vx[entity]) / (0.2 * G) - friction)).toBeLessThan(0.05);
  }
});
