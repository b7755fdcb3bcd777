import { addEntity, createWorld, type World } from 'bitecs';
import { describe, expect, test } from 'vitest';
import {
  gridMesh,
  icosphereMesh,
  type SceneMesh,
  torusKnotMesh,
  torusMesh,
} from '../../../scenes/meshes/index.js';
import { type Quat, rotated, type Vec3 } from '../../../scenes/meshes/vectors.js';
import {
  COLLIDER_OFF,
  COLLIDER_SENSOR,
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_FIXED,
} from '../../../src/index.js';
import { placed } from '../../oracle/exact/surfaces-meet.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';
import { along, cornersOf, crosses, crossesAny, nearest, toward } from './brute-force.js';

interface Filled {
  readonly world: World;
  readonly plugin: CollisionPlugin;
  /** Corners of each entity's triangles in the world, nine numbers each. */
  readonly surfaces: ReadonlyMap<number, Float64Array>;
  readonly next: () => number;
}

const MESHES: readonly SceneMesh[] = [
  torusMesh({ around: 14, tube: 8 }),
  torusKnotMesh({ along: 40, tube: 6 }),
  icosphereMesh({ subdivisions: 2, radius: 0.7 }),
];

async function filled(seed: number): Promise<Filled> {
  const next = random(seed);
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 64, gravity: [0, 0, 0] });
  const surfaces = new Map<number, Float64Array>();
  const within = (size: number): Vec3 => [
    size * (next() - 0.5),
    size * (next() - 0.5),
    size * (next() - 0.5),
  ];
  for (let i = 0; i < 8; i++) {
    const entity = addEntity(world);
    const mesh = MESHES[i % MESHES.length];
    const position = within(6);
    const q = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
    const rotation = q.map((value) => value / Math.hypot(...q)) as unknown as Quat;
    plugin.addRigidBody(entity, { ...mesh, position, rotation, body: { motion: MOTION_FIXED } });
    surfaces.set(entity, cornersOf({ ...mesh, ...placed(mesh, rotation, position) }));
  }
  const grid = gridMesh({ columns: 12, rows: 12 });
  for (let i = 0; i < 2; i++) {
    const entity = addEntity(world);
    plugin.addDeformable(entity, grid);
    const [x, y, z] = within(6);
    const moved = grid.positions.map((value, k) => 4 * value + [x, y + 0.2 * next(), z][k % 3]);
    if (i === 0) plugin.placeVertices(entity, moved);
    else plugin.moveVertices(entity, moved);
    surfaces.set(entity, cornersOf({ ...grid, positions: moved }));
  }
  plugin.step(1 / 60);
  return { world, plugin, surfaces, next };
}

describe('raycast()', () => {
  test('meets what every triangle, decided over integers, says', async () => {
    let met = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const { plugin, surfaces, next } = await filled(seed);
      for (let ray = 0; ray < 12; ray++) {
        // The way that the plugin goes, to the bit: a direction along an axis has length 1.
        const axis = ray % 3;
        const direction = [0, 1, 2].map((i) => (i === axis ? 1 : 0)) as unknown as Vec3;
        const origin = toward(next, 3 * next()).map((value, i) =>
          i === axis ? -7 : value,
        ) as unknown as Vec3;
        const length = 14;
        const target = along(origin, direction, length);
        const expected = [...surfaces].filter(([, corners]) => crossesAny(corners, origin, target));
        const hits = plugin.raycast({ origin, direction, length }, { all: true });
        expect(hits.map(({ entity }) => entity).sort()).toEqual(expected.map(([entity]) => entity).sort());
        for (const { entity, triangle, point, distance, time, normal } of hits) {
          const corners = surfaces.get(entity) as Float64Array;
          expect(crosses(corners, 9 * triangle, origin, target)).toBe(true);
          expect(nearest(corners, point)).toBeLessThan(1e-9);
          expect(distance).toBeCloseTo(length * time, 12);
          along(origin, direction, distance).forEach((value, i) => {
            expect(point[i]).toBeCloseTo(value, 9);
          });
          // No triangle before it.
          const before = along(origin, direction, distance - 1e-9);
          for (let at = 0; at < corners.length; at += 9)
            if (crosses(corners, at, origin, before))
              expect.fail(
                `seed ${seed}, ray ${ray}: entity ${entity} at ${distance}, and before it triangle ${at / 9}: ${corners.subarray(at, at + 9)}; met ${triangle}; ${origin} ${direction}`,
              );
          expect(normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]).toBeLessThan(
            0,
          );
          met++;
        }
        expect(plugin.raycast({ origin, direction, length })).toEqual(hits.slice(0, 1));
      }
    }
    expect(met).toBeGreaterThan(10);
  });

  test('slips through no edge and no corner that triangles share', async () => {
    const { plugin, surfaces, next } = await filled(4);
    // A ball, seen from outside: every corner of its near side is met.
    const [entity, corners] = [...surfaces][2];
    const middle = [0, 1, 2].map(
      (i) => corners.reduce((all, value, k) => all + (k % 3 === i ? value : 0), 0) / (corners.length / 3),
    );
    for (let i = 0; i < 200; i++) {
      const at = 9 * Math.floor((next() * corners.length) / 9) + 3 * Math.floor(3 * next());
      const corner: Vec3 = [corners[at], corners[at + 1], corners[at + 2]];
      const outward = along(corner, middle as unknown as Vec3, -1);
      const origin = along(along(corner, outward, 1.5), toward(next, 0.3), 1);
      const hits = plugin.raycast({ origin, direction: along(corner, origin, -1), length: 5 }, { all: true });
      expect(
        hits.map((hit) => hit.entity),
        `ray ${i}`,
      ).toContain(entity);
    }
  });
});

