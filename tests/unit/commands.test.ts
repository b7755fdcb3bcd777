import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const COMMANDS = [
  'start',
  'build',
  'check',
  'test',
  'bench',
  'bench:tunnel',
  'conform',
  'oracle',
  'soak',
  'fuzz',
  'docs:api',
];

describe('npm run COMMAND -- --help', () => {
  test('every command says what it does', () => {
    const lines = execFileSync(process.execPath, ['tools/help.mjs'], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n');
    for (const command of COMMANDS) {
      const line = lines.find(
        (each) => each.startsWith(`npm run ${command} `) || each.startsWith(`npm ${command} `),
      );
      expect(line, command).toMatch(/ {2,}\S+/);
    }
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(COMMANDS));
  });
});

test('of commands that run side by side each one speaks, and one that fails fails all', () => {
  const program = `import { runTogether } from './tools/run-all.mjs';
    await runTogether([['bad', 'node', '-e', 'process.exit(3)'], ['good', 'node', '-p', '6 * 7']]);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toContain('bad: failed');
  expect(stdout).toMatch(/== good\n[^=]*42\n/);
  expect(stdout).not.toContain('all passed');
});
