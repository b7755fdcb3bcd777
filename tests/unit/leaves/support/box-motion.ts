import type RAPIER from '@dimforge/rapier3d-compat';
import type { Vec3 } from '../../../../scenes/meshes/index.js';
import type { CollisionPlugin } from '../../../../src/index.js';

/** A box of even density, as an entity. */
export interface Box {
  readonly entity: number;
  readonly size: Vec3;
  readonly mass: number;
}

/** Twice the energy, and the momenta about the origin. */
export interface BoxMotion {
  readonly energy: number;
  readonly linear: number[];
  readonly angular: number[];
}

const cross = ([a, b, c]: Vec3, [x, y, z]: Vec3): Vec3 => [b * z - c * y, c * x - a * z, a * y - b * x];

/** A vector as a rotation turns it. */
export function turned([x, y, z, w]: readonly number[], v: Vec3): Vec3 {
  const u = cross([x, y, z], v).map((value) => 2 * value) as unknown as Vec3;
  const t = cross([x, y, z], u);
  return [v[0] + w * u[0] + t[0], v[1] + w * u[1] + t[1], v[2] + w * u[2] + t[2]];
}

/** How boxes move together, of what columns say. */
export function motionOf(plugin: CollisionPlugin, boxes: readonly Box[]): BoxMotion {
  const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  let energy = 0;
  const linear = [0, 0, 0];
  const angular = [0, 0, 0];
  for (const { entity: e, size, mass } of boxes) {
    const squares = size[0] ** 2 + size[1] ** 2 + size[2] ** 2;
    const own = turned([-qx[e], -qy[e], -qz[e], qw[e]], [wx[e], wy[e], wz[e]]);
    const spin = own.map((w, k) => ((mass * (squares - size[k] ** 2)) / 12) * w) as unknown as Vec3;
    const all = turned([qx[e], qy[e], qz[e], qw[e]], spin);
    const velocity: Vec3 = [vx[e], vy[e], vz[e]];
    const orbit = cross([px[e], py[e], pz[e]], velocity);
    for (let k = 0; k < 3; k++) {
      energy += spin[k] * own[k] + mass * velocity[k] ** 2;
      linear[k] += mass * velocity[k];
      angular[k] += all[k] + mass * orbit[k];
    }
  }
  return { energy, linear, angular };
}

/** How far a joint's anchors are apart, in metres. */
export function openingOf(joint: RAPIER.ImpulseJoint): number {
  const [p, q] = [joint.body1(), joint.body2()].map((body, k) => {
    const anchor = k === 0 ? joint.anchor1() : joint.anchor2();
    const { x, y, z, w } = body.rotation();
    const arm = turned([x, y, z, w], [anchor.x, anchor.y, anchor.z]);
    const at = body.translation();
    return [at.x + arm[0], at.y + arm[1], at.z + arm[2]];
  });
  return lengthBetween(p, q);
}

export const lengthBetween = (p: readonly number[], q: readonly number[]): number =>
  Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

export const lengthOf = (v: readonly number[]): number => lengthBetween(v, [0, 0, 0]);
