import { addEntity, createWorld } from 'bitecs';
import { boxMesh, gridMesh, icosphereMesh } from '../../scenes/meshes/index.js';
import { random } from '../../scenes/random.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_DYNAMIC,
  MOTION_FIXED,
} from '../../src/index.js';
import { checksum } from '../../src/memory/checksum.js';
import { attempt, type FuzzReport, newFuzzReport } from './report.js';

const CHECKSUM_WORD = 3;
const HEADER_WORDS = 4;
const NUMBERS = ['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const;

/** Cloth on a ball on a floor, in contact. */
export async function contactScene(): Promise<CollisionPlugin> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20 });
  const floor = boxMesh({ cells: [1, 1, 1], size: [4, 1, 4] });
  plugin.addRigidBody(addEntity(world), { ...floor, position: [0, -0.5, 0], body: { motion: MOTION_FIXED } });
  plugin.addRigidBody(addEntity(world), {
    ...icosphereMesh({ subdivisions: 0, radius: 0.3 }),
    position: [0, 0.301, 0],
  });
  plugin.addDeformable(addEntity(world), { ...gridMesh({ columns: 3, rows: 3, height: 0.65 }), cloth: {} });
  for (let step = 0; step < 30; step++) plugin.step(1 / 60);
  return plugin;
}

/**
 * Changes bytes of snapshots, one to four at a time. Each has to be refused by a typed error, or to give the world that the
 * undamaged one gives.
 */
export async function flipSnapshots(count: number, seed: number): Promise<FuzzReport> {
  const plugin = await contactScene();
  const next = random(seed);
  const report = newFuzzReport();
  const files = [plugin.snapshot(), plugin.snapshot({ meshes: false })];
  for (let i = 0; i < count; i++) {
    const good = files[i % files.length];
    const bad = good.slice();
    damage(bad, 0, next);
    const place = `snapshots, seed ${seed}, flip ${i}`;
    if (!attempt(report, place, () => plugin.restore(bad))) continue;
    if (Buffer.compare(plugin.snapshot(), files[0]) !== 0) {
      report.failures.push(`${place}: a damaged snapshot was taken, and gave another world`);
      plugin.restore(files[0]);
    }
  }
  if (Buffer.compare(plugin.snapshot(), files[0]) !== 0)
    report.failures.push(`snapshots, seed ${seed}: refused snapshots have changed the world`);
  return report;
}

/**
 * The same with the checksum made right again, as somebody would who forges one: whatever it says, restoring ends, with a
 * typed error or without, and the good one can be restored afterwards. What a forged one holds is not looked into.
 */
export async function forgeSnapshots(count: number, seed: number): Promise<FuzzReport> {
  const plugin = await contactScene();
  const next = random(seed);
  const report = newFuzzReport();
  const good = plugin.snapshot();
  for (let i = 0; i < count; i++) {
    const bad = good.slice();
    damage(bad, 4 * HEADER_WORDS, next);
    correctChecksum(bad);
    const place = `forged, seed ${seed}, flip ${i}`;
    if (!attempt(report, place, () => plugin.restore(bad))) continue;
    attempt(newFuzzReport(), place, () => plugin.restore(good));
    if (Buffer.compare(plugin.snapshot(), good) !== 0) {
      report.failures.push(`${place}: the good snapshot is not what it was after a forged one`);
      return report;
    }
  }
  if (Buffer.compare(plugin.snapshot(), good) !== 0)
    report.failures.push(`forged, seed ${seed}: refused snapshots have changed the world`);
  return report;
}

/**
 * The same with a snapshot that holds no blocks, of rigid bodies alone: rows, meshes' records, contacts, events. What is taken is stepped
 * twice: that ends with a typed error, or with columns whose numbers are finite, but those of bodies that were set aside.
 */
export async function forgeRows(count: number, seed: number): Promise<FuzzReport> {
  const plugin = await rigidScene();
  const next = random(seed);
  const report = newFuzzReport();
  const good = plugin.snapshot({ meshes: false });
  for (let i = 0; i < count; i++) {
    const bad = good.slice();
    damage(bad, 4 * HEADER_WORDS, next);
    correctChecksum(bad);
    const place = `rows, seed ${seed}, flip ${i}`;
    if (attempt(report, place, () => plugin.restore(bad))) {
      const stepped = newFuzzReport();
      for (let step = 0; step < 2; step++) attempt(stepped, `${place}, stepped`, () => plugin.step(1 / 60));
      report.failures.push(...stepped.failures, ...notFinite(plugin).map((what) => `${place}: ${what}`));
    }
    attempt(newFuzzReport(), place, () => plugin.restore(good));
    if (Buffer.compare(plugin.snapshot({ meshes: false }), good) === 0) continue;
    report.failures.push(`${place}: the good snapshot is not what it was after a forged one`);
    return report;
  }
  return report;
}

/** Boxes and balls that lie on each other on a floor. */
async function rigidScene(): Promise<CollisionPlugin> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { maxEntities: 20, onReport: () => {} });
  const [floor, ball, box] = [
    boxMesh({ cells: [1, 1, 1], size: [4, 1, 4] }),
    icosphereMesh({ subdivisions: 0, radius: 0.3 }),
    boxMesh({ cells: [1, 1, 1], size: [0.5, 0.5, 0.5] }),
  ].map((mesh) => plugin.loadMesh(mesh));
  const add = (mesh: number, height: number, motion = MOTION_DYNAMIC) =>
    plugin.addRigidBody(addEntity(world), { mesh, position: [0, height, 0], body: { motion } });
  add(floor, -0.5, MOTION_FIXED);
  for (const [mesh, height] of [
    [box, 0.26],
    [ball, 0.9],
    [box, 1.5],
  ])
    add(mesh, height);
  for (let step = 0; step < 30; step++) plugin.step(1 / 60);
  return plugin;
}

/** Numbers of bodies that are none, but of those that were set aside. */
function notFinite({ components: { RigidBody }, quarantined }: CollisionPlugin): string[] {
  return NUMBERS.flatMap((name) => {
    const column: ArrayLike<number> = RigidBody[name];
    const wrong = Array.from(column).findIndex(
      (value, entity) => !Number.isFinite(value) && !quarantined.has(entity),
    );
    return wrong < 0 ? [] : [`${name} of ${wrong} is ${column[wrong]}`];
  });
}

function correctChecksum(bytes: Uint8Array<ArrayBuffer>): void {
  const words = new Uint32Array(bytes.buffer);
  words[CHECKSUM_WORD] = checksum(words.subarray(HEADER_WORDS));
}

/** Changes one to four bytes from `first` on, mostly one. */
function damage(bytes: Uint8Array, first: number, next: () => number): void {
  const changes = next() < 0.7 ? 1 : 2 + Math.floor(next() * 3);
  for (let k = 0; k < changes; k++) {
    const at = first + Math.floor(next() * (bytes.length - first));
    bytes[at] ^= next() < 0.5 ? 1 << Math.floor(next() * 8) : 1 + Math.floor(next() * 255);
  }
}
