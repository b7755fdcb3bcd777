import { FirstContactError } from '../errors.js';
import type { VisibilityAnswer, VisibilityBackend, VisibilityBatch } from '../visibility/backend.js';
import type { View, ViewSet } from '../visibility/view.js';
import { checkedSize, checkedViews, DEFAULT_SIZE } from './picture.js';
import { WebGpuMachine } from './webgpu-machine.js';
import type { BufferLike, DeviceLike, GpuLike } from './webgpu-types.js';
import { within } from './within.js';

/** What `webgpu` takes. Everything has a default. */
export interface WebGpuOptions {
  /** Pixels along a side; 256 by default. Any size is safe, more cull more. */
  readonly size?: number;
  /** Three slopes, the three axes, or all 13: more views cull more and cost more (docs/gpu.md). 'oblique' by default. */
  readonly views?: ViewSet;
  /** `navigator.gpu` by default; in Node `create([])` of the package `webgpu`. */
  readonly gpu?: GpuLike;
  /** A device that exists already, such as the scene's engine's. It stays its owner's. */
  readonly device?: DeviceLike;
  /** Answers that take longer, in milliseconds, are not used; 1,000 by default. */
  readonly deadline?: number;
}

const DEADLINE = 1000;
/** A browser's first adapter may take seconds; one that never comes is not waited for. */
const OPENING_DEADLINE = 10_000;

/** Occlusion queries of raw WebGPU, in browsers and in Node. */
export function webgpu(options: WebGpuOptions = {}): VisibilityBackend {
  return new WebGpu(options);
}

class WebGpu implements VisibilityBackend {
  readonly name = 'webgpu';
  readonly size: number;
  readonly views: readonly View[];
  readonly #options: WebGpuOptions;
  #device: DeviceLike | undefined;
  #machine: WebGpuMachine | undefined;
  #problem = 'it was not opened';
  #isOpen = false;
  #opening: Promise<void> | undefined;
  #isBusy = false;

  constructor(options: WebGpuOptions) {
    this.size = checkedSize(options.size ?? DEFAULT_SIZE);
    this.views = checkedViews(options.views);
    this.#options = options;
  }

  /** Where there is no device, or none any more, nothing is culled; the next ask tries again. */
  open(): Promise<void> {
    if (this.#isOpen) {
      throw new FirstContactError(
        'BACKEND_IN_USE',
        'The backend belongs to another plugin',
        'Make one with webgpu() for each plugin.',
      );
    }
    this.#isOpen = true;
    return this.#start();
  }

  close(): void {
    this.#isOpen = false;
    this.#machine?.destroy();
    this.#machine = undefined;
    if (!this.#options.device) this.#device?.destroy();
    this.#device = undefined;
    this.#problem = 'it was closed';
  }

  async ask(batch: VisibilityBatch): Promise<VisibilityAnswer> {
    if (this.#isBusy) return unknown('the last answers are not there yet');
    if (this.#machine === undefined && this.#isOpen) await within(this.#start(), OPENING_DEADLINE);
    const machine = this.#machine;
    const device = this.#device;
    if (machine === undefined || device === undefined) return unknown(this.#problem);
    try {
      return await this.#askMachine(machine, device, batch);
    } catch (error) {
      this.#discard(machine);
      return unknown((error as Error).message);
    }
  }

  /** What an error left of its buffers is not known: they are made anew. */
  #discard(machine: WebGpuMachine): void {
    if (this.#machine !== machine) return;
    this.#machine = undefined;
    machine.destroy();
  }

  async #askMachine(
    machine: WebGpuMachine,
    device: DeviceLike,
    batch: VisibilityBatch,
  ): Promise<VisibilityAnswer> {
    const start = performance.now();
    for (const filter of FAULTS) device.pushErrorScope(filter);
    const readback = machine.submit(batch);
    const faults = Promise.all(FAULTS.map(() => device.popErrorScope()));
    const encodeMs = performance.now() - start;
    const seen = await within(this.#read(machine, readback, batch), this.#options.deadline ?? DEADLINE);
    if (seen === undefined) return unknown('the answers came too late');
    const fault = (await faults).find((found) => found !== null);
    if (fault) {
      this.#discard(machine);
      return unknown(fault.message);
    }
    return this.#machine === machine ? { state: 'answered', seen, encodeMs } : unknown(this.#problem);
  }

  /** The buffers are busy until the answers are there, late or not. */
  async #read(machine: WebGpuMachine, readback: BufferLike, batch: VisibilityBatch): Promise<Uint8Array> {
    this.#isBusy = true;
    try {
      return await machine.read(readback, batch.passes);
    } finally {
      this.#isBusy = false;
    }
  }

  #start(): Promise<void> {
    this.#opening ??= this.#makeMachine()
      .catch((error: Error) => {
        this.#problem = error.message;
      })
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  async #makeMachine(): Promise<void> {
    if (this.#device !== undefined) {
      this.#machine = new WebGpuMachine(this.#device, this.size);
      return;
    }
    const device = this.#options.device ?? (await this.#requestDevice());
    if (device === undefined) return;
    if (!this.#isOpen) {
      if (!this.#options.device) device.destroy();
      return;
    }
    this.#device = device;
    this.#machine = new WebGpuMachine(device, this.size);
    void device.lost.then(({ message }) => {
      if (this.#device !== device) return;
      this.#problem = `the device was lost: ${message}`;
      this.#machine = undefined;
      this.#device = undefined;
    });
  }

  async #requestDevice(): Promise<DeviceLike | undefined> {
    const gpu = this.#options.gpu ?? (globalThis.navigator as { gpu?: GpuLike } | undefined)?.gpu;
    if (gpu === undefined) {
      this.#problem = 'there is no WebGPU here';
      return undefined;
    }
    const adapter = await gpu.requestAdapter();
    if (adapter === null) this.#problem = 'WebGPU has no adapter';
    return adapter?.requestDevice();
  }
}

const FAULTS = ['validation', 'out-of-memory', 'internal'] as const;

function unknown(reason: string): VisibilityAnswer {
  return { state: 'unknown', reason };
}
