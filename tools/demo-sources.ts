// A Vite plugin: <demo>/main.ts.txt is the source of that demo as plain text, served and built.
// A link to main.ts itself would show what Vite made of it, or in a build lead nowhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function demoSources(folder: string, demoNames: () => string[]): Plugin {
  const sourceOf = (name: string) => readFileSync(join(folder, name, 'main.ts'), 'utf8');
  return {
    name: 'demo-sources',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        const name = demoNames().find((candidate) => path === `/${candidate}/main.ts.txt`);
        if (name === undefined) return next();
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.end(sourceOf(name));
      });
    },
    generateBundle() {
      for (const name of demoNames()) {
        this.emitFile({ type: 'asset', fileName: `${name}/main.ts.txt`, source: sourceOf(name) });
      }
    },
  };
}
