// dist/ in a page without a bundler, isolated or not.
import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RAPIER_BUILDS, serveBuiltPackage } from './built-package.js';
import { launchChromium } from './chromium.js';
import { clothProgram } from './cloth-program.js';
import { contactsProgram } from './contacts-program.js';
import { lockstepProgram } from './lockstep-program.js';
import { withPage } from './page.js';
import { expectPinned } from './pinned.js';
import { rigidProgram } from './rigid-program.js';
import { rigidWorldProgram } from './rigid-world-program.js';
import { type RunningServer, root } from './serve.js';

const subpaths = ['', '/geometry', '/rapier', '/babylon', '/gpu'].map((path) => `first-contact${path}`);

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each([true, false])('cross-origin isolated: %s', (isolated) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await serveBuiltPackage({ isolated });
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  test('the headers arrive', async () => {
    expect(await inPage('crossOriginIsolated')).toBe(isolated);
  });

  // Programs as text: vitest rewrites `import()` in functions into its own, which a page does not have.
  test.each(subpaths)('the import map leads to %s', async (path) => {
    const names = await inPage(`import('${path}').then(Object.keys)`);
    expect(names).not.toEqual([]);
  });

  test('a world in the page has the same bits as one in Node, in private memory and in shared', async () => {
    const inNode = runInNode(lockstepProgram(false));
    expect(Number(inNode)).toBeGreaterThan(0);
    for (const shared of [false, true]) {
      expect(String(await inPage(lockstepProgram(shared)))).toBe(inNode);
      expect(runInNode(lockstepProgram(shared))).toBe(inNode);
    }
  });

  test('contacts in the page have the same bits as in Node, found by one thread and by two', async () => {
    const [hash, count, threads] = runInNode(contactsProgram(1)).split(' ');
    expect(Number(count)).toBeGreaterThan(1000);
    expect(threads).toBe('1');
    expectPinned('contacts', `${hash} ${count}`);
    expect(runInNode(contactsProgram(2))).toBe([hash, count, '2'].join(' '));
    expect(await inPage(contactsProgram(1))).toBe([hash, count, '1'].join(' '));
    expect(await inPage(contactsProgram(2))).toBe([hash, count, isolated ? '2' : '1'].join(' '));
  });

  test('rigid queries in the page have the same bits as in Node, in private memory and in shared', async () => {
    const inNode = runInNode(rigidProgram(false));
    expect(Number.parseInt(inNode, 10)).toBeGreaterThan(50);
    expectPinned('rigid queries', inNode);
    for (const shared of [false, true]) {
      expect(String(await inPage(rigidProgram(shared)))).toBe(inNode);
      expect(runInNode(rigidProgram(shared))).toBe(inNode);
    }
  });

  const backends = [['the built-in backend', undefined], ...RAPIER_BUILDS.map((build) => [build, build])];
  test.each(backends)('a world over %s has the same bits in the page and in Node', async (name, build) => {
    const inNode = runInNode(rigidWorldProgram(build));
    expect(inNode).toMatch(/ true$/);
    expectPinned(`bodies over ${name}`, inNode);
    expect(await inPage(rigidWorldProgram(build))).toBe(inNode);
    expect(runInNode(rigidWorldProgram(build, 2))).toBe(inNode);
    expect(await inPage(rigidWorldProgram(build, 2))).toBe(inNode);
  });

  test('cloths that fall, are cut and tear have the same bits in the page and in Node, with one thread and with two', async () => {
    const inNode = runInNode(clothProgram(1));
    const [, cloths, tears] = inNode.split(' ').map(Number);
    expect(cloths).toBeGreaterThan(5);
    expect(tears).toBeGreaterThan(0);
    expectPinned('cloths', inNode);
    expect(runInNode(clothProgram(2))).toBe(inNode);
    for (const workers of [1, 2]) expect(await inPage(clothProgram(workers))).toBe(inNode);
  });

  function inPage(program: string): Promise<unknown> {
    return withPage(browser, async (page) => {
      await page.goto(server.url);
      return page.evaluate(program);
    });
  }
});

const ranInNode = new Map<string, string>();

/** Each program runs there once. */
function runInNode(program: string): string {
  const known = ranInNode.get(program) ?? run(program);
  ranInNode.set(program, known);
  return known;
}

function run(program: string): string {
  const script = `${program}.then((hash) => process.stdout.write(String(hash)))`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
}
