// Where Babylon's nodes are, and how one is put where its body is.
import { type Four, quaternionOf, type Three, turned } from '../rotation.js';
import { fourOf, threeOf } from './given.js';
import type { PhysicsNode, QuaternionMaker } from './types.js';

export interface Pose {
  readonly position: Three;
  readonly rotation: Four;
}

/** Whether its own numbers are those of its body: then they say better where it is than matrices of f32. */
export function isPlain({ parent, scaling }: PhysicsNode): boolean {
  return parent === null && scaling.x > 0 && scaling.y > 0 && scaling.z > 0;
}

/** Where a node is in the world: what mirrors it is no part of its rotation. */
export function poseOf(node: PhysicsNode): Pose {
  if (isPlain(node) && node.rotationQuaternion !== null)
    return { position: threeOf(node.position), rotation: unit(fourOf(node.rotationQuaternion)) };
  node.computeWorldMatrix(true);
  return {
    position: threeOf(node.absolutePosition),
    rotation: unit(fourOf(node.absoluteRotationQuaternion)),
  };
}

/** Numbers of matrices differ by this share from those that they were made of. */
const ROUNDED = 1e-6;

/** Whether it is the same place, but for what matrices of f32 make of it. */
export function isSamePose(a: Pose, b: Pose): boolean {
  const isNear = (x: number, y: number) => Math.abs(x - y) <= ROUNDED * (1 + Math.abs(x));
  const cosine = a.rotation.reduce((sum, value, i) => sum + value * b.rotation[i], 0);
  const side = cosine < 0 ? -1 : 1;
  return (
    a.position.every((x, i) => isNear(x, b.position[i])) &&
    a.rotation.every((x, i) => isNear(x, side * b.rotation[i]))
  );
}

/** Puts a node where its body is, whatever its parents and its scaling make of it. Its scaling stays. */
export function putNode(node: PhysicsNode, { position, rotation }: Pose, Quaternion: QuaternionMaker): void {
  const { linear, origin } = frameOf(node.parent);
  const { x: sx, y: sy, z: sz } = node.scaling;
  const growth = determinant(linear) * sx * sy * sz;
  // What is scaled to nothing is nowhere.
  if (growth === 0) return;
  const back = inverseOf(linear);
  const isMirrored = growth < 0;
  // Babylon takes a mirrored matrix apart into a rotation and scalings of which that of y is negative.
  const axes = [
    turned(rotation, [1, 0, 0]),
    turned(rotation, [0, isMirrored ? -1 : 1, 0]),
    turned(rotation, [0, 0, 1]),
  ];
  const rows = axes.map((axis, i) => direction(rowTimes(axis, back), [sx, sy, sz][i]));
  const [x, y, z] = rowTimes(
    [position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]],
    back,
  );
  node.position.set(x, y, z);
  turnNode(node, quaternionOf(rows), Quaternion);
  // Whoever asks where it is before it is drawn is told.
  node.computeWorldMatrix(true);
}

/** Writes a rotation as the node has its own: as a quaternion, or as angles. */
export function turnNode(node: PhysicsNode, [x, y, z, w]: Four, Quaternion: QuaternionMaker): void {
  if (node.rotationQuaternion !== null) node.rotationQuaternion.set(x, y, z, w);
  else new Quaternion(x, y, z, w).toEulerAnglesToRef(node.rotation);
}

/** Three rows, for row vectors. */
type Rows = readonly [Three, Three, Three];

function frameOf(parent: PhysicsNode | null): { linear: Rows; origin: Three } {
  if (parent === null) {
    return {
      linear: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      origin: [0, 0, 0],
    };
  }
  const { m } = parent.computeWorldMatrix(true);
  return {
    linear: [
      [m[0], m[1], m[2]],
      [m[4], m[5], m[6]],
      [m[8], m[9], m[10]],
    ],
    origin: [m[12], m[13], m[14]],
  };
}

function determinant([[a, b, c], [d, e, f], [g, h, i]]: Rows): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function inverseOf(rows: Rows): Rows {
  const [[a, b, c], [d, e, f], [g, h, i]] = rows;
  const whole = determinant(rows);
  return [
    [(e * i - f * h) / whole, (c * h - b * i) / whole, (b * f - c * e) / whole],
    [(f * g - d * i) / whole, (a * i - c * g) / whole, (c * d - a * f) / whole],
    [(d * h - e * g) / whole, (b * g - a * h) / whole, (a * e - b * d) / whole],
  ];
}

function rowTimes([x, y, z]: Three, [a, b, c]: Rows): Three {
  return [x * a[0] + y * b[0] + z * c[0], x * a[1] + y * b[1] + z * c[1], x * a[2] + y * b[2] + z * c[2]];
}

/** Of length 1, and turned round for a scaling below 0. */
function direction([x, y, z]: Three, scaling: number): Three {
  const length = Math.sqrt(x * x + y * y + z * z) * (scaling < 0 ? -1 : 1);
  return [x / length, y / length, z / length];
}

function unit([x, y, z, w]: Four): Four {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}
