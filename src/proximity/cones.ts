/**
 * Mezger 5: directions of a set of vectors as a cone: unit axis, cosine and sine of its half angle, and the largest length of
 * what is in it; shorter vectors, which may point anywhere, are bounded apart. Six numbers and one in a Float64Array, the axis first.
 */
export const CONE_COS = 3;
export const CONE_SIN = 4;
export const CONE_MOST = 5;
/** Of the vectors that were left out of the cone, because they are short. */
export const CONE_SLOW = 6;
export const CONE_NUMBERS = 7;

/** Vectors shorter than this share of the longest do not decide where the cone points. */
const SIGNIFICANT = 0.1;
/** Cosines are lowered by more than their rounding. */
const ROUNDING = 1e-12;
/** What the square of a sine, as one less the square of a cosine, loses at most. */
const SQUARE_ROUNDING = 2 ** -50;

/** The cone of some vectors, x y z each, at their offsets. */
export function coneOf(
  vectors: Float64Array,
  offsets: ArrayLike<number>,
  cones: Float64Array,
  at: number,
): void {
  let most = 0;
  for (let i = 0; i < offsets.length; i++) most = Math.max(most, lengthAt(vectors, offsets[i]));
  let slow = 0;
  cones.fill(0, at, at + CONE_NUMBERS);
  for (let i = 0; i < offsets.length; i++) {
    const length = lengthAt(vectors, offsets[i]);
    if (length < SIGNIFICANT * most) slow = Math.max(slow, length);
    else if (length > 0) for (let k = 0; k < 3; k++) cones[at + k] += vectors[offsets[i] + k] / length;
  }
  normalize(cones, at);
  let cos = 1;
  for (let i = 0; i < offsets.length; i++) {
    const length = lengthAt(vectors, offsets[i]);
    if (length < SIGNIFICANT * most || length === 0) continue;
    cos = Math.min(cos, dot(cones, at, vectors, offsets[i]) / length);
  }
  close(cones, at, cos, most, slow);
}

const merged = new Float64Array(CONE_NUMBERS);

/** The cone around two others, which may be where one of them was: its axis between theirs, weighted by lengths. */
export function mergeCones(cones: Float64Array, a: number, b: number, at: number): void {
  const [p, q] = [cones[a + CONE_MOST], cones[b + CONE_MOST]];
  const slow = Math.max(cones[a + CONE_SLOW], cones[b + CONE_SLOW]);
  if (p < SIGNIFICANT * q || q < SIGNIFICANT * p) {
    // one is significant, and the other is not
    cones.copyWithin(at, p < q ? b : a, (p < q ? b : a) + CONE_NUMBERS);
    cones[at + CONE_SLOW] = Math.max(slow, Math.min(p, q));
    return;
  }
  for (let k = 0; k < 3; k++) merged[k] = p * cones[a + k] + q * cones[b + k];
  normalize(merged, 0);
  const cos = Math.min(reachOf(cones, a), reachOf(cones, b));
  close(merged, 0, cos, Math.max(p, q), slow);
  cones.set(merged, at);
}

function close(cones: Float64Array, at: number, cos: number, most: number, slow: number): void {
  const lowered = Math.max(-1, cos - ROUNDING);
  cones[at + CONE_COS] = lowered;
  cones[at + CONE_SIN] = Math.sqrt(Math.max(0, 1 - lowered * lowered));
  cones[at + CONE_MOST] = most;
  cones[at + CONE_SLOW] = slow;
}

/** The cosine of the angle from the merged axis to the far side of a cone; -1 where that is all around. */
function reachOf(cones: Float64Array, cone: number): number {
  const c = Math.min(1, Math.max(-1, dot(merged, 0, cones, cone)));
  return cosOfSum(c, sineOf(c), cones[cone + CONE_COS], cones[cone + CONE_SIN]);
}

/** The cosine of the largest angle that a vector of one cone can have to one of another; -1 where nothing is certain. */
export function leastCosine(cones: Float64Array, a: number, b: number): number {
  const c = Math.min(1, Math.max(-1, dot(cones, a, cones, b)));
  const both = cosOfSum(cones[a + CONE_COS], cones[a + CONE_SIN], cones[b + CONE_COS], cones[b + CONE_SIN]);
  return cosOfSum(c, sineOf(c), both, sineOf(both)) - ROUNDING;
}

/** Makes a cone wider by an angle. */
export function widenCone(cones: Float64Array, at: number, cos: number, sin: number): void {
  const wider = cosOfSum(cones[at + CONE_COS], cones[at + CONE_SIN], cos, sin);
  close(cones, at, wider, cones[at + CONE_MOST], cones[at + CONE_SLOW]);
}

/** A cone of unit vectors that may point anywhere. */
export function openCone(cones: Float64Array, at: number): void {
  cones.fill(0, at, at + CONE_NUMBERS);
  cones[at] = 1;
  close(cones, at, -1, 1, 0);
}

/** The cosine of the sum of two angles up to 180 degrees, -1 where that is more than 180. */
function cosOfSum(cosA: number, sinA: number, cosB: number, sinB: number): number {
  if (cosA <= -1 || cosB <= -1 || sinA * cosB + cosA * sinB < 0) return -1;
  return cosA * cosB - sinA * sinB;
}

/** Never too small: where the cosine is nearly 1 or -1 what rounding took from it is all that there is. */
function sineOf(cos: number): number {
  return Math.sqrt(Math.max(0, 1 - cos * cos) + SQUARE_ROUNDING);
}

/**
 * The most that a vector of the cone has along a unit direction, or 0 (Mezger equation 1, for every vector in the cone and not
 * for its axis alone).
 */
export function mostAlong(cones: Float64Array, at: number, x: number, y: number, z: number): number {
  const c = cones[at] * x + cones[at + 1] * y + cones[at + 2] * z;
  const slow = cones[at + CONE_SLOW];
  const cos = cones[at + CONE_COS];
  const most = cones[at + CONE_MOST];
  if (c >= cos) return Math.max(most, slow);
  return Math.max(slow, most * (c * cos + sineOf(c) * cones[at + CONE_SIN]));
}

function lengthAt(v: Float64Array, at: number): number {
  return Math.sqrt(dot(v, at, v, at));
}

function dot(a: Float64Array, i: number, b: Float64Array, k: number): number {
  return a[i] * b[k] + a[i + 1] * b[k + 1] + a[i + 2] * b[k + 2];
}

function normalize(cones: Float64Array, at: number): void {
  const length = lengthAt(cones, at);
  if (length > 1e-9) for (let k = 0; k < 3; k++) cones[at + k] /= length;
  else cones.set([1, 0, 0], at); // they cancel out: any axis will do, and the angle says the rest
}
