import type { Quat, Vec3 } from '../../scenes/meshes/index.js';

export type { Quat, Vec3 } from '../../scenes/meshes/index.js';
export { dot, normalized, plus, rotated } from '../../scenes/meshes/vectors.js';

export interface Pose {
  readonly position: Vec3;
  readonly rotation: Quat;
}

export function turned([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export const conjugate = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

export const scaled = ([x, y, z]: Vec3, factor: number): Vec3 => [x * factor, y * factor, z * factor];

/** Between two poses: the centre goes straight, the body turns evenly by the shorter way. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const position: Vec3 = [0, 1, 2].map(
    (i) => from.position[i] + share * (to.position[i] - from.position[i]),
  ) as unknown as Vec3;
  return { position, rotation: slerp(from.rotation, to.rotation, share) };
}

function slerp(a: Quat, b: Quat, share: number): Quat {
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const straight = angle < 1e-6;
  const wa = straight ? 1 - share : Math.sin((1 - share) * angle) / Math.sin(angle);
  const wb = (straight ? share : Math.sin(share * angle) / Math.sin(angle)) * (cosine < 0 ? -1 : 1);
  const q = a.map((value, i) => wa * value + wb * b[i]);
  const length = Math.hypot(...q);
  return q.map((value) => value / length) as unknown as Quat;
}

/** Evenly distributed. */
export function randomDirection(random: () => number): Vec3 {
  const height = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const across = Math.sqrt(1 - height * height);
  return [across * Math.cos(angle), height, across * Math.sin(angle)];
}

/** Evenly distributed (Shoemake, Uniform random rotations). */
export function randomRotation(random: () => number): Quat {
  const [share, first, second] = [random(), 2 * Math.PI * random(), 2 * Math.PI * random()];
  const [a, b] = [Math.sqrt(1 - share), Math.sqrt(share)];
  return [a * Math.sin(first), a * Math.cos(first), b * Math.sin(second), b * Math.cos(second)];
}

export const randomBetween = (random: () => number, least: number, most: number): number =>
  least + (most - least) * random();
