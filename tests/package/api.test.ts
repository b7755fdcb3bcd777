// typedoc reads the sources without a warning, and each export has a page. It has a package of its own, which is installed where it is not there.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifest, root, temporaryFolder } from './packed.js';

const folder = temporaryFolder();
let pages: string[];

beforeAll(() => {
  const script = join(root, 'tools/build-api.mjs');
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, '--out', folder.path], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  pages = readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
}, 300_000);

afterAll(() => folder[Symbol.dispose]());

test('what is exported has a page', async () => {
  const described = new Set(pages.map((page) => page.replace(/^.*[./\\](\w+)\.html$/, '$1')));
  for (const entry of Object.values(manifest.exports)) {
    if (typeof entry === 'string') continue;
    const names = Object.keys(await import(pathToFileURL(join(root, entry.default)).href));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !described.has(name))).toEqual([]);
  }
});

test('links of the pages lead to pages', () => {
  expect(pages.length).toBeGreaterThan(200);
  const lost = pages.flatMap((page) => {
    const text = readFileSync(join(folder.path, page), 'utf8');
    const links = Array.from(text.matchAll(/<a href="([^"#?:]+\.html)/g), ([, link]) => link);
    return links
      .filter((link) => !existsSync(join(folder.path, dirname(page), link)))
      .map((link) => `${page}: ${link}`);
  });
  expect(lost).toEqual([]);
});
