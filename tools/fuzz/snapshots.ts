import { addEntity, createWorld } from 'bitecs';
import { boxMesh, gridMesh, icosphereMesh } from '../../scenes/meshes/index.js';
import { random } from '../../scenes/random.js';
import { type CollisionPlugin, createCollisionPlugin, MOTION_FIXED } from '../../src/index.js';
import { checksum } from '../../src/memory/checksum.js';
import { attempt, type FuzzReport, newFuzzReport } from './report.js';

const CHECKSUM_WORD = 3;
const HEADER_WORDS = 4;

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
    const words = new Uint32Array(bad.buffer);
    words[CHECKSUM_WORD] = checksum(words.subarray(HEADER_WORDS));
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

/** Changes one to four bytes from `first` on, mostly one. */
function damage(bytes: Uint8Array, first: number, next: () => number): void {
  const changes = next() < 0.7 ? 1 : 2 + Math.floor(next() * 3);
  for (let k = 0; k < changes; k++) {
    const at = first + Math.floor(next() * (bytes.length - first));
    bytes[at] ^= next() < 0.5 ? 1 << Math.floor(next() * 8) : 1 + Math.floor(next() * 255);
  }
}
