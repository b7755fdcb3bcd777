import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, createWorld } from 'bitecs';
import {
  boxMesh,
  gearMesh,
  gridMesh,
  icosphereMesh,
  statueMesh,
  torusKnotMesh,
} from '../../scenes/meshes/index.js';
import { random } from '../../scenes/random.js';
import type { PluginOptions } from '../../src/index.js';
import { closingSheets } from '../closing-sheets.js';
import { randomDirection, randomRotation, scaled } from '../tunnel/motion.js';

/** What a revision's build exports: only what is public, since all else may be different there. */
export interface BuiltPackage {
  readonly core: typeof import('../../src/index.js');
  readonly geometry: typeof import('../../src/geometry/index.js');
  readonly rapier: typeof import('../../src/rapier/index.js');
}

/** Prepares some work, and returns what does it: always the same work, some tens of milliseconds. */
export type Workload = (built: BuiltPackage) => Promise<() => void>;

const UPRIGHT = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

export const WORKLOADS: Readonly<Record<string, Workload>> = {
  async elementary({ geometry }) {
    await geometry.initGeometry();
    const next = random(1);
    const queries = Array.from({ length: 4000 }, () => Array.from({ length: 24 }, () => next() - 0.5));
    return () => {
      for (const query of queries) {
        geometry.vertexFaceContact(query);
        geometry.edgeEdgeContact(query);
      }
    };
  },

  async 'contacts of deformables'({ geometry }) {
    await geometry.initGeometry();
    const { start, end, triangles } = closingSheets(71);
    const collider = new geometry.DeformableCollider({ positions: start, triangles });
    return () => {
      collider.update(end, start);
      collider.contacts();
    };
  },

  async 'contacts on two threads'({ core }) {
    const world = createWorld();
    const plugin = await core.createCollisionPlugin(world, { workers: 2 });
    if (plugin.workers !== 2) throw new Error('there is one thread');
    const { start, end, triangles } = closingSheets(71);
    const sheets = addEntity(world);
    plugin.addDeformable(sheets, { positions: start, triangles });
    let step = 0;
    return () => {
      plugin.moveVertices(sheets, step++ & 1 ? start : end);
      plugin.step(1 / 60);
    };
  },

  async 'time of contact'({ geometry }) {
    await geometry.initGeometry();
    const { positions, triangles } = torusKnotMesh({ along: 240, tube: 20 });
    const mesh = geometry.rigidMesh(positions, triangles);
    const next = random(2);
    const motions = Array.from({ length: 60 }, () => ({
      start: { position: scaled(randomDirection(next), 4 * mesh.radius), rotation: randomRotation(next) },
      end: { position: scaled(randomDirection(next), 0.5), rotation: randomRotation(next) },
    }));
    const still = { start: UPRIGHT, end: UPRIGHT };
    return () => {
      for (const motion of motions) geometry.timeOfContact(mesh, motion, mesh, still);
    };
  },

  async 'distance of meshes'({ geometry }) {
    await geometry.initGeometry();
    const { positions, triangles } = gearMesh({ teeth: 12, quadsASide: 2, rows: 4 });
    const mesh = geometry.rigidMesh(positions, triangles);
    const next = random(3);
    const poses = Array.from({ length: 100 }, () => ({
      position: scaled(randomDirection(next), 3 * mesh.radius),
      rotation: randomRotation(next),
    }));
    return () => {
      for (const pose of poses) geometry.distance(mesh, UPRIGHT, mesh, pose);
    };
  },

  async 'loading meshes'({ core }) {
    const plugin = await core.createCollisionPlugin(createWorld());
    const cloth = gridMesh({ columns: 60, rows: 60 });
    const statue = statueMesh({ around: 40, rows: 60 });
    return () => {
      plugin.unloadMesh(plugin.loadMesh(cloth, { use: 'deformable' }));
      plugin.unloadMesh(plugin.loadMesh(statue, { use: 'rigid' }));
    };
  },

  async 'steps of rigid bodies'(built) {
    const { plugin, fall } = await fallingBodies(built);
    return () => {
      fall();
      for (let step = 0; step < 12; step++) plugin.step(1 / 60);
    };
  },

  async 'steps over Rapier'(built) {
    await RAPIER.init();
    const { plugin, fall } = await fallingBodies(built, { rigid: built.rapier.rapierBackend(RAPIER) });
    return () => {
      fall();
      for (let step = 0; step < 12; step++) plugin.step(1 / 60);
    };
  },

  async rays(built) {
    const { plugin } = await fallingBodies(built);
    const next = random(4);
    const rays = Array.from({ length: 1000 }, () => {
      const origin = scaled(randomDirection(next), 6);
      const to = scaled(randomDirection(next), 2);
      return { origin, direction: to.map((x, k) => x - origin[k]) as unknown as typeof origin };
    });
    return () => {
      for (const ray of rays) plugin.raycast(ray);
    };
  },

  async cuts({ core }) {
    const world = createWorld();
    const plugin = await core.createCollisionPlugin(world);
    const sheet = addEntity(world);
    const [columns, rows] = [60, 60];
    plugin.addDeformable(sheet, gridMesh({ columns, rows }));
    plugin.step(1 / 60);
    const start = plugin.snapshot();
    const first = (columns + 1) * (rows / 2);
    const path = Array.from({ length: columns + 1 }, (_, i) => first + i);
    return () => {
      plugin.restore(start);
      plugin.cut(sheet, { path, pieces: 'together' });
      plugin.step(1 / 60);
    };
  },

  async 'steps of cloth'({ core }) {
    const world = createWorld();
    const plugin = await core.createCollisionPlugin(world, { gravity: [0, -9.81, 0] });
    const cloth = addEntity(world);
    const { positions, triangles } = gridMesh({ columns: 24, rows: 24, width: 1, depth: 1, height: 0.55 });
    plugin.addDeformable(cloth, { positions, triangles, cloth: {} });
    const ball = plugin.loadMesh(icosphereMesh({ subdivisions: 2, radius: 0.4 }));
    plugin.addRigidBody(addEntity(world), { mesh: ball, body: { motion: core.MOTION_FIXED } });
    plugin.step(1 / 60);
    const start = plugin.snapshot();
    return () => {
      plugin.restore(start);
      for (let step = 0; step < 8; step++) plugin.step(1 / 60);
    };
  },

  async snapshots(built) {
    const { plugin } = await fallingBodies(built);
    plugin.step(1 / 60);
    return () => {
      for (let i = 0; i < 10; i++) plugin.restore(plugin.snapshot());
    };
  },
};

