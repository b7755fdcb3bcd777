import { createHash } from 'node:crypto';
import { addEntity, entityExists, observe, onAdd, query } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { icosphereMesh, piecesOf } from '../../../scenes/meshes/index.js';
import { type Break, type FirstContactError, MOTION_FIXED } from '../../../src/index.js';
import { massProperties } from '../../../src/mesh/mass-properties.js';
import { drain } from '../../../src/mesh/steps.js';
import { buildTopology } from '../../../src/mesh/topology.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';

const CUBE = [
  0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
];

function box(at: readonly number[], size: readonly number[]): number[] {
  return Array.from({ length: 8 }, (_, i) =>
    [4, 2, 1].map((bit, k) => at[k] + ((i & bit) === 0 ? -0.5 : 0.5) * size[k]),
  ).flat();
}

/** A block of boxes of different sizes with gaps between them. */
function blocks(gap = 0.01, count = 3) {
  const positions: number[] = [];
  const triangles: number[] = [];
  const widths = [0.2, 0.5, 0.3];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < 2; j++) {
      const x = widths.slice(0, i).reduce((sum, width) => sum + width + gap, 0) + widths[i] / 2 - 0.5;
      const first = positions.length / 3;
      positions.push(...box([x, 0.21 * (j - 0.5), 0.1 * i], [widths[i], 0.21 - gap, 0.4]));
      triangles.push(...CUBE.map((vertex) => first + vertex));
    }
  }
  return { positions, triangles };
}

function bodyCount({ plugin, world }: Scene): number {
  return query(world, [plugin.components.RigidBody]).length;
}

/** All bodies' surfaces where they are. */
function surfaces({ plugin }: Scene, entities: readonly number[]) {
  const { px, py, pz, qx, qy, qz, qw } = plugin.components.RigidBody;
  const points: number[] = [];
  const triangles: number[] = [];
  for (const e of entities) {
    const first = points.length / 3;
    const mesh = plugin.readMesh(plugin.components.MeshTopology.mesh[e]);
    for (const vertex of mesh.triangles) triangles.push(first + vertex);
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [x, y, z] = mesh.positions.subarray(i, i + 3);
      const [a, b, c] = [
        2 * (qy[e] * z - qz[e] * y),
        2 * (qz[e] * x - qx[e] * z),
        2 * (qx[e] * y - qy[e] * x),
      ];
      points.push(
        px[e] + x + qw[e] * a + qy[e] * c - qz[e] * b,
        py[e] + y + qw[e] * b + qz[e] * a - qx[e] * c,
        pz[e] + z + qw[e] * c + qx[e] * b - qy[e] * a,
      );
    }
  }
  return { points: Float64Array.from(points), triangles: Uint32Array.from(triangles) };
}

function intersections(scene: Scene, entities: readonly number[]): number {
  const { points, triangles } = surfaces(scene, entities);
  return new StaticTest(triangles, points.length / 3, {
    prescribed: new Uint8Array(points.length / 3),
  }).count(points);
}

