import type { ClothPart, Pushed } from '../cloth/part.js';
import type { RigidBody } from '../components/index.js';
import {
  MOVER_ASLEEP,
  MOVER_BYTES,
  MOVER_INVERSE_INERTIA,
  MOVER_INVERSE_MASS,
  MOVER_REACH,
} from '../kernels/layout/bodies.js';
import type { StepContext } from './context.js';

const POSE = ['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw'] as const;
const VELOCITY = ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const;
type Poses = Pick<RigidBody, (typeof POSE)[number]>;

/** Metres a second: cloth that would change a sleeping body's velocity by so much in a step wakes it. */
const WAKING = 0.05;

/** Where a body was and where it goes in the step, into its part: of its centre of mass, where contacts push it. */
export function takePose({ components }: StepContext, entity: number, part: ClothPart): void {
  const { Obstacle, RigidBody } = components;
  const from = Obstacle.met[entity] === 1 ? Obstacle : RigidBody;
  readPose(part.pose, from, entity, part, RigidBody);
  readPose(part.goal, RigidBody, entity, part, RigidBody);
}

function readPose(out: Float64Array, from: Poses, entity: number, part: ClothPart, body: RigidBody): void {
  for (let i = 0; i < 7; i++) out[i] = from[POSE[i]][entity];
  if (part.pushed !== undefined) shiftByCentre(out, body, entity, 1);
}

/** From the mesh's origin to the centre of mass (1), or back (-1). */
function shiftByCentre(pose: Float64Array, { cx, cy, cz }: RigidBody, entity: number, sign: number): void {
  const a = cx[entity];
  const b = cy[entity];
  const c = cz[entity];
  const x = pose[3];
  const y = pose[4];
  const z = pose[5];
  const w = pose[6];
  const u = 2 * (y * c - z * b);
  const v = 2 * (z * a - x * c);
  const t = 2 * (x * b - y * a);
  pose[0] += sign * (a + w * u + (y * t - z * v));
  pose[1] += sign * (b + w * v + (z * u - x * t));
  pose[2] += sign * (c + w * t + (x * v - y * u));
}

/** How easily a body is pushed in this step, and how far it may be pushed from its way: not at all in a crowd. */
export function takeMass(context: StepContext, entity: number, part: ClothPart, isAlone: boolean): void {
  const { pushed } = part;
  if (pushed === undefined) return;
  pushed.owed.fill(0);
  const { bodies } = context;
  const row = bodies?.row[entity] ?? -1;
  if (bodies === undefined || row < 0 || bodies.word(row, MOVER_ASLEEP) === 1) {
    pushed.inverseMass.fill(0);
    pushed.inverseInertia.fill(0);
    pushed.slack = 0;
    return;
  }
  // One that met no other body was not turned to where it is.
  context.core.kernels.meet(bodies.address + row * MOVER_BYTES);
  for (let k = 0; k < 3; k++) pushed.inverseMass[k] = bodies.number(row, MOVER_INVERSE_MASS + 8 * k);
  for (let i = 0; i < 9; i++) {
    pushed.inverseInertia[i] = bodies.number(row, MOVER_INVERSE_INERTIA + 8 * SYMMETRIC[i]);
  }
  pushed.slack = isAlone ? slackIn(context, entity, part, bodies.number(row, MOVER_REACH)) : 0;
}

/** The body stays where the step began; contacts still see it come with the velocity that it would have had. */
export function stayThere({ pose, goal, pushed }: ClothPart, dt: number): void {
  if (pushed !== undefined) {
    const { owed } = pushed;
    const dot = pose[3] * goal[3] + pose[4] * goal[4] + pose[5] * goal[5] + pose[6] * goal[6];
    const rate = (dot < 0 ? -2 : 2) / dt;
    for (let i = 0; i < 3; i++) {
      const j = 3 + ((i + 1) % 3);
      const k = 3 + ((i + 2) % 3);
      owed[i] = (goal[i] - pose[i]) / dt;
      // twice the vector of goal times the inverse of pose: the sine of the angle, which is small
      owed[3 + i] =
        rate * (goal[3 + i] * pose[6] - goal[6] * pose[3 + i] - goal[j] * pose[k] + goal[k] * pose[j]);
    }
  }
  goal.set(pose);
}

/** Where a 3 x 3 matrix has its xx, yy, zz, xy, xz, yz. */
const SYMMETRIC = [0, 3, 4, 3, 1, 5, 4, 5, 2];

/** How far the body may go beside its way without leaving its box, which meets no other body's. */
function slackIn({ components: { Bvh } }: StepContext, entity: number, part: ClothPart, reach: number) {
  const least = Math.min(roomIn(Bvh, entity, part.pose), roomIn(Bvh, entity, part.goal));
  return Math.max(0, least - reach);
}

/** How far a point is inside the body's box. */
function roomIn(
  { minX, minY, minZ, maxX, maxY, maxZ }: StepContext['components']['Bvh'],
  entity: number,
  pose: Float64Array,
): number {
  const across = Math.min(pose[0] - minX[entity], maxX[entity] - pose[0]);
  const up = Math.min(pose[1] - minY[entity], maxY[entity] - pose[1]);
  return Math.min(across, up, pose[2] - minZ[entity], maxZ[entity] - pose[2]);
}

/** Writes where a body has come to, and the velocity that contacts gave it. Returns how often it was held. */
export function givePose(
  { components }: StepContext,
  entity: number,
  part: ClothPart,
  stayed: number,
): number {
  const { Obstacle, RigidBody } = components;
  const { pushed, pose } = part;
  const held = stayed > 0 ? Math.max(1, part.held) : part.held;
  const isOff = held > 0 || (pushed !== undefined && isPushed(pushed));
  if (pushed !== undefined) {
    // What would get to a cloth within a step, and is too far from it to be pushed, comes nearer when it is slower. What stayed in the
    // last step as well leans on cloth that cannot give way, and would gain speed where it is.
    const kept = stayed === 2 && (!isPushed(pushed) || Obstacle.blocked[entity] > 0) ? 0.5 : 1;
    for (let i = 0; i < 6; i++) {
      const column = RigidBody[VELOCITY[i]];
      column[entity] = kept * column[entity] + pushed.gained[i];
    }
    shiftByCentre(pose, RigidBody, entity, -1);
  }
  if (RigidBody.asleep[entity] === 1 && part.impulse > WAKING * RigidBody.mass[entity]) {
    RigidBody.asleep[entity] = 0;
    RigidBody.idle[entity] = 0;
  }
  Obstacle.blocked[entity] = held;
  for (let i = 0; i < 7; i++) {
    // A body that went where it was told is there to the last bit.
    if (isOff) RigidBody[POSE[i]][entity] = pose[i];
    Obstacle[POSE[i]][entity] = RigidBody[POSE[i]][entity];
  }
  return held;
}

function isPushed({ gained }: Pushed): boolean {
  for (let i = 0; i < 6; i++) if (gained[i] !== 0) return true;
  return false;
}
