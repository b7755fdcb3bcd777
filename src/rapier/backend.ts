import type RAPIER from '@dimforge/rapier3d-compat';
import { FirstContactError } from '../errors.js';
import type { RigidBackend } from '../systems/rigid-backend.js';

/** The engine as it is imported: `import RAPIER from '@dimforge/rapier3d-compat'`, or another of its builds. */
export type RapierModule = Pick<typeof RAPIER, 'World' | 'version'>;

export interface RapierOptions {
  /** A world that exists already. It stays its owner's: it is stepped with ours and never freed. */
  readonly world?: RAPIER.World;
  /** For a world of our own; (0, -9.81, 0) by default. */
  readonly gravity?: { readonly x: number; readonly y: number; readonly z: number };
}

/** A backend that has a Rapier world. */
export interface RapierBackend extends RigidBackend {
  /** The adopted world, or from `open` to `close` the backend's own. */
  readonly world: RAPIER.World | undefined;
}

const EARTH = { x: 0, y: -9.81, z: 0 };
/** What is left of the module where `init` was not awaited is a World whose WebAssembly side does not answer. */
const INIT_FIRST = 'Call `await RAPIER.init()` before createCollisionPlugin().';

/** Rapier underneath: hand it to `createCollisionPlugin(world, { rigid: rapierBackend(RAPIER) })`. */
export function rapierBackend(module: RapierModule, options: RapierOptions = {}): RapierBackend {
  checkModule(module);
  let world = options.world;
  let isOpen = false;
  return {
    name: 'rapier',
    rounding: 2 ** -24,
    get world() {
      return world;
    },
    open() {
      if (isOpen) throw alreadyOpen();
      world ??= new module.World({ ...EARTH, ...options.gravity });
      isOpen = true;
    },
    enter: () => undefined,
    leave() {},
    step() {},
    place() {},
    close() {
      if (options.world === undefined) world?.free();
      world = options.world;
      isOpen = false;
    },
  };
}

function checkModule(module: RapierModule): void {
  if (typeof module?.World !== 'function' || typeof module.version !== 'function') {
    throw new FirstContactError(
      'BACKEND_NOT_READY',
      'This is not the Rapier module: it has no World',
      "Pass what `import RAPIER from '@dimforge/rapier3d-compat'` gives.",
    );
  }
  try {
    module.version();
  } catch {
    throw new FirstContactError('BACKEND_NOT_READY', 'Rapier is not initialised', INIT_FIRST);
  }
}

function alreadyOpen(): FirstContactError {
  return new FirstContactError(
    'BACKEND_IN_USE',
    'The backend belongs to another plugin',
    'Make one with rapierBackend() for each plugin.',
  );
}
