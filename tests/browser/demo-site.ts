// A browser and the demos' pages, for all tests of a file.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from './chromium.js';
import { type RunningServer, serveDemos } from './serve.js';
import { startedAfter } from './visit-demo.js';

/** Opened before the first test of the file that calls it, and closed after the last one. */
export class DemoSite {
  #browser: Browser | undefined;
  #server: RunningServer | undefined;

  constructor() {
    beforeAll(async () => {
      this.#browser = await launchChromium();
      this.#server = await serveDemos();
    });
    afterAll(async () => {
      await this.#browser?.close();
      await this.#server?.[Symbol.asyncDispose]();
    });
  }

  get browser(): Browser {
    return this.#browser as Browser;
  }

  /** Ends in a slash. */
  get url(): string {
    return (this.#server as RunningServer).url;
  }

  /** A demo whose first frame is drawn, or, without a name, the gallery. */
  async open(page: Page, name: string): Promise<void> {
    // The first visit after an update of packages bundles them.
    page.setDefaultNavigationTimeout(90_000);
    await page.goto(name === '' ? this.url : `${this.url}${name}/`);
    if (name !== '') await startedAfter(page);
  }
}
