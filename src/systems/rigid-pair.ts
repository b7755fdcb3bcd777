import { MOTION_FIXED, SEPARATING_FREE } from '../components/constants.js';
import type { BodyMotion } from '../rigid/motion.js';
import { defaultTolerance } from '../rigid/queries.js';
import { CONTACT_METHODS, THICKNESS, TOLERANCE, UNTIL } from '../rigid/settings.js';
import type { StepContext } from './context.js';

// Queries about two rigid colliders whose motions the caller writes: those of the step, or of a part of it.

/** The motion of a collider from where its columns say, with its velocities, for `out.seconds`. */
export function writeMotion({ components }: StepContext, entity: number, out: BodyMotion): void {
  const body = components.RigidBody;
  const seconds = body.motion[entity] === MOTION_FIXED ? 0 : out.seconds[0];
  const { position, rotation } = out.start;
  position[0] = body.px[entity];
  position[1] = body.py[entity];
  position[2] = body.pz[entity];
  rotation[0] = body.qx[entity];
  rotation[1] = body.qy[entity];
  rotation[2] = body.qz[entity];
  rotation[3] = body.qw[entity];
  // They turn about the centre of mass, whose velocity theirs is.
  out.pivot[0] = body.cx[entity];
  out.pivot[1] = body.cy[entity];
  out.pivot[2] = body.cz[entity];
  out.linear[0] = body.vx[entity] * seconds;
  out.linear[1] = body.vy[entity] * seconds;
  out.linear[2] = body.vz[entity] * seconds;
  out.angular[0] = body.wx[entity] * seconds;
  out.angular[1] = body.wy[entity] * seconds;
  out.angular[2] = body.wz[entity] * seconds;
}

/**
 * Sets `context.rigid.settings` to what two colliders ask for: half of both thicknesses, the smaller tolerance, or one by their size. A stage may
 * then write its own TOLERANCE, UNTIL or MARGIN.
 */
export function chooseSettings(context: StepContext, a: number, b: number): void {
  const { advancement, separating, thickness, tolerance } = context.components.CollisionSettings;
  const { settings } = context.rigid;
  settings.method = CONTACT_METHODS[Math.max(advancement[a], advancement[b])];
  settings.passOpening = separating[a] === SEPARATING_FREE && separating[b] === SEPARATING_FREE;
  settings.fractions[UNTIL] = 1;
  settings.fractions[THICKNESS] = (thickness[a] + thickness[b]) / 2;
  if (tolerance[a] > 0 && tolerance[b] > 0)
    settings.fractions[TOLERANCE] = Math.min(tolerance[a], tolerance[b]);
  else if (tolerance[a] > 0 || tolerance[b] > 0)
    settings.fractions[TOLERANCE] = Math.max(tolerance[a], tolerance[b]);
  else settings.fractions[TOLERANCE] = defaultTolerance(shapeOf(context, a), shapeOf(context, b));
}

/**
 * The first time of contact of two colliders that move as given, certified: a state. `context.rigid` then has the time
 * (`certified`; 1 is the end of the motions), the closest pair (`closest`) and, when asked for (`manifold`), all contact
 * points. Nothing is searched where they cannot use up a `gap` that they are known to have where the motions begin.
 */
export function timeOfImpact(
  context: StepContext,
  a: number,
  motionA: BodyMotion,
  b: number,
  motionB: BodyMotion,
  gap = 0,
): number {
  begin(context, a, motionA, b, motionB);
  return context.rigid.timeOfContact(gap);
}

/** Several pairs are to be asked together: swept spheres that are built first may move blocks. */
export function buildSpheres(context: StepContext, a: number, b: number): void {
  if (context.rigid.settings.method === 'earliest-first') return;
  void shapeOf(context, a).swept;
  void shapeOf(context, b).swept;
}

/** Places one of several pairs, with the settings as they are now. */
export function placePair(
  context: StepContext,
  pair: number,
  a: number,
  motionA: BodyMotion,
  b: number,
  motionB: BodyMotion,
): void {
  context.rigid.place(pair, shapeOf(context, a), motionA, shapeOf(context, b), motionB);
}

/** The distance where the motions begin, into `context.rigid.closest`: IMPACT_FREE or IMPACT_INITIAL_OVERLAP. */
export function distanceOf(
  context: StepContext,
  a: number,
  motionA: BodyMotion,
  b: number,
  motionB: BodyMotion,
): number {
  begin(context, a, motionA, b, motionB);
  return context.rigid.distance();
}

function begin(context: StepContext, a: number, motionA: BodyMotion, b: number, motionB: BodyMotion): void {
  context.rigid.begin(shapeOf(context, a), motionA, shapeOf(context, b), motionB);
}

function shapeOf({ colliders, meshes }: StepContext, entity: number) {
  return meshes.shape(colliders.mesh[entity]);
}
