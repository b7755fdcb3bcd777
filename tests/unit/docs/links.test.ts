// Links between pages, and from pages to files, lead somewhere.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { docPages } from '../../support/doc-programs.js';

const root = join(import.meta.dirname, '../../..');

test.each(['CONTRIBUTING.md', 'CHANGELOG.md', ...docPages()])('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
  const local = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(local.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

test('the guide and README name each page of the guide', () => {
  const pages = docPages().filter((page) => /^docs\/guide\/(?!README)/.test(page));
  for (const [index, prefix] of [
    ['docs/guide/README.md', ''],
    ['README.md', 'docs/guide/'],
  ]) {
    const text = readFileSync(join(root, index), 'utf8');
    expect(pages.filter((page) => !text.includes(`(${prefix}${page.slice('docs/guide/'.length)})`))).toEqual(
      [],
    );
  }
});
