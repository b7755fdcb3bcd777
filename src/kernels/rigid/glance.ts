import { larger, smaller } from '../extremes';
import {
  BODY_ARM,
  BODY_OWN_AXIS,
  BODY_SPEED,
  PAIR_A,
  PAIR_B,
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_BODY_A,
  RIGID_QUERY_BODY_B,
  RIGID_QUERY_IN_B,
  RIGID_QUERY_NOISE,
} from '../layout/rigid-queries';
import { component, dotAt, length, rowTimes } from './vector';

// What shows at a glance that two placed triangles are apart, or stay apart, along a direction that costs little: most pairs whose
// boxes are near need no closest points.

/** The direction that told the last pair apart: neighbours are told apart by much the same one. */
let knownX: f64 = 0;
let knownY: f64 = 0;
let knownZ: f64 = 0;

/** Forgets it: what a search finds out depends on no search before, on whichever thread. */
export function beginGlances(): void {
  knownX = 0;
  knownY = 0;
  knownZ = 0;
}

/** Three times the way from A's middle to B's. */
let betweenX: f64 = 0;
let betweenY: f64 = 0;
let betweenZ: f64 = 0;

let normalX: f64 = 0;
let normalY: f64 = 0;
let normalZ: f64 = 0;

/** Where the placed triangles end along a direction: A ahead, B behind. */
function gapAlong(query: usize, x: f64, y: f64, z: f64): f64 {
  const a = query + PAIR_A;
  const b = query + PAIR_B;
  return (
    smaller(smaller(dotAt(b, x, y, z), dotAt(b + 24, x, y, z)), dotAt(b + 48, x, y, z)) -
    larger(larger(dotAt(a, x, y, z), dotAt(a + 24, x, y, z)), dotAt(a + 48, x, y, z))
  );
}

function findBetween(query: usize): void {
  betweenX = middleOf(query + PAIR_B, 0) - middleOf(query + PAIR_A, 0);
  betweenY = middleOf(query + PAIR_B, 1) - middleOf(query + PAIR_A, 1);
  betweenZ = middleOf(query + PAIR_B, 2) - middleOf(query + PAIR_A, 2);
}

/** Three times that. */
function middleOf(triangle: usize, i: usize): f64 {
  return component(triangle, i) + component(triangle, i + 3) + component(triangle, i + 6);
}

/** A triangle's normal, from A's side to B's. */
function findNormal(triangle: usize): void {
  const ux = component(triangle, 3) - component(triangle, 0);
  const uy = component(triangle, 4) - component(triangle, 1);
  const uz = component(triangle, 5) - component(triangle, 2);
  const vx = component(triangle, 6) - component(triangle, 0);
  const vy = component(triangle, 7) - component(triangle, 1);
  const vz = component(triangle, 8) - component(triangle, 2);
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const side: f64 = x * betweenX + y * betweenY + z * betweenZ < 0 ? -1 : 1;
  normalX = side * x;
  normalY = side * y;
  normalZ = side * z;
}

/** Whether the plane across the line between their middles shows the placed triangles to be farther apart than `margin`. */
export function areBeyond(query: usize, margin: f64): bool {
  const far = (margin + load<f64>(query, RIGID_QUERY_NOISE)) * (1 + 1e-9);
  findBetween(query);
  const gap = gapAlong(query, betweenX, betweenY, betweenZ);
  const squared = betweenX * betweenX + betweenY * betweenY + betweenZ * betweenZ;
  return gap > 0 && gap * gap > far * far * squared;
}

/** A's centre of rotation in B's frame. */
let centreX: f64 = 0;
let centreY: f64 = 0;
let centreZ: f64 = 0;
/** How far a corner is from the axis that its body turns about, at most. */
let armA: f64 = 0;
let armB: f64 = 0;

/** Whether the placed triangles certainly stay farther apart than `level` for `lasting`: by the bound of `stepOfPair`, of all corners together. */
export function stayApart(query: usize, level: f64, lasting: f64): bool {
  const far = level + 2 * load<f64>(query, RIGID_QUERY_NOISE);
  findArms(query);
  if (lastsAlong(query, knownX, knownY, knownZ, far, lasting)) return true;
  findBetween(query);
  findNormal(query + PAIR_B);
  if (keeps(query, normalX, normalY, normalZ, far, lasting)) return true;
  findNormal(query + PAIR_A);
  return keeps(query, normalX, normalY, normalZ, far, lasting);
}

