/** What modules export, all together. */
export type Linked = Record<string, WebAssembly.ExportValue>;

/** What a module of kernels asks for: the memory, and of core.wasm what it calls of it. */
function importsOf(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  core: Readonly<Linked>,
): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory } };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    imports[from] ??= {};
    imports[from][name] = core[name];
  }
  return imports;
}

/** All modules of one memory as one object, at once: for a worker. The first is core.wasm. */
export function linkNow(modules: readonly WebAssembly.Module[], memory: WebAssembly.Memory): Linked {
  const kernels: Linked = {};
  for (const module of modules) {
    Object.assign(kernels, new WebAssembly.Instance(module, importsOf(module, memory, kernels)).exports);
  }
  return kernels;
}

/** The same without blocking a page. */
export async function linkKernels(
  modules: readonly WebAssembly.Module[],
  memory: WebAssembly.Memory,
): Promise<Linked> {
  const kernels: Linked = {};
  for (const module of modules) {
    Object.assign(
      kernels,
      (await WebAssembly.instantiate(module, importsOf(module, memory, kernels))).exports,
    );
  }
  return kernels;
}
