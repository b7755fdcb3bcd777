// docs/algorithms.md says where the papers are in the code: its files and names have to be there, and all sections in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/algorithms.md'), 'utf8');

interface Row {
  readonly paper: string;
  readonly section: string;
  readonly code: string;
  readonly tests: string;
  readonly text: string;
}

const rows = page.split('\n## ').flatMap((chapter) => {
  const [paper, ...lines] = chapter.split('\n');
  const cells = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').slice(1, -1));
  return cells
    .slice(2)
    .map(([section, code, tests, ...rest]): Row => ({ paper, section, code, tests, text: rest.join('|') }));
});

/** Every path between backticks, with the names behind its colon. */
const references = [...page.matchAll(/`((?:src|tests|bench|scenes|tools)\/[^`:]+?)(?:: ([^`]+))?`/g)].map(
  ([, file, names]) => [file, names?.split(', ') ?? []] as const,
);

test('what it names is there', () => {
  expect(references.length).toBeGreaterThan(150);
  const missing = references.flatMap(([file, names]) => {
    if (!existsSync(join(root, file))) return [file];
    const source = readFileSync(join(root, file), 'utf8');
    return names.filter((name) => !exportOf(name).test(source)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('each row says where something is and what tests it, or that it is not there', () => {
  const vague = rows.filter(({ code, tests, text }) => {
    const isSaid = /`(src|bench|scenes)\//.test(code) && tests.includes('`tests/');
    return !isSaid && !/\bnot there\b/i.test(text);
  });
  expect(vague).toEqual([]);
});

function exportOf(name: string): RegExp {
  return new RegExp(`^export (?:async )?(?:function\\*?|class|const|let|interface|type) ${name}\\b`, 'm');
}

/** What the papers have, as they number it: what only shows pictures of a scene is left out. */
const PAPERS: Readonly<Record<string, readonly string[]>> = {
  ICCD: [
    ...sections(
      'III-A III-B III-C III-D IV-A IV-B IV-C IV-D V-A V-B V-C V-D V-E V-F V-G VI VI-A VI-B VI-C VII-A VII-B',
    ),
    ...sections('VIII-A VIII-B'),
    ...numbered('Algorithm', 1, 4),
    ...numbered('Figure', 2, 15),
    'Table I',
    'Table II',
    'Table III',
    'equation 1',
  ],
  'R-Triangles': [
    ...sections('1 3 3.1 3.1.1 4 4.1 4.2 4.3 4.3.1 4.3.2 5.1 5.2 6 7'),
    'Algorithm 1',
    'Theorem 4.1',
    ...numbered('Figure', 2, 10),
    ...numbered('Table', 1, 2),
  ],
  C2A: [
    ...sections('III-A III-B IV V-A V-B V-C VI VII'),
    'Algorithm 1',
    ...numbered('Lemma', 1, 2),
    ...numbered('equation', 1, 6),
    ...numbered('Figure', 1, 6),
    'Table I',
  ],
  'Quick-CULLIDE': [
    ...sections('3.1 3.2 4.1 4.2 5 5.1.1 5.1.2 5.1.3 5.2 5.3'),
    ...numbered('Lemma', 1, 5),
    ...numbered('Figure', 1, 8),
    ...numbered('Table', 1, 2),
  ],
  Mezger: [
    ...sections('3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 5.2 6 6.1 6.2 6.3 7 8.1 8.2 8.3'),
    ...numbered('equation', 1, 3),
    ...numbered('Figure', 1, 9),
    ...numbered('Table', 1, 5),
  ],
};

describe.each(Object.entries(PAPERS))('%s', (paper, expected) => {
  const present = rows.filter((row) => row.paper === paper).flatMap(({ section }) => mentioned(section));

  test('has a row for each section, algorithm, lemma, figure and table', () => {
    expect(expected.filter((name) => !present.includes(name))).toEqual([]);
  });
});

function sections(list: string): string[] {
  return list.split(' ').map((name) => `section ${name}`);
}

function numbered(word: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `${word} ${from + i}`);
}

/** "3.1, 3.2 boxes, Figures 1 to 3 and Table I": section 3.1, section 3.2, Figure 1, Figure 2, Figure 3, Table I. */
function mentioned(cell: string): string[] {
  const found: string[] = [];
  let word = 'section';
  for (const token of cell.replaceAll(/[,;:]/g, ' , ').trim().split(/\s+/)) {
    const named = /^(Algorithm|Figure|Table|Lemma|Theorem|equation)s?$/.exec(token);
    if (named) word = named[1];
    else if (token === 'to') word = `${word} to`;
    else if (/^(\d[\d.]*|[IVX]+(-[A-G])?)$/.test(token)) {
      const [kind, range] = word.split(' ');
      if (range) found.push(...numbered(kind, lastNumber(found) + 1, Number(token)));
      else found.push(`${kind} ${token}`);
      word = kind;
    } else if (token !== ',' && token !== 'and') word = 'other';
  }
  return found;
}

function lastNumber(found: readonly string[]): number {
  return Number(found.at(-1)?.split(' ')[1]);
}
