// The closest points of a vertex and a face, or of two edges, and the slab between the two features.

import { larger, smaller } from '../extremes';
import { PAIR_EDGE_EDGE, PAIR_KIND } from '../layout/cloth';
import { closestOnSegments, onFirst, onSecond } from '../rigid/segments';
import { alongAt, POINT_BYTES } from './world';

// Results: weights of the four vertices, the unit direction from the second feature to the first, and how far apart the
// two are along it, every vertex projected: a lower bound of their distance.
export let weight0: f64 = 0;
export let weight1: f64 = 0;
export let weight2: f64 = 0;
export let weight3: f64 = 0;
export let directionX: f64 = 0;
export let directionY: f64 = 0;
export let directionZ: f64 = 0;
export let gap: f64 = 0;
/** Where each vertex lies along the direction. */
export let along0: f64 = 0;
export let along1: f64 = 0;
export let along2: f64 = 0;
export let along3: f64 = 0;
/** Where the first feature ends and the second begins along it. */
export let leastOfFirst: f64 = 0;
export let mostOfSecond: f64 = 0;

export function vertexAt(pair: usize, points: usize, slot: usize): usize {
  return points + <usize>load<u32>(pair + (slot << 2)) * POINT_BYTES;
}

/** Where features touch, the direction is zero and the gap 0. */
export function closestOfPair(pair: usize, points: usize): void {
  weighPair(pair, points);
  slabOfPair(pair, points);
}

/** The weights alone. */
export function weighPair(pair: usize, points: usize): void {
  const p0 = vertexAt(pair, points, 0);
  const p1 = vertexAt(pair, points, 1);
  const p2 = vertexAt(pair, points, 2);
  const p3 = vertexAt(pair, points, 3);
  if (load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE) closestOfEdges(p0, p1, p2, p3);
  else closestOnFace(p0, p1, p2, p3);
}

/** The direction and what lies along it, of the weights that were found last. */
export function slabOfPair(pair: usize, points: usize): void {
  const p0 = vertexAt(pair, points, 0);
  const p1 = vertexAt(pair, points, 1);
  const p2 = vertexAt(pair, points, 2);
  const p3 = vertexAt(pair, points, 3);
  const x = difference(p0, p1, p2, p3, 0);
  const y = difference(p0, p1, p2, p3, 8);
  const z = difference(p0, p1, p2, p3, 16);
  const squared = x * x + y * y + z * z;
  const scale = squared > 0 ? 1 / sqrt(squared) : 0;
  directionX = x * scale;
  directionY = y * scale;
  directionZ = z * scale;
  along0 = alongAt(p0, directionX, directionY, directionZ);
  along1 = alongAt(p1, directionX, directionY, directionZ);
  along2 = alongAt(p2, directionX, directionY, directionZ);
  along3 = alongAt(p3, directionX, directionY, directionZ);
  const edges = load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE;
  leastOfFirst = edges ? smaller(along0, along1) : along0;
  mostOfSecond = edges ? larger(along2, along3) : larger(along1, larger(along2, along3));
  gap = leastOfFirst - mostOfSecond;
}

function difference(p0: usize, p1: usize, p2: usize, p3: usize, axis: usize): f64 {
  // Relative to one vertex, so that rounding is relative to the features and not to where they are.
  const origin = load<f64>(p0 + axis);
  return (
    weight1 * (load<f64>(p1 + axis) - origin) +
    weight2 * (load<f64>(p2 + axis) - origin) +
    weight3 * (load<f64>(p3 + axis) - origin)
  );
}

function closestOfEdges(p0: usize, p1: usize, p2: usize, p3: usize): void {
  const ux = load<f64>(p1) - load<f64>(p0);
  const uy = load<f64>(p1, 8) - load<f64>(p0, 8);
  const uz = load<f64>(p1, 16) - load<f64>(p0, 16);
  const vx = load<f64>(p3) - load<f64>(p2);
  const vy = load<f64>(p3, 8) - load<f64>(p2, 8);
  const vz = load<f64>(p3, 16) - load<f64>(p2, 16);
  const rx = load<f64>(p0) - load<f64>(p2);
  const ry = load<f64>(p0, 8) - load<f64>(p2, 8);
  const rz = load<f64>(p0, 16) - load<f64>(p2, 16);
  closestOnSegments(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    ux * vx + uy * vy + uz * vz,
    ux * rx + uy * ry + uz * rz,
    vx * rx + vy * ry + vz * rz,
  );
  weight0 = 1 - onFirst;
  weight1 = onFirst;
  weight2 = onSecond - 1;
  weight3 = -onSecond;
}

/** After Ericson, Real-Time Collision Detection, 5.1.5. */
function closestOnFace(p: usize, a: usize, b: usize, c: usize): void {
  const abx = load<f64>(b) - load<f64>(a);
  const aby = load<f64>(b, 8) - load<f64>(a, 8);
  const abz = load<f64>(b, 16) - load<f64>(a, 16);
  const acx = load<f64>(c) - load<f64>(a);
  const acy = load<f64>(c, 8) - load<f64>(a, 8);
  const acz = load<f64>(c, 16) - load<f64>(a, 16);
  const apx = load<f64>(p) - load<f64>(a);
  const apy = load<f64>(p, 8) - load<f64>(a, 8);
  const apz = load<f64>(p, 16) - load<f64>(a, 16);
  const bb = abx * abx + aby * aby + abz * abz;
  const bc = abx * acx + aby * acy + abz * acz;
  const cc = acx * acx + acy * acy + acz * acz;
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  let v: f64 = 0;
  let w: f64 = 0;
  const vc = d1 * d4 - d3 * d2;
  const vb = d5 * d2 - d1 * d6;
  const va = d3 * d6 - d5 * d4;
  if (d1 <= 0 && d2 <= 0) v = 0;
  else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / (d1 - d3);
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / (d2 - d6);
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
  } else {
    const scale = 1 / (va + vb + vc);
    v = vb * scale;
    w = vc * scale;
  }
  weight0 = 1;
  weight1 = v + w - 1;
  weight2 = -v;
  weight3 = -w;
}
