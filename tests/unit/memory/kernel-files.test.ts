import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { KERNEL_FILES, kernelBytes } from '../../../src/memory/kernel-files.js';
import { openCore } from '../../../src/memory/open.js';
import { KERNEL_FILES as COMPILED } from '../../../tools/kernel-files.mjs';
import { rejectedBy } from '../../support/thrown.js';

const place = (name: string) => new URL(`../../../src/memory/${name}.wasm`, import.meta.url);
let modules: Map<string, WebAssembly.Module>;

beforeAll(async () => {
  modules = new Map();
  for (const { name } of COMPILED) modules.set(name, await WebAssembly.compile(readFileSync(place(name))));
});

test('what is compiled is what is loaded', () => {
  const loaded = KERNEL_FILES.map((file) => (file === 'core' ? 'core' : `core-${file}`));
  expect(COMPILED.map(({ name }) => name)).toEqual(loaded);
});

test('no kernel is in two files', () => {
  const names = [...modules.values()].flatMap((module) =>
    WebAssembly.Module.exports(module).map(({ name }) => name),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('what a file calls of another is in core.wasm', () => {
  const core = new Set(WebAssembly.Module.exports(modules.get('core')!).map(({ name }) => name));
  for (const module of modules.values()) {
    for (const { name, kind } of WebAssembly.Module.imports(module)) {
      expect(kind === 'memory' || core.has(name), name).toBe(true);
    }
  }
});

// All files share the lowest addresses: constants in memory would be written over by those of the next file.
const DATA_SECTION = 11;

test('no file puts data into the memory, and one alone has scratch there', () => {
  for (const { name } of COMPILED) {
    expect(sections(readFileSync(place(name))), name).not.toContain(DATA_SECTION);
    const exported = WebAssembly.Module.exports(modules.get(name)!).map((each) => each.name);
    expect(exported.includes('useExactScratch'), name).toBe(name === 'core-deformables');
  }
});

test('the data section of a module is seen where there is one', () => {
  const withData = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 11, 1, 0]);
  expect(sections(withData)).toEqual([DATA_SECTION]);
});

test('files are found beside the address of core.wasm, and one by one', async () => {
  const { kernels } = await openCore({ core: place('core') });
  expect(typeof kernels.clothPredict).toBe('function');
  const bytes = new Uint8Array(readFileSync(place('core-cloth')));
  expect(await kernelBytes('cloth', { cloth: bytes })).toBe(bytes);
  expect((await kernelBytes('exact', { cloth: bytes })).length).toBeGreaterThan(0);
});

test('a file that is not there is a typed error, also beside one that is', async () => {
  const missing = new URL('nothing.wasm', place('core'));
  const error = await rejectedBy(() => openCore({ core: { cloth: missing } }));
  expect(error).toMatchObject({ code: 'CORE_NOT_LOADED' });
});

test('files of another module are a typed error', async () => {
  const cloth = new Uint8Array(readFileSync(place('core-cloth')));
  const error = await rejectedBy(() => openCore({ core: cloth }));
  expect(error).toMatchObject({ code: 'CORE_NOT_LOADED' });
});

/** The kinds of a module's sections. */
function sections(bytes: Uint8Array): number[] {
  const kinds: number[] = [];
  for (let at = 8; at < bytes.length; ) {
    kinds.push(bytes[at++]);
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      size += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    at += size;
  }
  return kinds;
}
