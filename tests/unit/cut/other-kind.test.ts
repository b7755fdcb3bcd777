// Pieces that are of another kind than the whole was: rigid ones of what deformed, and the other way round.
import { addEntity, entityExists, hasComponent } from 'bitecs';
import { expect, test } from 'vitest';
import { gridMesh, icosphereMesh, piecesOf, type SceneMesh } from '../../../scenes/meshes/index.js';
import { MOTION_DYNAMIC } from '../../../src/index.js';
import { openScene } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';
import { meetings, STIFF, surfaceOf, wall } from './glued-support.js';
import { momentaOfBody, momentaOfPoints, sumOf, velocitiesOf } from './momenta.js';

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
