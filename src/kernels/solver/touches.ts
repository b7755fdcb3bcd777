import { MOVER_BYTES, MOVER_CENTRE_NOW, MOVER_ROTATION, MOVER_TOPOLOGY } from '../layout/bodies';
import {
  LINK_A,
  LINK_B,
  LINK_COUNT,
  LINK_FIRST,
  LINK_SIZE,
  LINK_STOPS,
  MOST_TOUCHES,
  TOUCH_APPROACH,
  TOUCH_BODY_A,
  TOUCH_BODY_B,
  TOUCH_BYTES,
  TOUCH_GAP,
  TOUCH_IMPULSE,
  TOUCH_KEY,
  TOUCH_LINK,
  TOUCH_NORMAL,
  TOUCH_OWN_A,
  TOUCH_OWN_B,
  TOUCH_TANGENT_1,
} from '../layout/contacts';
import { SEARCH_BODIES, SEARCH_NEAR, SEARCH_TOUCHES, SEARCH_WORTH } from '../layout/link-search';
import {
  BLOCK_POSITIONS,
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
  NONE,
} from '../layout/meshes';
import {
  NEAR_BYTES,
  NEAR_DISTANCE,
  NEAR_FEATURE_A,
  NEAR_FEATURE_B,
  NEAR_NORMAL,
  NEAR_POINT_A,
  NEAR_POINT_B,
} from '../layout/rigid-queries';
import { component, length, setVector } from '../rigid/vector';
import { turnedBackX, turnedBackY, turnedBackZ, useRotation } from './inertia';

/** A direction is that of a vertex or an edge if no neighbour lies farther than this in front of it, as a slope. */
const CONE_SLACK: f64 = 0.02;
/** Contact points are told apart by their place, in units of this share of the smaller body, and by their normals. */
const PLACE_SHARE: f64 = 0.25;
/** What lies closer than this to a point that is kept already, in that measure, squared, adds nothing. */
const NEW_ENOUGH: f64 = 0.02;
/**
 * The same for pairs that were stopped in this step: the point that stops them may lie beside one that is kept, and where it
 * is left out a body that spins against it stays for good, faster in each sub-step.
 */
const NEW_TO_STOPPED: f64 = 5e-5;
/** Normals and tangents keep this much of a contact point's worth however far it is away. */
const LEAST_WORTH: f64 = 0.05;

export function rotationOf(body: usize): void {
  const q = body + MOVER_ROTATION;
  useRotation(component(q, 0), component(q, 1), component(q, 2), component(q, 3));
}

/**
 * Turns the NEAR records of a pair into contact points at `target`: those whose direction is a normal of both meshes
 * there, and of these at most MOST_TOUCHES that lie or face most differently, beginning with the closest. The points of
 * the pair before hand on their impulses. Returns how many there are.
 */
export function gatherTouches(
  search: usize,
  link: usize,
  index: u32,
  count: i32,
  margin: f64,
  target: usize,
): i32 {
  const bodies = <usize>load<u32>(search, SEARCH_BODIES);
  const near = <usize>load<u32>(search, SEARCH_NEAR);
  const worth = <usize>load<u32>(search, SEARCH_WORTH);
  const old = <usize>load<u32>(search, SEARCH_TOUCHES);
  const a = bodies + <usize>load<u32>(link, LINK_A) * MOVER_BYTES;
  const b = bodies + <usize>load<u32>(link, LINK_B) * MOVER_BYTES;
  let closest = -1;
  let least: f64 = Infinity;
  let anyway = -1;
  let leastOfAll: f64 = Infinity;
  rotationOf(a);
  for (let i = 0; i < count; i++) markCone(worth, near, i, NEAR_FEATURE_A, a, 1);
  rotationOf(b);
  for (let i = 0; i < count; i++) {
    if (load<f64>(worth + ((<usize>i) << 3)) > 0) markCone(worth, near, i, NEAR_FEATURE_B, b, -1);
    const gap = load<f64>(near + <usize>i * NEAR_BYTES, NEAR_DISTANCE);
    if (gap < leastOfAll) {
      leastOfAll = gap;
      anyway = i;
    }
    if (load<f64>(worth + ((<usize>i) << 3)) > 0 && gap < least) {
      least = gap;
      closest = i;
    }
  }
  if (closest < 0) closest = anyway;
  const place = PLACE_SHARE * load<f64>(link, LINK_SIZE);
  const scale = 1 / (place * place);
  const fresh = load<u32>(link, LINK_STOPS) > 0 ? NEW_TO_STOPPED : NEW_ENOUGH;
  let kept = 0;
  while (closest >= 0 && kept < MOST_TOUCHES) {
    const record = near + <usize>closest * NEAR_BYTES;
    writeTouch(target + <usize>kept * TOUCH_BYTES, record, a, b, index);
    kept++;
    closest = farthestFrom(near, count, record, worth, least, margin, scale, fresh);
  }
  for (let i = 0; i < kept; i++) placeOwn(target + <usize>i * TOUCH_BYTES, a, TOUCH_OWN_A);
  rotationOf(a);
  for (let i = 0; i < kept; i++) turnOwn(target + <usize>i * TOUCH_BYTES, TOUCH_OWN_A);
  for (let i = 0; i < kept; i++) placeOwn(target + <usize>i * TOUCH_BYTES, b, TOUCH_OWN_B);
  rotationOf(b);
  for (let i = 0; i < kept; i++) turnOwn(target + <usize>i * TOUCH_BYTES, TOUCH_OWN_B);
  inherit(
    target,
    kept,
    old + <usize>load<u32>(link, LINK_FIRST) * TOUCH_BYTES,
    <i32>load<u32>(link, LINK_COUNT),
    place,
  );
  return kept;
}

