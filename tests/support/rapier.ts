import RAPIER from '@dimforge/rapier3d-compat';
import { random } from './random.js';

/** Rapier's own: a level, and boxes and balls that fall on it. Who of them tells what, is a sensor, or wants to hear of large forces alone, differs. */
export function fillWithBodies(world: RAPIER.World, count: number, seed: number): RAPIER.RigidBody[] {
  const { ColliderDesc, RigidBodyDesc } = RAPIER;
  const next = random(seed);
  world.createCollider(ColliderDesc.cuboid(3, 0.5, 3).setTranslation(0, -0.5, 0));
  return Array.from({ length: count }, (_, i) => {
    const [x, z] = [next() - 0.5, next() - 0.5];
    const body = world.createRigidBody(
      RigidBodyDesc.dynamic()
        .setTranslation(x, 0.4 + 0.35 * i, z)
        .setLinvel(0, -4 * next(), 0),
    );
    const desc = i % 2 === 0 ? ColliderDesc.cuboid(0.2, 0.1, 0.15) : ColliderDesc.ball(0.15);
    desc.setActiveEvents(i % 4).setSensor(i % 7 === 6);
    world.createCollider(desc.setContactForceEventThreshold(i % 3 === 0 ? 0 : 0.4), body);
    return body;
  });
}

/** A queue's events as numbers: collisions, then forces. */
export function drained(events: RAPIER.EventQueue): { collisions: number[][]; forces: number[][] } {
  const collisions: number[][] = [];
  const forces: number[][] = [];
  events.drainCollisionEvents((a, b, isBegin) => collisions.push([a, b, Number(isBegin)]));
  events.drainContactForceEvents((force) => {
    const [total, largest] = [force.totalForce(), force.maxForceDirection()];
    forces.push([
      ...[force.collider1(), force.collider2(), force.totalForceMagnitude(), force.maxForceMagnitude()],
      ...[total.x, total.y, total.z, largest.x, largest.y, largest.z],
    ]);
  });
  return { collisions, forces };
}
