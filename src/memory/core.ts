import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { AblationKernels } from './exports/ablations.js';
import type { ClothKernels } from './exports/cloth.js';
import type { DeformableKernels } from './exports/deformable.js';
import type { ElementaryKernels } from './exports/elementary.js';
import type { RigidKernels } from './exports/rigid.js';
import type { SolverKernels } from './exports/solver.js';
import type { StaticTestKernels } from './exports/static-tests.js';
import type { VertexKernels } from './exports/vertices.js';
import { withSharedMemoryImport } from './shared-import.js';

/** What core.wasm exports. Addresses are byte offsets into the memory; results are counts or states. */
export interface CoreKernels
  extends AblationKernels,
    ClothKernels,
    DeformableKernels,
    ElementaryKernels,
    RigidKernels,
    SolverKernels,
    StaticTestKernels,
    VertexKernels {
  heapBase(): number;
}

/** Where core.wasm comes from, for bundlers and CDNs that do not follow `new URL('./core.wasm', import.meta.url)`. */
export type CoreSource = string | URL | Response | ArrayBuffer | Uint8Array<ArrayBuffer>;

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
    'Use Node 16.4, Chrome 91, Firefox 89, Safari 16.4 or later; Safari in lockdown mode switches WebAssembly off.',
  );
}

let ownBytes: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** The bytes of core.wasm. The package's own are fetched once and kept; a failed fetch is tried again. */
export async function coreBytes(source?: CoreSource): Promise<Uint8Array<ArrayBuffer>> {
  if (source !== undefined) return readSource(source);
  ownBytes ??= readSource(new URL('./core.wasm', import.meta.url)).catch((error) => {
    ownBytes = undefined;
    throw error;
  });
  return ownBytes;
}

/** Compiles the kernels for a memory that is shared with workers or not. */
export async function compileCore(
  bytes: Uint8Array<ArrayBuffer>,
  shared: boolean,
): Promise<WebAssembly.Module> {
  requireSimd();
  try {
    return await WebAssembly.compile(shared ? withSharedMemoryImport(bytes) : bytes);
  } catch (error) {
    throw notLoaded(`core.wasm does not compile: ${(error as Error).message}`);
  }
}

/** Kernels that work on `memory`. */
export async function instantiateCore(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<CoreKernels> {
  let exports: Partial<CoreKernels>;
  try {
    exports = (await WebAssembly.instantiate(module, { env: { memory } })).exports;
  } catch (error) {
    throw notLoaded(`core.wasm does not start: ${(error as Error).message}`);
  }
  if (typeof exports.heapBase === 'function') return exports as CoreKernels;
  throw notLoaded('core.wasm is another WebAssembly module');
}

async function readSource(source: CoreSource): Promise<Uint8Array<ArrayBuffer>> {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (typeof Response === 'function' && source instanceof Response) return readResponse(source, source.url);
  const url = addressOf(source);
  if (url.protocol === 'file:') return readFile(url);
  return readResponse(await fetched(url), url.href);
}

function addressOf(source: unknown): URL {
  try {
    if (typeof source === 'string' || source instanceof URL) return new URL(source, import.meta.url);
  } catch {
    // no address either
  }
  throw notLoaded(`the option core is ${shown(source)}`);
}

async function fetched(url: URL): Promise<Response> {
  try {
    return await fetch(url);
  } catch (error) {
    throw notLoaded(`${url.href} cannot be fetched: ${(error as Error).message}`);
  }
}

async function readResponse(response: Response, url: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = url === '' ? 'The response' : url;
  if (!response.ok) throw notLoaded(`${name} answered ${response.status} ${response.statusText}`.trimEnd());
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw notLoaded(`${name} cannot be read: ${(error as Error).message}`);
  }
}

// Node's fetch does not read files, and a plain import of node:fs would stop bundlers.
function readFile(url: URL): Uint8Array<ArrayBuffer> {
  const process = (globalThis as { process?: { getBuiltinModule?(name: string): unknown } }).process;
  const fs = process?.getBuiltinModule?.('node:fs') as
    | { readFileSync(url: URL): Uint8Array<ArrayBuffer> }
    | undefined;
  if (fs === undefined) throw notLoaded(`${url.href} is a file, and this engine reads none`);
  try {
    return fs.readFileSync(url);
  } catch (error) {
    throw notLoaded((error as Error).message);
  }
}

function notLoaded(problem: string): FirstContactError {
  return new FirstContactError(
    'CORE_NOT_LOADED',
    problem,
    'Serve core.wasm beside the library, or hand its bytes or address to the option `core`.',
  );
}
