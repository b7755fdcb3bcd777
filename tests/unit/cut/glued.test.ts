import { createHash } from 'node:crypto';
import { addEntity, entityExists, hasComponent } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh, piecesOf, type SceneMesh } from '../../../scenes/meshes/index.js';
import { placedPoints } from '../../../scenes/meshes/placed.js';
import { MOTION_DYNAMIC, MOTION_FIXED } from '../../../src/index.js';
import { insideOf } from '../../../src/plugin/inside.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { openScene, type Scene } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';

const GAP = 0.01;
const FLOOR = boxMesh({ cells: [2, 1, 2], size: [4, 0.2, 4] });
const STIFF = { density: 5, shapeStiffness: 1, bendCompliance: 0.01 };

/** A wall of boxes with gaps, each a closed surface: much nearer to each other than their thickness. */
function wall(columns = 3, rows = 2): SceneMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++) {
    for (let k = 0; k < rows; k++) {
      const size = [0.2 + 0.05 * i, 0.2, 0.15] as const;
      const brick = boxMesh({ cells: [2, 2, 1], size });
      const first = positions.length / 3;
      const x = 0.24 * i + 0.025 * i * i - 0.3;
      positions.push(...brick.positions.map((v, c) => v + [x, (0.2 + GAP) * k, 0][c % 3]));
      triangles.push(...brick.triangles.map((v) => v + first));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Where an entity's surface is. */
function surfaceOf({ plugin, world }: Scene, e: number): SceneMesh {
  const { MeshTopology, RigidBody } = plugin.components;
  const { positions, triangles } = plugin.readMesh(MeshTopology.mesh[e]);
  if (!hasComponent(world, e, RigidBody))
    return { positions: plugin.readVertices(e, new Float64Array(positions.length)), triangles };
  const { px, py, pz, qx, qy, qz, qw } = RigidBody;
  const place = { position: [px[e], py[e], pz[e]], rotation: [qx[e], qy[e], qz[e], qw[e]] } as const;
  return { positions: placedPoints(Float64Array.from(positions), place), triangles };
}

/** Pairs that meet among surfaces, each with itself too. */
function meetings(scene: Scene, entities: readonly number[]): number {
  const points: number[] = [];
  const triangles: number[] = [];
  for (const entity of entities) {
    const first = points.length / 3;
    const surface = surfaceOf(scene, entity);
    for (const value of surface.positions) points.push(value);
    for (const vertex of surface.triangles) triangles.push(first + vertex);
  }
  const prescribed = new Uint8Array(points.length / 3);
  return new StaticTest(Uint32Array.from(triangles), points.length / 3, { prescribed }).count(
    Float64Array.from(points),
  );
}

type Vec = readonly number[];
const cross = (a: Vec, b: Vec) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

/** Linear and angular momentum about the origin of points, where each triangle weighs down its corners. */
function momentaOfPoints(
  points: Float64Array,
  velocities: Float64Array,
  rest: SceneMesh,
  density: number,
): number[] {
  const mass = new Float64Array(points.length / 3);
  for (let t = 0; t < rest.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [
      ...rest.positions.slice(3 * rest.triangles[t + k], 3 * rest.triangles[t + k] + 3),
    ]);
    const area =
      Math.hypot(
        ...cross(
          b.map((x, k) => x - a[k]),
          c.map((x, k) => x - a[k]),
        ),
      ) / 2;
    for (let k = 0; k < 3; k++) mass[rest.triangles[t + k]] += (density * area) / 3;
  }
  const sum = [0, 0, 0, 0, 0, 0, 0];
  mass.forEach((m, v) => {
    const [x, u] = [points, velocities].map((values) => [...values.slice(3 * v, 3 * v + 3)]);
    const turn = cross(x, u);
    for (let k = 0; k < 3; k++) {
      sum[k] += m * u[k];
      sum[3 + k] += m * turn[k];
    }
    sum[6] += m;
  });
  return sum;
}

/** The same of a body, from its columns, with the inertia that is written there or that of its volume. */
function momentaOfBody({ plugin }: Scene, e: number): number[] {
  const b = plugin.components.RigidBody;
  const turned = (v: Vec, sign: number) => {
    const q = [sign * b.qx[e], sign * b.qy[e], sign * b.qz[e]];
    const t = cross(q, v).map((x) => 2 * x);
    const u = cross(q, t);
    return v.map((x, k) => x + b.qw[e] * t[k] + u[k]);
  };
  const own = [b.ixx, b.iyy, b.izz, b.ixy, b.ixz, b.iyz].map((column) => column[e]);
  const solid = plugin.meshFacts(plugin.components.MeshTopology.mesh[e]).solid.inertia;
  const [xx, yy, zz, xy, xz, yz] = own.some((x) => x !== 0) ? own : solid.map((x) => x * b.mass[e]);
  const w = turned([b.wx[e], b.wy[e], b.wz[e]], -1);
  const spin = turned(
    [xx * w[0] + xy * w[1] + xz * w[2], xy * w[0] + yy * w[1] + yz * w[2], xz * w[0] + yz * w[1] + zz * w[2]],
    1,
  );
  const arm = turned([b.cx[e], b.cy[e], b.cz[e]], 1);
  const v = [b.vx[e], b.vy[e], b.vz[e]];
  const turn = cross([b.px[e] + arm[0], b.py[e] + arm[1], b.pz[e] + arm[2]], v);
  const m = b.mass[e];
  return [...v.map((x) => m * x), ...spin.map((x, k) => x + m * turn[k]), m];
}

function sumOf(all: readonly number[][]): number[] {
  return all[0].map((_, k) => all.reduce((sum, each) => sum + each[k], 0));
}

/** Velocities of a deformable's vertices. */
function velocitiesOf({ plugin }: Scene, entity: number): Float64Array {
  const { colliders, core } = insideOf(plugin)!.context;
  const first = core.arena.address(colliders.motion[entity]) / 8;
  return core.arena.f64.slice(first, first + 3 * plugin.components.MeshTopology.vertexCount[entity]);
}

/** A glued wall falls on a floor. */
async function dropped(strength: number, steps: number, as: 'rigid' | 'deformable' = 'deformable') {
  const scene = await openScene({ timeStep: 1 / 60 });
  const { plugin, world } = scene;
  const floor = addEntity(world);
  plugin.addRigidBody(floor, { ...FLOOR, position: [0, -0.6, 0], body: { motion: MOTION_FIXED } });
  const mesh = plugin.loadMesh(wall(), { use: 'deformable', pieces: 'components', as });
  const entity = addEntity(world);
  plugin.addDeformable(entity, { mesh, strength, cloth: STIFF });
  plugin.unloadMesh(mesh);
  const breaks: { step: number; pieces: readonly number[]; impulse: number }[] = [];
  let most = 0;
  let known = [floor, entity];
  for (let step = 0; step < steps; step++) {
    plugin.step();
    most = Math.max(most, plugin.components.Breaking.impulse[entity]);
    for (const { pieces, impulse } of plugin.breaks) {
      breaks.push({ step, pieces, impulse });
      known = [floor, ...pieces];
    }
    expect(meetings(scene, known)).toBe(0);
  }
  return { scene, entity, floor, breaks, most, known };
}

describe('a deformable whose pieces are glued', () => {
  test('falls and lands as one body where it bears that', async () => {
    const { entity, breaks, most, scene } = await dropped(1000, 50);
    expect(breaks).toHaveLength(0);
    // 4.6 kg at 3 m/s
    expect(most).toBeGreaterThan(1);
    const { positions } = surfaceOf(scene, entity);
    const rest = wall().positions;
    for (const [a, b] of [
      [0, 60],
      [20, 100],
      [3, positions.length / 3 - 1],
    ]) {
      const apart = (p: ArrayLike<number>) =>
        Math.hypot(...[0, 1, 2].map((k) => p[3 * a + k] - p[3 * b + k]));
      expect(Math.abs(apart(positions) / apart(rest) - 1)).toBeLessThan(0.02);
    }
  });

  test('does not push itself, however near its pieces are', async () => {
    const scene = await openScene({ gravity: [0, 0, 0], timeStep: 1 / 60 });
    const { plugin, world } = scene;
    const mesh = plugin.loadMesh(wall(), { use: 'deformable', pieces: 'components' });
    const entity = addEntity(world);
    plugin.addDeformable(entity, { mesh, strength: 1e-9, cloth: { ...STIFF, shapeStiffness: 0.01 } });
    for (let step = 0; step < 5; step++) plugin.step();
    expect(plugin.components.Breaking.impulse[entity]).toBe(0);
    expect(plugin.contacts.count).toBe(0);
    const { positions } = surfaceOf(scene, entity);
    wall().positions.forEach((x, i) => {
      expect(Math.abs(positions[i] - x)).toBeLessThan(1e-9);
    });
  });

  test.each(['deformable', 'rigid'] as const)(
    'breaks into %s pieces where contacts push harder, once, and nothing meets',
    async (as) => {
      const { entity, breaks, scene } = await dropped(0.5, 70, as);
      const { plugin, world } = scene;
      expect(breaks).toHaveLength(1);
      const [{ impulse, pieces }] = breaks;
      expect(pieces).toHaveLength(6);
      expect(pieces[0]).toBe(entity);
      expect(impulse).toBeGreaterThan(0.5);
      const { Breaking, Cloth, Deformable, RigidBody } = plugin.components;
      expect(pieces.map((piece) => Breaking.parent[piece])).toEqual([0, ...Array(5).fill(entity)]);
      for (const piece of pieces) {
        expect(Breaking.strength[piece]).toBe(Number.POSITIVE_INFINITY);
        expect(hasComponent(world, piece, RigidBody)).toBe(as === 'rigid');
        expect(hasComponent(world, piece, Deformable)).toBe(as === 'deformable');
        expect(hasComponent(world, piece, Cloth)).toBe(as === 'deformable');
      }
      // they lie apart from each other then
      expect(plugin.contactEvents.count).toBeGreaterThan(3);
    },
  );

  test.each(['deformable', 'rigid'] as const)(
    'goes on bit by bit from before it broke into %s pieces, with the same ids',
    async (as) => {
      const { scene, entity } = await dropped(0.5, 4, as);
      const { plugin, world } = scene;
      const before = plugin.snapshot();
      const run = () => {
        const frames: string[] = [];
        let broken: readonly number[] = [];
        for (let i = 0; i < 45; i++) {
          plugin.step();
          if (plugin.breaks.length > 0) broken = plugin.breaks[0].pieces;
          frames.push(createHash('sha256').update(plugin.snapshot()).digest('hex'));
        }
        return { broken, frames };
      };
      const first = run();
      expect(first.broken).toHaveLength(6);
      plugin.restore(before);
      expect(first.broken.map((piece) => entityExists(world, piece))).toEqual([
        true,
        ...Array(5).fill(false),
      ]);
      expect(hasComponent(world, entity, plugin.components.Deformable)).toBe(true);
      expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
      expect(run()).toEqual(first);
    },
  );

  test('names features of its pieces in contacts of the step in which it broke', async () => {
    const { scene, breaks, known } = await dropped(0.5, 60);
    const last = breaks[0].step;
    const again = await dropped(0.5, last + 1);
    const { contacts } = again.scene.plugin;
    expect(contacts.count).toBeGreaterThan(0);
    expect(known.length).toBe(again.known.length);
    const named = new Set<number>();
    for (let i = 0; i < contacts.count; i++) {
      named.add(contacts.a[i]).add(contacts.b[i]);
      const { components } = again.scene.plugin;
      const [vertices, faces] = [components.MeshTopology.vertexCount, components.MeshTopology.triangleCount];
      if (contacts.kind[i] === 0) {
        expect(contacts.featureA[i]).toBeLessThan(vertices[contacts.a[i]]);
        expect(contacts.featureB[i]).toBeLessThan(faces[contacts.b[i]]);
      }
    }
    // more than one piece was at the floor
    expect(named.size).toBeGreaterThan(2);
    expect(scene.plugin.breaks).toHaveLength(0);
  });
});

/** Closed wedges: a solid's centre is not that of its surface. */
function wedges(): SceneMesh {
  const { positions, triangles } = wall(4, 1);
  return {
    positions: positions.map((x, i) => (i % 3 === 2 ? x * (1 + 3 * positions[i - 1]) : x)),
    triangles,
  };
}

/** Shards of a shell, or wedges, that fly and spin. */
async function thrown(seed: number, use: 'rigid' | 'deformable', as: 'rigid' | 'deformable') {
  const next = random(seed);
  const some = () => 2 * next() - 1;
  const scene = await openScene({ gravity: [0, 0, 0], timeStep: 1 / 60 });
  const { plugin, world } = scene;
  const ball = icosphereMesh({ subdivisions: 2, radius: 0.5 });
  const shards = { use, as, pieces: piecesOf(ball, 7, seed), gap: 0.01 };
  const mesh =
    seed === 3 ? plugin.loadMesh(wedges(), { use, as, pieces: 'components' }) : plugin.loadMesh(ball, shards);
  const entity = addEntity(world);
  return { entity, mesh, plugin, scene, some, world };
}

test.each([1, 2, 3])(
  'pieces of a rigid body that deform keep its mass and both momenta, trial %i',
  async (seed) => {
    const { entity, mesh, plugin, scene, some } = await thrown(seed, 'rigid', 'deformable');
    const q = [some(), some(), some(), some()];
    const size = Math.hypot(...q);
    plugin.addRigidBody(entity, {
      mesh,
      position: [some(), some(), some()],
      rotation: q.map((x) => x / size) as unknown as readonly [number, number, number, number],
      // a shell's own
      body: {
        mass: 3,
        ixx: 0.4,
        iyy: 0.45,
        izz: 0.5,
        vx: some(),
        vy: some(),
        vz: some(),
        wx: some(),
        wy: some(),
        wz: some(),
      },
      cloth: { shapeStiffness: 0.9, damping: 0 },
      strength: 1e9,
    });
    plugin.step();
    const before = momentaOfBody(scene, entity);
    const placed = surfaceOf(scene, entity).positions;
    const taken = plugin.snapshot();
    const { pieces } = plugin.break(entity);
    expect(pieces).toHaveLength(seed === 3 ? 4 : 7);
    expect(meetings(scene, pieces)).toBe(0);
    const { Cloth } = plugin.components;
    const isKnown = (point: ArrayLike<number>) => {
      for (let i = 0; i < placed.length; i += 3)
        if (Math.hypot(...[0, 1, 2].map((k) => placed[i + k] - point[k])) < 1e-6) return true;
      return false;
    };
    const after = pieces.map((piece) => {
      expect(Cloth.simulated[piece]).toBe(1);
      expect(Cloth.shapeStiffness[piece]).toBe(0.9);
      const surface = surfaceOf(scene, piece);
      // nothing moved, but for what arrays to be drawn round to f32
      for (let i = 0; i < surface.positions.length; i += 3)
        expect(isKnown(surface.positions.slice(i, i + 3))).toBe(true);
      return { piece, surface, rest: plugin.readMesh(plugin.components.MeshTopology.mesh[piece]) };
    });
    const momenta = after.map(({ piece, rest, surface }) => {
      const velocities = velocitiesOf(scene, piece);
      return momentaOfPoints(
        surface.positions,
        velocities,
        { ...rest, positions: Float64Array.from(rest.positions) },
        Cloth.density[piece],
      );
    });
    sumOf(momenta).forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(1e-6);
    });
    for (let step = 0; step < 10; step++) {
      plugin.step();
      expect(meetings(scene, pieces)).toBe(0);
    }
    plugin.restore(taken);
    expect(Buffer.compare(plugin.snapshot(), taken)).toBe(0);
    expect(plugin.break(entity).pieces).toEqual(pieces);
  },
);

