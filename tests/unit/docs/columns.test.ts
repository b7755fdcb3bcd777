// The guide's tables of columns have each column that there is, and no other, and a program uses it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMPONENT_NAMES } from '../../../src/components/index.js';
import { createCollisionComponents } from '../../../src/index.js';
import { CompiledPrograms } from '../../support/compiled-programs.js';

const root = join(import.meta.dirname, '../../..');
const chapters = readFileSync(join(root, 'docs/guide/columns.md'), 'utf8').split('\n## ');
const components = createCollisionComponents({ maxEntities: 1 });
/** Its chapter of another page has one row a column, which `settings.test.ts` looks at. */
const ELSEWHERE = 'CollisionSettings';

let programs: CompiledPrograms;
beforeAll(() => {
  programs = new CompiledPrograms();
});

describe.each(COMPONENT_NAMES)('%s', (name) => {
  test.runIf(name !== ELSEWHERE)('has a row for each column, and says who writes it', () => {
    expect(columnsUnder(name)).toEqual(Object.keys(components[name]).sort());
  });

  test('has no column that no program reads or gives', () => {
    expect(programs.unusedMembers(fileOf(name), name)).toEqual([]);
  });
});

/** What stands between backticks in the first column of the chapter's table; the second must not be empty. */
function columnsUnder(name: string): string[] {
  const chapter = chapters.find((text) => text.startsWith(`${name}\n`)) ?? '';
  const rows = [...chapter.matchAll(/^\| (`[^|]*) \| (you|plugin|both) \| [^|]+\|$/gm)];
  return rows.flatMap(([, cell]) => Array.from(cell.matchAll(/`(\w+)`/g), ([, column]) => column)).sort();
}

function fileOf(name: string): string {
  const folder = 'src/components';
  const file = readdirSync(join(root, folder)).find((each) =>
    readFileSync(join(root, folder, each), 'utf8').includes(`export interface ${name} {`),
  );
  if (file === undefined) throw new Error(`no file declares ${name}`);
  return `${folder}/${file}`;
}