/** Lowers every record's worth to its difference from the one kept, and returns the one worth most, or -1. */
function farthestFrom(
  near: usize,
  count: i32,
  record: usize,
  worth: usize,
  least: f64,
  margin: f64,
  scale: f64,
  fresh: f64,
): i32 {
  let best = -1;
  let most: f64 = 0;
  for (let i = 0; i < count; i++) {
    const at = worth + ((<usize>i) << 3);
    let novelty = load<f64>(at);
    if (!(novelty > fresh)) continue;
    const other = near + <usize>i * NEAR_BYTES;
    const apart =
      scale * squaredBetween(record + NEAR_POINT_A, other + NEAR_POINT_A) +
      squaredBetween(record + NEAR_NORMAL, other + NEAR_NORMAL);
    novelty = min(novelty, apart);
    store<f64>(at, novelty);
    const far = (load<f64>(other, NEAR_DISTANCE) - least) / margin;
    const value = novelty * max(LEAST_WORTH, 1 - far);
    if (novelty > fresh && value > most) {
      most = value;
      best = i;
    }
  }
  return best;
}

function squaredBetween(p: usize, q: usize): f64 {
  const x = component(p, 0) - component(q, 0);
  const y = component(p, 1) - component(q, 1);
  const z = component(p, 2) - component(q, 2);
  return x * x + y * y + z * z;
}

/**
 * Worth 0 where the surface goes on beyond the plane that the direction is normal to: then the direction is that of a
 * triangle's rim, and not of the mesh. The rotation in use is the body's.
 */
function markCone(worth: usize, near: usize, i: i32, feature: usize, body: usize, side: f64): void {
  const record = near + <usize>i * NEAR_BYTES;
  const first = load<u32>(record + feature);
  const second = load<u32>(record + feature, 4);
  const at = worth + ((<usize>i) << 3);
  store<f64>(at, Infinity);
  if (second === NONE) return;
  const x = side * load<f64>(record, NEAR_NORMAL);
  const y = side * load<f64>(record, NEAR_NORMAL + 8);
  const z = side * load<f64>(record, NEAR_NORMAL + 16);
  const mesh = <usize>load<u32>(body, MOVER_TOPOLOGY);
  if (!isNormal(mesh, first, second, turnedBackX(x, y, z), turnedBackY(x, y, z), turnedBackZ(x, y, z))) {
    store<f64>(at, 0);
  }
}

function isNormal(mesh: usize, first: u32, second: u32, x: f64, y: f64, z: f64): bool {
  const starts = mesh + load<u32>(mesh, BLOCK_VERTEX_FACE_START) + ((<usize>first) << 2);
  const faces = mesh + load<u32>(mesh, BLOCK_VERTEX_FACES);
  const triangles = mesh + load<u32>(mesh, BLOCK_TRIANGLES);
  const positions = mesh + load<u32>(mesh, BLOCK_POSITIONS);
  const corner = positions + <usize>first * 24;
  const end = load<u32>(starts, 4);
  for (let i = load<u32>(starts); i < end; i++) {
    const triangle = triangles + <usize>load<u32>(faces + ((<usize>i) << 2)) * 12;
    const p = load<u32>(triangle);
    const q = load<u32>(triangle, 4);
    const r = load<u32>(triangle, 8);
    if (p !== second && q !== second && r !== second) continue;
    if (isBeyond(positions, corner, p, x, y, z)) return false;
    if (isBeyond(positions, corner, q, x, y, z)) return false;
    if (isBeyond(positions, corner, r, x, y, z)) return false;
  }
  return true;
}