test.each([1, 2, 3])(
  'pieces of a deformable that become rigid keep its mass and both momenta, trial %i',
  async (seed) => {
    const { entity, mesh, plugin, scene, some } = await thrown(seed, 'deformable', 'rigid');
    plugin.addDeformable(entity, { mesh, cloth: { ...STIFF, shapeStiffness: 0.3, damping: 0 } });
    const rest = plugin.readMesh(mesh);
    // drawn out along an axis: it swings, and what moves turns
    const drawn = Float64Array.from(
      rest.positions,
      (x, i) =>
        x * (i % 3 === 0 ? 1.2 : 1) + (i % 3 === 1 ? 0.2 * rest.positions[i - 1] : 0) + some() * 0.002,
    );
    plugin.placeVertices(entity, drawn);
    for (let step = 0; step < 3; step++) plugin.step();
    const from = Float64Array.from(surfaceOf(scene, entity).positions);
    const velocities = velocitiesOf(scene, entity);
    const density = STIFF.density;
    const before = momentaOfPoints(
      from,
      velocities,
      { ...rest, positions: Float64Array.from(rest.positions) },
      density,
    );
    const { pieces } = plugin.break(entity);
    expect(pieces).toHaveLength(seed === 3 ? 4 : 7);
    expect(meetings(scene, pieces)).toBe(0);
    const after = sumOf(pieces.map((piece) => momentaOfBody(scene, piece)));
    before.forEach((value, k) => {
      expect(Math.abs(after[k] - value)).toBeLessThan(1e-6 * (1 + Math.abs(value)));
    });
    const { motion, mass } = plugin.components.RigidBody;
    expect(pieces.every((piece) => motion[piece] === MOTION_DYNAMIC && mass[piece] > 0)).toBe(true);
    for (let step = 0; step < 10; step++) {
      plugin.step();
      expect(meetings(scene, pieces)).toBe(0);
    }
  },
);

