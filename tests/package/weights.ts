// What a page loads, compressed: the bundle that Vite makes of an import, and the files of kernels.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { root } from './packed.js';

/** The files that a bundle has beside its first one, by the source that each begins with. */
export interface Bundle {
  /** Script that is loaded with the page. */
  readonly first: number;
  /** Script that each dynamic import adds to it: alone, and to a page that has deformables too. */
  readonly later: ReadonlyMap<string, number>;
  readonly besideDeformables: ReadonlyMap<string, number>;
}

/** Bundles a program that imports the built package, as an application would. */
export async function bundled(program: string): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'first-contact-weight-'));
  try {
    symlinkSync(join(root, 'dist'), join(folder, 'package'), 'junction');
    writeFileSync(join(folder, 'page.js'), program.replaceAll("'first-contact", `'${join(root, 'dist')}`));
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2023',
        assetsInlineLimit: 0,
        modulePreload: false,
        rolldownOptions: { input: join(folder, 'page.js'), external: ['bitecs'] },
      },
    });
    return weigh((Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function weigh({ output }: Rolldown.RolldownOutput): Bundle {
  const chunks = output.filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (name: string, found = new Set<string>()): Set<string> => {
    const chunk = byName.get(name);
    if (chunk === undefined || found.has(name)) return found;
    found.add(name);
    for (const imported of chunk.imports) closure(imported, found);
    return found;
  };
  const bytesOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + compressed(byName.get(name)!.code), 0);
  const entry = chunks.find((chunk) => chunk.isEntry)!;
  const first = closure(entry.fileName);
  const dynamic = chunks.filter((chunk) => chunk.isDynamicEntry);
  const addedTo = (there: ReadonlySet<string>) =>
    new Map(
      dynamic.map((chunk): [string, number] => [
        chunk.name,
        bytesOf([...closure(chunk.fileName)].filter((name) => !there.has(name))),
      ]),
    );
  const deformables = dynamic.find((chunk) => chunk.name === 'deformables');
  const both = new Set([...first, ...(deformables ? closure(deformables.fileName) : [])]);
  return {
    first: bytesOf(first),
    later: addedTo(first),
    besideDeformables: addedTo(both),
  };
}

/** A file of kernels. */
export function kernelBytes(name: string): number {
  return compressed(readFileSync(join(root, 'dist/memory', `${name}.wasm`)));
}

const compressed = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;
