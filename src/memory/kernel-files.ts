import { checkOptions, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';

/** A file of kernels: `core` is loaded always, the others with the part of the package that calls them. */
export type KernelFile = 'core' | 'deformables' | 'dynamics' | 'cloth' | 'exact' | 'ablations';

/** Where a file of kernels comes from. */
export type CoreSource = string | URL | Response | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Where each file comes from; what is left out is looked for beside the library. */
export type CoreSources = { readonly [File in KernelFile]?: CoreSource };

export const KERNEL_FILES: readonly KernelFile[] = [
  'core',
  'deformables',
  'dynamics',
  'cloth',
  'exact',
  'ablations',
];

// Bundlers look for exactly these expressions.
const OWN: { readonly [File in KernelFile]: () => URL } = {
  core: () => new URL('./core.wasm', import.meta.url),
  deformables: () => new URL('./core-deformables.wasm', import.meta.url),
  dynamics: () => new URL('./core-dynamics.wasm', import.meta.url),
  cloth: () => new URL('./core-cloth.wasm', import.meta.url),
  exact: () => new URL('./core-exact.wasm', import.meta.url),
  ablations: () => new URL('./core-ablations.wasm', import.meta.url),
};

// Under another name: webpack takes `new URL(anything, import.meta.url)` for an asset of its own. Next gives addresses
// without a server, and a file on the disk of whoever built the page as import.meta.url: the page's own address counts.
const MODULE = import.meta.url;
const { location } = globalThis as { location?: { readonly href: string } };
const HERE = location !== undefined && MODULE.startsWith('file:') ? location.href : MODULE;

const kept = new Map<KernelFile, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * The bytes of a file. The package's own are fetched once and kept; a failed fetch is tried again. An address is that of
 * core.wasm, and the others lie beside it.
 */
export async function kernelBytes(
  file: KernelFile,
  given?: CoreSource | CoreSources,
): Promise<Uint8Array<ArrayBuffer>> {
  const source = sourceOf(file, given);
  if (source !== undefined) return readSource(source);
  const own = kept.get(file) ?? readSource(OWN[file]());
  kept.set(file, own);
  return own.catch((error) => {
    kept.delete(file);
    throw error;
  });
}

function sourceOf(file: KernelFile, given: CoreSource | CoreSources | undefined): CoreSource | undefined {
  if (given === undefined) return undefined;
  if (isSources(given)) {
    checkOptions('The option core', given, KERNEL_FILES);
    return given[file];
  }
  if (file === 'core') return given;
  if (typeof given === 'string' || given instanceof URL) {
    return new URL(`./core-${file}.wasm`, addressOf(given));
  }
  return undefined;
}

function isSources(given: unknown): given is CoreSources {
  return typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype;
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
    if (typeof source === 'string' || source instanceof URL) return new URL(source, HERE);
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

export function notLoaded(problem: string): FirstContactError {
  return new FirstContactError(
    'CORE_NOT_LOADED',
    problem,
    'Serve core.wasm and the files beside it, or hand their bytes or addresses to the option `core`.',
  );
}
