// What a visitor brings along: a finger, a keyboard, a dark room, other tabs, files of their own.
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { torusMesh } from '../../scenes/meshes/index.js';
import { lowContrasts } from './contrast.js';
import { DemoSite } from './demo-site.js';
import { glbOf } from './glb.js';
import { withPage } from './page.js';

const still = { reducedMotion: 'reduce', viewport: { width: 976, height: 600 } } as const;

const site = new DemoSite();

/** The step at which a demo that is given no frames stands still. */
async function lastStep(page: Page): Promise<number> {
  const step = () => page.evaluate('demo.plugin.clock.step').then(Number);
  for (let before = -1, now = await step(); ; before = now, now = await step()) {
    if (now === before) return now;
    await new Promise((done) => setTimeout(done, 100));
  }
}

test('a tab that was in the background goes on where it was, and does not make up for what it missed', async () => {
  await withPage(site.browser, async (page) => {
    await site.open(page, 'linked-rings');
    await page.waitForFunction('demo.plugin.clock.step > 2');
    // A hidden tab is given no frames; a headless browser hides none.
    await page.evaluate(`{
      const frame = requestAnimationFrame.bind(window);
      const held = [];
      window.requestAnimationFrame = (callback) => held.push(callback);
      window.comeBack = () => {
        window.requestAnimationFrame = frame;
        held.forEach(frame);
      };
    }`);
    const before = await lastStep(page);
    await new Promise((done) => setTimeout(done, 3000));
    const after = Number(
      await page.evaluate(`comeBack(), new Promise((told) =>
        requestAnimationFrame(() => requestAnimationFrame(() => told(demo.plugin.clock.step))))`),
    );
    expect(after - before).toBeGreaterThan(0);
    expect(after - before).toBeLessThan(30); // of 180 that three seconds have
    await page.waitForFunction(`demo.plugin.clock.step > ${after + 3}`);
    expect(await page.evaluate('demo.intersections()')).toBe(0);
  });
});

test('a finger drags a body, and turns the picture beside it', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'torus-knots');
      const body = (await page.evaluate(`demo.step(1).then(() => {
        const box = document.querySelector('.stage canvas').getBoundingClientRect();
        for (let y = 0.2; y < 0.8; y += 0.02) for (let x = 0.2; x < 0.8; x += 0.02) {
          const picked = demo.view.pick(x * box.width, y * box.height);
          if (picked && demo.plugin.components.RigidBody.motion[picked.entity] === 0)
            return { x: box.left + x * box.width, y: box.top + y * box.height, entity: picked.entity };
        }
      })`)) as { x: number; y: number; entity: number };
      const client = await page.context().newCDPSession(page);
      await touch(client, 'touchStart', body.x, body.y);
      await page.waitForFunction(`demo.view.dragged === ${body.entity}`);
      await touch(client, 'touchMove', body.x + 60, body.y);
      await page.evaluate('demo.step(1)');
      expect(await page.evaluate(`demo.plugin.components.RigidBody.fx[${body.entity}] !== 0`)).toBe(true);
      await touch(client, 'touchEnd');
      await page.waitForFunction('demo.view.dragged === undefined');
      const alpha = Number(await page.evaluate('demo.stage.camera.alpha'));
      await touch(client, 'touchStart', 40, 500);
      for (let i = 1; i <= 5; i++) await touch(client, 'touchMove', 40 + 20 * i, 500);
      await page.waitForFunction(`Math.abs(demo.stage.camera.alpha - ${alpha}) > 0.05`);
      await touch(client, 'touchEnd');
    },
    { ...still, hasTouch: true },
  );
});

function touch(client: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) {
  return client.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
  });
}

test('the keyboard reaches the picture, stops it, turns it, and makes a step', async () => {
  await withPage(site.browser, async (page) => {
    await site.open(page, 'linked-rings');
    const focused = () => page.evaluate('document.activeElement?.tagName');
    for (let i = 0; i < 5 && (await focused()) !== 'CANVAS'; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('CANVAS');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).first().waitFor();
    // Wherever the focus is, but for what the space bar presses by itself.
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).first().waitFor();
    await page.locator('.stage canvas').focus();
    const alpha = Number(await page.evaluate('demo.stage.camera.alpha'));
    await page.keyboard.down('ArrowLeft');
    await page.waitForFunction(`Math.abs(demo.stage.camera.alpha - ${alpha}) > 0.01`);
    await page.keyboard.up('ArrowLeft');
    const before = Number(await page.evaluate('demo.plugin.clock.step'));
    await page.getByRole('button', { name: 'Step', exact: true }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('demo.plugin.clock.step')).toBe(before + 1);
  });
});

