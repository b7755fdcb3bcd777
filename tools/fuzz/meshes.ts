import { addEntity, createWorld, removeEntity } from 'bitecs';
import { gridMesh, icosphereMesh } from '../../scenes/meshes/index.js';
import { random } from '../../scenes/random.js';
import { createCollisionPlugin, type MeshInput } from '../../src/index.js';
import { attempt, type FuzzReport, newFuzzReport } from './report.js';

const BASES = [gridMesh({ columns: 3, rows: 2 }), icosphereMesh({ subdivisions: 0 })];

/**
 * Meshes of random bytes, and good ones with some bytes changed: refused by a typed error, or loaded, stepped and unloaded;
 * nothing of them is left in the memory.
 */
export async function fuzzMeshes(count: number, seed: number): Promise<FuzzReport> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20, gravity: [0, 0, 0] });
  const next = random(seed);
  const report = newFuzzReport();
  for (let i = 0; i < count; i++) {
    const mesh = next() < 0.5 ? randomMesh(next) : changedMesh(next);
    const deforms = next() < 0.5;
    const place = `meshes, seed ${seed}, mesh ${i}`;
    const entity = addEntity(world);
    const isTaken = attempt(report, place, () =>
      deforms
        ? plugin.addDeformable(entity, mesh)
        : plugin.addRigidBody(entity, { ...mesh, body: { motion: 2 } }),
    );
    if (isTaken) attempt(report, `${place}, stepped`, () => plugin.step(1 / 60));
    removeEntity(world, entity);
    attempt(report, `${place}, removed`, () => plugin.step(1 / 60));
    if (plugin.memory.blocks !== 0) {
      report.failures.push(`${place}: it left ${plugin.memory.blocks} blocks`);
      return report;
    }
  }
  return report;
}

function randomMesh(next: () => number): MeshInput {
  const bytes = (length: number) => Uint8Array.from({ length }, () => Math.floor(next() * 256));
  const positions = bytes(24 * (1 + Math.floor(next() * 6))).buffer;
  const corners = 3 * (1 + Math.floor(next() * 8)) + (next() < 0.1 ? 1 : 0);
  const small = Uint32Array.from({ length: corners }, () => Math.floor(next() * 9));
  return {
    positions: next() < 0.5 ? new Float64Array(positions) : new Float32Array(positions),
    triangles: next() < 0.8 ? small : new Uint32Array(bytes(4 * corners).buffer),
  };
}

function changedMesh(next: () => number): MeshInput {
  const base = BASES[Math.floor(next() * BASES.length)];
  const positions = base.positions.slice();
  const triangles = base.triangles.slice();
  const where = next() < 0.5 ? positions : triangles;
  const bytes = new Uint8Array(where.buffer);
  for (let k = 0; k < 1 + 3 * next(); k++) {
    bytes[Math.floor(next() * bytes.length)] ^= 1 << Math.floor(next() * 8);
  }
  return { positions, triangles };
}
