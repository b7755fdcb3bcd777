import { closeSync, openSync, writeSync } from 'node:fs';
import type { BodyState } from './engines/engine.js';
import type { Trial } from './scenario.js';

const BUFFERED = 1 << 20;

/**
 * JSON lines: each body's mesh once, then the poses of every step, x y z and the quaternion x y z w a body. Step 0 is the
 * start of a trial.
 */
export class PoseFile {
  readonly #file: number;
  #text = '';
  #hasMeshes = false;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  write(trial: Trial, number: number, step: number, states: readonly BodyState[]): void {
    if (!this.#hasMeshes) this.#line({ meshes: trial.bodies.map(({ mesh }) => arraysOf(mesh)) });
    this.#hasMeshes = true;
    const poses = states.map(({ position, rotation }) => [...position, ...rotation]);
    this.#line({ trial: number, step, poses });
  }

  close(): void {
    writeSync(this.#file, this.#text);
    closeSync(this.#file);
  }

  #line(value: object): void {
    this.#text += `${JSON.stringify(value)}\n`;
    if (this.#text.length < BUFFERED) return;
    writeSync(this.#file, this.#text);
    this.#text = '';
  }
}

const arraysOf = ({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }) => ({
  positions: [...positions],
  indices: [...triangles],
});
