// The ground that the other browser tests stand on: both graphics interfaces answer, and memory can be shared.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.js';
import { withPage } from './page.js';
import { type RunningServer, serveFiles } from './serve.js';

const blank = '<!doctype html><html lang="en"><title>blank</title><link rel="icon" href="data:,"></html>';
let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  browser = await launchChromium();
  server = await serveFiles({ folders: {}, pages: { '/': blank }, isolated: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('WebGL2 draws: a cleared framebuffer reads back its colour', async () => {
  const pixel = await withPage(browser, async (page) => {
    await page.goto(server.url);
    return page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2');
      if (!gl) return undefined;
      gl.clearColor(1, 0.2, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      const rgba = new Uint8Array(4);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
      return [...rgba];
    });
  });
  expect(pixel).toEqual([255, 51, 0, 255]);
});

// What of WebGPU this test touches: TypeScript 6's DOM library has none of it.
interface Gpu {
  requestAdapter(): Promise<{ requestDevice(): Promise<{ destroy(): void }> } | null>;
}

test('WebGPU has an adapter, and the adapter a device', async () => {
  const found = await withPage(browser, async (page) => {
    await page.goto(server.url);
    return page.evaluate(async () => {
      const { gpu } = navigator as unknown as { gpu?: Gpu };
      const adapter = await gpu?.requestAdapter();
      const device = await adapter?.requestDevice();
      device?.destroy();
      return { gpu: !!gpu, adapter: !!adapter, device: !!device };
    });
  });
  expect(found).toEqual({ gpu: true, adapter: true, device: true });
});

test('an isolated page shares memory with WebAssembly', async () => {
  const shared = await withPage(browser, async (page) => {
    await page.goto(server.url);
    return page.evaluate(() => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
      return crossOriginIsolated && memory.buffer instanceof SharedArrayBuffer;
    });
  });
  expect(shared).toBe(true);
});
