// The controls of the first demo, also while it is paused, and a frame that it saves.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { replay } from '../../tools/conform/replay.js';
import { DemoSite } from './demo-site.js';
import { withPage } from './page.js';

/** An icosphere of three subdivisions. */
const BALL_TRIANGLES = 1280;

const site = new DemoSite();

const showsTriangles = (page: Page, count: number) =>
  page.getByText(`${count.toLocaleString('en')} triangles`).waitFor({ timeout: 10_000 });

test('who asked for less motion sees the cloth, at rest', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'first-steps');
      await showsTriangles(page, 2 * 40 * 40 + BALL_TRIANGLES);
      await page.getByRole('button', { name: 'Play' }).waitFor();
    },
    { reducedMotion: 'reduce' },
  );
});

test('controls work while the demo is paused', async () => {
  await withPage(site.browser, async (page) => {
    await site.open(page, 'first-steps');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('label', { hasText: 'Squares a side' }).locator('input').fill('8');
    await showsTriangles(page, 2 * 8 * 8 + BALL_TRIANGLES);
    await page.getByLabel('Show swept boxes').uncheck();
    await page.getByLabel('Show triangles').uncheck();
    await page.locator('label', { hasText: 'Wave height' }).locator('input').fill('0');
  });
});

test('a frame saved in the page is replayed in Node', async () => {
  await withPage(site.browser, async (page) => {
    await site.open(page, 'first-steps');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save frame' }).click();
    const file = await (await saving).path();
    expect(await replay.run([file], undefined, {})).toMatchObject({ kind: 'replay', colliders: 2 });
  });
});
