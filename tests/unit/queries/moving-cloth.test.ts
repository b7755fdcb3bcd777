import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import type { Vec3 } from '../../../scenes/meshes/vectors.js';
import { MOTION_FIXED, type PluginOptions } from '../../../src/index.js';
import { meetingTriangles, placed } from '../../oracle/exact/surfaces-meet.js';
import { openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { along, cornersOf, crosses, crossesAny, nearest, toward } from './brute-force.js';

// Deformables that go far in a step, asked where they are when it has ended, beside every triangle of what readVertices says.

const SHEET = gridMesh({ columns: 10, rows: 10 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.3 });
const TETRAHEDRON = icosphereMesh({ subdivisions: 0, radius: 0.03 });
/** In a tenth of a second what falls so goes a quarter of a metre a step. */
const GRAVITY = [40, -150, 25] as const;

/** A sheet that hangs at a corner, one that falls, a soft ball, and a driven sheet that presses another on the floor. */
async function falling(options: PluginOptions = {}) {
  const scene = await openScene({ maxEntities: 40, gravity: GRAVITY, ...options });
  const { plugin, world } = scene;
  const add = (
    mesh: { positions: Float64Array; triangles: Uint32Array },
    x: number,
    y: number,
    cloth?: object,
  ) => {
    const entity = addEntity(world);
    const positions = mesh.positions.map((value, i) => value + [x, y, 0][i % 3]);
    plugin.addDeformable(entity, { ...mesh, positions, ...(cloth && { cloth }) });
    return entity;
  };
  const cloths = [
    add(SHEET, 0, 9, { pins: [0] }),
    add(SHEET, 3, 9.5, {}),
    add(BALL, 6, 9, { volume: 1 }),
    add(SHEET, -8, 0.05, {}),
  ];
  const driven = add(SHEET, -8, 0.4);
  plugin.addRigidBody(addEntity(world), {
    ...gridMesh({ columns: 4, rows: 4, width: 30, depth: 30 }),
    body: { motion: MOTION_FIXED },
  });
  const press = SHEET.positions.map((value, i) => value + [-8 + 0.3, -0.3, 0.1][i % 3]);
  const step = (count: number) => {
    for (let i = 0; i < count; i++) {
      plugin.moveVertices(driven, press);
      plugin.step(1 / 60);
    }
  };
  return { ...scene, cloths, driven, deformables: [...cloths, driven], step };
}

type Surfaces = ReadonlyMap<number, Float64Array>;

function surfacesOf(scene: Scene, entities: readonly number[]): Surfaces {
  const { plugin } = scene;
  return new Map(
    entities.map((entity) => {
      const { triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[entity]);
      return [entity, cornersOf({ positions: verticesOf(scene, entity), triangles })];
    }),
  );
}

/** Some point of a surface, and the axis that is nearest to its normal there. */
function pointOn(corners: Float64Array, next: () => number): { point: Vec3; axis: number } {
  const at = 9 * Math.floor((next() * corners.length) / 9);
  const [u, v] = [next() / 2, next() / 2];
  const [a, b, c] = [0, 3, 6].map((k) => [0, 1, 2].map((i) => corners[at + k + i]));
  const along = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return Math.abs((b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]));
  });
  const point = [0, 1, 2].map((k) => (1 - u - v) * a[k] + u * b[k] + v * c[k]) as unknown as Vec3;
  return { point, axis: along.indexOf(Math.max(...along)) };
}

/** `readMesh` tells of bodies' meshes in f32. */
const ROUNDED = 1e-7;

