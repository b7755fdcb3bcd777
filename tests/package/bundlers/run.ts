// npm run test:bundlers: the published tarball in a webpack app, a Next app (bundled with webpack, and with Turbopack), and
// behind a CDN-like import map.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { installOwnPackages } from '../../../tools/own-packages.mjs';
import { launchChromium } from '../../browser/chromium.js';
import { withPage } from '../../browser/page.js';
import { serveFiles } from '../../browser/serve.js';
import { install, manifest, temporaryFolder } from '../packed.js';

const here = import.meta.dirname;
const own = join(here, 'node_modules');
if (process.argv.includes('--help')) {
  process.stdout.write(
    'test:bundlers: the packed package in webpack, Next, Turbopack and an import map, in Chromium (npm run build first; the first run installs webpack and Next in tests/package/bundlers; names choose some)\n',
  );
  process.exit(0);
}
installOwnPackages(here);

const HTML = '<!doctype html><link rel="icon" href="data:,"><output></output>';

interface WebpackStats {
  hasErrors(): boolean;
  toString(options: object): string;
}
type Webpack = (options: object, done: (error: Error | null, stats: WebpackStats) => void) => void;

/** Bundled without any configuration but where it begins and ends. */
async function withWebpack(app: string): Promise<string> {
  const webpack = createRequire(join(here, 'package.json'))('webpack') as Webpack;
  const output = join(app, 'out');
  await new Promise<void>((resolve, reject) => {
    const options = { mode: 'production', context: app, entry: './page.js', output: { path: output } };
    webpack(options, (error, stats) => {
      if (error !== null) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
  writeFileSync(join(output, 'index.html'), `${HTML}<script type="module" src="main.js"></script>`);
  return output;
}

async function withNext(app: string): Promise<string> {
  for (const name of ['next', 'react', 'react-dom']) {
    if (!existsSync(join(app, 'node_modules', name)))
      symlinkSync(join(own, name), join(app, 'node_modules', name));
  }
  return buildNext(app, '--webpack');
}

/** It follows no link out of the folders around the app, and finds its packages above: the app is beside them. */
const withTurbopack = async (app: string): Promise<string> => buildNext(app, '--turbopack');

function buildNext(app: string, bundler: string): string {
  cpSync(join(here, 'next'), app, { recursive: true });
  const next = join(own, 'next/dist/bin/next');
  execFileSync(process.execPath, [next, 'build', bundler], {
    cwd: app,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  return join(app, 'out');
}

/** No bundler: the files of the tarball as a CDN would serve them, and an import map. */
async function withImportMap(app: string): Promise<string> {
  const entry = manifest.exports['.'] as { readonly default: string };
  const imports = {
    bitecs: './node_modules/bitecs/dist/core/index.mjs',
    [manifest.name]: `./node_modules/${manifest.name}/${entry.default}`,
  };
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  writeFileSync(join(app, 'index.html'), `${HTML}${map}<script type="module" src="page.js"></script>`);
  return app;
}

async function whatThePageSays(browser: Browser, folder: string): Promise<string | null> {
  await using server = await serveFiles({ folders: { '': folder }, isolated: true });
  return await withPage(browser, async (page) => {
    await page.goto(server.url);
    await page.locator('output:not(:empty)').waitFor({ timeout: 30_000 });
    return page.locator('output').textContent();
  });
}

const WAYS = {
  'import map': withImportMap,
  webpack: withWebpack,
  Next: withNext,
  Turbopack: withTurbopack,
};
const chosen = process.argv.slice(2);
const browser = await launchChromium();
for (const [name, make] of Object.entries(WAYS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  using app = temporaryFolder(make === withTurbopack ? here : undefined);
  install(app.path, ['bitecs']);
  for (const file of ['next/program.js', 'page.js']) cpSync(join(here, file), join(app.path, file));
  const began = performance.now();
  let said: string | null;
  try {
    said = await whatThePageSays(browser, await make(app.path));
  } catch (error) {
    said = error instanceof Error ? error.message : String(error);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${name}: ${said} (${seconds} s)\n`);
  if (said !== 'stepped') process.exitCode = 1;
}
await browser.close();
