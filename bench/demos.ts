// What a step of each demo takes in Chromium, at its default size: a frame at 60 a second has 16.7 ms for it and for drawing.
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

interface Measured {
  readonly steps: readonly number[];
  readonly triangles: number;
}

export const demos: Measure = async ({ quick }) => {
  const browser = await launchChromium();
  await using server = await serveDemos();
  // At rest until it is told to step.
  const still = { reducedMotion: 'reduce', viewport: { width: 976, height: 430 } } as const;
  const rows: Row[] = [];
  for (const { name } of catalogue.filter(({ name }) => name !== 'first-steps')) {
    const { steps, triangles } = await withPage(
      browser,
      async (page) => {
        await page.goto(`${server.url}${name}/`);
        await startedAfter(page);
        return (await page.evaluate(`(${measure})(${WARM_UP}, ${quick ? QUICK_STEPS : STEPS})`)) as Measured;
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
  await browser.close();
  return [
    { title: 'A step of each demo in Chromium, elapsed time: a frame is 16.7 ms, drawing included', rows },
  ];
};

/** Runs in the page: as text, so that it names nothing of this file. What is timed is the plugin's step alone. */
const measure = `async (warmUp, count) => {
  const { plugin } = demo;
  await demo.step(warmUp);
  const steps = [];
  for (const name of ['step', 'stepAsync']) {
    const made = plugin[name].bind(plugin);
    plugin[name] = (...given) => {
      const start = performance.now();
      const answer = made(...given);
      const note = () => void steps.push(performance.now() - start);
      if (answer instanceof Promise) return answer.finally(note);
      note();
    };
  }
  await demo.step(count);
  const { triangleCount, mesh } = plugin.components.MeshTopology;
  let triangles = 0;
  for (let i = 0; i < mesh.length; i++) if (mesh[i] !== 0) triangles += triangleCount[i];
  return { steps, triangles };
}`;
