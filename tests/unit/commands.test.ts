import { execFileSync } from 'node:child_process';
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
