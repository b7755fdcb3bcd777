// Rigid poses: position, then quaternion x y z w.
import { cosine, sineOf } from '../rigid/sine';
import { setPoint } from './world';

/** A position and a quaternion. */
export const POSE_BYTES: usize = 56;

/** out = from + (to - from) * f, turning the shorter way. */
export function mixPoses(out: usize, from: usize, to: usize, f: f64): void {
  // What stays where it is stays there to the last bit: rounding is no motion that could be held back.
  if (f === 1 || memory.compare(from, to, POSE_BYTES) === 0) {
    memory.copy(out, to, POSE_BYTES);
    return;
  }
  const dot =
    load<f64>(from, 24) * load<f64>(to, 24) +
    load<f64>(from, 32) * load<f64>(to, 32) +
    load<f64>(from, 40) * load<f64>(to, 40) +
    load<f64>(from, 48) * load<f64>(to, 48);
  const g = dot < 0 ? -f : f;
  for (let i: usize = 0; i < POSE_BYTES; i += 8) {
    const share = i < 24 ? f : g;
    store<f64>(out + i, load<f64>(from + i) * (1 - f) + load<f64>(to + i) * share);
  }
  makeUnit(out + 24);
}

function makeUnit(q: usize): void {
  const x = load<f64>(q);
  const y = load<f64>(q, 8);
  const z = load<f64>(q, 16);
  const w = load<f64>(q, 24);
  const scale = 1 / sqrt(x * x + y * y + z * z + w * w);
  setPoint(q, x * scale, y * scale, z * scale);
  store<f64>(q, w * scale, 24);
}

/** Turns a quaternion by a rotation vector in the world. */
export function turn(q: usize, rx: f64, ry: f64, rz: f64): void {
  const angle = sqrt(rx * rx + ry * ry + rz * rz);
  if (angle === 0) return;
  const s = sineOf(angle / 2) / angle;
  const w = cosine;
  const ax = rx * s;
  const ay = ry * s;
  const az = rz * s;
  const x = load<f64>(q);
  const y = load<f64>(q, 8);
  const z = load<f64>(q, 16);
  const v = load<f64>(q, 24);
  setPoint(
    q,
    w * x + ax * v + ay * z - az * y,
    w * y - ax * z + ay * v + az * x,
    w * z + ax * y - ay * x + az * v,
  );
  store<f64>(q, w * v - ax * x - ay * y - az * z, 24);
  makeUnit(q);
}

export let rotatedX: f64 = 0;
export let rotatedY: f64 = 0;
export let rotatedZ: f64 = 0;

/** A point turned by a quaternion. */
export function rotatePoint(q: usize, a: f64, b: f64, c: f64): void {
  const x = load<f64>(q);
  const y = load<f64>(q, 8);
  const z = load<f64>(q, 16);
  const w = load<f64>(q, 24);
  const u = 2 * (y * c - z * b);
  const v = 2 * (z * a - x * c);
  const t = 2 * (x * b - y * a);
  rotatedX = a + w * u + (y * t - z * v);
  rotatedY = b + w * v + (z * u - x * t);
  rotatedZ = c + w * t + (x * v - y * u);
}

/** Places `count` points, given in the pose's own frame. */
export function place(out: usize, rest: usize, count: usize, pose: usize): void {
  const px = load<f64>(pose);
  const py = load<f64>(pose, 8);
  const pz = load<f64>(pose, 16);
  for (let end = out + count * 24; out < end; out += 24) {
    rotatePoint(pose + 24, load<f64>(rest), load<f64>(rest, 8), load<f64>(rest, 16));
    setPoint(out, px + rotatedX, py + rotatedY, pz + rotatedZ);
    rest += 24;
  }
}
