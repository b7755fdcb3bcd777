// Every demo: 300 steps in which nothing meets, a picture like the stored one, the same bits where the engine's mathematics is another's,
// and the inspector's controls. The stored pictures are the gallery's; UPDATE_THUMBNAILS=1 stores them anew.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demos } from '../../demos/catalogue.js';
import { replay } from '../../tools/conform/replay.js';
import { DemoSite } from './demo-site.js';
import { withPage } from './page.js';
import { difference, distinctColours } from './pixels.js';
import { root } from './serve.js';

const STEPS = 300;
/** Steps between two counts, and when the picture is taken where a demo does not say. */
const BETWEEN = 30;
const PICTURE_AFTER = 60;
/** Mean difference of a colour channel, of 255: shading differs a little between versions of a renderer. */
const TOLERANCE = 4;
const simulated = demos.filter(({ name, isRecorded }) => name !== 'first-steps' && !isRecorded);
const recorded = demos.filter(({ isRecorded }) => isRecorded);
/** At rest until they are told to step. */
const still = {
  reducedMotion: 'reduce',
  colorScheme: 'light',
  viewport: { width: 976, height: 409 },
} as const;

const site = new DemoSite();

const stepsOf = (page: Page): Promise<number> => page.evaluate('demo.plugin.clock.step');

async function picture(page: Page, isLabelled = false): Promise<Buffer> {
  const hidden = isLabelled ? '.status' : '.status, .counter, .note';
  await page.addStyleTag({ content: `${hidden} { display: none !important }` });
  // Materials are compiled beside; two frames, as the steps are drawn in the next one.
  await page.evaluate('globalThis.demo?.stage.scene.whenReadyAsync()');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return page.locator('.stage').screenshot();
}

/**
 * Runs in the page, before all of its scripts: sines, powers and roots of sums are a last bit off, as another browser's are. Whole
 * numbers are what all engines say.
 */
function becomeAnother(): void {
  const bits = new BigInt64Array(1);
  const value = new Float64Array(bits.buffer);
  const next = (exact: number): number => {
    if (!Number.isFinite(exact) || Number.isInteger(exact)) return exact;
    value[0] = exact;
    bits[0] += 1n;
    return value[0];
  };
  const names = [
    ...[
      'sin',
      'cos',
      'tan',
      'asin',
      'acos',
      'atan',
      'atan2',
      'sinh',
      'cosh',
      'tanh',
      'asinh',
      'acosh',
      'atanh',
    ],
    ...['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'pow', 'cbrt', 'hypot'],
  ] as const;
  const own = Math as unknown as Record<string, (...given: number[]) => number>;
  for (const name of names) {
    const engine = own[name]!;
    own[name] = (...given) => next(engine(...given));
  }
}

/** A number of all bytes that the demo's world has (FNV-1a). */
const hashOf = (page: Page): Promise<unknown> =>
  page.evaluate(
    `demo.plugin.snapshot().reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5)`,
  );

test.each(simulated)(
  '$name: nothing meets in 300 steps, it looks as it did, and has the bits of any engine',
  { timeout: 180_000 },
  async ({ name, pictureAfter = PICTURE_AFTER, isLabelled }) => {
    let bits: unknown;
    await withPage(
      site.browser,
      async (page) => {
        await site.open(page, name);
        expect(await page.evaluate('demo.intersections()'), 'as it is built').toBe(0);
        for (let made = 0; made < STEPS; made += BETWEEN) {
          expect(
            await page.evaluate(`demo.step(${BETWEEN}).then(() => demo.intersections())`),
            `after ${made} steps`,
          ).toBe(0);
          if (made === 0) bits = await hashOf(page);
          if (made + BETWEEN === pictureAfter) await comparePicture(page, name, isLabelled);
        }
        expect(await stepsOf(page)).toBe(STEPS);
      },
      still,
    );
    await withPage(
      site.browser,
      async (page) => {
        await page.addInitScript(becomeAnother);
        await site.open(page, name);
        expect(await page.evaluate('Math.sin(1)')).not.toBe(Math.sin(1));
        await page.evaluate(`demo.step(${BETWEEN})`);
        expect(await hashOf(page), `after ${BETWEEN} steps in another engine`).toBe(bits);
      },
      { ...still, viewport: { width: 320, height: 240 } },
    );
  },
);

test.each(recorded)(
  '$name: nothing meets in what is recorded, and it looks as it did',
  { timeout: 180_000 },
  async ({ name, pictureAfter = PICTURE_AFTER }) => {
    await withPage(
      site.browser,
      async (page) => {
        await site.open(page, name);
        await page.waitForFunction(`demo.recording.made >= ${pictureAfter}`, undefined, { timeout: 170_000 });
        expect(await page.evaluate("demo.recording.sum('met')")).toBe(0);
        await page.getByRole('slider', { name: 'Step', exact: true }).fill(String(pictureAfter));
        await page.evaluate(
          'new Promise((done) => demo.stage.scene.onAfterRenderObservable.addOnce(() => done()))',
        );
        await comparePicture(page, name);
      },
      still,
    );
  },
);

test('first-steps looks as it did', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'first-steps');
      await comparePicture(page, 'first-steps');
    },
    still,
  );
});