describe('shapeCast()', () => {
  test('a ball is met at its radius, never late, against brute force', async () => {
    let met = 0;
    for (let seed = 5; seed <= 7; seed++) {
      const { plugin, surfaces, next } = await filled(seed);
      for (let cast = 0; cast < 10; cast++) {
        const radius = 0.1 + 0.5 * next();
        const position = toward(next, 9);
        const way = along(toward(next, 2), position, -1.6);
        const hits = plugin.shapeCast({ radius }, { position }, way, { all: true });
        for (const [entity, corners] of surfaces) {
          const hit = hits.find((each) => each.entity === entity);
          const start = nearest(corners, position);
          if (start <= radius) continue;
          const end = hit?.time ?? 1;
          for (let k = 0; k <= 30; k++) {
            const gap = nearest(corners, along(position, way, (k / 30) * end));
            if (gap <= radius - 1e-9) expect.fail(`late: ${gap} of ${radius}`);
          }
          if (hit === undefined) continue;
          met++;
          const at = along(position, way, hit.time);
          expect(nearest(corners, at)).toBeCloseTo(radius, 9);
          along(hit.point, hit.normal, radius).forEach((value, i) => {
            expect(value).toBeCloseTo(at[i], 8);
          });
        }
        expect(hits.map(({ time }) => time)).toEqual(hits.map(({ time }) => time).sort((a, b) => a - b));
      }
    }
    expect(met).toBeGreaterThan(20);
  });

  test('a capsule is met by points of its middle line', async () => {
    let met = 0;
    const { plugin, surfaces, next } = await filled(8);
    const line = (middle: Vec3, rotation: Quat, halfHeight: number): Vec3[] =>
      Array.from({ length: 21 }, (_, i) => along(middle, rotated(rotation, [0, halfHeight, 0]), i / 10 - 1));
    for (let cast = 0; cast < 20; cast++) {
      const [radius, halfHeight] = [0.2, 0.4];
      const q = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
      const rotation = q.map((value) => value / Math.hypot(...q)) as unknown as Quat;
      const position = toward(next, 9);
      const way = along(toward(next, 2), position, -1.6);
      for (const hit of plugin.shapeCast({ radius, halfHeight }, { position, rotation }, way, {
        all: true,
      })) {
        const corners = surfaces.get(hit.entity) as Float64Array;
        const gap = (time: number) =>
          Math.min(
            ...line(along(position, way, time), rotation, halfHeight).map((point) => nearest(corners, point)),
          );
        if (hit.time === 0) continue;
        met++;
        expect(gap(hit.time)).toBeGreaterThan(radius - 1e-9);
        // Samples of the line are 0.04 apart.
        expect(gap(hit.time)).toBeLessThan(radius + 0.004);
        for (let k = 0; k < 8; k++) expect(gap((k / 8) * hit.time)).toBeGreaterThan(radius - 1e-9);
      }
    }
    expect(met).toBeGreaterThan(5);
  });

  test('a mesh is met as timeOfContact says, and bodies that it leaves are not', async () => {
    const plugin = await createCollisionPlugin(createWorld(), { maxEntities: 4 });
    const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 3 }));
    const entity = addEntity(plugin.world);
    plugin.addRigidBody(entity, { mesh, body: { motion: MOTION_FIXED } });
    const [hit] = plugin.shapeCast({ mesh }, { position: [0, 5, 0] }, [0, -10, 0]);
    expect(hit.entity).toBe(entity);
    expect(hit.time).toBeCloseTo(0.3, 3);
    expect(hit.normal[1]).toBeGreaterThan(0.99);
    expect(plugin.shapeCast({ mesh }, { position: [0, 5, 0] }, [0, 10, 0])).toEqual([]);
    expect(plugin.overlap({ mesh }, { position: [0, 1.5, 0] }).map((each) => each.entity)).toEqual([entity]);
    expect(plugin.overlap({ mesh }, { position: [0, 2.5, 0] })).toEqual([]);
  });
});

