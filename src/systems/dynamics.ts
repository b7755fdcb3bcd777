// The part 'dynamics': rigid bodies that are moved and pushed. Imported when a plugin is created with it.
import type { Core } from '../memory/open.js';
import type { SharedLinks } from '../rigid/shared-links.js';
import type { DynamicsContext, StepContext } from './context.js';
import type { CollisionSystems } from './index.js';
import { Islands } from './islands.js';
import { RigidBodies } from './rigid-bodies.js';
import { createRigidIntegration } from './rigid-integration.js';
import { RigidJoints } from './rigid-joints.js';
import { RigidLinks } from './rigid-links.js';
import { createRigidLoop } from './rigid-loop.js';
import { WakeUp } from './wake-up.js';

export function openBodies(
  core: Core,
  maxEntities: number,
  shared?: SharedLinks,
): Pick<DynamicsContext, 'bodies' | 'joints' | 'links'> {
  const bodies = new RigidBodies(core.arena, maxEntities);
  return { bodies, joints: new RigidJoints(core, bodies), links: new RigidLinks(core, bodies, shared) };
}

export function dynamicsStages(
  context: StepContext,
): Partial<Pick<CollisionSystems, 'rigidIntegration' | 'rigidLoop'>> {
  if (!hasBodies(context)) return {};
  const islands = new Islands(context.components.maxEntities);
  const wakeUp = new WakeUp(context, islands);
  return {
    rigidIntegration: createRigidIntegration(context, wakeUp),
    rigidLoop: createRigidLoop(context, islands, wakeUp),
  };
}

function hasBodies(context: StepContext): context is DynamicsContext {
  return context.bodies !== undefined && context.joints !== undefined && context.links !== undefined;
}
