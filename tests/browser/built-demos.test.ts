// The demos as they are published: built, served as plain files, and quick to start.
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demos } from '../../demos/catalogue.js';
import { temporaryFolder } from '../package/packed.js';
import { launchChromium } from './chromium.js';
import { withPage } from './page.js';
import { type RunningServer, root, serveFiles } from './serve.js';
import { startedAfter, visitDemo } from './visit-demo.js';

const startBudget = 2000;
/** Where Babylon alone takes longer than this to its first frame, the machine is slow, and every budget as much longer. */
const babylonAlone = 300;
const folder = temporaryFolder();
let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  const output = { outDir: folder.path, emptyOutDir: true };
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error', build: output });
  await build({
    root: join(import.meta.dirname, 'bare-page'),
    base: './',
    logLevel: 'error',
    build: { outDir: join(folder.path, 'bare-page') },
  });
  browser = await launchChromium();
  server = await serveFiles({ folders: { '': folder.path }, isolated: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

describe.each(demos)('$name', (demo) => {
  test('opens from its card, draws, and leads back and to its source', async () => {
    await withPage(browser, (page) => visitDemo(page, server.url, demo));
  });

  test(`starts within ${startBudget / 1000} s`, async () => {
    const times: number[] = [];
    let budget = 0;
    // Other work on the machine only ever adds: one quick visit of several is the proof.
    while (times.length < 8 && !times.some((time) => time < budget)) {
      budget = startBudget * Math.max(1, (await startOf('bare-page')) / babylonAlone);
      times.push(await startOf(demo.name));
    }
    expect(Math.min(...times), `${times} ms`).toBeLessThan(budget);
  });
});

async function startOf(name: string): Promise<number> {
  return withPage(browser, async (page) => {
    await page.goto(`${server.url}${name}/`);
    return startedAfter(page);
  });
}
