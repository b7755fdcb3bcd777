// The three real backends and the reference say the same, bit for bit; what breaks culls nothing; no frame waits.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_SWEPT_SCENES, SWEPT_SCENES } from '../../scenes/swept/index.js';
import { initGeometry } from '../../src/geometry/index.js';
import type { VisibilityBackend } from '../../src/visibility/backend.js';
import { AXIS_VIEWS, DEFAULT_VIEWS } from '../../src/visibility/view.js';
import { type Culled, cullScene, missedPairs, touchingClusters } from '../../tools/gpu/culled-scene.js';
import { nodePlace } from '../../tools/gpu/node-place.js';
import type { FaultPage } from '../../tools/gpu/page/faults.js';
import { openPlace, serveVisibilityPage } from '../../tools/gpu/page-place.js';
import { RemoteBackend, type RemotePlace } from '../../tools/gpu/remote.js';
import { sweptInput } from '../../tools/gpu/swept-input.js';
import { rasterise } from '../gpu/rasteriser.js';
import { launchChromium } from './chromium.js';
import { withPage } from './page.js';
import type { RunningServer } from './serve.js';

let browser: Browser;
let server: RunningServer;
let node: RemotePlace;

beforeAll(async () => {
  browser = await launchChromium();
  server = await serveVisibilityPage();
  node = await nodePlace();
  await initGeometry();
});
afterAll(async () => {
  await node?.[Symbol.asyncDispose]();
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** The backends that run elsewhere, in their places. */
async function withBackends<Result>(
  size: number,
  body: (backends: readonly VisibilityBackend[]) => Promise<Result>,
): Promise<Result> {
  return withPage(browser, async (page) => {
    const asks = [];
    for (const name of ['webgl2', 'webgpu'] as const) asks.push(await openPlace(page, server.url, name));
    const [webgl2, webgpu] = asks.map((ask) => ({ ask, [Symbol.asyncDispose]: async () => {} }));
    return body([
      new RemoteBackend('WebGPU in Node', size, node),
      new RemoteBackend('WebGL2 in Chromium', size, webgl2),
      new RemoteBackend('WebGPU in Chromium', size, webgpu),
    ]);
  });
}

/** A backend that keeps what it answers, beside what the reference answers. */
function recording(backend: VisibilityBackend, withReference: boolean) {
  const answers: string[] = [];
  const recorded: VisibilityBackend = {
    name: backend.name,
    size: backend.size,
    open() {},
    close() {},
    ask: async (batch) => {
      const expected = withReference ? rasterise(batch, backend.size).join('') : undefined;
      const answer = await backend.ask(batch);
      const seen = answer.state === 'answered' ? answer.seen.join('') : answer.reason;
      if (expected !== undefined) expect(seen).toBe(expected);
      answers.push(seen);
      return answer;
    },
  };
  return { recorded, answers };
}

const freeOf = ({ pairs }: Culled) => pairs.apart.slice(0, pairs.count).join('');

describe.each([64, 256, 1024])('at %i pixels', (size) => {
  // Software draws large pictures slowly: one view has to do there.
  const views = size > 256 ? DEFAULT_VIEWS.slice(0, 1) : DEFAULT_VIEWS;

  test('all backends answer the same, and no pair that touches goes', async () => {
    await withBackends(size, async (backends) => {
      for (const name of SMALL_SWEPT_SCENES) {
        const scene = SWEPT_SCENES[name](size + 1);
        const input = sweptInput(scene);
        const touching = touchingClusters(scene, input);
        expect(touching.size, name).toBeGreaterThan(10);
        const answers: string[] = [];
        for (const [i, backend] of backends.entries()) {
          const { recorded, answers: own } = recording(backend, i === 0 && size === 64);
          const culled = await cullScene(input, recorded, 'step', views);
          expect(culled.problem, `${name} ${backend.name}`).toBeUndefined();
          expect(missedPairs(touching, culled.pairs, input.clusters.count), name).toBe(0);
          if (size === 64) {
            const raw = await cullScene(input, recorded, 'raw', AXIS_VIEWS);
            expect(missedPairs(touching, raw.pairs, input.clusters.count), name).toBeGreaterThan(0);
          }
          answers.push([...own, freeOf(culled)].join('\n'));
        }
        expect(answers[1], `${name}: ${backends[1].name}`).toBe(answers[0]);
        expect(answers[2], `${name}: ${backends[2].name}`).toBe(answers[0]);
      }
    });
  }, 600_000);
});

describe.each(['webgl2', 'webgpu'] as const)('%s', (name) => {
  test('what breaks answers nothing, and it recovers', async () => {
    const found = await withPage(browser, async (page) => {
      await page.goto(server.url);
      await page.waitForFunction(() => 'faultsOf' in globalThis);
      return page.evaluate((name) => (globalThis as unknown as FaultPage).faultsOf(name), name);
    });
    expect(found.before).toBe('answered');
    expect(found.lost).toMatch(/lost|no adapter/);
    expect(found.afterLoss).toBe('answered');
    expect(found.late).toBe('the answers came too late');
    expect(found.whileBusy).toBe('the last answers are not there yet');
    expect(found.afterLate).toBe('answered');
    expect(found.nowhere).toMatch(/there is no|no adapter/);
    expect(found.withNull).toBe('answered');
    expect(found.closed).toBe('it was closed');
    expect(found.isRefusedTwice).toBe(true);
    // More than a query set of WebGPU holds, each with its own answer.
    expect(found.many).toEqual({ asks: 4099, wrong: 0 });
    expect(found.engine).toEqual({ answered: 'answered', changed: [] });
    expect(found.closedInEngine).toEqual({ answered: expect.not.stringMatching('answered'), error: 'none' });
  }, 240_000);

  test('a page with culling goes on while it waits', async () => {
    const {
      frames,
      longestWait,
      occluded,
      contacts,
      blocking,
      faults: missing,
    } = await withPage(browser, async (page) => {
      await page.goto(server.url);
      await page.waitForFunction(() => 'stepInPage' in globalThis);
      return page.evaluate((name) => (globalThis as unknown as FaultPage).stepInPage(name), name);
    });
    expect(missing).toBe(0);
    expect(occluded).toBeGreaterThan(0);
    expect(contacts.culled).toBe(contacts.bare);
    expect(frames).toBeGreaterThan(5);
    expect(blocking).toEqual([]);
    // The longest the page's own tasks waited, beside what the steps themselves take on the processor.
    expect(longestWait.whileAsking).toBeLessThan(longestWait.atRest + 400);
  }, 240_000);
});
