// The gallery and every demo in it, as a visitor meets them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demos } from '../../demos/catalogue.js';
import { launchChromium } from './chromium.js';
import { withPage } from './page.js';
import { distinctColours } from './pixels.js';
import { type RunningServer, root, serveDemos } from './serve.js';

let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  browser = await launchChromium();
  server = await serveDemos();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('the catalogue lists exactly the demos that exist', () => {
  const folders = readdirSync(join(root, 'demos'));
  const pages = folders.filter(
    (name) => name !== 'dist' && existsSync(join(root, 'demos', name, 'index.html')),
  );
  expect(demos.map((demo) => demo.name).sort()).toEqual(pages.sort());
});

test('the gallery shows a card with a picture for every demo', async () => {
  const cards = await withPage(browser, async (page) => {
    await page.goto(server.url);
    await page
      .locator('.card')
      .nth(demos.length - 1)
      .waitFor();
    await page.waitForLoadState('networkidle');
    return page.locator('.card').evaluateAll((all) =>
      all.map((card) => ({
        title: card.querySelector('a')?.textContent,
        picture: (card.querySelector('img') as HTMLImageElement).naturalWidth > 0,
      })),
    );
  });
  expect(cards).toEqual(demos.map(({ title }) => ({ title, picture: true })));
});

test('the keyboard reaches the first demo', async () => {
  await withPage(browser, async (page) => {
    await page.goto(server.url);
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${demos[0]?.name}/`);
  });
});

test('nothing is wider than a phone', async () => {
  for (const path of ['', ...demos.map(({ name }) => `${name}/`)]) {
    const overflow = await withPage(
      browser,
      async (page) => {
        await page.goto(server.url + path);
        return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      },
      { viewport: { width: 360, height: 740 } },
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

describe.each(demos)('$name', ({ name, title }) => {
  test('opens from its card, draws, and leads back and to its source', async () => {
    await withPage(browser, async (page) => {
      await page.goto(server.url);
      await page.getByRole('link', { name: title, exact: true }).click();
      await page.locator('html[data-started-after]').waitFor();
      expect(await page.locator('.errors').count()).toBe(0);
      // With the page's own colours behind it gone, a blank canvas is one colour. Shaded triangles are hundreds.
      await page.addStyleTag({ content: '.stage { background: none } .status { display: none }' });
      expect(await distinctColours(page, await page.locator('canvas').screenshot())).toBeGreaterThan(100);
      const source = await page.getByRole('link', { name: 'Source' }).getAttribute('href');
      const answer = await page.request.get(new URL(source ?? '', page.url()).href);
      expect(answer.headers()['content-type']).toContain('text/plain');
      expect(await answer.text()).toContain(`openShell('${name}')`);
      await page.getByRole('link', { name: 'first-contact' }).click();
      await page.locator('.card').first().waitFor();
    });
  });
});

test('a page shows the error that stopped it', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}${demos[0]?.name}/`);
  await page.locator('html[data-started-after]').waitFor();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('a step went wrong');
    });
    void Promise.reject(new TypeError('a promise went wrong'));
  });
  const box = page.getByRole('alert');
  await box.getByText('RangeError: a step went wrong').first().waitFor();
  await box.getByText('TypeError: a promise went wrong').first().waitFor();
  await context.close();
});