test('what a cut separates may go on as a rigid body, with its momenta, and the rest hangs on', async () => {
  const scene = await openScene({ timeStep: 1 / 60 });
  const { plugin, world } = scene;
  const entity = addEntity(world);
  const sheet = gridMesh({ columns: 8, rows: 8, width: 0.8, depth: 0.8, height: 0 });
  plugin.addDeformable(entity, { ...sheet, cloth: { pins: [0, 8], damping: 0 } });
  for (let step = 0; step < 20; step++) plugin.step();
  const from = Float64Array.from(surfaceOf(scene, entity).positions);
  const velocities = velocitiesOf(scene, entity);
  const path = Array.from({ length: 9 }, (_, i) => 36 + i);
  const taken = plugin.snapshot();
  expect(thrownBy(() => plugin.cut(entity, { path, as: 'soft' as 'rigid' }))).toMatchObject({
    code: 'BAD_SETTING',
  });
  const { opened, pieces } = plugin.cut(entity, { path, as: 'rigid', gap: 1e-4 });
  expect(opened).toBe(9);
  const [rest, fallen] = pieces;
  expect(rest.entity).toBe(entity);
  const { Cloth, Deformable, RigidBody } = plugin.components;
  expect(pieces.map((piece) => hasComponent(world, piece.entity, RigidBody))).toEqual([false, true]);
  expect(hasComponent(world, fallen.entity, Deformable)).toBe(false);
  // a cut moves its sides by half a gap
  const own = (values: Float64Array) =>
    Float64Array.from(
      { length: 3 * fallen.vertices.length },
      (_, i) => values[3 * fallen.vertices[Math.floor(i / 3)] + (i % 3)],
    );
  const { triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[fallen.entity]);
  const before = momentaOfPoints(
    own(from),
    own(velocities),
    { positions: own(Float64Array.from(sheet.positions)), triangles },
    Cloth.density[entity],
  );
  momentaOfBody(scene, fallen.entity).forEach((value, k) => {
    expect(Math.abs(value - before[k])).toBeLessThan(1e-3 * (1 + Math.abs(before[k])));
  });
  for (let step = 0; step < 30; step++) {
    plugin.step();
    expect(meetings(scene, [entity, fallen.entity])).toBe(0);
  }
  expect(RigidBody.py[fallen.entity]).toBeLessThan(-1);
  expect(Math.min(...surfaceOf(scene, entity).positions.filter((_, i) => i % 3 === 1))).toBeGreaterThan(-1);
  plugin.restore(taken);
  expect(entityExists(world, fallen.entity)).toBe(false);
  expect(plugin.cut(entity, { path, as: 'rigid', gap: 1e-4 }).pieces[1].entity).toBe(fallen.entity);
});

