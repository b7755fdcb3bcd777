import { component } from '../rigid/vector';

// Axes about which a body turns by itself for good, by Jacobi rotations: the inertia's eigenvectors.

const SWEEPS: i32 = 12;
const ROUNDING: f64 = 1e-16;

/** The matrix as it is turned so far, and three columns: the axes that it is turned to. Its middle moment is the second one in the end. */
export let first: f64 = 0;
export let middle: f64 = 0;
export let last: f64 = 0;
let xy: f64 = 0;
let xz: f64 = 0;
let yz: f64 = 0;
export let firstX: f64 = 1;
export let firstY: f64 = 0;
export let firstZ: f64 = 0;
let secondX: f64 = 0;
let secondY: f64 = 1;
let secondZ: f64 = 0;
export let lastX: f64 = 0;
export let lastY: f64 = 0;
export let lastZ: f64 = 1;

/** Finds the moments of an inertia, xx yy zz xy xz yz, and the unit axes of the least and the largest. */
export function findAxes(inertia: usize): void {
  first = component(inertia, 0);
  middle = component(inertia, 1);
  last = component(inertia, 2);
  xy = component(inertia, 3);
  xz = component(inertia, 4);
  yz = component(inertia, 5);
  firstX = secondY = lastZ = 1;
  firstY = firstZ = secondX = secondZ = lastX = lastY = 0;
  const least = ROUNDING * (first + middle + last);
  for (let sweep = 0; sweep < SWEEPS && max(abs(xy), max(abs(xz), abs(yz))) > least; sweep++) {
    for (let plane = 0; plane < 3; plane++) {
      clearFirstTwo();
      callNext();
    }
  }
  while ((middle - first) * (last - middle) < 0) callNext();
}

/** Turns the first two axes so that nothing is left between them. */
function clearFirstTwo(): void {
  if (xy === 0) return;
  const theta = (middle - first) / (2 * xy);
  const t = (theta < 0 ? -1 : 1) / (abs(theta) + sqrt(theta * theta + 1));
  const c = 1 / sqrt(t * t + 1);
  const s = t * c;
  first -= t * xy;
  middle += t * xy;
  xy = 0;
  const a = xz;
  xz = c * a - s * yz;
  yz = s * a + c * yz;
  const x = firstX;
  const y = firstY;
  const z = firstZ;
  firstX = c * x - s * secondX;
  firstY = c * y - s * secondY;
  firstZ = c * z - s * secondZ;
  secondX = s * x + c * secondX;
  secondY = s * y + c * secondY;
  secondZ = s * z + c * secondZ;
}

/** Calls the second axis the first, the last the second, and the first the last. */
function callNext(): void {
  const m = first;
  first = middle;
  middle = last;
  last = m;
  const between = xy;
  xy = yz;
  yz = xz;
  xz = between;
  const x = firstX;
  const y = firstY;
  const z = firstZ;
  firstX = secondX;
  firstY = secondY;
  firstZ = secondZ;
  secondX = lastX;
  secondY = lastY;
  secondZ = lastZ;
  lastX = x;
  lastY = y;
  lastZ = z;
}
