// The built package in a page without any bundler: an import map is all that a browser needs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, root, serveFiles } from './serve.js';

interface PackageManifest {
  readonly exports: Record<string, string | { readonly default: string }>;
}

export const RAPIER_BUILDS = ['@dimforge/rapier3d-deterministic-compat', '@dimforge/rapier3d-compat'];

const folderOf = (build: string): string => build.replace('@dimforge/', '');

/** A blank page in which `import('first-contact')` and its subpaths are the files in dist/. */
export async function serveBuiltPackage({ isolated = false } = {}): Promise<RunningServer> {
  if (!existsSync(join(root, 'dist/index.js')))
    throw new Error('There is no dist/index.js. Run "npm run build" first.');
  const importMap = JSON.stringify({
    imports: {
      ...ownImports(),
      bitecs: '/bitecs/core/index.mjs',
      ...Object.fromEntries(RAPIER_BUILDS.map((build) => [build, `/${folderOf(build)}/rapier.mjs`])),
    },
  });
  const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>first-contact, built</title><link rel="icon" href="data:,"></head>
  <body><script type="importmap">${importMap}</script></body>
</html>`;
  return serveFiles({
    folders: {
      dist: join(root, 'dist'),
      bitecs: join(root, 'node_modules/bitecs/dist'),
      ...Object.fromEntries(
        RAPIER_BUILDS.map((build) => [folderOf(build), join(root, 'node_modules', build, 'dist')]),
      ),
    },
    pages: { '/': page },
    isolated,
  });
}

function ownImports(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest;
  const scripts = Object.entries(exports).filter(([, target]) => typeof target === 'object');
  return Object.fromEntries(
    scripts.map(([path, target]) => [
      path.replace(/^\./, 'first-contact'),
      (target as { default: string }).default.replace(/^\.\//, '/'),
    ]),
  );
}
