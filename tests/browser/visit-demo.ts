// A visit to one demo from the gallery: it opens, draws, and leads to its source and back.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from '../../demos/catalogue.js';
import { distinctColours } from './pixels.js';

export async function visitDemo(page: Page, galleryUrl: string, { name, title }: Demo): Promise<void> {
  await page.goto(galleryUrl);
  await page.getByRole('link', { name: title, exact: true }).click();
  await startedAfter(page);
  expect(await page.locator('.errors').count()).toBe(0);
  // With the page's own colours behind it gone, a blank canvas is one colour. Shaded triangles are hundreds.
  await page.addStyleTag({ content: '.stage { background: none } .status { display: none }' });
  expect(await distinctColours(page, await page.locator('.stage canvas').screenshot())).toBeGreaterThan(100);
  const source = await page.getByRole('link', { name: 'Source' }).getAttribute('href');
  const answer = await page.request.get(new URL(source ?? '', page.url()).href);
  expect(answer.headers()['content-type']).toContain('text/plain');
  expect(await answer.text()).toMatch(new RegExp(`openShell\\('${name}'\\)|name: '${name}'`));
  await page.getByRole('link', { name: 'first-contact' }).click();
  await page.locator('.card').first().waitFor();
}

/** Milliseconds from the start of the visit to the end of the demo's first frame. Waits for it. */
export async function startedAfter(page: Page): Promise<number> {
  const html = page.locator('html[data-started-after]');
  await html.waitFor({ timeout: 20_000 });
  return Number(await html.getAttribute('data-started-after'));
}
