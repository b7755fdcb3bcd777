import {
  MOVER_CERTIFIED,
  MOVER_MOVED,
  MOVER_POSITION,
  MOVER_ROTATION,
  MOVER_TOPOLOGY,
} from '../layout/bodies';
import {
  LINK_BOUND,
  LINK_BYTES,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_SENSED,
  LINK_SENSOR,
  LINK_SIZE,
} from '../layout/contacts';
import { BLOCK_POSITIONS, BLOCK_TRIANGLE_COUNT, BLOCK_TRIANGLES } from '../layout/meshes';
import { NEAR_DISTANCE, RIGID_FREE, RIGID_QUERY_RESULT_PAIR } from '../layout/rigid-queries';
import { component, length, setVector } from '../rigid/vector';
import { turnedBackX, turnedBackY, turnedBackZ, turnedX, turnedY, turnedZ, useRotation } from './inertia';
import { bodyA, bodyB, closer } from './links';
import { setMotion, setSearch } from './motions';
import { distanceAtStart, earliestFirst } from './searches';

/** What comes closer than this, as a share of the smaller body's size, meets a sensor. */
const SENSED_WITHIN: f64 = 1e-7;

/**
 * Looks whether the surfaces of sensors' pairs meet anywhere along the motion that was made, once bodies are where it ends:
 * nothing is fast enough to get through a sensor between two steps.
 */
export function senseLinks(query: usize, heap: usize, bodies: usize, links: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const link = links + <usize>i * LINK_BYTES;
    if ((load<u32>(link, LINK_FLAGS) & (LINK_SENSOR | LINK_SENSED)) === LINK_SENSOR)
      senseLink(query, heap, bodies, link);
  }
}

function senseLink(query: usize, heap: usize, bodies: usize, link: usize): void {
  const a = bodyA(bodies, link);
  const b = bodyB(bodies, link);
  let ta = load<f64>(a, MOVER_CERTIFIED);
  let tb = load<f64>(b, MOVER_CERTIFIED);
  if (load<f64>(a, MOVER_MOVED) === 0) ta = tb;
  if (load<f64>(b, MOVER_MOVED) === 0) tb = ta;
  const within = max(load<f64>(link, LINK_FLOOR), SENSED_WITHIN * load<f64>(link, LINK_SIZE));
  const way = closer(a, b, ta, tb) + within;
  if (load<f64>(link, LINK_BOUND) > way) return;
  const both = min(ta, tb);
  setPart(query, 0, a, ta, 0, both);
  setPart(query, 1, b, tb, 0, both);
  setSearch(query, within);
  const free = distanceAtStart(query, heap) === RIGID_FREE;
  const distance = free ? load<f64>(query, RIGID_QUERY_RESULT_PAIR + NEAR_DISTANCE) : 0;
  store<f64>(link, distance, LINK_BOUND);
  if (distance > way) return;
  if (distance > within && isFree(query, heap, within)) {
    if (ta === tb) return;
    setPart(query, 0, a, ta, both, ta);
    setPart(query, 1, b, tb, both, tb);
    if (isFree(query, heap, within)) return;
  }
  store<f64>(link, 0, LINK_BOUND);
  store<u32>(link, load<u32>(link, LINK_FLAGS) | LINK_SENSED, LINK_FLAGS);
}

/** Sets a query's body to a part of its motion, of which it `made` a share: shares are of the whole, and the body is where that ends. */
function setPart(query: usize, side: usize, body: usize, made: f64, from: f64, to: f64): void {
  setMotion(query, side, body, made > 0 ? from / made : 0, made > 0 ? to / made : 0);
}

function isFree(query: usize, heap: usize, within: f64): bool {
  setSearch(query, within);
  return earliestFirst(query, 1, heap) === RIGID_FREE;
}

/**
 * Whether one body's first vertex is inside the other's closed mesh: its triangles fill the view from there. `scratch`
 * has room for a triangle.
 */
export function isInside(scratch: usize, body: usize, other: usize): bool {
  const q = body + MOVER_ROTATION;
  const own = <usize>load<u32>(body, MOVER_TOPOLOGY);
  const vertex = own + load<u32>(own, BLOCK_POSITIONS);
  useRotation(component(q, 0), component(q, 1), component(q, 2), component(q, 3));
  const from = body + MOVER_POSITION;
  const to = other + MOVER_POSITION;
  const vx = component(vertex, 0);
  const vy = component(vertex, 1);
  const vz = component(vertex, 2);
  const x = turnedX(vx, vy, vz) + component(from, 0) - component(to, 0);
  const y = turnedY(vx, vy, vz) + component(from, 1) - component(to, 1);
  const z = turnedZ(vx, vy, vz) + component(from, 2) - component(to, 2);
  const p = other + MOVER_ROTATION;
  useRotation(component(p, 0), component(p, 1), component(p, 2), component(p, 3));
  return (
    abs(winding(scratch, other, turnedBackX(x, y, z), turnedBackY(x, y, z), turnedBackZ(x, y, z))) > Math.PI
  );
}

/** Half the solid angle under which a point sees the mesh: 2 pi where it surrounds the point, 0 outside (Van Oosterom and Strackee 1983). */
function winding(corners: usize, body: usize, x: f64, y: f64, z: f64): f64 {
  const mesh = <usize>load<u32>(body, MOVER_TOPOLOGY);
  const positions = mesh + load<u32>(mesh, BLOCK_POSITIONS);
  const triangles = mesh + load<u32>(mesh, BLOCK_TRIANGLES);
  const count = load<u32>(mesh, BLOCK_TRIANGLE_COUNT);
  let sum: f64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangles + <usize>i * 12;
    for (let k: usize = 0; k < 3; k++) {
      const at = positions + <usize>load<u32>(triangle + 4 * k) * 24;
      setVector(corners + 24 * k, component(at, 0) - x, component(at, 1) - y, component(at, 2) - z);
    }
    sum += halfAngle(corners, corners + 24, corners + 48);
  }
  return sum;
}

function halfAngle(a: usize, b: usize, c: usize): f64 {
  const u = component(b, 1) * component(c, 2) - component(b, 2) * component(c, 1);
  const v = component(b, 2) * component(c, 0) - component(b, 0) * component(c, 2);
  const w = component(b, 0) * component(c, 1) - component(b, 1) * component(c, 0);
  const volume = component(a, 0) * u + component(a, 1) * v + component(a, 2) * w;
  const la = sizeOf(a);
  const lb = sizeOf(b);
  const lc = sizeOf(c);
  return Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

function sizeOf(p: usize): f64 {
  return length(component(p, 0), component(p, 1), component(p, 2));
}

function dot(p: usize, q: usize): f64 {
  return (
    component(p, 0) * component(q, 0) + component(p, 1) * component(q, 1) + component(p, 2) * component(q, 2)
  );
}
