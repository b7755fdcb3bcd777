// Every path that package.json promises leads somewhere, for tools, for types and for plain Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, describe, expect, test } from 'vitest';
import { install, manifest, pack, root, temporaryFolder } from './packed.js';

const consumer = temporaryFolder();
afterAll(() => consumer[Symbol.dispose]());
install(consumer.path, ['bitecs']);
const installed = join(consumer.path, 'node_modules', manifest.name);

const targets = Object.entries(manifest.exports);
const files = targets.flatMap(([, target]) =>
  typeof target === 'string' ? [target] : [target.types, target.default],
);
const scripts = targets.filter(([, target]) => typeof target === 'object').map(([path]) => path);
const wasm = targets.map(([path]) => path).filter((path) => path.endsWith('.wasm'));

test.each(files)('%s is in the tarball', (file) => {
  expect(existsSync(join(installed, file))).toBe(true);
});

// Only bitecs is installed beside it: a core that imported an engine would fail here.
describe('in plain Node', () => {
  test.each(scripts)('%s imports and exports something', (path) => {
    const names = runInNode(`console.log(JSON.stringify(Object.keys(await import('${specifier(path)}'))))`);
    expect(JSON.parse(names)).not.toEqual([]);
  });

  test.each(wasm)('%s is WebAssembly that this Node compiles', (path) => {
    const program = `
      import { readFileSync } from 'node:fs';
      const url = import.meta.resolve('${specifier(path)}');
      const module = await WebAssembly.compile(readFileSync(new URL(url)));
      console.log(WebAssembly.Module.exports(module).length);`;
    expect(Number(runInNode(program))).toBeGreaterThan(0);
  });
});

test('publint finds nothing, not even a suggestion', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('the types resolve as the scripts do', () => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const { filename } = pack(consumer.path);
  const entries = ['--exclude-entrypoints', ...wasm.map((path) => path.slice(2)), 'package.json'];
  const check = [
    '--profile',
    'esm-only',
    '--no-definitely-typed',
    '--no-color',
    '--no-emoji',
    '--format',
    'ascii',
  ];
  const result = spawnSync(process.execPath, [attw, join(consumer.path, filename), ...check, ...entries], {
    encoding: 'utf8',
  });
  expect(result.status, result.stdout + result.stderr).toBe(0);
});

function specifier(path: string): string {
  return path.replace(/^\./, manifest.name);
}

function runInNode(program: string): string {
  const file = join(consumer.path, 'program.mjs');
  writeFileSync(file, program);
  return execFileSync(process.execPath, [file], { cwd: consumer.path, encoding: 'utf8' });
}