/** Balls and boxes over a floor; `fall` puts them back to where they began. */
async function fallingBodies({ core }: BuiltPackage, options: PluginOptions = {}) {
  const world = createWorld();
  const plugin = await core.createCollisionPlugin(world, { ...options, gravity: [0, -9.81, 0] });
  const [ball, box, floor] = [
    icosphereMesh({ subdivisions: 2, radius: 0.4 }),
    boxMesh({ cells: [1, 1, 1], size: [0.7, 0.7, 0.7] }),
    boxMesh({ cells: [1, 1, 1], size: [20, 1, 20] }),
  ].map((mesh) => plugin.loadMesh(mesh));
  plugin.addRigidBody(addEntity(world), {
    mesh: floor,
    position: [0, -0.5, 0],
    body: { motion: core.MOTION_FIXED },
  });
  for (let i = 0; i < 18; i++) {
    plugin.addRigidBody(addEntity(world), {
      mesh: i % 2 === 0 ? ball : box,
      position: [(i % 3) * 0.85, 0.5 + 0.9 * Math.floor(i / 9), (Math.floor(i / 3) % 3) * 0.85],
      body: { vy: -2 },
    });
  }
  plugin.step(1 / 600);
  const start = plugin.snapshot();
  return { plugin, fall: () => plugin.restore(start) };
}
