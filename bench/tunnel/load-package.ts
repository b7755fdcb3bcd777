import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const here = createRequire(import.meta.url);

/** A package that is not there, or an engine that does not start: told, and the others run. */
export class NotInstalled extends Error {}

/** A package of `bench/` or of the repository; by name, since the repository does not depend on it. */
export async function loadPackage(name: string): Promise<unknown> {
  let path: string;
  try {
    path = here.resolve(name);
  } catch {
    throw new NotInstalled(`${name} is not installed (npm ci, and npm ci --prefix bench --ignore-scripts)`);
  }
  const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  return module.default ?? module;
}

/** The path of a file beside the one that the package's name means. */
export function packageFile(name: string, file: string): string {
  return here.resolve(name).replace(/[^/\\]*$/, file);
}
