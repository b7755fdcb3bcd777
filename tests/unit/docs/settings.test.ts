// The guide's tables of options and settings have a row for each one that there is, and for no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCollisionSettings } from '../../../src/components/collision-settings.js';
import { PLUGIN_OPTIONS } from '../../../src/plugin/options.js';

const page = readFileSync(
  join(import.meta.dirname, '../../../docs/guide/choosing-settings.md'),
  'utf8',
).split('\n## ');

test('each option of the plugin has a row', () => {
  expect(namesUnder('Options of the plugin')).toEqual([...PLUGIN_OPTIONS].sort());
});

test('each column of CollisionSettings has a row', () => {
  expect(namesUnder('Settings of an entity')).toEqual(Object.keys(createCollisionSettings(1)).sort());
});

/** What stands between backticks in the first column of the chapter's table. */
function namesUnder(title: string): string[] {
  const chapter = page.find((text) => text.startsWith(`${title}\n`)) ?? '';
  const cells = [...chapter.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)).sort();
}