describe('overlap()', () => {
  test('finds every surface within the radius', async () => {
    const counts = [0, 0];
    const { plugin, surfaces, next } = await filled(9);
    for (let i = 0; i < 60; i++) {
      const position = toward(next, 7 * next());
      const radius = 0.1 + next();
      const found = plugin.overlap({ radius }, { position }).map(({ entity }) => entity);
      for (const [entity, corners] of surfaces) {
        const isNear = nearest(corners, position) <= radius;
        expect(found.includes(entity)).toBe(isNear);
        counts[+isNear]++;
      }
    }
    expect(Math.min(...counts)).toBeGreaterThan(15);
  });
});

describe('filters', () => {
  test('groups, sensors, those that are off, and those that are left out', async () => {
    const plugin = await createCollisionPlugin(createWorld(), { maxEntities: 8 });
    const ball = plugin.loadMesh(icosphereMesh({ subdivisions: 1 }));
    const add = (x: number, settings: object) => {
      const entity = addEntity(plugin.world);
      plugin.addRigidBody(entity, { mesh: ball, position: [x, 0, 0], settings });
      return entity;
    };
    const first = add(3, { group: 1 });
    const second = add(6, { group: 2 });
    const sensor = add(9, { group: 3, collider: COLLIDER_SENSOR });
    add(12, { collider: COLLIDER_OFF });
    const ray = { origin: [0, 0, 0], direction: [2, 0, 0] } as const;
    const met = (filter: object) => plugin.raycast(ray, { all: true, ...filter }).map(({ entity }) => entity);
    expect(met({})).toEqual([first, second]);
    expect(met({ mask: 2 })).toEqual([second]);
    expect(met({ sensors: true })).toEqual([first, second, sensor]);
    expect(met({ exclude: [first] })).toEqual([second]);
    expect(plugin.raycast({ ...ray, length: 1 })).toEqual([]);
    expect(
      plugin.shapeCast({ radius: 0.5 }, { position: [0, 0, 0] }, [20, 0, 0], { exclude: [first] })[0].entity,
    ).toBe(second);
  });

  test('bad arguments are named, and change nothing', async () => {
    const plugin = await createCollisionPlugin(createWorld(), { maxEntities: 8 });
    const calls: [() => unknown, string][] = [
      [() => plugin.raycast({ origin: [0, 0, 0], direction: [0, 0, 0] }), 'BAD_QUERY'],
      [() => plugin.raycast({ origin: [0, Number.NaN, 0], direction: [0, 1, 0] }), 'NON_FINITE_QUERY'],
      [() => plugin.raycast({ origin: [0, 0, 0], direction: [0, 1, 0], length: -1 }), 'BAD_QUERY'],
      [
        () => plugin.raycast({ origin: [0, 0, 0], direction: [0, 1, 0] }, { masks: 1 } as never),
        'BAD_SETTING',
      ],
      [() => plugin.shapeCast({ radius: -1 }, { position: [0, 0, 0] }, [0, 0, 1]), 'BAD_QUERY'],
      [
        () => plugin.overlap({ radius: 1 }, { position: [0, 0, 0], rotation: [0, 0, 0, 2] }),
        'NON_UNIT_QUATERNION',
      ],
      [() => plugin.overlap({ mesh: 99 }, { position: [0, 0, 0] }), 'STALE_MESH'],
    ];
    for (const [call, code] of calls) expect(thrownBy(call)).toMatchObject({ code });
  });
});