/** Both momenta about the world's origin, from the columns and each mesh's own mass properties. */
function momenta({ plugin }: Scene, entities: readonly number[]): number[] {
  const body = plugin.components.RigidBody;
  const sum = new Array<number>(7).fill(0);
  for (const e of entities) {
    const { positions, triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[e]);
    const points = Float64Array.from(positions);
    const solid = drain(massProperties(points, triangles, buildTopology(triangles, points.length / 3)));
    const own = [body.ixx, body.iyy, body.izz, body.ixy, body.ixz, body.iyz].map((column) => column[e]);
    const isOwn = own.some((value) => value !== 0);
    const [xx, yy, zz, xy, xz, yz] = isOwn ? own : solid.inertia.map((value) => value * body.mass[e]);
    const turn = (v: readonly number[], sign: number) => {
      const [x, y, z, w] = [sign * body.qx[e], sign * body.qy[e], sign * body.qz[e], body.qw[e]];
      const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
      return [
        v[0] + w * t[0] + y * t[2] - z * t[1],
        v[1] + w * t[1] + z * t[0] - x * t[2],
        v[2] + w * t[2] + x * t[1] - y * t[0],
      ];
    };
    const arm = turn([body.cx[e], body.cy[e], body.cz[e]], 1);
    const at = [body.px[e] + arm[0], body.py[e] + arm[1], body.pz[e] + arm[2]];
    const v = [body.vx[e], body.vy[e], body.vz[e]];
    const w = turn([body.wx[e], body.wy[e], body.wz[e]], -1);
    const spin = turn(
      [
        xx * w[0] + xy * w[1] + xz * w[2],
        xy * w[0] + yy * w[1] + yz * w[2],
        xz * w[0] + yz * w[1] + zz * w[2],
      ],
      1,
    );
    const m = body.mass[e];
    sum[6] += m;
    for (let k = 0; k < 3; k++) {
      sum[k] += m * v[k];
      sum[3 + k] += spin[k] + m * (at[(k + 1) % 3] * v[(k + 2) % 3] - at[(k + 2) % 3] * v[(k + 1) % 3]);
    }
  }
  return sum;
}

