// The addresses that the quick start maps to a CDN: files that this version of the package, and bitECS, have.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const manifestIn = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

test('the import map names the versions and files that there are', () => {
  const page = readFileSync(join(root, 'docs/guide/quick-start.md'), 'utf8');
  const [, map] = /<script type="importmap">(.*?)<\/script>/s.exec(page) ?? [];
  const { imports } = JSON.parse(map) as { imports: Record<string, string> };
  const own = manifestIn('.');
  const bitecs = manifestIn('node_modules/bitecs');
  const at = (name: string, version: string, file: string) =>
    `https://cdn.jsdelivr.net/npm/${name}@${version}/${file.replace('./', '')}`;
  const file = 'dist/core/index.mjs';
  expect(existsSync(join(root, 'node_modules/bitecs', file))).toBe(true);
  expect(imports).toEqual({
    bitecs: at('bitecs', bitecs.version, file),
    'first-contact': at('first-contact', own.version, own.exports['.'].default),
    'first-contact/geometry': at('first-contact', own.version, own.exports['./geometry'].default),
  });
});