/** Asks around every surface, and compares with brute force. Returns how often something was met. */
function askAround(
  { plugin }: Scene,
  surfaces: Surfaces,
  next: () => number,
  mesh: number,
  rounds = 6,
): number {
  const among = { all: true, exclude: outside(plugin, surfaces) };
  const isTold = (hits: readonly { entity: number }[]) =>
    hits.map(({ entity }) => entity).sort((a, b) => a - b);
  const those = (meets: (corners: Float64Array) => boolean) =>
    [...surfaces]
      .filter(([, corners]) => meets(corners))
      .map(([entity]) => entity)
      .sort((a, b) => a - b);
  let met = 0;
  for (const [, corners] of surfaces) {
    for (let i = 0; i < rounds; i++) {
      const { point, axis } = pointOn(corners, next);
      const direction = [0, 1, 2].map((k) => (k === axis ? 1 : 0)) as unknown as Vec3;
      const length = 0.04;
      const origin = along(point, direction, -0.02);
      const target = along(origin, direction, length);
      const rays = plugin.raycast({ origin, direction, length }, among);
      expect(isTold(rays)).toEqual(those((each) => crossesAny(each, origin, target)));
      for (const { entity, triangle } of rays)
        expect(crosses(surfaces.get(entity)!, 9 * triangle, origin, target)).toBe(true);

      const beside = along(point, toward(next, 0.03), next());
      const radius = 0.02;
      const balls = plugin.overlap({ radius }, { position: beside }, among);
      expect(isTold(balls)).toEqual(those((each) => nearest(each, beside) <= radius));

      const from = along(point, toward(next, 0.06), 1);
      const way = along([0, 0, 0], along(point, from, -1), 1.5);
      const casts = plugin.shapeCast({ radius: 0.01 }, { position: from }, way, among);
      for (const [entity, each] of surfaces) {
        const hit = casts.find((cast) => cast.entity === entity);
        if (nearest(each, from) <= 0.01) continue;
        const end = hit?.time ?? 1;
        for (let k = 0; k <= 8; k++)
          expect(nearest(each, along(from, way, (k / 8) * end))).toBeGreaterThan(0.01 - ROUNDED);
        if (hit !== undefined) expect(nearest(each, along(from, way, end))).toBeLessThan(0.01 + ROUNDED);
      }

      const shape = placed(TETRAHEDRON, [0, 0, 0, 1], beside);
      const meshes = plugin.overlap({ mesh }, { position: beside }, among);
      expect(isTold(meshes)).toEqual(
        those((each) => {
          const triangles = Uint32Array.from({ length: each.length / 3 }, (_, k) => k);
          return meetingTriangles(shape, { positions: each, triangles }) !== undefined;
        }),
      );
      met += rays.length + balls.length + casts.length + meshes.length;
    }
  }
  return met;
}

/** Colliders that are no part of the question. */
function outside({ components }: Scene['plugin'], surfaces: Surfaces): number[] {
  const all = Array.from({ length: components.maxEntities }, (_, i) => i + 1);
  return all.filter((entity) => !surfaces.has(entity));
}

