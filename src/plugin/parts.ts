import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { KernelFile } from '../memory/kernel-files.js';
import { type PluginPart, partMissing } from '../systems/parts.js';

// Bundlers make a file of each: a page loads those of the parts that it names.
const LOADERS = {
  deformables: () => import('./deformables.js'),
  dynamics: () => import('../systems/dynamics.js'),
  cloth: () => import('./cloth.js'),
  queries: () => import('../queries/index.js'),
  breaking: () => import('./breaking.js'),
  snapshots: () => import('./snapshot.js'),
} as const;

const KERNELS: { readonly [Part in PluginPart]?: KernelFile } = {
  deformables: 'deformables',
  dynamics: 'dynamics',
  cloth: 'cloth',
  queries: 'exact',
  breaking: 'exact',
};

export type LoadedParts = { readonly [Part in PluginPart]?: Awaited<ReturnType<(typeof LOADERS)[Part]>> };

const EVERY_PART = Object.keys(LOADERS) as readonly PluginPart[];

/** The parts that a plugin is created with; all of them unless some are named. What is simulated deforms. */
export function checkedParts(parts: readonly PluginPart[] = EVERY_PART): ReadonlySet<PluginPart> {
  // A copy: what is missing in the array is undefined in it.
  if (Array.isArray(parts) && [...parts].every((part) => EVERY_PART.includes(part))) {
    return new Set(parts.includes('cloth') ? ['deformables', ...parts] : parts);
  }
  throw new FirstContactError(
    'BAD_SETTING',
    `parts is ${shown(parts)}`,
    `Use an array of ${EVERY_PART.join(', ')}; an empty one for times of contact of rigid bodies alone.`,
  );
}

export async function loadParts(parts: ReadonlySet<PluginPart>): Promise<LoadedParts> {
  const names = [...parts];
  const modules = await Promise.all(names.map((part) => LOADERS[part]()));
  return Object.fromEntries(names.map((part, i) => [part, modules[i]]));
}

/** The files of kernels that the parts call, besides what detection needs. */
export function kernelFilesOf(parts: ReadonlySet<PluginPart>): KernelFile[] {
  const files = [...parts].map((part) => KERNELS[part]).filter((file) => file !== undefined);
  return ['core', ...new Set(files)];
}

/** A loaded part, or an error that says which one a call needs. */
export function partFor<Part>(part: Part | undefined, name: PluginPart, call: string, entity?: number): Part {
  if (part !== undefined) return part;
  throw partMissing(name, call, entity);
}
