// What the tarball holds of others is what THIRD-PARTY-NOTICES.md says.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KERNEL_FILES } from '../../../tools/kernel-files.mjs';

const root = join(import.meta.dirname, '../../..');
const notices = readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');

test('the kernels hold those functions of a library that are named', () => {
  const named = [...notices.matchAll(/^\| `(~lib[^`]+)` \|/gm)].map(([, name]) => name);
  const compiled = new Set(KERNEL_FILES.flatMap(({ name }) => functionsOf(name)));
  // a look at names that are none of a library: that names are read at all
  expect(compiled.size).toBeGreaterThan(200);
  expect([...compiled].filter((name) => name.startsWith('~lib/')).sort()).toEqual(named.sort());
});

test('they import nothing of others, and the sources of the scripts import peers alone', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const imported = new Set<string>();
  for (const file of sources.filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(root, 'src', file), 'utf8');
    for (const [, name] of text.matchAll(/^import (?!type).*from '([^.'][^']*)';$/gm)) imported.add(name);
  }
  expect([...imported]).toEqual(['bitecs']);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies?: object;
  };
  expect(dependencies ?? {}).toEqual({});
});

test('the notices are in the tarball', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  expect(files).toContain('THIRD-PARTY-NOTICES.md');
});

/** Names of the functions that were compiled: those of the debug build, which has all of them and their names. */
function functionsOf(kernels: string): string[] {
  const path = join(root, `src/memory/${kernels}.debug.wasm`);
  if (!existsSync(path)) throw new Error(`There is no ${path}. Run "npm run build:kernels" first.`);
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(readFileSync(path)), 'name');
  const bytes = new Uint8Array(section);
  let at = 0;
  const number = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = bytes[at++];
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte & 128);
    return value;
  };
  const FUNCTIONS = 1;
  for (;;) {
    const kind = number();
    const size = number();
    if (kind === FUNCTIONS) break;
    at += size;
  }
  return Array.from({ length: number() }, () => {
    number();
    const length = number();
    at += length;
    return new TextDecoder().decode(bytes.subarray(at - length, at));
  });
}
