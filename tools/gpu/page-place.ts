import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../tests/browser/chromium.js';
import { type RunningServer, root, serveVite } from '../../tests/browser/serve.js';
import type { PageAnswer, PageBatch, VisibilityPage } from './page/wire.js';
import type { RemoteAnswer, RemoteBatch, RemotePlace } from './remote.js';

/** The page with the backends, from its sources. */
export function serveVisibilityPage(): Promise<RunningServer> {
  const folder = join(root, 'tools/gpu/page');
  return serveVite({
    configFile: false,
    root: folder,
    cacheDir: join(root, 'node_modules/.vite-gpu'),
    appType: 'mpa',
    server: { fs: { allow: [root] } },
    optimizeDeps: { include: ['bitecs'] },
  });
}

/** A browser backend in a Chromium of its own. */
export async function pagePlace(name: 'webgl2' | 'webgpu'): Promise<RemotePlace> {
  const server = await serveVisibilityPage();
  let browser: Browser | undefined;
  try {
    browser = await launchChromium();
    const page = await browser.newPage();
    const place = await openPlace(page, server.url, name);
    return {
      ask: place,
      async [Symbol.asyncDispose]() {
        await browser?.close();
        await server[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await browser?.close();
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

/** Goes to the page and returns how to ask it. */
export async function openPlace(
  page: Page,
  url: string,
  name: 'webgl2' | 'webgpu',
): Promise<RemotePlace['ask']> {
  await page.goto(url);
  await page.waitForFunction(() => 'askVisibility' in globalThis);
  return async (batch: RemoteBatch): Promise<RemoteAnswer> => {
    const { answer, milliseconds } = await page.evaluate<PageAnswer, [typeof name, PageBatch]>(
      ([name, batch]) => (globalThis as unknown as VisibilityPage).askVisibility(name, batch),
      [name, wireBatch(batch)],
    );
    if (answer.state === 'unknown') return { answer, milliseconds };
    const seen = Uint8Array.from(answer.seen, Number);
    return { answer: { ...answer, seen }, milliseconds };
  };
}

function wireBatch({ size, footprints, footprintCount, passes }: RemoteBatch): PageBatch {
  return {
    size,
    footprints: base64(footprints),
    footprintCount,
    passes: passes.map(({ commands, askCount }) => ({ commands: base64(commands), askCount })),
  };
}

function base64({ buffer, byteOffset, byteLength }: Int32Array | Uint32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
