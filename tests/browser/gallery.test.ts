// The gallery and every demo in it, as a visitor meets them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demos } from '../../demos/catalogue.js';
import { DemoSite } from './demo-site.js';
import { withPage } from './page.js';
import { root } from './serve.js';
import { startedAfter, visitDemo } from './visit-demo.js';

const site = new DemoSite();

test('the catalogue lists exactly the demos that exist', () => {
  const folders = readdirSync(join(root, 'demos'));
  const pages = folders.filter(
    (name) => name !== 'dist' && existsSync(join(root, 'demos', name, 'index.html')),
  );
  expect(demos.map((demo) => demo.name).sort()).toEqual(pages.sort());
});

test('the gallery shows a card with a picture for every demo', async () => {
  const cards = await withPage(site.browser, async (page) => {
    await page.goto(site.url);
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

test('the picture at its top moves, is left out where less motion is asked for, and leads to its page', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await withPage(
      site.browser,
      async (page) => {
        await page.goto(site.url);
        await page.locator('.live img').waitFor();
        if (reducedMotion === 'no-preference') {
          await page.locator('.live.started').waitFor({ timeout: 60_000 });
          const frame = page.frameLocator('.live iframe');
          await frame.locator('html[data-intersections="0"]').waitFor();
          expect(await frame.locator('.panel').isVisible()).toBe(false);
        } else expect(await page.locator('.live iframe').count()).toBe(0);
        await page.getByRole('link', { name: 'Open the shaken chains' }).click();
        await page.waitForURL('**/linked-rings/');
        await startedAfter(page);
      },
      { reducedMotion },
    );
  }
});

test('every demo leads to the next one, and the last to the first', async () => {
  await withPage(site.browser, async (page) => {
    for (const [i, { name }] of demos.entries()) {
      await page.goto(`${site.url}${name}/`);
      const next = await page.getByRole('link', { name: 'Next' }).getAttribute('href');
      expect(next).toBe(`../${demos[(i + 1) % demos.length].name}/`);
    }
  });
});

test('the keyboard reaches the first demo', async () => {
  await withPage(site.browser, async (page) => {
    await page.goto(site.url);
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
      site.browser,
      async (page) => {
        await page.goto(site.url + path);
        return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      },
      { viewport: { width: 360, height: 740 } },
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test.each(demos)('$name opens from its card, draws, and leads back and to its source', async (demo) => {
  await withPage(site.browser, (page) => visitDemo(page, site.url, demo));
});

test('the canvas has as many pixels as the screen, also after a change of size', async () => {
  const viewport = { width: 900, height: 600 };
  await withPage(
    site.browser,
    async (page) => {
      await page.goto(`${site.url}${demos[0]?.name}/`);
      await startedAfter(page);
      const sharp = () => {
        const canvas = document.querySelector('canvas');
        const box = canvas?.getBoundingClientRect();
        if (!canvas || !box) return false;
        // A layout may end between two pixels.
        return Math.abs(canvas.width - box.width * 2) <= 1 && Math.abs(canvas.height - box.height * 2) <= 1;
      };
      await page.waitForFunction(sharp);
      await page.setViewportSize({ width: 700, height: 640 });
      await page.waitForFunction(sharp);
    },
    { viewport, deviceScaleFactor: 2 },
  );
});

test('a page shows the error that stopped it', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}${demos[0]?.name}/`);
  await startedAfter(page);
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
