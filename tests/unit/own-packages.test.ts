import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areInstalled } from '../../tools/own-packages.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const NEEDED = { version: '1.2.3', integrity: 'sha512-a' };
const ELSEWHERE = { version: '4.5.6', integrity: 'sha512-b', optional: true, os: ['none'] };
const LOCKED = { '': { name: 'home' }, 'node_modules/a': NEEDED, 'node_modules/b': ELSEWHERE };

function lay(file: string, packages: object): void {
  mkdirSync(join(folder, 'node_modules/a'), { recursive: true });
  writeFileSync(join(folder, file), JSON.stringify({ lockfileVersion: 3, packages }));
}

test('packages are there once npm has written its list', () => {
  lay('package-lock.json', LOCKED);
  // an installation that was ended before
  expect(areInstalled(folder)).toBe(false);
  lay('node_modules/.package-lock.json', { 'node_modules/a': NEEDED });
  expect(areInstalled(folder)).toBe(true);
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{"packages": {');
  expect(areInstalled(folder)).toBe(false);
});

test.each([
  ['one has another version', { 'node_modules/a': { ...NEEDED, version: '1.2.2' } }],
  ['one has other contents', { 'node_modules/a': { ...NEEDED, integrity: 'sha512-c' } }],
  ['one is not there', { 'node_modules/b': ELSEWHERE }],
  ['one for some platforms has another version', { 'node_modules/a': NEEDED, 'node_modules/b': NEEDED }],
])('packages of a lock file before this are not those: %s', (_, installed) => {
  lay('package-lock.json', LOCKED);
  lay('node_modules/.package-lock.json', installed);
  expect(areInstalled(folder)).toBe(false);
});
