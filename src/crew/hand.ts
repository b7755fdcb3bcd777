import type { CoreKernels } from '../memory/core.js';
import {
  ARGUMENTS,
  BEAT,
  CREW_WORDS,
  MOST_SUMS,
  NEEDED,
  OUTPUT,
  OUTPUT_BYTES,
  OUTPUT_USED,
  PARTS_TAKEN,
  QUIT,
} from './crew-layout.js';
import type { Output } from './output.js';

const LONGEST_SLEEP_MS = 1000;

/**
 * What a job on the worker works with. It may read whatever the main thread leaves alone until the job is done, and writes
 * to its output alone: where the worker is lost, nothing has changed that somebody else uses. Stages of a cloth step are the
 * exception (cloth/stage-parts.ts): what they leave by half is not used any more.
 */
export class Hand {
  readonly kernels: CoreKernels;
  readonly arena: MemoryViews;
  /** Jobs begin and end it. */
  readonly output: WorkerOutput;
  /** Added up until the main thread reads them. */
  readonly sums: Float64Array;
  readonly #words: Int32Array;

  constructor(kernels: CoreKernels, memory: WebAssembly.Memory, crew: number) {
    this.kernels = kernels;
    this.arena = new MemoryViews(memory);
    this.#words = new Int32Array(memory.buffer, crew, CREW_WORDS);
    this.sums = new Float64Array(memory.buffer, crew + 4 * CREW_WORDS, MOST_SUMS);
    this.output = new WorkerOutput(this.#words);
  }

  argument(i: number): number {
    return Atomics.load(this.#words, ARGUMENTS + i) >>> 0;
  }

  /** The next part of the job that nobody has begun. */
  takePart(): number {
    return Atomics.add(this.#words, PARTS_TAKEN, 1);
  }

  /** To be called at least every millisecond or so: who is not heard of for long is given up. */
  beat(): void {
    Atomics.add(this.#words, BEAT, 1);
  }
}

/** Typed arrays over memory that another thread may grow. */
class MemoryViews {
  readonly #memory: WebAssembly.Memory;
  #buffer: ArrayBufferLike | undefined;
  #u8!: Uint8Array;
  #u32!: Uint32Array;
  #f64!: Float64Array;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  get u8(): Uint8Array {
    this.#look();
    return this.#u8;
  }

  get u32(): Uint32Array {
    this.#look();
    return this.#u32;
  }

  get f64(): Float64Array {
    this.#look();
    return this.#f64;
  }

  #look(): void {
    const { buffer } = this.#memory;
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.#u8 = new Uint8Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#f64 = new Float64Array(buffer);
  }
}

/** Where what the worker finds goes. Only the main thread makes room: the worker asks, and waits. */
class WorkerOutput implements Output {
  used = 0;
  readonly #words: Int32Array;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  get address(): number {
    return Atomics.load(this.#words, OUTPUT) >>> 0;
  }

  get bytes(): number {
    return Atomics.load(this.#words, OUTPUT_BYTES);
  }

  begin(): void {
    this.used = Atomics.load(this.#words, OUTPUT_USED);
  }

  end(): void {
    Atomics.store(this.#words, OUTPUT_USED, this.used);
  }

  room(bytes: number): number {
    const words = this.#words;
    const needed = this.used + bytes;
    if (needed > this.bytes) {
      this.end();
      Atomics.store(words, NEEDED, needed);
      while (Atomics.load(words, NEEDED) !== 0 && Atomics.load(words, QUIT) === 0) {
        Atomics.wait(words, NEEDED, needed, LONGEST_SLEEP_MS);
      }
    }
    return this.address + this.used;
  }
}