describe('what falls a quarter of a metre a step', () => {
  test('is met where it is by rays, balls, casts and meshes, and nowhere else', async () => {
    const scene = await falling();
    const next = random(3);
    const mesh = scene.plugin.loadMesh(TETRAHEDRON);
    scene.step(1);
    let [fastest, held] = [0, 0];
    let before = verticesOf(scene, scene.cloths[1]);
    for (let i = 0; i < 7; i++) {
      scene.step(2);
      const now = verticesOf(scene, scene.cloths[1]);
      fastest = Math.max(fastest, Math.abs(now[1] - before[1]) / 2);
      before = now;
      held += scene.plugin.components.Cloth.held[scene.driven];
      expect(askAround(scene, surfacesOf(scene, scene.deformables), next, mesh)).toBeGreaterThan(60);
    }
    expect(fastest).toBeGreaterThan(0.2);
    expect(held).toBeGreaterThan(0);
  });

  test('has a box around it, and around no more', async () => {
    const scene = await falling();
    scene.step(6);
    const { Bvh, CollisionSettings } = scene.plugin.components;
    for (const entity of scene.cloths) {
      const corners = [...surfacesOf(scene, [entity])][0][1];
      const [low, high] = [Math.min, Math.max].map((pick) =>
        [0, 1, 2].map((k) =>
          corners.reduce((all, value, i) => (i % 3 === k ? pick(all, value) : all), corners[k]),
        ),
      );
      const half = CollisionSettings.thickness[entity] / 2;
      [Bvh.minX, Bvh.minY, Bvh.minZ].forEach((column, k) => {
        expect(column[entity]).toBeLessThanOrEqual(low[k] - half);
        expect(column[entity]).toBeGreaterThan(low[k] - half - 1e-5);
      });
      [Bvh.maxX, Bvh.maxY, Bvh.maxZ].forEach((column, k) => {
        expect(column[entity]).toBeGreaterThanOrEqual(high[k] + half);
        expect(column[entity]).toBeLessThan(high[k] + half + 1e-5);
      });
    }
  });

  test('was put elsewhere before the step, or between steps', async () => {
    const scene = await falling();
    scene.step(5);
    const next = random(4);
    const mesh = scene.plugin.loadMesh(TETRAHEDRON);
    for (const entity of scene.cloths.slice(1, 3)) {
      const positions = verticesOf(scene, entity).map((value, i) => value + [0, 7, 5][i % 3]);
      scene.plugin.placeVertices(entity, positions);
    }
    askAround(scene, surfacesOf(scene, scene.deformables), next, mesh);
    scene.step(1);
    expect(askAround(scene, surfacesOf(scene, scene.deformables), next, mesh)).toBeGreaterThan(60);
  });

  test('is in a snapshot where it is, and two threads bound it as one does', async () => {
    const threads = {
      worker: new URL('../../../tools/source-worker.mjs', import.meta.url),
      sharedMemory: true,
    };
    const one = await falling();
    const two = await falling({ ...threads, workers: 2 });
    const other = await openScene({ maxEntities: 40, gravity: GRAVITY });
    for (let i = 0; i < 6; i++) addEntity(other.world);
    for (const scene of [one, two]) scene.step(6);
    other.plugin.restore(one.plugin.snapshot());
    const surfaces = surfacesOf(one, one.deformables);
    for (const scene of [one, two, other]) {
      expect(surfacesOf(scene, one.deformables)).toEqual(surfaces);
      const mesh = scene.plugin.loadMesh(TETRAHEDRON);
      expect(askAround(scene, surfaces, random(5), mesh)).toBeGreaterThan(60);
    }
    two.plugin.dispose();
  });

  test('goes on the same whether or not anybody asks', async () => {
    const [quiet, asked] = [await falling(), await falling()];
    const mesh = [quiet, asked].map(({ plugin }) => plugin.loadMesh(TETRAHEDRON))[1];
    for (let i = 0; i < 8; i++) {
      quiet.step(1);
      asked.step(1);
      askAround(asked, surfacesOf(asked, asked.deformables), random(i), mesh, 1);
    }
    expect(Buffer.compare(asked.plugin.snapshot(), quiet.plugin.snapshot())).toBe(0);
  });

  test('is bounded once a step, and not at all where it sleeps or hangs still', async () => {
    const { plugin, world } = await openScene({ maxEntities: 4, gravity: [0, 0, 0] });
    const still = addEntity(world);
    plugin.addDeformable(still, { ...SHEET, cloth: {} });
    const blown = addEntity(world);
    const positions = SHEET.positions.map((value, i) => value + (i % 3 === 1 ? 3 : 0));
    plugin.addDeformable(blown, { ...SHEET, positions, cloth: { drag: 1, windY: 4 } });
    for (let i = 0; i < 3; i++) plugin.step(1 / 60);
    expect(plugin.counters).toMatchObject({ refitted: 0, unmoved: 2, arrived: 1 });
  });
});

/** Bricks in a row, of coordinates that f32 has. */
function wall(): SceneMesh {
  const brick = boxMesh({ cells: [2, 2, 2], size: [0.25, 0.25, 0.25] });
  const count = brick.positions.length / 3;
  const shift = (i: number, axis: number) => (axis === 0 ? 0.3125 * i : 0);
  return {
    positions: Float64Array.from(
      [0, 1, 2, 3].flatMap((i) => [...brick.positions].map((x, k) => x + shift(i, k % 3))),
    ),
    triangles: Uint32Array.from([0, 1, 2, 3].flatMap((i) => [...brick.triangles].map((v) => v + i * count))),
  };
}

