import { SWEPT_VERTEX_BYTES } from '../layout/meshes';
import {
  OBSTACLE_CENTRE,
  OBSTACLE_POSE_BYTES,
  OBSTACLE_POSES,
  OBSTACLE_POSITION,
  OBSTACLE_ROTATION,
  OBSTACLE_TRAVEL,
  OBSTACLE_TURN,
} from '../layout/obstacle';
import { cosine, sineOf } from './sine';
import { component, dotAt, setVector } from './vector';

/** Writes where `count` vertices at `rest` (f64 x y z in the body's frame) are at the times `from` and `until`. */
export function sweepRigid(body: usize, from: f64, until: f64, rest: usize, count: u32, swept: usize): void {
  const atStart = body + OBSTACLE_POSES;
  const first = atStart + OBSTACLE_POSE_BYTES;
  const second = first + OBSTACLE_POSE_BYTES;
  writePose(body, 0, atStart);
  writePose(body, from, first);
  writePose(body, until, second);
  for (let end = rest + <usize>count * 24; rest < end; rest += 24) {
    const x = load<f64>(rest);
    const y = load<f64>(rest, 8);
    const z = load<f64>(rest, 16);
    for (let i: usize = 0; i < 3; i++) {
      store<f64>(swept + (i << 4), row(first, i, x, y, z));
      store<f64>(swept + (i << 4), row(second, i, x, y, z), 8);
    }
    swept += SWEPT_VERTEX_BYTES;
  }
}

function row(pose: usize, i: usize, x: f64, y: f64, z: f64): f64 {
  return dotAt(pose + 24 * i, x, y, z) + load<f64>(pose + (i << 3), 72);
}

/** The rotation by `time` times the turn after the body's own, and the origin. */
function writePose(body: usize, time: f64, pose: usize): void {
  const tx = component(body + OBSTACLE_TURN, 0);
  const ty = component(body + OBSTACLE_TURN, 1);
  const tz = component(body + OBSTACLE_TURN, 2);
  const angle = sqrt(tx * tx + ty * ty + tz * tz);
  const s = angle > 0 ? sineOf(0.5 * angle * time) / angle : 0;
  const c = angle > 0 ? cosine : 1;
  const qx = component(body + OBSTACLE_ROTATION, 0);
  const qy = component(body + OBSTACLE_ROTATION, 1);
  const qz = component(body + OBSTACLE_ROTATION, 2);
  const qw = component(body + OBSTACLE_ROTATION, 3);
  const x = c * qx + s * (tx * qw + ty * qz - tz * qy);
  const y = c * qy + s * (ty * qw + tz * qx - tx * qz);
  const z = c * qz + s * (tz * qw + tx * qy - ty * qx);
  const w = c * qw - s * (tx * qx + ty * qy + tz * qz);
  // twice over the squared length: a quaternion that is a little off unit length turns, and does not stretch
  const k = 2 / (x * x + y * y + z * z + w * w);
  setVector(pose, 1 - k * (y * y + z * z), k * (x * y - z * w), k * (x * z + y * w));
  setVector(pose + 24, k * (x * y + z * w), 1 - k * (x * x + z * z), k * (y * z - x * w));
  setVector(pose + 48, k * (x * z - y * w), k * (y * z + x * w), 1 - k * (x * x + y * y));
  // The centre goes straight, and the origin swings about it: by nothing, exactly, where the body does not turn.
  for (let i: usize = 0; i < 3; i++) {
    const swing = fromOrigin(body, body + OBSTACLE_POSES, i) - fromOrigin(body, pose, i);
    const straight = component(body + OBSTACLE_POSITION, i) + time * component(body + OBSTACLE_TRAVEL, i);
    store<f64>(pose + (i << 3), straight + swing, 72);
  }
}

/** A component of the way from the origin to the centre, in the world. */
function fromOrigin(body: usize, pose: usize, i: usize): f64 {
  const centre = body + OBSTACLE_CENTRE;
  return dotAt(pose + 24 * i, component(centre, 0), component(centre, 1), component(centre, 2));
}
