import { FirstContactError } from '../errors.js';
import type { StepContext } from '../systems/context.js';
import type { RigidBackend } from '../systems/rigid-backend.js';
import type { VisibilityBackend } from '../visibility/backend.js';
import { meshArrays } from './surface.js';

/** What is open until the plugin is disposed of. */
export interface Backend {
  close(): void;
}

const RIGID_CALLS: readonly (keyof RigidBackend)[] = ['enter', 'leave', 'step', 'place'];
const VISIBILITY_CALLS: readonly (keyof VisibilityBackend)[] = ['ask'];

/** Refuses what is no backend, before anything is opened. */
export function checkBackends(rigid: RigidBackend, visibility: VisibilityBackend | undefined): void {
  checkBackend('rigid', rigid, RIGID_CALLS, 'rapierBackend(RAPIER) of first-contact/rapier gave, or nothing');
  if (visibility === undefined) return;
  checkBackend(
    'visibility',
    visibility,
    VISIBILITY_CALLS,
    'webgpu(), webgl2() or noVisibility() of first-contact/gpu gave',
  );
}

function checkBackend(option: string, backend: object, calls: readonly string[], maker: string): void {
  const has = (call: string) => typeof (backend as Record<string, unknown> | null)?.[call] === 'function';
  const missing = ['open', 'close', ...calls].filter((call) => !has(call));
  if (missing.length === 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `The option ${option} is no backend: it has no ${missing.join('() and no ')}()`,
    `Pass what ${maker}.`,
  );
}

/** Opens them in order; where one fails, those before it are closed and the world is let go. */
export function openBackends(
  context: StepContext,
  visibility: VisibilityBackend | undefined,
): readonly Backend[] {
  const { backend, core, gravity, reports, subSteps } = context;
  const opened: Backend[] = [];
  try {
    backend.open({
      gravity,
      subSteps,
      report: (report) => reports.tellLater(report),
      kernels: core.kernels,
      settings: context.components.CollisionSettings,
      meshOf: context.colliders.mesh,
      surfaceOf: (mesh) => meshArrays(context, mesh),
    });
    opened.push(backend);
    reports.tellOfThem();
    visibility?.open();
    if (visibility !== undefined) opened.push(visibility);
  } catch (error) {
    context.changes.dispose();
    closeBackends(opened);
    throw error;
  }
  return opened;
}

/** Closes all of them, whatever one of them throws; the first error is told afterwards. */
export function closeBackends(backends: readonly Backend[]): void {
  const errors: unknown[] = [];
  for (const backend of backends) {
    try {
      backend.close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
