// Families of hard queries, repeatable from a seed.

export type Kind = 'vf' | 'ee';
export type Query = number[];
export type Random = () => number;

/** mulberry32: [0, 1). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The next f64 above (`ulps` > 0) or below. */
export function beside(value: number, ulps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  const ordered = bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
  const moved = ordered + BigInt(ulps);
  view.setBigInt64(0, moved < 0n ? -moved | -0x8000000000000000n : moved);
  return view.getFloat64(0);
}

const integer = (random: Random, size: number) => Math.floor(random() * (2 * size + 1)) - size;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)];
const times = (count: number, make: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => make(i));

export function grid(random: Random, size: number): Query {
  return times(24, () => integer(random, size));
}

/** Whole numbers, one coordinate of which is an ulp off. */
export function gridBesideItself(random: Random): Query {
  const query = grid(random, 2);
  const at = Math.floor(random() * 24);
  query[at] = beside(query[at], random() < 0.5 ? 1 : -1);
  return query;
}

/** Exact barycentric coordinates in sixteenths. */
const SIXTEENTHS = 16;

/** A point of the face, or of its boundary, at time 0, 1/4, .. 1, exactly; an ulp beside it for `ulps`. */
export function touch(random: Random, kind: Kind, ulps: number): Query {
  const quarter = Math.floor(random() * 5);
  // Ends chosen so that the positions at t = quarter / 4 are whole multiples of 16.
  const at = times(12, () => integer(random, 40) * SIXTEENTHS);
  const p = (i: number) => at.slice(i * 3, i * 3 + 3);
  if (kind === 'vf') {
    const w1 = Math.floor(random() * (SIXTEENTHS + 1));
    const w2 = Math.floor(random() * (SIXTEENTHS + 1 - w1));
    const weights = [SIXTEENTHS - w1 - w2, w1, w2];
    for (let k = 0; k < 3; k++) {
      at[k] = (weights[0] * p(1)[k] + weights[1] * p(2)[k] + weights[2] * p(3)[k]) / SIXTEENTHS;
    }
  } else {
    const s = pick(random, [0, 1, 2, 4, 8, 16]);
    const t = pick(random, [0, 2, 4, 8]);
    // b1 such that b(t) = a(s): b0 + (b1 - b0) t / 16 = a0 + (a1 - a0) s / 16
    if (t === 0) for (let k = 0; k < 3; k++) at[6 + k] = p(0)[k] + ((p(1)[k] - p(0)[k]) * s) / SIXTEENTHS;
    else {
      for (let k = 0; k < 3; k++) {
        const aim = p(0)[k] + ((p(1)[k] - p(0)[k]) * s) / SIXTEENTHS;
        at[9 + k] = p(2)[k] + ((aim - p(2)[k]) * SIXTEENTHS) / t;
      }
    }
  }
  const speed = times(12, () => integer(random, 30));
  const query = [
    ...at.map((x, i) => x - speed[i] * quarter),
    ...at.map((x, i) => x + speed[i] * (4 - quarter)),
  ];
  if (ulps !== 0) {
    const coordinate = Math.floor(random() * 24);
    query[coordinate] = beside(query[coordinate], ulps);
  }
  return query;
}

/** All points stay in one plane that moves along itself: the determinant is identically zero. */
export function sliding(random: Random): Query {
  const u = times(3, () => integer(random, 3));
  const v = times(3, () => integer(random, 3));
  const inPlane = () => {
    const a = integer(random, 3);
    const b = integer(random, 3);
    return times(3, (k) => a * u[k] + b * v[k]);
  };
  return [...Array.from({ length: 8 }, inPlane)].flat();
}

/** Rigid translations of points in a plane of general direction: the rounding of real scenes on top. */
export function slidingRounded(random: Random): Query {
  const u = times(3, () => random() - 0.5);
  const v = times(3, () => random() - 0.5);
  const shift = times(3, (k) => u[k] * random() + v[k] * random());
  const start = Array.from({ length: 4 }, () => {
    const a = random();
    const b = random();
    return times(3, (k) => a * u[k] + b * v[k]);
  }).flat();
  return [...start, ...start.map((x, i) => (i < 3 ? x + shift[i % 3] : x))];
}

/** Points on a line through time. */
export function onLine(random: Random): Query {
  const d = times(3, () => integer(random, 2));
  return Array.from({ length: 8 }, () => {
    const a = integer(random, 4);
    return times(3, (k) => a * d[k]);
  }).flat();
}