async function comparePicture(page: Page, name: string, isLabelled?: boolean): Promise<void> {
  const taken = await picture(page, isLabelled);
  expect(await distinctColours(page, taken)).toBeGreaterThan(100);
  const file = join(root, 'demos', name, 'thumbnail.png');
  if (process.env.UPDATE_THUMBNAILS) writeFileSync(file, taken);
  expect(existsSync(file), `${file} is missing: UPDATE_THUMBNAILS=1 makes it`).toBe(true);
  expect(
    await difference(page, taken, readFileSync(file)),
    'looks otherwise than stored: where that is meant, UPDATE_THUMBNAILS=1 stores it anew',
  ).toBeLessThan(TOLERANCE);
}

test('the gears wind the chain up and let it down: teeth and links alone lift the weight', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'gears');
      // What was made last is the weight.
      const heightAfter = (steps: number) =>
        page
          .evaluate(`demo.step(${steps}).then(() => {
            const { py, radius } = demo.plugin.components.RigidBody;
            return py[radius.findLastIndex((metres) => metres > 0)];
          })`)
          .then(Number);
      const low = await heightAfter(1);
      expect(await heightAfter(239)).toBeGreaterThan(low + 1);
      expect(await heightAfter(360)).toBeLessThan(low + 0.2);
    },
    still,
  );
});

test('the piece finds its way out of the box', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'passage');
      const isOutside = 'demo.step(30).then(() => demo.plugin.components.RigidBody.px.some((x) => x > 1.5))';
      let tries = 0;
      while (!(await page.evaluate(isOutside)) && tries < 30) tries++;
      expect(tries).toBeLessThan(30);
      expect(await page.locator('.note').textContent()).toMatch(/a path of \d+ pieces/);
    },
    still,
  );
});

test('pause, single steps, steps back, and a frame that replays', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'gears');
      const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
      expect(await stepsOf(page)).toBe(0);
      for (let i = 0; i < 3; i++) await press('Step');
      expect(await stepsOf(page)).toBe(3);
      const after = await page.evaluate('[...demo.plugin.snapshot()].join()');
      await press('Back');
      expect(await stepsOf(page)).toBe(2);
      await press('Step');
      expect(await page.evaluate('[...demo.plugin.snapshot()].join()')).toBe(after);
      const [download] = await Promise.all([page.waitForEvent('download'), press('Save frame')]);
      const result = await replay.run([await download.path()], undefined, {} as never);
      expect(result).toMatchObject({ kind: 'replay', step: 3 });
      await press('Play');
      await page.waitForFunction('demo.plugin.clock.step > 4');
      await press('Pause');
      const paused = await stepsOf(page);
      await page.waitForTimeout(200);
      expect(await stepsOf(page)).toBe(paused);
    },
    still,
  );
});

test('where every sixth step is noted while it runs, stepping back goes to it; steps by hand are all noted', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'balls');
      const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
      await press('Play');
      await page.waitForFunction('demo.plugin.clock.step > 8');
      await press('Pause');
      const paused = await stepsOf(page);
      await press('Step');
      await press('Step');
      expect(await stepsOf(page)).toBe(paused + 2);
      await press('Back');
      expect(await stepsOf(page)).toBe(paused + 1);
      await press('Back');
      expect(await stepsOf(page)).toBe(paused);
      await press('Back');
      expect(await stepsOf(page)).toBe(6 * Math.floor((paused - 1) / 6));
      await press('Back');
      expect(await stepsOf(page)).toBe(6 * Math.floor((paused - 1) / 6) - 6);
    },
    still,
  );
});

