import { FirstContactError } from '../errors.js';
import type { AblationKernels } from './exports/ablations.js';
import type { ClothKernels } from './exports/cloth.js';
import type { CurveKernels } from './exports/curves.js';
import type { CutKernels } from './exports/cuts.js';
import type { DeformableKernels } from './exports/deformable.js';
import type { ElementaryKernels } from './exports/elementary.js';
import type { RigidKernels } from './exports/rigid.js';
import type { SolverKernels } from './exports/solver.js';
import type { StaticTestKernels } from './exports/static-tests.js';
import type { VertexKernels } from './exports/vertices.js';
import { notLoaded } from './kernel-files.js';
import { linkKernels } from './link-kernels.js';
import { withSharedMemoryImport } from './shared-import.js';

/**
 * What the files of kernels export. Addresses are byte offsets into the memory; results are counts or states. Those of
 * files that were not loaded are not there: who calls them sees to it that they are.
 */
export interface CoreKernels
  extends AblationKernels,
    ClothKernels,
    CurveKernels,
    CutKernels,
    DeformableKernels,
    ElementaryKernels,
    RigidKernels,
    SolverKernels,
    StaticTestKernels,
    VertexKernels {
  heapBase(): number;
}

// A module with one v128.const: validates only where SIMD is there.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 11,
]);

/** Throws where this engine cannot run the kernels. */
export function requireSimd(): void {
  if (typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_PROBE)) return;
  throw new FirstContactError(
    'NO_WASM_SIMD',
    'this JavaScript engine has no WebAssembly SIMD',
    'Use Node 20.19, Chrome 110, Firefox 115, Safari 16.4 or later; Safari in lockdown mode switches WebAssembly off.',
  );
}

/** Compiles a file of kernels for a memory that is shared with workers or not. */
export async function compileKernels(
  bytes: Uint8Array<ArrayBuffer>,
  shared: boolean,
): Promise<WebAssembly.Module> {
  requireSimd();
  try {
    return await WebAssembly.compile(shared ? withSharedMemoryImport(bytes) : bytes);
  } catch (error) {
    throw notLoaded(`a file of kernels does not compile: ${(error as Error).message}`);
  }
}

/** Kernels that work on `memory`; the first module is core.wasm. */
export async function instantiateKernels(
  modules: readonly WebAssembly.Module[],
  memory: WebAssembly.Memory,
): Promise<CoreKernels> {
  let kernels: CoreKernels;
  try {
    kernels = (await linkKernels(modules, memory)) as unknown as CoreKernels;
  } catch (error) {
    throw notLoaded(`a file of kernels does not start: ${(error as Error).message}`);
  }
  if (typeof kernels.heapBase === 'function') return kernels;
  throw notLoaded('core.wasm is another WebAssembly module');
}
