/** A rectangle, line or point, with a radius, in the frame of a box: half sizes across are 0 where it has none. */
export interface SweptFit {
  /** Centre along the three axes. */
  readonly centre: Float64Array;
  half1: number;
  half2: number;
  radius: number;
}

const candidate: SweptFit = /* @__PURE__ */ { centre: new Float64Array(3), half1: 0, half2: 0, radius: 0 };

/**
 * The smallest of the three kinds around points given in a box's frame, three numbers each, the longest side first.
 * Sides are drawn in by what the radius covers beyond them; the radius is then grown to what the corners need.
 */
export function fitSwept(points: Float64Array, count: number, out: SweptFit): void {
  let smallest = Infinity;
  for (let generators = 0; generators < 3; generators++) {
    fitKind(points, count, generators, candidate);
    const volume = volumeOf(candidate);
    if (!(volume < smallest)) continue;
    smallest = volume;
    out.centre.set(candidate.centre);
    out.half1 = candidate.half1;
    out.half2 = candidate.half2;
    out.radius = candidate.radius;
  }
}

// `generators` is how many axes the generator spans: 0 a point, 1 a line, 2 a rectangle.
function fitKind(points: Float64Array, count: number, generators: number, fit: SweptFit): void {
  for (let k = 0; k < 3; k++) fit.centre[k] = middle(points, count, k);
  const radius = largestAcross(points, count, generators, fit.centre);
  fit.half1 = generators > 0 ? drawIn(points, count, 0, generators, radius, fit) : 0;
  fit.half2 = generators > 1 ? drawIn(points, count, 1, generators, radius, fit) : 0;
  fit.radius = largestOutside(points, count, fit);
}

function middle(points: Float64Array, count: number, axis: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = axis; i < 3 * count; i += 3) {
    const x = points[i];
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return (low + high) / 2;
}

function squaredAcross(points: Float64Array, i: number, generators: number, centre: Float64Array): number {
  let squared = 0;
  for (let k = generators; k < 3; k++) {
    const x = points[i + k] - centre[k];
    squared += x * x;
  }
  return squared;
}

function largestAcross(
  points: Float64Array,
  count: number,
  generators: number,
  centre: Float64Array,
): number {
  let squared = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    squared = Math.max(squared, squaredAcross(points, i, generators, centre));
  }
  return Math.sqrt(squared);
}

/** Moves the centre along an axis and returns the half size such that the round ends hold the outermost points. */
function drawIn(
  points: Float64Array,
  count: number,
  axis: number,
  generators: number,
  radius: number,
  fit: SweptFit,
): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < 3 * count; i += 3) {
    const left = radius * radius - squaredAcross(points, i, generators, fit.centre);
    const covered = left > 0 ? Math.sqrt(left) : 0;
    low = Math.min(low, points[i + axis] + covered);
    high = Math.max(high, points[i + axis] - covered);
  }
  fit.centre[axis] = (low + high) / 2;
  return Math.max(0, (high - low) / 2);
}

function largestOutside(points: Float64Array, count: number, fit: SweptFit): number {
  let squared = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = Math.max(0, Math.abs(points[i] - fit.centre[0]) - fit.half1);
    const y = Math.max(0, Math.abs(points[i + 1] - fit.centre[1]) - fit.half2);
    const z = points[i + 2] - fit.centre[2];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  return Math.sqrt(squared);
}

function volumeOf({ half1, half2, radius }: SweptFit): number {
  const rectangle = 8 * half1 * half2 * radius;
  const sides = 2 * Math.PI * radius * radius * (half1 + half2);
  return rectangle + sides + (4 / 3) * Math.PI * radius * radius * radius;
}
