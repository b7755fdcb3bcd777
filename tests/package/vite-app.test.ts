// The published tarball in a fresh Vite app without any configuration: what works there works for most.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, type InlineConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../browser/chromium.js';
import { withPage } from '../browser/page.js';
import { ISOLATION_HEADERS, serveFiles, serveVite } from '../browser/serve.js';
import { install, temporaryFolder } from './packed.js';

const app = temporaryFolder();
let browser: Browser;

beforeAll(async () => {
  cpSync(join(import.meta.dirname, 'app'), app.path, { recursive: true });
  install(app.path, ['bitecs']);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  app[Symbol.dispose]();
});

const settings: InlineConfig = { root: app.path, configFile: false, logLevel: 'error' };

async function whatThePageSays(url: string): Promise<string | null> {
  return withPage(browser, async (page) => {
    await page.goto(url);
    await page.locator('output:not(:empty)').waitFor({ timeout: 20_000 });
    return page.locator('output').textContent();
  });
}

describe.each([
  ['an isolated page, on two threads', true, 'stepped on two threads'],
  ['a page that is not isolated, on one', false, 'stepped on one thread'],
])('%s', (_, isolated, said) => {
  test('vite build: the built app steps a world', async () => {
    await build(settings);
    await using server = await serveFiles({ folders: { '': join(app.path, 'dist') }, isolated });
    expect(await whatThePageSays(server.url)).toBe(said);
  });

  test('vite dev: the app steps a world from a pre-bundled dependency', async () => {
    await using server = await serveVite({
      ...settings,
      server: isolated ? { headers: ISOLATION_HEADERS } : {},
    });
    expect(await whatThePageSays(server.url)).toBe(said);
  });
});
