// dist/ in a page without a bundler, isolated or not.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveBuiltPackage } from './built-package.js';
import { launchChromium } from './chromium.js';
import { withPage } from './page.js';
import type { RunningServer } from './serve.js';

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

  test('the kernels load', async () => {
    expect(await inPage(`import('first-contact').then(({ loadCore }) => loadCore()).then(Boolean)`)).toBe(
      true,
    );
  });

  function inPage(program: string): Promise<unknown> {
    return withPage(browser, async (page) => {
      await page.goto(server.url);
      return page.evaluate(program);
    });
  }
});