test('is refused where it makes no sense, and nothing is left behind', async () => {
  const { plugin, world } = await openScene({ maxEntities: 4 });
  const mesh = plugin.loadMesh(wall(), { use: 'deformable', pieces: 'components' });
  const entity = addEntity(world);
  const add = (options: object) => thrownBy(() => plugin.addDeformable(entity, { mesh, ...options }));
  expect(add({ cloth: { shapeStiffness: 0 } })).toMatchObject({ code: 'BAD_SETTING', entity });
  expect(add({ strength: 1 })).toMatchObject({ code: 'BAD_SETTING', entity });
  expect(add({ strength: -1, cloth: STIFF })).toMatchObject({ code: 'BAD_SETTING', entity });
  expect(
    thrownBy(() => plugin.addDeformable(entity, { ...wall(), strength: 1, cloth: STIFF })),
  ).toMatchObject({ code: 'BAD_SETTING' });
  expect(thrownBy(() => plugin.loadMesh(wall(), { as: 'rigid' }))).toMatchObject({ code: 'BAD_SETTING' });
  expect(
    thrownBy(() => plugin.loadMesh(wall(), { pieces: 'components', as: 'liquid' as 'rigid' })),
  ).toMatchObject({ code: 'BAD_SETTING' });
  const rigid = plugin.loadMesh(wall(), { pieces: 'components' });
  expect(thrownBy(() => plugin.addRigidBody(entity, { mesh: rigid, cloth: { damping: 1 } }))).toMatchObject({
    code: 'BAD_SETTING',
    entity,
  });
  plugin.addDeformable(entity, { mesh, strength: 1, cloth: STIFF });
  plugin.step();
  expect(thrownBy(() => plugin.cut(entity, { edges: [0] }))).toMatchObject({ code: 'BAD_SETTING', entity });
  const before = plugin.snapshot();
  // six pieces need six rows
  expect(thrownBy(() => plugin.break(entity))).toMatchObject({ code: 'WORLD_FULL' });
  expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
  expect(entityExists(world, 2)).toBe(false);
});
