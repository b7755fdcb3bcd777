import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type {
  SweepPlace,
  VisibilityAnswer,
  VisibilityBackend,
  VisibilityBatch,
} from '../visibility/backend.js';
import { ClusterPairs } from '../visibility/cluster-pairs.js';
import type { SweptClusters } from '../visibility/swept-clusters.js';
import { type PictureOptions, QueryBackend, unknown } from './query-backend.js';
import { WebGpuMachine } from './webgpu-machine.js';
import { WebGpuSweep } from './webgpu-sweep.js';
import type { BufferLike, DeviceLike, GpuLike } from './webgpu-types.js';
import { within } from './within.js';

/** What `webgpu` takes. Everything has a default. */
export interface WebGpuOptions extends PictureOptions {
  /** `navigator.gpu` by default; in Node `create([])` of the package `webgpu`. */
  readonly gpu?: GpuLike;
  /** A device that exists already, such as the scene's engine's. It stays its owner's. */
  readonly device?: DeviceLike;
  /**
   * Where clusters' boxes are swept for pairs: by the processor, by a compute shader, or 'automatic', whichever took less time. The
   * pairs are the same. 'processor' by default: software devices were slower wherever it was measured (docs/gpu.md).
   */
  readonly sweep?: SweepPlace;
}

const SWEEP_PLACES: readonly SweepPlace[] = ['processor', 'gpu', 'automatic'];

/** Occlusion queries of raw WebGPU, in browsers and in Node. */
export function webgpu(options: WebGpuOptions = {}): VisibilityBackend {
  return new WebGpu(options);
}

class WebGpu extends QueryBackend<WebGpuMachine> {
  readonly sweep: SweepPlace;
  readonly #options: WebGpuOptions;
  #device: DeviceLike | undefined;
  #sweeper: WebGpuSweep | undefined;
  #opening: Promise<void> | undefined;

  constructor(options: WebGpuOptions) {
    super('webgpu', options);
    this.#options = options;
    this.sweep = checkedSweep(options.sweep);
  }

  /** One that failed, or is late and may fill its pairs at any time, is left to itself. */
  readonly findPairs = async (clusters: SweptClusters, pairs: ClusterPairs): Promise<boolean> => {
    if (this.#device === undefined) return false;
    const found = new ClusterPairs();
    try {
      this.#sweeper ??= new WebGpuSweep(this.#device);
      const isThere = await within(
        this.#sweeper.find(clusters, found).then(() => true),
        this.deadline,
      );
      if (isThere) pairs.take(found);
      else this.#sweeper = undefined;
      return isThere === true;
    } catch {
      this.#sweeper = undefined;
      return false;
    }
  };

  protected start(): Promise<void> {
    this.#opening ??= this.#makeMachine()
      .catch((error: Error) => {
        this.problem = error.message;
      })
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  /** A device says by itself that it was lost. */
  protected noticeLoss(): boolean {
    return false;
  }

  protected async askMachine(machine: WebGpuMachine, batch: VisibilityBatch): Promise<VisibilityAnswer> {
    const device = this.#device as DeviceLike;
    const start = performance.now();
    for (const filter of FAULTS) device.pushErrorScope(filter);
    const readback = machine.submit(batch);
    const faults = Promise.all(FAULTS.map(() => device.popErrorScope()));
    const encodeMs = performance.now() - start;
    const seen = await within(this.#read(machine, readback, batch), this.deadline);
    if (seen === undefined) return unknown('the answers came too late');
    const fault = (await faults).find((found) => found !== null);
    if (fault) {
      this.discard(machine);
      return unknown(fault.message);
    }
    return this.machine === machine ? { state: 'answered', seen, encodeMs } : unknown(this.problem);
  }

  protected discard(machine: WebGpuMachine): void {
    if (this.machine !== machine) return;
    this.machine = undefined;
    machine.destroy();
  }

  protected release(): void {
    this.machine?.destroy();
    if (!this.#options.device) this.#device?.destroy();
    this.#device = undefined;
    this.#sweeper = undefined;
  }

  /** The buffers are busy until the answers are there, late or not. */
  async #read(machine: WebGpuMachine, readback: BufferLike, batch: VisibilityBatch): Promise<Uint8Array> {
    this.isBusy = true;
    try {
      return await machine.read(readback, batch.passes);
    } finally {
      this.isBusy = false;
    }
  }

  async #makeMachine(): Promise<void> {
    if (this.#device !== undefined) {
      this.machine = new WebGpuMachine(this.#device, this.size);
      return;
    }
    const device = this.#options.device ?? (await this.#requestDevice());
    if (device === undefined) return;
    if (!this.isOpen) {
      if (!this.#options.device) device.destroy();
      return;
    }
    this.#device = device;
    this.machine = new WebGpuMachine(device, this.size);
    void device.lost.then(({ message }) => {
      if (this.#device !== device) return;
      this.problem = `the device was lost: ${message}`;
      this.machine = undefined;
      this.#device = undefined;
      this.#sweeper = undefined;
    });
  }

  async #requestDevice(): Promise<DeviceLike | undefined> {
    const gpu = this.#options.gpu ?? (globalThis.navigator as { gpu?: GpuLike } | undefined)?.gpu;
    if (gpu === undefined) {
      this.problem = 'there is no WebGPU here';
      return undefined;
    }
    const adapter = await gpu.requestAdapter();
    if (adapter === null) this.problem = 'WebGPU has no adapter';
    return adapter?.requestDevice();
  }
}

const FAULTS = ['validation', 'out-of-memory', 'internal'] as const;

function checkedSweep(sweep: SweepPlace = 'processor'): SweepPlace {
  if (SWEEP_PLACES.includes(sweep)) return sweep;
  throw new FirstContactError(
    'BAD_SETTING',
    `sweep is ${shown(sweep)}`,
    `Use one of ${SWEEP_PLACES.join(', ')}.`,
  );
}
