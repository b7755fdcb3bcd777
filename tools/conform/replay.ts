import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { addEntity, createWorld, entityExists } from 'bitecs';
import { createCollisionPlugin, snapshotEntities } from '../../src/index.js';
import { ConformError, type ConformKind } from './kind.js';

/**
 * A frame is the snapshot that a page took before a step. It is restored into a world that has the same entities, and
 * stepped once, by the frame's own dt.
 */
export const replay: ConformKind = {
  summary: 'FRAME: a snapshot that a page exported; steps it once and prints what every stage did',
  async run(files, out) {
    const [file, ...others] = files;
    if (others.length > 0) throw new ConformError('replay takes one frame');
    const frame = new Uint8Array(readFrame(file));
    const plugin = await worldLike(snapshotEntities(frame));
    plugin.restore(frame);
    const start = performance.now();
    plugin.step(plugin.clock.dt);
    const ms = performance.now() - start;
    const after = plugin.snapshot();
    if (out !== undefined) writeFileSync(out, after);
    const { clock, counters, memory } = plugin;
    const hash = createHash('sha256').update(after).digest('hex').slice(0, 16);
    return {
      kind: 'replay',
      step: clock.step,
      dt: clock.dt,
      colliders: snapshotEntities(after).length,
      counters,
      ms,
      bytes: memory.liveBytes,
      hash,
    };
  },
};

function readFrame(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConformError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function worldLike(entities: Uint32Array) {
  const world = createWorld();
  const last = entities.reduce((a, b) => Math.max(a, b), 1);
  while (!entityExists(world, last)) addEntity(world);
  return createCollisionPlugin(world, { maxEntities: last });
}
