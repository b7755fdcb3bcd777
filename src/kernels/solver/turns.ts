import { cosine, sineOf } from '../rigid/sine';
import { component, length } from '../rigid/vector';

// One rotation at a time, that turns go on from.

export let nextX: f64 = 0;
export let nextY: f64 = 0;
export let nextZ: f64 = 0;
export let nextW: f64 = 1;

export function nextIs(x: f64, y: f64, z: f64, w: f64): void {
  nextX = x;
  nextY = y;
  nextZ = z;
  nextW = w;
}

/** The rotation `h` seconds later than q at the angular velocity given, normalised. */
export function turnedBy(q: usize, wx: f64, wy: f64, wz: f64, h: f64): void {
  nextIs(component(q, 0), component(q, 1), component(q, 2), component(q, 3));
  turnOn(wx, wy, wz, h);
}

/** The same from where the turn before ended. */
export function turnOn(wx: f64, wy: f64, wz: f64, h: f64): void {
  const speed = length(wx, wy, wz);
  turnAbout(wx, wy, wz, speed, h * speed);
}

/** The same by an angle, about an axis of that size. */
export function turnAbout(ax: f64, ay: f64, az: f64, size: f64, angle: f64): void {
  const x = nextX;
  const y = nextY;
  const z = nextZ;
  const w = nextW;
  const s = size > 0 ? sineOf(0.5 * angle) / size : 0;
  const c: f64 = size > 0 ? cosine : 1;
  const tx = s * ax;
  const ty = s * ay;
  const tz = s * az;
  nextX = c * x + tx * w + ty * z - tz * y;
  nextY = c * y - tx * z + ty * w + tz * x;
  nextZ = c * z + tx * y - ty * x + tz * w;
  nextW = c * w - tx * x - ty * y - tz * z;
  const unit = 1 / sqrt(nextX * nextX + nextY * nextY + nextZ * nextZ + nextW * nextW);
  nextX *= unit;
  nextY *= unit;
  nextZ *= unit;
  nextW *= unit;
}

/** The axis of a turn, times the sine of half of its angle. */
export let turnX: f64 = 0;
export let turnY: f64 = 0;
export let turnZ: f64 = 0;

/** The angle of the shorter turn that leads from rotation p to x, y, z, w. */
export function turnBetween(p: usize, qx: f64, qy: f64, qz: f64, qw: f64): f64 {
  const px = -component(p, 0);
  const py = -component(p, 1);
  const pz = -component(p, 2);
  const pw = component(p, 3);
  const w = qw * pw - qx * px - qy * py - qz * pz;
  const sign: f64 = w < 0 ? -1 : 1;
  turnX = sign * (qw * px + qx * pw + qy * pz - qz * py);
  turnY = sign * (qw * py - qx * pz + qy * pw + qz * px);
  turnZ = sign * (qw * pz + qx * py - qy * px + qz * pw);
  return 2 * Math.atan2(length(turnX, turnY, turnZ), sign * w);
}
