import { MOTION_DYNAMIC } from '../components/constants.js';
import type { RigidBody } from '../components/index.js';

/** Where a body's mesh has its origin, and how it is turned. */
export interface Pose {
  x: number;
  y: number;
  z: number;
  qx: number;
  qy: number;
  qz: number;
  qw: number;
}

const NUMBERS = 7;

/** Where bodies were before the last step, so that they can be drawn between then and now. */
export class Poses {
  /** Written over by each `at`. */
  readonly pose: Pose = { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };
  readonly #body: RigidBody;
  readonly #before: Float64Array;
  /** The step before which a row was noted. */
  readonly #step: Float64Array;

  constructor(body: RigidBody) {
    this.#body = body;
    this.#before = new Float64Array(NUMBERS * body.px.length);
    this.#step = new Float64Array(body.px.length).fill(-1);
  }

  note(entity: number, step: number): void {
    const { px, py, pz, qx, qy, qz, qw } = this.#body;
    const at = NUMBERS * entity;
    this.#before[at] = px[entity];
    this.#before[at + 1] = py[entity];
    this.#before[at + 2] = pz[entity];
    this.#before[at + 3] = qx[entity];
    this.#before[at + 4] = qy[entity];
    this.#before[at + 5] = qz[entity];
    this.#before[at + 6] = qw[entity];
    this.#step[entity] = step;
  }

  /** The pose at `fraction` of the step that ended as number `step`; where it was not noted, the pose now. */
  at(entity: number, step: number, fraction: number): Pose {
    const { pose } = this;
    const { px, py, pz, qx, qy, qz, qw } = this.#body;
    pose.x = px[entity];
    pose.y = py[entity];
    pose.z = pz[entity];
    pose.qx = qx[entity];
    pose.qy = qy[entity];
    pose.qz = qz[entity];
    pose.qw = qw[entity];
    if (fraction < 1 && this.#step[entity] === step - 1) this.#blend(entity, fraction);
    return pose;
  }

  /** A dynamic body's centre of mass goes straight, and the body turns about it by the shorter way. */
  #blend(entity: number, fraction: number): void {
    const { pose } = this;
    const { motion, cx, cy, cz } = this.#body;
    const turnsAboutCentre = motion[entity] === MOTION_DYNAMIC;
    const x = turnsAboutCentre ? cx[entity] : 0;
    const y = turnsAboutCentre ? cy[entity] : 0;
    const z = turnsAboutCentre ? cz[entity] : 0;
    carry(pose, x, y, z, 1);
    const endX = pose.x;
    const endY = pose.y;
    const endZ = pose.z;
    const { qx, qy, qz, qw } = pose;
    const at = NUMBERS * entity;
    const before = this.#before;
    pose.x = before[at];
    pose.y = before[at + 1];
    pose.z = before[at + 2];
    pose.qx = before[at + 3];
    pose.qy = before[at + 4];
    pose.qz = before[at + 5];
    pose.qw = before[at + 6];
    carry(pose, x, y, z, 1);
    const rest = 1 - fraction;
    const dot = pose.qx * qx + pose.qy * qy + pose.qz * qz + pose.qw * qw;
    const share = dot < 0 ? -fraction : fraction;
    pose.qx = rest * pose.qx + share * qx;
    pose.qy = rest * pose.qy + share * qy;
    pose.qz = rest * pose.qz + share * qz;
    pose.qw = rest * pose.qw + share * qw;
    const length = Math.sqrt(pose.qx * pose.qx + pose.qy * pose.qy + pose.qz * pose.qz + pose.qw * pose.qw);
    pose.qx /= length;
    pose.qy /= length;
    pose.qz /= length;
    pose.qw /= length;
    pose.x = rest * pose.x + fraction * endX;
    pose.y = rest * pose.y + fraction * endY;
    pose.z = rest * pose.z + fraction * endZ;
    carry(pose, x, y, z, -1);
  }
}

/** Moves the pose's position by a vector of the body's frame, times `sign`. */
export function carry(pose: Pose, x: number, y: number, z: number, sign: number): void {
  const { qx, qy, qz, qw } = pose;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  pose.x += sign * (x + qw * tx + qy * tz - qz * ty);
  pose.y += sign * (y + qw * ty + qz * tx - qx * tz);
  pose.z += sign * (z + qw * tz + qx * ty - qy * tx);
}

/** The pose as a matrix for row vectors, at `offset`. */
export function writeMatrix(pose: Pose, out: Float32Array, offset: number): void {
  const { qx, qy, qz, qw } = pose;
  out[offset] = 1 - 2 * (qy * qy + qz * qz);
  out[offset + 1] = 2 * (qx * qy + qz * qw);
  out[offset + 2] = 2 * (qx * qz - qy * qw);
  out[offset + 3] = 0;
  out[offset + 4] = 2 * (qx * qy - qz * qw);
  out[offset + 5] = 1 - 2 * (qx * qx + qz * qz);
  out[offset + 6] = 2 * (qy * qz + qx * qw);
  out[offset + 7] = 0;
  out[offset + 8] = 2 * (qx * qz + qy * qw);
  out[offset + 9] = 2 * (qy * qz - qx * qw);
  out[offset + 10] = 1 - 2 * (qx * qx + qy * qy);
  out[offset + 11] = 0;
  out[offset + 12] = pose.x;
  out[offset + 13] = pose.y;
  out[offset + 14] = pose.z;
  out[offset + 15] = 1;
}