describe('a body that breaks', () => {
  test.each([1, 2, 3])('keeps mass and both momenta, trial %i', async (seed) => {
    const next = random(seed);
    const scene = await openScene({ gravity: [0, 0, 0] });
    const mesh = scene.plugin.loadMesh(blocks(), { pieces: 'components' });
    const entity = addEntity(scene.world);
    const [x, y, z, w] = [next() - 0.5, next() - 0.5, next() - 0.5, next() + 0.2];
    const size = Math.sqrt(x * x + y * y + z * z + w * w);
    const some = () => 4 * next() - 2;
    scene.plugin.addRigidBody(entity, {
      mesh,
      position: [some(), some(), some()],
      rotation: [x / size, y / size, z / size, w / size],
      body: { mass: 3, vx: some(), vy: some(), vz: some(), wx: some(), wy: some(), wz: some() },
    });
    scene.plugin.step();
    const before = momenta(scene, [entity]);
    const { pieces } = scene.plugin.break(entity);
    expect(pieces).toHaveLength(6);
    expect(pieces[0]).toBe(entity);
    const after = momenta(scene, pieces);
    before.forEach((value, i) => {
      expect(after[i]).toBeCloseTo(value, 6);
    });
    const { mass } = scene.plugin.components.RigidBody;
    expect(mass[entity]).toBe(Math.max(...pieces.map((piece) => mass[piece])));
    expect(intersections(scene, pieces)).toBe(0);
    for (let i = 0; i < 10; i++) scene.plugin.step();
    const later = momenta(scene, pieces);
    before.forEach((value, i) => {
      expect(Math.abs(later[i] - value)).toBeLessThan(2e-3 * (1 + Math.abs(value)));
    });
  });

  /** A block falls on a floor; returns when it broke, and what became of it. */
  async function dropped(strength: number, steps = 60) {
    const scene = await openScene();
    const mesh = scene.plugin.loadMesh(blocks(), { pieces: 'components' });
    const floor = addEntity(scene.world);
    scene.plugin.addRigidBody(floor, {
      positions: box([0, -1, 0], [8, 0.5, 8]),
      triangles: CUBE,
      body: { motion: MOTION_FIXED },
    });
    const entity = addEntity(scene.world);
    scene.plugin.addRigidBody(entity, {
      mesh,
      position: [0, -0.2, 0],
      rotation: [0, 0, 0.28, 0.96],
      strength,
      body: { mass: 2, vy: -2 },
    });
    const breaks: (Break & { step: number })[] = [];
    let most = 0;
    for (let step = 0; step < steps; step++) {
      scene.plugin.step(1 / 60);
      most = Math.max(most, scene.plugin.components.Breaking.impulse[entity]);
      for (const each of scene.plugin.breaks) breaks.push({ ...each, step });
      const bodies = [floor, entity, ...breaks.flatMap(({ pieces }) => pieces.slice(1))];
      expect(intersections(scene, bodies)).toBe(0);
    }
    return { scene, entity, breaks, most };
  }

  test('does so where contacts push it harder than it bears, tells it once, and never meets anything', async () => {
    const { scene, entity, breaks } = await dropped(3);
    expect(breaks).toHaveLength(1);
    expect(breaks[0].entity).toBe(entity);
    expect(breaks[0].pieces).toHaveLength(6);
    expect(breaks[0].impulse).toBeGreaterThan(3);
    expect(bodyCount(scene)).toBe(7);
    const { parent, strength } = scene.plugin.components.Breaking;
    expect(breaks[0].pieces.map((piece) => parent[piece])).toEqual([0, ...Array(5).fill(entity)]);
    expect(strength[entity]).toBe(Number.POSITIVE_INFINITY);
    expect(scene.plugin.breaks).toHaveLength(0);
  });

  test.each<[string, { use?: 'deformable' }]>([
    ['a body', {}],
    ['a deformable', { use: 'deformable' }],
  ])(
    'stays whole where there are no rows for its pieces, %s: it is told once, and the step is what it would be',
    async (_, use) => {
      const run = async (strength: number) => {
        const told: FirstContactError[] = [];
        const scene = await openScene({ maxEntities: 4, onReport: (report) => told.push(report) });
        const { plugin, world } = scene;
        const [floor, entity] = [addEntity(world), addEntity(world)];
        const mesh = plugin.loadMesh(blocks(), { pieces: 'components', ...use });
        const ground = { positions: box([0, -1, 0], [8, 0.5, 8]), triangles: CUBE };
        plugin.addRigidBody(floor, { ...ground, body: { motion: MOTION_FIXED } });
        if (use.use) plugin.addDeformable(entity, { mesh, strength, cloth: { shapeStiffness: 1 } });
        else
          plugin.addRigidBody(entity, { mesh, position: [0, -0.2, 0], strength, body: { mass: 2, vy: -2 } });
        let refused = 0;
        let breaks = 0;
        for (let step = 0; step < 60; step++) {
          plugin.step(1 / 60);
          refused += plugin.counters.breaksRefused;
          breaks += plugin.breaks.length;
        }
        plugin.components.Breaking.strength[entity] = 0; // the two worlds differ in nothing else
        return {
          scene,
          entity,
          told,
          refused,
          breaks,
          after: createHash('sha256').update(plugin.snapshot()).digest('hex'),
        };
      };
      const whole = await run(Number.MAX_VALUE);
      expect(whole).toMatchObject({ told: [], refused: 0, breaks: 0 });
      const strained = await run(1e-6);
      expect(strained.refused).toBeGreaterThan(1);
      expect(strained.breaks).toBe(0);
      expect(strained.after).toBe(whole.after);
      expect(strained.told.length).toBeLessThan(strained.refused);
      expect(strained.told[0]).toMatchObject({ code: 'WORLD_FULL', entity: strained.entity });
      expect(entityExists(strained.scene.world, strained.entity + 1)).toBe(false);
    },
  );

  test('an error of who is told of its pieces is not taken for a refusal: it broke', async () => {
    const { plugin, world } = await openScene();
    const entity = addEntity(world);
    const mesh = plugin.loadMesh(blocks(), { pieces: 'components' });
    const ground = { positions: box([0, -1, 0], [8, 0.5, 8]), triangles: CUBE };
    plugin.addRigidBody(addEntity(world), { ...ground, body: { motion: MOTION_FIXED } });
    plugin.addRigidBody(entity, {
      mesh,
      position: [0, -0.2, 0],
      strength: 1e-6,
      body: { mass: 2, vy: -2 },
    });
    plugin.step();
    const before = plugin.components.MeshTopology.mesh[entity];
    observe(world, onAdd(plugin.components.RigidBody), () => plugin.step());
    const step = () => {
      for (let i = 0; i < 60; i++) plugin.step();
    };
    expect(thrownBy(step)).toMatchObject({ code: 'STEP_IN_PROGRESS' });
    expect(plugin.components.MeshTopology.mesh[entity]).not.toBe(before);
    expect(plugin.counters.breaksRefused).toBe(0);
  });

  test('stays whole where they do not; what it was pushed with is what its motion says', async () => {
    const { scene, breaks, most } = await dropped(1000);
    expect(breaks).toHaveLength(0);
    expect(bodyCount(scene)).toBe(2);
    // 2 kg that came at over 2 m/s were stopped
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThan(30);
  });

  test('goes on in the same way after a restore to before it broke, with the same ids', async () => {
    const { scene, entity } = await dropped(3, 2);
    const { plugin, world } = scene;
    const before = plugin.snapshot();
    const run = () => {
      const frames: string[] = [];
      let broken: readonly number[] = [];
      for (let i = 0; i < 40; i++) {
        plugin.step(1 / 60);
        if (plugin.breaks.length > 0) broken = plugin.breaks[0].pieces;
        frames.push(createHash('sha256').update(plugin.snapshot()).digest('hex'));
      }
      return { broken, frames };
    };
    const first = run();
    expect(first.broken).toHaveLength(6);
    const after = plugin.snapshot();
    plugin.restore(after);
    expect(Buffer.compare(plugin.snapshot(), after)).toBe(0);
    plugin.restore(before);
    expect(first.broken.map((piece) => entityExists(world, piece))).toEqual([true, ...Array(5).fill(false)]);
    expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
    expect(run()).toEqual(first);
    expect(plugin.components.Breaking.strength[entity]).toBe(Number.POSITIVE_INFINITY);
  });

  test('frees its mesh and those of its pieces with the last body that has them', async () => {
    const scene = await openScene();
    const { plugin } = scene;
    const mesh = plugin.loadMesh(blocks(), { pieces: 'components' });
    const entity = addEntity(scene.world);
    plugin.addRigidBody(entity, { mesh });
    plugin.step();
    const { pieces } = plugin.break(entity);
    plugin.unloadMesh(mesh);
    plugin.step();
    const own = plugin.components.MeshTopology.mesh[pieces[3]];
    expect(plugin.meshFacts(own)).toMatchObject({ kept: false, users: 1, whole: 0 });
    expect(thrownBy(() => plugin.meshFacts(mesh))).toMatchObject({ code: 'STALE_MESH' });
    for (const piece of pieces) plugin.removeCollider(piece);
    plugin.step();
    expect(thrownBy(() => plugin.meshFacts(own))).toMatchObject({ code: 'STALE_MESH' });
  });

  test('may be a shell whose pieces are numbered, and may have been fixed', async () => {
    const ball = icosphereMesh({ subdivisions: 3, radius: 1 });
    const scene = await openScene({ gravity: [0, 0, 0] });
    const mesh = scene.plugin.loadMesh(ball, { pieces: piecesOf(ball, 9, 4), gap: 0.01 });
    const entity = addEntity(scene.world);
    scene.plugin.addRigidBody(entity, { mesh, body: { motion: MOTION_FIXED, mass: 6 }, strength: 1 });
    scene.plugin.step();
    const { pieces } = scene.plugin.break(entity);
    expect(pieces).toHaveLength(9);
    const { mass, motion, vx } = scene.plugin.components.RigidBody;
    expect(pieces.reduce((sum, piece) => sum + mass[piece], 0)).toBeCloseTo(6, 12);
    expect(pieces.every((piece) => motion[piece] === 0 && vx[piece] === 0)).toBe(true);
    expect(intersections(scene, pieces)).toBe(0);
    for (let i = 0; i < 5; i++) scene.plugin.step();
    expect(intersections(scene, pieces)).toBe(0);
  });

  test('is refused where it makes no sense, and nothing is left behind', async () => {
    const { plugin, world } = await openScene({ maxEntities: 4 });
    const blocksBefore = plugin.memory.blocks;
    const load = (options: object, input = blocks()) => thrownBy(() => plugin.loadMesh(input, options));
    expect(load({ pieces: 'components' }, blocks(0))).toMatchObject({ code: 'PIECES_TOUCH' });
    expect(load({ pieces: [0, 1] })).toMatchObject({ code: 'BAD_SETTING' });
    expect(load({ pieces: Array(72).fill(0) })).toMatchObject({ code: 'BAD_SETTING' });
    expect(load({ pieces: Array(72).fill(0.5) })).toMatchObject({ code: 'INDEX_NOT_INTEGER' });
    expect(load({ pieces: 'components', gap: -1 })).toMatchObject({ code: 'BAD_SETTING' });
    expect(plugin.memory.blocks).toBe(blocksBefore);
    const mesh = plugin.loadMesh(blocks(), { pieces: 'components' });
    const entity = addEntity(world);
    expect(thrownBy(() => plugin.addRigidBody(entity, { ...blocks(), strength: 1 }))).toMatchObject({
      code: 'BAD_SETTING',
      entity,
    });
    expect(thrownBy(() => plugin.addRigidBody(entity, { mesh, strength: -1 }))).toMatchObject({
      code: 'BAD_SETTING',
      entity,
    });
    plugin.addRigidBody(entity, { mesh, strength: 1 });
    plugin.step();
    const before = plugin.snapshot();
    // six bodies need six rows
    expect(thrownBy(() => plugin.break(entity))).toMatchObject({ code: 'WORLD_FULL' });
    expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
    expect(entityExists(world, 2)).toBe(false);
    expect(thrownBy(() => plugin.unloadMesh(mesh + 1))).toMatchObject({ code: 'BAD_SETTING' });
  });
});

