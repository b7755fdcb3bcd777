import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { SweepPlace, VisibilityBackend, VisibilityBatch } from '../visibility/backend.js';
import { ClusterPairs } from '../visibility/cluster-pairs.js';
import type { SweptClusters } from '../visibility/swept-clusters.js';
import { inErrorScopes } from './error-scopes.js';
import { type PictureOptions, QueryBackend } from './query-backend.js';
import { within } from './waiting.js';
import { WebGpuMachine } from './webgpu-machine.js';
import { WebGpuSweep } from './webgpu-sweep.js';
import type { DeviceLike, GpuLike } from './webgpu-types.js';

/** What `webgpu` takes. Everything has a default. */
export interface WebGpuOptions extends PictureOptions {
  /** `navigator.gpu` by default; in Node `create([])` of the package `webgpu`. */
  readonly gpu?: GpuLike;
  /**
   * A device that exists already, such as the scene's engine's, which stays its owner's; or a function that gives it, for
   * engines that make a new one when theirs is lost.
   */
  readonly device?: DeviceLike | (() => DeviceLike | undefined);
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

  protected async make(): Promise<WebGpuMachine | undefined> {
    const device = this.#device ?? (await this.#openDevice());
    if (device === undefined) return undefined;
    const { result: machine, fault } = inErrorScopes(device, () => new WebGpuMachine(device, this.size));
    const problem = await fault;
    // The device may be lost, or the backend closed, by now.
    if (problem === undefined && this.#device === device) return machine;
    machine.destroy();
    if (problem !== undefined) this.problem = problem;
    return undefined;
  }

  /** A device says by itself that it was lost. */
  protected noticeLoss(): boolean {
    return false;
  }

  protected async submit(machine: WebGpuMachine, batch: VisibilityBatch): Promise<Uint8Array> {
    const { result: readback, fault } = inErrorScopes(this.#device as DeviceLike, () =>
      machine.submit(batch),
    );
    const seen = await machine.read(readback, batch.passes);
    const problem = await fault;
    if (problem !== undefined) throw new Error(problem);
    return seen;
  }

  protected destroy(machine: WebGpuMachine): void {
    machine.destroy();
  }

  protected release(): void {
    this.machine?.destroy();
    if (this.#isOwn) this.#device?.destroy();
    this.#device = undefined;
    this.#sweeper = undefined;
  }

  get #isOwn(): boolean {
    return !this.#options.device;
  }

  async #openDevice(): Promise<DeviceLike | undefined> {
    const device = this.#isOwn ? await this.#requestDevice() : this.#givenDevice();
    if (device === undefined) return undefined;
    if (!this.isOpen) {
      if (this.#isOwn) device.destroy();
      return undefined;
    }
    this.#device = device;
    void device.lost.then(({ message }) => {
      if (this.#device !== device) return;
      this.problem = `the device was lost: ${message}`;
      this.machine = undefined;
      this.#device = undefined;
      this.#sweeper = undefined;
    });
    return device;
  }

  #givenDevice(): DeviceLike | undefined {
    const { device } = this.#options;
    const given = typeof device === 'function' ? device() : device;
    if (!given) this.problem = 'the scene has no device';
    return given ?? undefined;
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

function checkedSweep(sweep: SweepPlace = 'processor'): SweepPlace {
  if (SWEEP_PLACES.includes(sweep)) return sweep;
  throw new FirstContactError(
    'BAD_SETTING',
    `sweep is ${shown(sweep)}`,
    `Use one of ${SWEEP_PLACES.join(', ')}.`,
  );
}