test('knots keep their speed, and cross more than their own length in a step', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'torus-knots');
      const ways = (await page.evaluate(`demo.step(180).then(async () => {
        const { px, py, pz, motion, radius } = demo.plugin.components.RigidBody;
        const knots = [...px.keys()].filter((i) => motion[i] === 0 && radius[i] > 0);
        const places = () => knots.map((i) => [px[i], py[i], pz[i]]);
        const ways = [];
        for (let step = 0; step < 60; step++) {
          const before = places();
          await demo.step(1);
          places().forEach((place, i) => ways.push(Math.hypot(...place.map((x, k) => x - before[i][k]))));
        }
        return ways;
      })`)) as number[];
      expect(ways.length).toBe(60 * 5);
      const longest = ways.sort((a, b) => b - a);
      // A knot is 1.02 m wide. Some ways are shorter, as they bend at a wall.
      expect(longest[150]).toBeGreaterThan(1.02);
      expect(longest[0]).toBeGreaterThan(1.6);
    },
    still,
  );
});

test('plain Rapier loses links of the chain that stays whole here', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'linked-rings');
      await page.evaluate('demo.step(240)');
      expect(await page.locator('.counter').textContent()).toBe('first-contact\n0 intersections');
      expect(await page.locator('.note').textContent()).toMatch(
        /^plain Rapier\n\d+ intersections, [1-5] links lost$/,
      );
    },
    still,
  );
});

test('what runs beside the plugin is taken back with a step', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'linked-rings');
      await page.evaluate('demo.step(60)');
      const places = () =>
        page.evaluate(
          `demo.stage.scene.meshes.filter(({ name }) => name === 'plain').map(({ position }) => position.asArray())`,
        );
      const before = await places();
      await page.evaluate('demo.step(2)');
      expect(await places()).not.toEqual(before);
      for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Back', exact: true }).click();
      expect(await stepsOf(page)).toBe(60);
      expect(await places()).toEqual(before);
    },
    still,
  );
});

test('layers are drawn, and settings change what they name', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'letters');
      await page.evaluate('demo.step(5)');
      await page.getByText('Layers', { exact: true }).click();
      await page.getByLabel('Swept volumes').check();
      await page.waitForFunction("demo.layers.count('swept') > 0");
      await page.getByText('Entity', { exact: true }).first().click();
      const friction = page.getByLabel('friction', { exact: true });
      await friction.fill('0.25');
      await friction.blur();
      const entity = await page.getByLabel('Entity', { exact: true }).inputValue();
      expect(await page.evaluate(`demo.plugin.components.CollisionSettings.friction[${entity}]`)).toBe(0.25);
    },
    { ...still, viewport: { width: 976, height: 900 } },
  );
});

test('the pointer picks and drags a body', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'torus-knots');
      await page.evaluate('demo.restart(); demo.step(1)');
      const at = (await page.evaluate(`(() => {
        const canvas = document.querySelector('.stage canvas');
        const box = canvas.getBoundingClientRect();
        for (let y = 0.2; y < 0.8; y += 0.02) for (let x = 0.2; x < 0.8; x += 0.02) {
          const picked = demo.view.pick(x * box.width, y * box.height);
          if (picked && demo.plugin.components.RigidBody.motion[picked.entity] === 0)
            return { x: box.left + x * box.width, y: box.top + y * box.height, entity: picked.entity };
        }
      })()`)) as { x: number; y: number; entity: number };
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.waitForFunction(`demo.view.dragged === ${at.entity}`);
      await page.mouse.move(at.x + 40, at.y);
      await page.evaluate('demo.step(1)');
      expect(await page.evaluate(`demo.plugin.components.RigidBody.fx[${at.entity}] !== 0`)).toBe(true);
      await page.mouse.up();
      await page.waitForFunction('demo.view.dragged === undefined');
    },
    still,
  );
});

test('a lost context comes back', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'letters');
      await page.evaluate('demo.step(5)');
      const before = await picture(page);
      await page.evaluate(`(async () => {
        const gl = document.querySelector('.stage canvas').getContext('webgl2');
        const loss = gl.getExtension('WEBGL_lose_context');
        loss.loseContext();
        await new Promise((done) => setTimeout(done, 300));
        loss.restoreContext();
        await new Promise((done) => setTimeout(done, 1500));
      })()`);
      expect(await difference(page, before, await picture(page))).toBeLessThan(TOLERANCE);
    },
    still,
  );
});
