import { FirstContactError } from '../errors.js';
import type { RapierWorld } from './engine.js';

/** Refuses multibody joints that hold a body of ours: Rapier keeps poses of its own for these, and would take no notice of ours. */
export function refuseMultibodies(
  joints: RapierWorld['multibodyJoints'],
  entities: ReadonlyMap<number, number>,
): void {
  if (joints.len() === 0) return;
  let held: number | undefined;
  for (const [body, entity] of entities) {
    joints.forEachJointHandleAttachedToRigidBody(body, () => {
      held ??= entity;
    });
  }
  if (held !== undefined) throw multibody(held);
}

const multibody = (entity: number) =>
  new FirstContactError(
    'NOT_SUPPORTED',
    'A multibody joint of Rapier holds the body, and Rapier would not move it as we do',
    'Make it with createImpulseJoint(); multibody joints between bodies of Rapier alone may stay.',
    { entity },
  );
