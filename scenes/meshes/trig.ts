// Sine and cosine from additions and multiplications only. Math.sin and Math.cos may differ in the last bit from one
// engine to another, and a scene must be the same everywhere. The method and its constants are those of fdlibm
// (k_sin.c, k_cos.c, e_rem_pio2.c): the error is below one unit in the last place.

/** Up to here the quarter turns, times the first part of pi/2, are exact: 20 bits times 33. */
const LARGEST_ANGLE = 2 ** 20;

const TWO_OVER_PI = 0.6366197723675814;
// pi/2 in parts of 33 bits, and what remains.
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487959506e-21;

const SIN_TERMS = [
  1.58969099521155e-10, -2.5050760253406863e-8, 2.7557313707070068e-6, -1.984126982985795e-4,
  8.33333333332249e-3, -1.6666666666666632e-1,
];
const COS_TERMS = [
  -1.1359647557788195e-11, 2.087572321298175e-9, -2.7557314351390663e-7, 2.480158728947673e-5,
  -1.388888888887411e-3, 4.16666666666666e-2,
];

export function sin(angle: number): number {
  return sinOfQuarters(angle, 0);
}

export function cos(angle: number): number {
  return sinOfQuarters(angle, 1);
}

/** The sine of `angle` plus so many quarter turns. */
function sinOfQuarters(angle: number, quarters: number): number {
  if (!(Math.abs(angle) <= LARGEST_ANGLE)) {
    throw new RangeError(`sin and cos take angles up to ${LARGEST_ANGLE}, not ${angle}`);
  }
  const turns = Math.round(angle * TWO_OVER_PI);
  // What is left of the angle, as a sum of two doubles.
  const exact = angle - turns * HALF_PI_1;
  const small = turns * HALF_PI_2;
  const rough = exact - small;
  const smallRest = exact - rough - small - turns * HALF_PI_3;
  const head = rough + smallRest;
  const tail = rough - head + smallRest;

  const quadrant = (turns + quarters) & 3;
  const value = (quadrant & 1) === 0 ? nearSin(head, tail) : nearCos(head, tail);
  return quadrant < 2 ? value : -value;
}

/** |x| up to pi/4, y the digits below x. */
function nearSin(x: number, y: number): number {
  const z = x * x;
  const v = z * x;
  const r = polynomial(SIN_TERMS, 5, z);
  return x - (z * (0.5 * y - v * r) - y - v * SIN_TERMS[5]);
}

function nearCos(x: number, y: number): number {
  const z = x * x;
  const r = z * polynomial(COS_TERMS, 6, z);
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * y));
}

/** Horner's rule over the first `count` terms, highest power first. */
function polynomial(terms: readonly number[], count: number, z: number): number {
  let sum = terms[0];
  for (let i = 1; i < count; i++) sum = sum * z + terms[i];
  return sum;
}