/** The first feature rides on the boundary of the other through the contact: side forms with zeros at the root. */
export function edgeRiding(random: Random, kind: Kind): Query {
  const query = times(24, () => integer(random, 60) * 4);
  for (let k = 0; k < 3; k++) {
    // at t = 1/2: point 0 on the line of points 2 and 3 (VF), on b0 (EE)
    const middle = (i: number) => (query[i * 3 + k] + query[12 + i * 3 + k]) / 2;
    const aim = kind === 'vf' ? (middle(2) + middle(3)) / 2 : middle(2);
    query[k] = 2 * aim - query[12 + k];
  }
  return query;
}

/** Zero edges, zero faces, and points that are others'. */
export function coincident(random: Random): Query {
  const query = grid(random, 2);
  const copies = 1 + Math.floor(random() * 3);
  for (let i = 0; i < copies; i++) {
    const from = Math.floor(random() * 4);
    const to = Math.floor(random() * 4);
    const end = random() < 0.7 ? 2 : 1;
    for (let e = 0; e < end; e++)
      for (let k = 0; k < 3; k++) query[e * 12 + to * 3 + k] = query[e * 12 + from * 3 + k];
  }
  return query;
}

/**
 * Determinants (t - 1/2)^2 - e or (t - 1/2)^3 + a b e with tiny e or none, seen in a skewed frame that moves: two or
 * three roots in one place, almost.
 */
export function nearMultiple(random: Random, kind: Kind): Query {
  const e = pick(random, [0, 1, -1]) * 2 ** -(18 + Math.floor(random() * 50));
  const [a, b] = [integer(random, 3), integer(random, 3)];
  const triple = random() < 0.4;
  const pointsAt = (s: number): number[] => {
    if (triple) return [0, 0, 0, s, a, 0, 0, s, b, e, 0, s];
    // a vertex on the plane z = s x at s^2 = e, in which the face turns; edges likewise
    if (kind === 'vf') return [s, 0, e, -2, -3, -2 * s, -2, 3, -2 * s, 3, 0, 3 * s];
    return [-2, 0, -2 * s, 2, 0, 2 * s, s, -1, e, s, 1, e];
  };
  const skew = times(9, (i) => (i % 4 === 0 ? 1 : integer(random, 2)));
  const seen = (points: number[], drift: number[]) =>
    points.map((_, i) => {
      const row = i % 3;
      const at = i - row;
      return (
        skew[row * 3] * points[at] +
        skew[row * 3 + 1] * points[at + 1] +
        skew[row * 3 + 2] * points[at + 2] +
        drift[row]
      );
    });
  const still = random() < 0.5;
  const drift = times(3, () => (still ? 0 : integer(random, 4)));
  return [...seen(pointsAt(-0.5), [0, 0, 0]), ...seen(pointsAt(0.5), drift)];
}

export function scaled(query: Query, factors: readonly [number, number, number]): Query {
  return query.map((x, i) => x * factors[i % 3]);
}

export function moved(query: Query, offsets: readonly [number, number, number]): Query {
  return query.map((x, i) => x + offsets[i % 3]);
}

/** Touches so small that products of three coordinates, or of two, are rounded to the smallest f64. */
export function underflowing(random: Random, kind: Kind): Query {
  const unit = 2 ** -(pick(random, [356, 540]) + Math.floor(random() * 12));
  const query = random() < 0.5 ? touch(random, kind, 0) : edgeRiding(random, kind);
  return scaled(query, [unit, unit, unit]);
}

/** A touch on an edge of three tiny points, whose products are rounded to the smallest f64, and one huge point. */
export function tinyBesideHuge(random: Random, kind: Kind): Query {
  const query = times(24, () => integer(random, 60) * 4);
  const [rider, one, other] = kind === 'vf' ? [0, 1, 2] : [2, 0, 1];
  for (let k = 0; k < 3; k++) {
    const middle = (i: number) => (query[i * 3 + k] + query[12 + i * 3 + k]) / 2;
    query[rider * 3 + k] = middle(one) + middle(other) - query[12 + rider * 3 + k];
  }
  const unit = 2 ** -(540 + Math.floor(random() * 8));
  // from where the floats' underflow would matter, far below where they overflow
  const huge = 2 ** pick(random, [240, 300, 400, 500]);
  return query.map((x, i) => x * (i % 12 < 9 ? unit : huge));
}

/** Numbers of all sizes, subnormal ones as well. */
export function allExponents(random: Random, lowest: number, highest: number): Query {
  return times(24, () => {
    const exponent = lowest + Math.floor(random() * (highest - lowest));
    return pick(random, [-1, 0, 1, 1 + random(), -1 - random()]) * 2 ** exponent;
  });
}

export { integer, pick };
