// Seeded inputs for the tests of this folder.

/** A 32-bit generator with a seed (xorshift with a multiplicative end). Numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return (Math.imul(state, 0x2545f491) >>> 0) / 4294967296;
  };
}

export type Random = () => number;

/** Integers -size..size: most inputs made of them are degenerate for small sizes. */
export function grid(random: Random, count: number, size: number): number[] {
  return Array.from({ length: count }, () => Math.floor(random() * (2 * size + 1)) - size);
}

export function uniform(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => 2 * random() - 1);
}

/** Grid points moved by up to a few units in the last place, around an offset that rounds them. */
export function nearlyGrid(random: Random, count: number, size: number, offset: number): number[] {
  return grid(random, count, size).map((x) => {
    const moved = offset + x * 0.1;
    return moved + (Math.floor(random() * 5) - 2) * Math.abs(moved) * 2 ** -52;
  });
}

/** One of the grid's, of full precision, of the nearly degenerate, of one scale each. */
export function mixed(random: Random, count: number): number[] {
  const kind = Math.floor(random() * 5);
  if (kind === 0) return grid(random, count, 1);
  if (kind === 1) return grid(random, count, 2);
  if (kind === 2) return uniform(random, count);
  if (kind === 3) return nearlyGrid(random, count, 2, 1e3);
  return nearlyGrid(random, count, 1, 0);
}

export function scaled(numbers: readonly number[], factor: number): number[] {
  return numbers.map((x) => x * factor);
}

/** Points of three numbers in another order. */
export function reordered(numbers: readonly number[], order: readonly number[]): number[] {
  return order.flatMap((point) => numbers.slice(3 * point, 3 * point + 3));
}

/** Two edges that are parallel up to an angle 2^-k, 2^-j apart, with ends anywhere on two long lines. */
export function nearlyParallelEdges(random: Random): number[] {
  const power = () => 2 ** -Math.floor(random() * 56) * (random() < 0.2 ? 0 : 1);
  const [direction, turn, away] = [uniform(random, 3), uniform(random, 3), uniform(random, 3)];
  const [angle, gap] = [power(), power()];
  const on = (base: number, other: number, t: number) =>
    direction.map((d, k) => base * away[k] * gap + t * (d + other * turn[k] * angle));
  return [...on(0, 0, -random()), ...on(0, 0, random()), ...on(1, 1, -random()), ...on(1, 1, random())];
}

/** A triangle whose height is 2^-k of its base, obtuse or not, in any order of corners. */
export function needle(random: Random): number[] {
  const [base, height, at] = [uniform(random, 3), uniform(random, 3), uniform(random, 3)];
  const thin = 2 ** -Math.floor(random() * 56);
  const s = random() * 1.5 - 0.25;
  const corners = [at, at.map((x, k) => x + base[k]), at.map((x, k) => x + s * base[k] + thin * height[k])];
  const first = Math.floor(random() * 3);
  return [0, 1, 2].flatMap((i) => corners[(first + i) % 3]);
}

/** A point near a triangle: inside, outside, near edges and corners, 2^-j off the plane. */
export function pointNear(random: Random, triangle: readonly number[]): number[] {
  const [s, t] = [random() * 1.6 - 0.3, random() * 1.6 - 0.3];
  const gap = 2 ** -Math.floor(random() * 60);
  return [0, 1, 2].map((k) => {
    const corner = triangle[k];
    const flat = corner + s * (triangle[3 + k] - corner) + t * (triangle[6 + k] - corner);
    return flat + gap * (2 * random() - 1);
  });
}