/** Where pieces are, of either kind. */
function piecesNow(scene: Scene, entities: readonly number[]): Surfaces {
  const { components, readMesh } = scene.plugin;
  const { px, py, pz, qx, qy, qz, qw } = components.RigidBody;
  const isRigid = (e: number) => components.Bvh.nodes[e] === 0;
  const rigid = entities.filter(isRigid).map((e): [number, Float64Array] => {
    const { positions, triangles } = readMesh(components.MeshTopology.mesh[e]);
    const rest = { positions: Float64Array.from(positions), triangles };
    return [e, cornersOf(placed(rest, [qx[e], qy[e], qz[e], qw[e]], [px[e], py[e], pz[e]]))];
  });
  return new Map([
    ...rigid,
    ...surfacesOf(
      scene,
      entities.filter((e) => !isRigid(e)),
    ),
  ]);
}

describe('pieces are met where they are before the step after that in which they came to be', () => {
  test.each([
    ['of a body', 'rigid', 'rigid'],
    ['of a body, as deformables', 'rigid', 'deformable'],
    ['of a deformable', 'deformable', 'deformable'],
    ['of a deformable, as bodies', 'deformable', 'rigid'],
  ] as const)('%s', async (_, use, as) => {
    const scene = await openScene({ maxEntities: 40, gravity: [3, -150, 0] });
    const { plugin, world } = scene;
    const floor = addEntity(world);
    const slab = boxMesh({ cells: [2, 1, 2], size: [8, 0.5, 8] });
    plugin.addRigidBody(floor, { ...slab, position: [0, -2.5, 0], body: { motion: MOTION_FIXED } });
    const whole = addEntity(world);
    const mesh = plugin.loadMesh(wall(), { use, pieces: 'components', as });
    if (use === 'rigid') plugin.addRigidBody(whole, { mesh, strength: 0.01 });
    else plugin.addDeformable(whole, { mesh, strength: 0.01, cloth: { density: 5, shapeStiffness: 1 } });
    const cast = plugin.loadMesh(TETRAHEDRON);
    for (let i = 0; i < 30 && plugin.breaks.length === 0; i++) plugin.step(1 / 60);
    expect(plugin.breaks).toHaveLength(1);
    const { pieces } = plugin.breaks[0];
    expect(pieces).toHaveLength(4);
    const now = piecesNow(scene, pieces);
    expect(askAround(scene, now, random(6), cast)).toBeGreaterThan(60);
    const { Bvh } = plugin.components;
    for (const [entity, corners] of now) {
      for (let i = 0; i < corners.length; i += 3) {
        expect(corners[i]).toBeGreaterThan(Bvh.minX[entity]);
        expect(corners[i]).toBeLessThan(Bvh.maxX[entity]);
        expect(corners[i + 1]).toBeGreaterThan(Bvh.minY[entity]);
        expect(corners[i + 1]).toBeLessThan(Bvh.maxY[entity]);
      }
    }
  });

  test('of a cloth that tears as it falls, and of one that is cut then', async () => {
    const scene = await openScene({ maxEntities: 40, gravity: GRAVITY });
    const { plugin, world } = scene;
    const [torn, sliced] = [addEntity(world), addEntity(world)];
    plugin.addDeformable(torn, { ...SHEET, cloth: { pins: [0, 10, 110, 120], tearing: 0.1 } });
    const beside = SHEET.positions.map((value, i) => value + (i % 3 === 0 ? 4 : 0));
    plugin.addDeformable(sliced, { ...SHEET, positions: beside, cloth: {} });
    const mesh = plugin.loadMesh(TETRAHEDRON);
    let known = [torn, sliced];
    for (let i = 0; i < 12; i++) {
      plugin.step(1 / 60);
      for (const { entity, pieces } of plugin.tears)
        known = [...known.filter((each) => each !== entity), ...pieces.map((piece) => piece.entity)];
      if (plugin.tears.length > 0) askAround(scene, surfacesOf(scene, known), random(i), mesh, 3);
      if (i !== 6) continue;
      const row = Array.from({ length: 11 }, (_, k) => 55 + k);
      const { pieces } = plugin.cut(sliced, { path: row });
      expect(pieces).toHaveLength(2);
      known.push(pieces[1].entity);
      expect(askAround(scene, surfacesOf(scene, known), random(i), mesh)).toBeGreaterThan(20);
    }
    expect(known.length).toBeGreaterThan(3);
  });
});