describe.each(['light', 'dark'] as const)('in the %s', (colorScheme) => {
  test.each(['', 'linked-rings'])('all text of /%s has a contrast of 4.5 or more', async (name) => {
    await withPage(
      site.browser,
      async (page) => {
        await site.open(page, name);
        if (name !== '') {
          await page.evaluate('demo.step(1)');
          for (const part of ['Counts', 'Layers', 'Entity']) {
            await page.locator('.fc-inspector summary', { hasText: part }).click();
          }
        }
        expect(await lowContrasts(page, 4.5)).toEqual([]);
      },
      { ...still, colorScheme },
    );
  });
});

describe('a file of the visitor', () => {
  const ring = torusMesh({ around: 24, tube: 10, radius: 0.4, tubeRadius: 0.1 });
  const note = (page: Page) => page.locator('.note');
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'model/gltf-binary', buffer });

  test('falls as it is, dropped or chosen; an open one stays', async () => {
    await withPage(
      site.browser,
      async (page) => {
        await site.open(page, 'your-mesh');
        await choose(page, 'ring.glb', glbOf(ring));
        await note(page).getByText('ring.glb, 480 triangles').waitFor();
        expect(await page.evaluate('demo.step(40).then(() => demo.intersections())')).toBe(0);
        const open_ = glbOf({ positions: ring.positions, triangles: ring.triangles.slice(30) });
        const transfer = await page.evaluateHandle(
          (bytes) => {
            const data = new DataTransfer();
            data.items.add(new File([Uint8Array.from(bytes)], 'open.glb'));
            return data;
          },
          [...open_],
        );
        await page.dispatchEvent('.stage', 'drop', { dataTransfer: transfer });
        await note(page).getByText('open.glb, 470 triangles, open: it stays where it is').waitFor();
        expect(await page.evaluate('demo.step(40).then(() => demo.intersections())')).toBe(0);
      },
      still,
    );
  });

  test('that cannot be read says why on the page, and what was there goes on', async () => {
    await withPage(
      site.browser,
      async (page) => {
        await site.open(page, 'your-mesh');
        const refused = async (buffer: Buffer, reason: RegExp) => {
          await choose(page, 'bad.glb', buffer);
          await page.locator('.errors li').filter({ hasText: reason }).first().waitFor();
        };
        await refused(Buffer.from('hello'), /bad\.glb: .*JSON/);
        await refused(glbOf(ring).subarray(0, 900), /The file ends before its data does/);
        await refused(
          glbOf(ring, { extensionsRequired: ['KHR_draco_mesh_compression'] }),
          /KHR_draco_mesh_compression/,
        );
        await refused(
          glbOf(ring, { buffers: [{ uri: 'ring.bin', byteLength: 4 }] }),
          /another file, ring\.bin/,
        );
        await refused(glbOf({ positions: [0, 0, 0], triangles: [0, 0, 0] }), /bad\.glb/);
        expect(await page.evaluate('demo.step(5).then(() => demo.intersections())')).toBe(0);
      },
      still,
    );
  });
});

test('every layer is drawn and every setting of the inspector is taken', async () => {
  await withPage(
    site.browser,
    async (page) => {
      await site.open(page, 'cloth-on-ball');
      await page.evaluate('demo.step(30)');
      await page.locator('.fc-inspector summary', { hasText: 'Layers' }).click();
      const boxes = page.locator('.fc-inspector input[type=checkbox]');
      const count = await boxes.count();
      expect(count).toBeGreaterThan(11);
      for (let i = 0; i < count; i++) await boxes.nth(i).check();
      await page.waitForFunction("demo.layers.count('swept') > 0 && demo.layers.count('trees') > 0");
      const trees = () => page.evaluate("demo.layers.count('trees')");
      const boxesAt = async (level: number) => {
        const before = await trees();
        await page.getByLabel('Level of trees').fill(String(level));
        await page.getByLabel('Level of trees').blur();
        await page.waitForFunction(`demo.layers.count('trees') !== ${before}`);
        return Number(await trees());
      };
      const few = await boxesAt(1);
      expect(await boxesAt(5)).toBeGreaterThan(few);
      for (let i = 0; i < count; i++) await boxes.nth(i).uncheck();
      await page.waitForFunction("!demo.layers.isShown('swept')");
      await page.locator('.fc-inspector summary', { hasText: 'Entity' }).click();
      const inputs = page.locator('.fc-inspector td input');
      for (let i = 0; i < (await inputs.count()); i++) {
        const input = inputs.nth(i);
        const name = (await input.getAttribute('aria-label')) ?? '';
        const wanted = Number(await input.inputValue()) === 1 ? 0.5 : 1;
        const value = (await input.getAttribute('step')) === '1' ? Math.round(wanted) : wanted;
        await input.fill(String(value));
        await input.blur();
        const entity = await page.getByLabel('Entity', { exact: true }).inputValue();
        const columns =
          '{ ...demo.plugin.components.CollisionSettings, ...demo.plugin.components.RigidBody }';
        expect(await page.evaluate(`(${columns}).${name}[${entity}]`), name).toBeCloseTo(value, 12);
      }
    },
    { ...still, viewport: { width: 976, height: 900 } },
  );
});
