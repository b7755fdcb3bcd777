import type { Crew } from '../crew/crew.js';
import { checkedWorkers } from '../crew/workers.js';
import { FirstContactError, warn } from '../errors.js';
import type { KernelFile } from '../memory/kernel-files.js';
import { type Core, type MemoryOptions, openCore } from '../memory/open.js';
import { ContactSearch } from '../search/contact-search.js';
import type { SharedSearch } from '../search/shared-search.js';

/** What `initGeometry` takes. Everything has a default. */
export interface GeometryOptions extends MemoryOptions {
  /**
   * 2: long searches of deformables are done by this thread and another one, with the same results. 1 by default, and
   * where memory cannot be shared: a page needs cross-origin isolation for it. Where the other one does not start, `console.warn` says why.
   */
  readonly workers?: number;
}

/** What the functions of this face call. */
const KERNELS: readonly KernelFile[] = ['core', 'deformables', 'cloth', 'exact', 'ablations'];

interface Opened {
  readonly core: Core;
  readonly crew: Crew | undefined;
  readonly shared: SharedSearch | undefined;
  /** One for all colliders, with and without the other thread: made when first needed. */
  search?: ContactSearch;
  searchAlone?: ContactSearch;
}

let opened: Opened | undefined;
let opening: Promise<void> | undefined;

/**
 * Loads the kernels for the functions of `first-contact/geometry`. Call it once, before the first of them; further
 * calls wait for the same load.
 *
 * @example
 * import { initGeometry, vertexFaceContact } from 'first-contact/geometry';
 * await initGeometry();
 */
export async function initGeometry(options: GeometryOptions = {}): Promise<void> {
  opening ??= open(options).catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(options: GeometryOptions): Promise<void> {
  const workers = checkedWorkers(options.workers);
  const core = await openCore({ ...options, shared: options.shared === true || workers > 1 }, KERNELS);
  opened = { core, ...(await startCrew(core, workers, options)) };
}

async function startCrew(
  core: Core,
  workers: number,
  options: GeometryOptions,
): Promise<Pick<Opened, 'crew' | 'shared'>> {
  const alone = { crew: undefined, shared: undefined };
  if (workers === 1) return alone;
  const [{ Crew }, { SharedSearch }] = await Promise.all([
    import('../crew/crew.js'),
    import('../search/shared-search.js'),
  ]);
  const crew = await Crew.start(core, options.worker, warn);
  return crew === undefined ? alone : { crew, shared: new SharedSearch(core, crew) };
}

/** Ends the other thread, and forgets the kernels: what was made with them cannot be used any more. */
export function closeGeometry(): void {
  opened?.crew?.end();
  opened = undefined;
  opening = undefined;
}

/** How many threads searches of deformables use: 2 where they were asked for and memory is shared, and as long as the other lives. */
export function geometryWorkers(): number {
  const { crew } = live();
  return crew === undefined || crew.isLost ? 1 : 2;
}

/** The core that `initGeometry` opened. */
export function geometryCore(): Core {
  return live().core;
}

/** The search that all colliders use one after the other. */
export function geometrySearch(workers: number): ContactSearch {
  const geometry = live();
  if (workers > 1 && geometry.shared !== undefined) {
    geometry.search ??= new ContactSearch(geometry.core, geometry.shared);
    return geometry.search;
  }
  geometry.searchAlone ??= new ContactSearch(geometry.core);
  return geometry.searchAlone;
}

function live(): Opened {
  if (opened !== undefined) return opened;
  throw new FirstContactError(
    'CORE_NOT_LOADED',
    'the geometry kernels are not loaded yet',
    'Call `await initGeometry()` once before using the functions of first-contact/geometry.',
  );
}
