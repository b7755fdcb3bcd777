// What a step of each demo takes in Chromium, at its default size: a frame at 60 a second has 16.7 ms for it and for drawing.
// Processor time of the page's main thread: other work on the machine does not count. Nothing is drawn meanwhile.
import type { Page } from 'playwright-core';
import { demos as catalogue } from '../demos/catalogue.js';
import { launchChromium } from '../tests/browser/chromium.js';
import { withPage } from '../tests/browser/page.js';
import { serveDemos } from '../tests/browser/serve.js';
import { startedAfter } from '../tests/browser/visit-demo.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

const WARM_UP = 20;
const STEPS = 240;
const QUICK_STEPS = 40;
const FRAME = 1000 / 60;
/** Milliseconds until a page is there, on a machine with other work too. */
const PATIENCE = 300_000;

export const demos: Measure = async ({ progress, quick }) => {
  const browser = await launchChromium();
  await using server = await serveDemos();
  // At rest until it is told to step.
  const still = { reducedMotion: 'reduce', viewport: { width: 976, height: 430 } } as const;
  const rows: Row[] = [];
  for (const { name } of catalogue.filter(({ name, isRecorded }) => name !== 'first-steps' && !isRecorded)) {
    progress(name);
    const { steps, triangles } = await withPage(
      browser,
      async (page) => {
        page.setDefaultTimeout(PATIENCE);
        await page.goto(`${server.url}${name}/`);
        await startedAfter(page);
        return measured(page, quick ? QUICK_STEPS : STEPS);
      },
      still,
    );
    const sorted = [...steps].sort((a, b) => a - b);
    rows.push(
      ...rowsOf(name, {
        triangles: [triangles, 'triangles'],
        mean: [steps.reduce((sum, ms) => sum + ms, 0) / steps.length, 'ms', { target: { most: FRAME } }],
        '95 of 100': [sorted[Math.floor(0.95 * sorted.length)], 'ms'],
        worst: [sorted[sorted.length - 1], 'ms'],
      }),
    );
  }
  const about = `Chromium ${browser.version()}.`;
  await browser.close();
  return [
    {
      title:
        'A step of each demo in Chromium, processor time of its main thread: a frame is 16.7 ms, drawing included',
      about,
      rows,
    },
  ];
};

interface Measured {
  readonly steps: readonly number[];
  readonly triangles: number;
}

async function measured(page: Page, count: number): Promise<Measured> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN);
  };
  // As while it runs, but for the frames.
  await page.evaluate('void (window.requestAnimationFrame = () => 0)');
  await page.evaluate('demo.inspector && (demo.inspector.paused = false)');
  const steps: number[] = [];
  for (let i = 0; i < WARM_UP + count; i++) {
    const before = await spent();
    await page.evaluate('demo.makeStep()');
    if (i >= WARM_UP) steps.push((await spent()) - before);
  }
  return { steps, triangles: Number(await page.evaluate(TRIANGLES)) };
}

const TRIANGLES = `(() => {
  const { triangleCount, mesh } = demo.plugin.components.MeshTopology;
  return mesh.reduce((sum, id, i) => sum + (id === 0 ? 0 : triangleCount[i]), 0);
})()`;