test('who breaks is told to have touched what it broke on, and nobody else', async () => {
  const { plugin, world } = await openScene({ gravity: [0, 0, 0] });
  const { touching } = plugin.components.Contacts;
  const mesh = plugin.loadMesh(blocks(), { pieces: 'components' });
  const wall = { positions: box([0, 0, 0], [1, 3, 3]), triangles: CUBE };
  const [fixed, thrown] = [addEntity(world), addEntity(world)];
  plugin.addRigidBody(fixed, { ...wall, position: [1.2, 0, 0], body: { motion: MOTION_FIXED } });
  plugin.addRigidBody(thrown, { mesh, strength: 1, body: { vx: 20 } });
  for (let i = 0; i < 5 && plugin.breaks.length === 0; i++) plugin.step();
  expect(plugin.breaks[0].entity).toBe(thrown);
  const { a, b, count, impulse } = plugin.contactEvents;
  expect(Array.from({ length: count }, (_, i) => [a[i], b[i]])).toEqual([[fixed, thrown]]);
  expect(impulse[0]).toBeGreaterThan(1);
  expect([touching[0], touching[fixed], touching[thrown]]).toEqual([0, 1, 1]);
});

test.each(['before', 'after'])(
  'what sleeps on a body that breaks wakes: it was added %s it',
  async (when) => {
    const { plugin, world } = await openScene();
    const { asleep } = plugin.components.RigidBody;
    const mesh = plugin.loadMesh(blocks(), { pieces: 'components' });
    const slab = (size: readonly number[]) => ({ positions: box([0, 0, 0], size), triangles: CUBE });
    const [floor, first, second] = [addEntity(world), addEntity(world), addEntity(world)];
    const [plate, breaking] = when === 'before' ? [first, second] : [second, first];
    plugin.addRigidBody(floor, {
      ...slab([5, 1, 5]),
      position: [0, -0.5, 0],
      body: { motion: MOTION_FIXED },
    });
    plugin.addRigidBody(breaking, { mesh, position: [0, 0.206, 0] });
    plugin.addRigidBody(plate, { ...slab([0.9, 0.2, 0.3]), position: [0, 0.512, 0] });
    for (let i = 0; i < 400 && asleep[plate] === 0; i++) plugin.step();
    expect([asleep[plate], asleep[breaking]]).toEqual([1, 1]);
    plugin.break(breaking);
    plugin.step();
    expect(asleep[plate]).toBe(0);
  },
);
