import { FirstContactError } from '../errors.js';
import { type Core, type MemoryOptions, openCore } from '../memory/open.js';

let opened: Core | undefined;
let opening: Promise<void> | undefined;

/**
 * Loads the kernels for the functions of `first-contact/geometry`. Call it once, before the first of them; further
 * calls wait for the same load.
 *
 * @example
 * import { initGeometry, vertexFaceContact } from 'first-contact/geometry';
 * await initGeometry();
 */
export async function initGeometry(options: MemoryOptions = {}): Promise<void> {
  opening ??= openCore(options).then(
    (core) => {
      opened = core;
    },
    (error) => {
      opening = undefined;
      throw error;
    },
  );
  return opening;
}

/** The core that `initGeometry` opened. */
export function geometryCore(): Core {
  if (opened !== undefined) return opened;
  throw new FirstContactError(
    'CORE_NOT_LOADED',
    'the geometry kernels are not loaded yet',
    'Call `await initGeometry()` once before using the functions of first-contact/geometry.',
  );
}
