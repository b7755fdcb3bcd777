// The demos: every folder below demos/ with an index.html is a page, demos/index.html is the gallery.
// `npm start` serves them from source, `npx vite build` writes them to demos/dist.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { demoSources } from './tools/demo-sources.js';

const here = import.meta.dirname;
const demos = join(here, 'demos');

function demoNames(): string[] {
  return readdirSync(demos).filter((name) => name !== 'dist' && existsSync(join(demos, name, 'index.html')));
}

// Cross-origin isolation: without these two a page has no SharedArrayBuffer, and so no worker threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root: demos,
  // An address that leads nowhere is a 404, not the gallery.
  appType: 'mpa',
  // Relative addresses: the built pages work from any folder of any server.
  base: './',
  cacheDir: join(here, 'node_modules/.vite'),
  plugins: [demoSources(demos, demoNames)],
  resolve: {
    // The demos import the package by its public names and get its sources.
    alias: [
      { find: /^first-contact$/, replacement: join(here, 'src/index.ts') },
      { find: /^first-contact\/(geometry|rapier|babylon|gpu)$/, replacement: join(here, 'src/$1/index.ts') },
    ],
  },
  // Named here, so that the first visit does not discover them one by one and reload the page each time.
  optimizeDeps: { include: ['@dimforge/rapier3d-compat', 'bitecs', 'bunny'] },
  // A worker loads the package's parts when they are needed, as a page does.
  worker: { format: 'es' },
  server: { headers, fs: { allow: [here] } },
  preview: { headers },
  build: {
    outDir: join(demos, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      input: Object.fromEntries([
        ['gallery', join(demos, 'index.html')],
        ...demoNames().map((name) => [name, join(demos, name, 'index.html')]),
      ]),
    },
  },
});
