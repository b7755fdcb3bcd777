// Two servers on free ports: the demo pages from their sources, through Vite, and plain files, for built packages.
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { createServer as createViteServer, type InlineConfig } from 'vite';

export const root = join(import.meta.dirname, '../..');

export interface RunningServer extends AsyncDisposable {
  /** Ends in a slash. */
  readonly url: string;
}

function addressOf(server: { address(): AddressInfo | string | null }): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The demos as `npm start` serves them. */
export function serveDemos(): Promise<RunningServer> {
  return serveVite({ configFile: join(root, 'vite.config.ts') });
}

export async function serveVite(config: InlineConfig): Promise<RunningServer> {
  // A page under test must not reload because somebody saves a file.
  const server = { ...config.server, port: 0, host: '127.0.0.1', hmr: false, watch: null } as const;
  const vite = await createViteServer({ ...config, logLevel: 'error', server });
  await vite.listen();
  return { url: addressOf(vite.httpServer as Server), [Symbol.asyncDispose]: () => vite.close() };
}

// What lets a page share memory with its workers.
export const ISOLATION_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

export interface StaticSite {
  /** Where each first part of a path leads: `{ dist: '/repo/dist' }` serves /dist/index.js. '' is the rest. */
  readonly folders: Readonly<Record<string, string>>;
  /** Pages that exist only here, by path: `{ '/': '<!doctype html>...' }`. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Cross-origin isolation: the page gets SharedArrayBuffer. */
  readonly isolated?: boolean;
}

export async function serveFiles(site: StaticSite): Promise<RunningServer> {
  const headers = site.isolated ? ISOLATION_HEADERS : {};
  const server = createHttpServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const page = site.pages?.[path];
    if (page !== undefined) send(response, page, '.html', headers);
    else {
      const file = locate(site.folders, path.endsWith('/') ? `${path}index.html` : path);
      readFile(file ?? '').then(
        (content) => send(response, content, extname(file ?? ''), headers),
        () => response.writeHead(404).end(),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: addressOf(server), [Symbol.asyncDispose]: close };
}

function locate(folders: StaticSite['folders'], path: string): string | undefined {
  const [, first = '', ...rest] = path.split('/');
  const [folder, inside] = Object.hasOwn(folders, first)
    ? [folders[first], rest.join('/')]
    : [folders[''], path];
  if (folder === undefined) return undefined;
  const file = normalize(join(folder, inside ?? ''));
  return file.startsWith(folder + sep) ? file : undefined;
}

function send(response: ServerResponse, content: string | Buffer, extension: string, headers: object): void {
  const type = mediaTypes[extension] ?? 'application/octet-stream';
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Cache-Control': 'no-store' }).end(content);
}
