// The package as npm would publish it: packed into a tarball, unpacked where no source is near.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface PackageManifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest;

export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

export interface Tarball {
  readonly filename: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly PackedFile[];
}

/** What `npm pack` makes; with a folder it is written there. */
export function pack(destination?: string): Tarball {
  if (!existsSync(join(root, 'dist/index.js')))
    throw new Error('There is no dist/index.js. Run "npm run build" first.');
  const where = destination === undefined ? ['--dry-run'] : ['--pack-destination', destination];
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...where], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [tarball] = JSON.parse(output) as Tarball[];
  if (!tarball) throw new Error(`npm pack reported no tarball: ${output}`);
  return tarball;
}

/** A folder that is removed at the end of its scope. */
export function temporaryFolder(within = tmpdir()): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(within, 'first-contact-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Installs the tarball into `folder`, and links the named packages of this repository beside it. */
export function install(folder: string, linked: readonly string[]): void {
  const { filename } = pack(folder);
  const target = join(folder, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components', '1']);
  for (const name of linked) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'junction');
  }
}
