// The README's programs, run as they stand, against the packed tarball.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { install, root, temporaryFolder } from './packed.js';

const consumer = temporaryFolder();
afterAll(() => consumer[Symbol.dispose]());
install(consumer.path, ['bitecs']);

const programs = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(
  ([, code]) => code,
);

function outputOf(program: string): string {
  const file = join(consumer.path, 'readme.mjs');
  writeFileSync(file, program);
  return execFileSync(process.execPath, [file], { cwd: consumer.path, encoding: 'utf8' });
}

test('there are two', () => {
  expect(programs.length).toBe(2);
});

test('the first prints what the fence behind it says', () => {
  expect(outputOf(programs[0])).toBe('still linked: true\n');
});

test('the second prints what its comments say', () => {
  expect(outputOf(programs[1])).toBe('0.500000 0.60 0.20 0.20\n3 contacts, the first at 0.500000\n');
});