function isBeyond(positions: usize, corner: usize, vertex: u32, x: f64, y: f64, z: f64): bool {
  const other = positions + <usize>vertex * 24;
  const u = component(other, 0) - component(corner, 0);
  const v = component(other, 1) - component(corner, 1);
  const w = component(other, 2) - component(corner, 2);
  return u * x + v * y + w * z > CONE_SLACK * length(u, v, w);
}

export function writeTouch(touch: usize, record: usize, a: usize, b: usize, index: u32): void {
  memory.fill(touch, 0, TOUCH_BYTES);
  memory.copy(touch + TOUCH_OWN_A, record + NEAR_POINT_A, 24);
  memory.copy(touch + TOUCH_OWN_B, record + NEAR_POINT_B, 24);
  memory.copy(touch + TOUCH_NORMAL, record + NEAR_NORMAL, 24);
  memory.copy(touch + TOUCH_KEY, record + NEAR_FEATURE_A, 16);
  store<f64>(touch, load<f64>(record, NEAR_DISTANCE), TOUCH_GAP);
  store<f64>(touch, Infinity, TOUCH_APPROACH);
  store<u32>(touch, <u32>a, TOUCH_BODY_A);
  store<u32>(touch, <u32>b, TOUCH_BODY_B);
  store<u32>(touch, index, TOUCH_LINK);
}

export function placeOwn(touch: usize, body: usize, own: usize): void {
  const p = touch + own;
  const c = body + MOVER_CENTRE_NOW;
  setVector(
    p,
    component(p, 0) - component(c, 0),
    component(p, 1) - component(c, 1),
    component(p, 2) - component(c, 2),
  );
}

export function turnOwn(touch: usize, own: usize): void {
  const p = touch + own;
  const x = component(p, 0);
  const y = component(p, 1);
  const z = component(p, 2);
  setVector(p, turnedBackX(x, y, z), turnedBackY(x, y, z), turnedBackZ(x, y, z));
}

/** Each point takes the impulses of the old one between the same features, else of the nearest that nobody took. */
function inherit(target: usize, count: i32, old: usize, oldCount: i32, place: f64): void {
  let taken: u32 = 0;
  let given: u32 = 0;
  for (let i = 0; i < count; i++) {
    const touch = target + <usize>i * TOUCH_BYTES;
    for (let k = 0; k < oldCount; k++) {
      const before = old + <usize>k * TOUCH_BYTES;
      if (taken & (1 << k) || !sameKey(touch, before)) continue;
      take(touch, before);
      taken |= 1 << k;
      given |= 1 << i;
      break;
    }
  }
  const reach = 0.04 * place * place;
  for (let i = 0; i < count; i++) {
    if (given & (1 << i)) continue;
    const touch = target + <usize>i * TOUCH_BYTES;
    let nearest = -1;
    let least = reach;
    for (let k = 0; k < oldCount; k++) {
      const before = old + <usize>k * TOUCH_BYTES;
      if (taken & (1 << k)) continue;
      const apart = squaredBetween(touch + TOUCH_OWN_A, before + TOUCH_OWN_A);
      const turned = squaredBetween(touch + TOUCH_NORMAL, before + TOUCH_NORMAL);
      if (apart < least && turned < 0.06) {
        least = apart;
        nearest = k;
      }
    }
    if (nearest < 0) continue;
    take(touch, old + <usize>nearest * TOUCH_BYTES);
    taken |= 1 << nearest;
  }
}

function sameKey(p: usize, q: usize): bool {
  return (
    load<u64>(p, TOUCH_KEY) === load<u64>(q, TOUCH_KEY) &&
    load<u64>(p, TOUCH_KEY + 8) === load<u64>(q, TOUCH_KEY + 8)
  );
}

function take(touch: usize, before: usize): void {
  memory.copy(touch + TOUCH_TANGENT_1, before + TOUCH_TANGENT_1, 48);
  memory.copy(touch + TOUCH_IMPULSE, before + TOUCH_IMPULSE, 32);
  memory.copy(touch + TOUCH_APPROACH, before + TOUCH_APPROACH, 16);
}
