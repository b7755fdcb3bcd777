import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { Arena } from './arena.js';
import { type CoreKernels, compileKernels, instantiateKernels } from './core.js';
import {
  type CoreSource,
  type CoreSources,
  KERNEL_FILES,
  type KernelFile,
  kernelBytes,
} from './kernel-files.js';

const PAGE = 65536;
const LARGEST = 65536 * PAGE;
const INITIAL = 16 * PAGE;

export interface MemoryOptions {
  /**
   * core.wasm, where `new URL('./core.wasm', import.meta.url)` does not find it. Of an address, the other files are looked
   * for beside it; `{ core, deformables, dynamics, cloth, exact, ablations }` says of each where it is.
   */
  readonly core?: CoreSource | CoreSources;
  /**
   * Memory never grows beyond this. 4 GiB by default, 1 GiB where the memory is shared; a quarter or a sixteenth of that where the
   * engine does not grant as much, as on phones.
   */
  readonly maximumMemoryBytes?: number;
  /** The package's worker.js, where `new URL('./worker.js', import.meta.url)` does not find it. */
  readonly worker?: string | URL;
  /** Shared memory, for workers. Needs cross-origin isolation in browsers; without it the memory is private. */
  readonly shared?: boolean;
}

/** Kernels together with the memory that they work on. */
export interface Core {
  readonly kernels: CoreKernels;
  readonly arena: Arena;
  /** What a worker makes its own kernels of. */
  readonly modules: readonly WebAssembly.Module[];
  readonly shared: boolean;
}

/** Loads files of kernels, core.wasm first, and opens one memory for them. */
export async function openCore(
  options: MemoryOptions = {},
  files: readonly KernelFile[] = KERNEL_FILES,
): Promise<Core> {
  const bytes = await Promise.all(files.map((file) => kernelBytes(file, options.core)));
  const shared = options.shared === true && canShare();
  const maxima = maximaOf(options.maximumMemoryBytes, shared);
  const modules = await Promise.all(bytes.map((file) => compileKernels(file, shared)));
  const { memory, maximumBytes } = openMemory(maxima, shared);
  const kernels = await instantiateKernels(modules, memory);
  return { kernels, arena: new Arena(memory, kernels.heapBase(), maximumBytes), modules, shared };
}

/** Whether memory can be handed to workers here: in browsers only on cross-origin isolated pages. */
function canShare(): boolean {
  const isolated = (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated;
  return typeof SharedArrayBuffer === 'function' && isolated !== false;
}

/** What memory may grow to, and what is asked for where the engine refuses that. */
function maximaOf(asked: number | undefined, shared: boolean): readonly number[] {
  if (asked !== undefined) return [checkedMaximum(asked)];
  const first = shared ? LARGEST / 4 : LARGEST;
  return [first, first / 4, first / 16];
}

function openMemory(maxima: readonly number[], shared: boolean) {
  let refusal: unknown;
  for (const maximumBytes of maxima) {
    try {
      const maximum = maximumBytes / PAGE;
      return { memory: new WebAssembly.Memory({ initial: INITIAL / PAGE, maximum, shared }), maximumBytes };
    } catch (error) {
      refusal = error;
    }
  }
  throw new FirstContactError(
    'OUT_OF_MEMORY',
    `The engine gives no memory that may grow to ${maxima[maxima.length - 1]} bytes: ${(refusal as Error).message}`,
    'Lower the option `maximumMemoryBytes`, or close what else holds memory.',
  );
}

function checkedMaximum(bytes: number): number {
  if (Number.isFinite(bytes) && bytes >= INITIAL && bytes <= LARGEST) return Math.floor(bytes / PAGE) * PAGE;
  throw new FirstContactError(
    'BAD_SETTING',
    `maximumMemoryBytes is ${shown(bytes)}`,
    `Use a number from ${INITIAL} to ${LARGEST}.`,
  );
}
