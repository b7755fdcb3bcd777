import type { CoreKernels } from '../memory/core.js';
import { linkNow } from '../memory/link-kernels.js';
import {
  ASLEEP,
  BEAT,
  COUNTED,
  COUNTERS,
  FILLED,
  FREE,
  NEEDED,
  OUTPUT,
  OUTPUT_BYTES,
  OUTPUT_USED,
  QUIT,
  READY,
  RECORD,
  STATE,
  slotOf,
  TAKEN,
  TASK,
  takeSlot,
  VALUE,
  VOLUME,
} from './crew-layout.js';
import { keepsPairs, strategyOfBits } from './crew-task.js';
import { newCounters } from './search-counters.js';
import { CHUNK_PAIRS } from './search-memory.js';
import { type SearchOutput, SearchWork } from './search-work.js';

/** What the main thread tells a worker when it starts it. */
export interface WorkerStart {
  readonly modules: readonly WebAssembly.Module[];
  readonly memory: WebAssembly.Memory;
  /** Addresses: what both share (CREW_BYTES), the worker's own memory for searches, and for exact tests. */
  readonly crew: number;
  readonly search: number;
  readonly scratch: number;
}

/** Looks so often for work before it goes to sleep: some microseconds, about what waking up takes. */
const LOOKS = 4000;
const LONGEST_SLEEP_MS = 1000;

function begin(start: WorkerStart): void {
  const { memory } = start;
  const kernels = linkNow(start.modules, memory) as unknown as CoreKernels;
  kernels.useExactScratch(start.scratch);
  const words = new Int32Array(memory.buffer, start.crew, COUNTERS);
  const counted = new Float64Array(memory.buffer, start.crew + 4 * COUNTERS, COUNTED.length);
  const work = new SearchWork({ kernels, arena: new MemoryViews(memory) }, start.search);
  const output = new WorkerOutput(words);
  const counters = newCounters();
  Atomics.store(words, READY, 1);
  while (Atomics.load(words, QUIT) === 0) {
    const number = takeSlot(words);
    if (number < 0) {
      sleep(words);
      continue;
    }
    const slot = slotOf(number);
    const task = Atomics.load(words, TASK);
    const value = Atomics.load(words, VALUE + slot);
    const isRecord = Atomics.load(words, STATE + slot) === RECORD;
    work.takeOver(strategyOfBits(task), Atomics.load(words, VOLUME));
    for (const name of COUNTED) counters[name] = 0;
    let isOver = isRecord;
    do {
      output.begin();
      if (isRecord) work.takeUp(value >>> 0);
      else {
        const found = kernels.traverseFront(work.memory.traversal, work.memory.pairs, CHUNK_PAIRS);
        isOver = kernels.isTraversed.value;
        work.cullPairs(found, counters);
      }
      if (keepsPairs(task)) work.keep(output);
      else work.test(output, counters);
      output.end();
      Atomics.add(words, BEAT, 1);
    } while (!isOver);
    COUNTED.forEach((name, i) => {
      counted[i] += counters[name];
    });
    Atomics.store(words, STATE + slot, FREE);
  }
}

function sleep(words: Int32Array): void {
  for (let look = 0; look < LOOKS; look++) if (takesWork(words)) return;
  const filled = Atomics.load(words, FILLED);
  Atomics.store(words, ASLEEP, 1);
  if (!takesWork(words)) Atomics.wait(words, FILLED, filled, LONGEST_SLEEP_MS);
  Atomics.store(words, ASLEEP, 0);
}

function takesWork(words: Int32Array): boolean {
  return Atomics.load(words, FILLED) !== Atomics.load(words, TAKEN) || Atomics.load(words, QUIT) !== 0;
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
class WorkerOutput implements SearchOutput {
  used = 0;
  readonly #words: Int32Array;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  get address(): number {
    return Atomics.load(this.#words, OUTPUT) >>> 0;
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
    if (needed > Atomics.load(words, OUTPUT_BYTES)) {
      this.end();
      Atomics.store(words, NEEDED, needed);
      while (Atomics.load(words, NEEDED) !== 0 && Atomics.load(words, QUIT) === 0) {
        Atomics.wait(words, NEEDED, needed, LONGEST_SLEEP_MS);
      }
    }
    return this.address + this.used;
  }
}

type Port = { once(event: 'message', hear: (start: WorkerStart) => void): void };

// A worker of a page hears messages as its own events, one of Node through its port.
const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
const threads = process?.getBuiltinModule?.('node:worker_threads') as { parentPort: Port | null } | undefined;
if (threads?.parentPort) threads.parentPort.once('message', begin);
else {
  globalThis.addEventListener('message', (event) => begin((event as MessageEvent<WorkerStart>).data), {
    once: true,
  });
}
