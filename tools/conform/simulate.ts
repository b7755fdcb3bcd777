import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { SIMULATED } from '../../scenes/simulated/index.js';
import { initGeometry } from '../../src/geometry/index.js';
import { ConformError, type ConformKind } from './kind.js';
import type { JoinedParts } from './simulate/joined-parts.js';
import { runScene } from './simulate/run-scene.js';
import { wholeNumber } from './whole-number.js';

export const SIMULATE_OPTIONS = {
  steps: { type: 'string' },
  seed: { type: 'string' },
  list: { type: 'boolean' },
  'no-continuous': { type: 'boolean' },
  progress: { type: 'boolean' },
} as const;

/** A simulated scene, with independent tests after every step. */
export const simulate: ConformKind = {
  summary: 'SCENE --steps N --seed K: simulates a scene and counts what intersects (--list names the scenes)',
  options: SIMULATE_OPTIONS,
  needsNoFile: (values) => values.list === true,
  async run([name, ...others], out, values) {
    if (values.list === true) return { scenes: Object.keys(SIMULATED) };
    if (others.length > 0) throw new ConformError('simulate takes one scene');
    if (name === undefined || !Object.hasOwn(SIMULATED, name)) {
      throw new ConformError(`there is no scene "${name}"; there is ${Object.keys(SIMULATED).join(', ')}`);
    }
    const steps = wholeNumber(values, 'steps', 1000, 1e9);
    const seed = wholeNumber(values, 'seed', 1, 2 ** 32 - 1);
    const scene = SIMULATED[name](seed);
    await initGeometry();
    const file = out === undefined ? undefined : new FrameFile(out, steps + 1);
    const { energy, ...summary } = await runScene(scene, {
      steps,
      continuous: values['no-continuous'] !== true,
      ...(file === undefined ? {} : { frame: (positions, parts) => file.write(positions, parts) }),
      ...(values.progress === true
        ? { told: (report, ms) => process.stderr.write(`${ms.toFixed(1)} ms ${JSON.stringify(report)}\n`) }
        : {}),
    });
    await file?.close();
    return { kind: 'simulate', scene: name, seed, ...summary, energy };
  },
};

/** int32 vertices, triangles, frames, 0; int32 triangles; then f64 positions a frame. */
class FrameFile {
  readonly #stream: ReturnType<typeof createWriteStream>;
  readonly #frames: number;
  #begun = false;

  constructor(path: string, frames: number) {
    this.#stream = createWriteStream(path);
    this.#frames = frames;
  }

  write(positions: Float64Array, { vertexCount, triangles }: JoinedParts): void {
    if (!this.#begun) {
      this.#stream.write(bytesOf(Int32Array.of(vertexCount, triangles.length / 3, this.#frames, 0)));
      this.#stream.write(bytesOf(Int32Array.from(triangles)));
      this.#begun = true;
    }
    this.#stream.write(bytesOf(positions.slice()));
  }

  async close(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
  }
}

function bytesOf({ buffer, byteLength }: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, 0, byteLength);
}