function keeps(query: usize, x: f64, y: f64, z: f64, far: f64, lasting: f64): bool {
  if (!lastsAlong(query, x, y, z, far, lasting)) return false;
  knownX = x;
  knownY = y;
  knownZ = z;
  return true;
}

function findArms(query: usize): void {
  const toB = query + RIGID_QUERY_A_TO_B;
  const a = query + RIGID_QUERY_BODY_A + BODY_ARM;
  const b = query + RIGID_QUERY_BODY_B + BODY_ARM;
  const x = component(a, 0);
  const y = component(a, 1);
  const z = component(a, 2);
  centreX = rowTimes(toB, 0, x, y, z) + component(toB, 9);
  centreY = rowTimes(toB, 1, x, y, z) + component(toB, 10);
  centreZ = rowTimes(toB, 2, x, y, z) + component(toB, 11);
  armA = armOf(query + PAIR_A, query + RIGID_QUERY_IN_B + 24, centreX, centreY, centreZ);
  const axis = query + RIGID_QUERY_BODY_B + BODY_OWN_AXIS;
  armB = armOf(query + PAIR_B, axis, component(b, 0), component(b, 1), component(b, 2));
}

function armOf(triangle: usize, axis: usize, cx: f64, cy: f64, cz: f64): f64 {
  const ux = component(axis, 0);
  const uy = component(axis, 1);
  const uz = component(axis, 2);
  let most: f64 = 0;
  for (let i: usize = 0; i < 72; i += 24) {
    const corner = triangle + i;
    const x = component(corner, 0) - cx;
    const y = component(corner, 1) - cy;
    const z = component(corner, 2) - cz;
    const px = y * uz - z * uy;
    const py = z * ux - x * uz;
    const pz = x * uy - y * ux;
    most = larger(most, px * px + py * py + pz * pz);
  }
  return sqrt(most);
}

function lastsAlong(query: usize, x: f64, y: f64, z: f64, far: f64, lasting: f64): bool {
  const size = length(x, y, z);
  const gap = gapAlong(query, x, y, z) - far * size;
  if (!(gap > 0)) return false;
  const v = query + RIGID_QUERY_IN_B;
  const a = query + PAIR_A;
  const b = query + PAIR_B;
  const speedA = load<f64>(query, RIGID_QUERY_BODY_A + BODY_SPEED);
  const speedB = load<f64>(query, RIGID_QUERY_BODY_B + BODY_SPEED);
  let rate = dotAt(v, x, y, z) + size * load<f64>(query, RIGID_QUERY_NOISE);
  let bend: f64 = 0;
  if (speedA !== 0) {
    const axis = v + 24;
    const qx = y * component(axis, 2) - z * component(axis, 1);
    const qy = z * component(axis, 0) - x * component(axis, 2);
    const qz = x * component(axis, 1) - y * component(axis, 0);
    const most = larger(larger(dotAt(a, qx, qy, qz), dotAt(a + 24, qx, qy, qz)), dotAt(a + 48, qx, qy, qz));
    rate += speedA * (most - (qx * centreX + qy * centreY + qz * centreZ));
    bend += speedA * speedA * length(qx, qy, qz) * armA;
  }
  if (speedB !== 0) {
    const axis = query + RIGID_QUERY_BODY_B + BODY_OWN_AXIS;
    const c = query + RIGID_QUERY_BODY_B + BODY_ARM;
    const qx = y * component(axis, 2) - z * component(axis, 1);
    const qy = z * component(axis, 0) - x * component(axis, 2);
    const qz = x * component(axis, 1) - y * component(axis, 0);
    const least = smaller(
      smaller(dotAt(b, qx, qy, qz), dotAt(b + 24, qx, qy, qz)),
      dotAt(b + 48, qx, qy, qz),
    );
    rate -= speedB * (least - dotAt(c, qx, qy, qz));
    bend += speedB * speedB * length(qx, qy, qz) * armB;
  }
  return gap > lasting * (rate + 0.5 * lasting * bend) * (1 + 1e-12);
}
