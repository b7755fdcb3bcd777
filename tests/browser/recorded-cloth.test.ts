// The recorded cloth: a worker makes its steps, the page keeps and plays them. With a small cloth, but where its size matters.
import { addEntity, createWorld } from 'bitecs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { largeTurningBall } from '../../scenes/simulated/ball.js';
import { addToPlugin } from '../../scenes/simulated/in-plugin.js';
import { createCollisionPlugin } from '../../src/index.js';
import { DemoSite } from './demo-site.js';
import { withPage } from './page.js';
import { startedAfter } from './visit-demo.js';

const SMALL = 34;
const moving = { viewport: { width: 640, height: 480 } } as const;
const still = { ...moving, reducedMotion: 'reduce' } as const;

const site = new DemoSite();

/** Positions as the page draws them. */
const drawn = (page: Page): Promise<number[]> => page.evaluate('[...demo.positions]');
const made = (page: Page): Promise<number> => page.evaluate('demo.recording.made');
const slide = (page: Page, name: string, value: number) =>
  page.getByRole('slider', { name, exact: true }).fill(String(value));

async function openSmall(page: Page): Promise<void> {
  await site.open(page, 'recorded-cloth');
  await slide(page, 'Quads a side', SMALL);
}

/** The cloth's vertices after so many steps here. */
async function verticesAfter(steps: number): Promise<Float64Array> {
  const scene = largeTurningBall(1, SMALL);
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { timeStep: scene.dt });
  const { entities, drive } = addToPlugin(plugin, scene, () => addEntity(world));
  for (let step = 1; step <= steps; step++) {
    drive(step * scene.dt);
    plugin.step();
  }
  const vertices = plugin.readVertices(
    entities[0],
    new Float64Array(scene.parts[0].mesh.positions.length),
  ) as Float64Array;
  plugin.dispose();
  return vertices;
}

test('any step can be shown, and is what the step gave, but for the rounding', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await openSmall(page);
      await page.waitForFunction('demo.recording.made >= 40');
      for (const step of [40, 12, 0]) {
        await slide(page, 'Step', step);
        const shown = await drawn(page);
        const exact = await verticesAfter(step);
        expect(shown).toHaveLength(exact.length);
        // Half a unit of the cloth's box, which is 1.25 m wide at the most, and what f32 leaves out.
        const farthest = shown.reduce((most, x, i) => Math.max(most, Math.abs(x - exact[i])), 0);
        expect(farthest, `step ${step}`).toBeLessThan(1.25 / 65535 / 2 + 1e-7);
      }
      await slide(page, 'Step', 240);
      const all = await made(page);
      expect(Number(await page.getByRole('slider', { name: 'Step', exact: true }).inputValue())).toBe(
        Math.min(all, 240),
      );
    },
    still,
  );
});

test('it plays what there is again and again, stops, and goes on from where it was put', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await openSmall(page);
      await page.waitForFunction('demo.recording.made >= 30');
      const height =
        '(() => { let low = 1; for (let i = 1; i < demo.positions.length; i += 3) low = Math.min(low, demo.positions[i]); return low; })()';
      await page.waitForFunction(`${height} < -0.1`);
      // The first step again: it is played from the beginning.
      await page.waitForFunction(`${height} > 0.3`);
      await slide(page, 'Step', 20);
      await page.getByRole('button', { name: 'Play' }).waitFor();
      const paused = await drawn(page);
      await page.waitForTimeout(300);
      expect(await drawn(page)).toEqual(paused);
      await page.getByRole('button', { name: 'Play' }).click();
      await page.waitForFunction(`demo.positions[1] !== ${paused[1]}`);
    },
    moving,
  );
});

test('it records as many steps as are wanted, counts what meets after each, and begins anew', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await openSmall(page);
      await slide(page, 'Steps to record', 60);
      await page.waitForFunction('demo.recording.made === 60');
      const met = (await page.evaluate('demo.recording.states.map(({ met }) => met)')) as number[];
      expect(met.length).toBeGreaterThan(60);
      expect(met.filter((count) => count !== 0)).toEqual([]);
      await page.getByText('recorded 60 of 60 steps', { exact: true }).waitFor();
      const figures =
        /^2,312 triangles, \d+ ms a step \(median; worst \d+\), [\d,]+ step backs, [\d.]+ MB recorded$/;
      expect(await page.locator('.status').textContent()).toMatch(figures);
      expect(await page.locator('.counter').textContent()).toBe('0 intersections');
      // All of them are there; more are wanted again.
      await slide(page, 'Steps to record', 120);
      await page.waitForFunction('demo.recording.made > 65');
      await page.getByRole('button', { name: 'Record anew' }).click();
      expect(await made(page)).toBeLessThan(60);
      await page.waitForFunction('demo.recording.made > 5');
      await page.evaluate('demo.dispose()');
      await expect.poll(() => page.workers().length).toBe(0);
      expect(await page.evaluate('demo.stage.scene.meshes.length')).toBe(0);
    },
    still,
  );
});

test('while 92,000 triangles are recorded, the page stays responsive', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'recorded-cloth');
      await page.waitForFunction('demo.recording.made >= 2');
      // Nothing else than the worker: software draws on the processor.
      const { turns, steps, clock } = (await page.evaluate(`(async () => {
        const before = demo.recording.made;
        const start = performance.now();
        let turns = 0;
        while (demo.recording.made < before + 6) {
          await new Promise((done) => setTimeout(done, 5));
          turns++;
        }
        return { turns, steps: demo.recording.made - before, clock: performance.now() - start };
      })()`)) as { turns: number; steps: number; clock: number };
      // Were the steps made on the page's own thread, there would be one turn a step.
      expect(turns, `${turns} turns, ${steps} steps in ${clock} ms`).toBeGreaterThan(4 * steps);
    },
    still,
  );
});

test.each([
  ['a browser without workers', 'delete globalThis.Worker', /records in a worker, and the browser has none/],
  [
    'a worker that cannot do its work',
    `globalThis.Worker = class extends Worker {
      constructor(address, options) {
        super(new URL('data:text/javascript,throw new Error("it went wrong")'), options);
      }
    }`,
    /recording worker: .*it went wrong/,
  ],
])('%s is told on the page', async (_, change, said) => {
  const context = await site.browser.newContext(still);
  const page = await context.newPage();
  await page.addInitScript(change);
  await page.goto(`${site.url}recorded-cloth/`);
  await startedAfter(page);
  await page.getByRole('alert').getByText(said).first().waitFor();
  await context.close();
});
