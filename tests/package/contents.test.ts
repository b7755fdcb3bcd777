// What goes into the tarball, and what it weighs.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KERNEL_FILES } from '../../tools/kernel-files.mjs';
import { manifest, pack, root } from './packed.js';
import { bundled, kernelBytes } from './weights.js';

const packedBudget = 1_030_000;

const tarball = pack();
const paths = tarball.files.map(({ path }) => path);

test('the tarball holds the built library and its papers, nothing else', () => {
  const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'package.json'];
  const picture = 'demos/linked-rings/thumbnail.png';
  const others = paths.filter((path) => !/^(dist|docs)\//.test(path) && path !== picture);
  expect(others.sort()).toEqual(papers);
  expect(paths).toContain(picture);
  const strange = paths.filter((path) => path.startsWith('dist/') && !/\.(js|d\.ts|wasm)$/.test(path));
  expect(strange).toEqual([]);
  expect(paths.filter((path) => /\.test\.|debug\.wasm/.test(path))).toEqual([]);
});

test('every page that a page of the tarball leads to is in it', () => {
  const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'));
  expect(pages.length).toBeGreaterThan(30);
  const dead = pages.flatMap((page) => {
    const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g);
    const targets = Array.from(links, ([, to]) => posix.join(posix.dirname(page), to));
    return targets.filter((to) => !paths.includes(to)).map((to) => `${page}: ${to}`);
  });
  expect(dead).toEqual([]);
});

// These tests pack what is built; without the script, a fresh clone would publish a README and no library.
test('npm pack and npm publish build the library first', () => {
  expect(manifest.scripts.prepack).toBe(manifest.scripts.build);
});

test('the tarball holds the compiled kernels', () => {
  for (const { name } of KERNEL_FILES) expect(paths).toContain(`dist/memory/${name}.wasm`);
});

test(`the tarball is below ${packedBudget / 1000} kB`, () => {
  expect(tarball.size).toBeLessThan(packedBudget);
});

// What a page loads, in bytes: the core, which stays below 63 kB, and what each part adds to it. Rapier is a peer, and
// weighs nothing here.
const CORE_BUDGET = 63_000;
const CEILINGS = {
  core: { script: 46_800, kernels: 15_800 },
  deformables: { script: 24_500, kernels: 25_000 },
  dynamics: { script: 11_300, kernels: 25_500 },
  cloth: { script: 24_000, kernels: 17_200 },
  queries: { script: 6_500, kernels: 12_300 },
  breaking: { script: 22_300, kernels: 12_300 },
  snapshots: { script: 7_000, kernels: 0 },
} as const;

const FILES: Record<Exclude<keyof typeof CEILINGS, 'core'>, { script: string; kernels?: string }> = {
  deformables: { script: 'deformables', kernels: 'core-deformables' },
  dynamics: { script: 'dynamics', kernels: 'core-dynamics' },
  cloth: { script: 'cloth', kernels: 'core-cloth' },
  queries: { script: 'queries', kernels: 'core-exact' },
  breaking: { script: 'breaking', kernels: 'core-exact' },
  snapshots: { script: 'snapshot' },
};

/** What README says in kB is within a tenth of what was weighed. */
function expectSaid(line: RegExp, bytes: readonly number[]): void {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, ...said] = line.exec(readme) ?? [];
  expect(said.length, `${line}`).toBe(bytes.length);
  bytes.forEach((each, i) => {
    const ratio = (1000 * Number(said[i])) / each;
    expect(Math.abs(ratio - 1), `${line}: ${each} bytes`).toBeLessThan(0.1);
  });
}

test('README says what the tarball weighs', () => {
  expectSaid(/(\d+) kB packed/, [tarball.size]);
  const unpacked = tarball.files.reduce((sum, { size }) => sum + size, 0);
  expectSaid(/packed, ([\d.]+) MB unpacked/, [unpacked / 1000]);
});

describe('a page that creates a plugin', async () => {
  const page = await bundled(
    "import { createCollisionPlugin } from 'first-contact/index.js'; globalThis.made = createCollisionPlugin;",
  );

  test('loads less than 63 kB with the core', ({ annotate }) => {
    const kernels = kernelBytes('core');
    expect(page.first + kernels, 'both').toBeLessThan(CORE_BUDGET);
    expect(page.first, 'script').toBeLessThan(CEILINGS.core.script);
    expect(kernels, 'kernels').toBeLessThan(CEILINGS.core.kernels);
    expectSaid(/\| the core: [^|]*\| ([\d.]+) \| ([\d.]+) \|/, [page.first, kernels]);
    return annotate(`${page.first} bytes of script and ${kernels} of kernels`).then(() => undefined);
  });

  test.each(Object.entries(FILES))('loads %s when it is asked for', async (part, files) => {
    const ceiling = CEILINGS[part as keyof typeof FILES];
    const isFirst = part === 'deformables';
    const script = (isFirst ? page.later : page.besideDeformables).get(files.script);
    expect(script, [...page.later.keys()].join()).toBeGreaterThan(0);
    expect(script).toBeLessThan(ceiling.script);
    if (files.kernels !== undefined)
      expect(kernelBytes(files.kernels), 'kernels').toBeLessThan(ceiling.kernels);
    const row = `\\| \`'${part}'\`[^|]*\\| ([\\d.]+) \\|`;
    if (files.kernels === undefined) expectSaid(new RegExp(row), [script!]);
    else expectSaid(new RegExp(`${row}[a-z ]*([\\d.]+) \\|`), [script!, kernelBytes(files.kernels)]);
  });

  test('loads neither pictures nor workers before they are asked for', () => {
    expect(page.later.get('occlusion')).toBeGreaterThan(5000);
    expect(page.later.get('open-crew')).toBeGreaterThan(1000);
  });
});

describe('what is not imported is not bundled', async () => {
  const one = await bundled(
    "import { FirstContactError } from 'first-contact/index.js'; globalThis.made = FirstContactError;",
  );
  const contact = await bundled(
    "import { initGeometry, vertexFaceContact } from 'first-contact/geometry/index.js'; globalThis.made = [initGeometry, vertexFaceContact];",
  );

  test('one class of the core', () => {
    expect(one.first).toBeLessThan(1000);
    expect(one.later.size).toBe(0);
  });

  test('one function of the geometry face', () => {
    expect(contact.first).toBeLessThan(8500);
  });
});
