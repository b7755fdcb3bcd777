import { RIGID } from './colliders.js';
import type { StepContext } from './context.js';

/** Whatever the plugin moves falls this way from now on. */
export function changeGravity({ gravity }: Pick<StepContext, 'gravity'>, changed: readonly number[]): void {
  for (let k = 0; k < 3; k++) gravity[k] = changed[k];
}

/** One gravity for the plugin and for what the backend has of its own. Where it was changed there, all that sleeps wakes: it may fall another way. */
export function shareGravity(context: StepContext): void {
  const { backend, gravity } = context;
  if (backend.shareGravity?.(gravity) === true) wakeAll(context);
}

function wakeAll({ colliders, components }: StepContext): void {
  components.Cloth.idle.fill(0);
  for (let i = 0; i < colliders.count; i++) {
    const entity = colliders.order[i];
    if (colliders.kind[entity] === RIGID) components.RigidBody.asleep[entity] = 0;
  }
}
