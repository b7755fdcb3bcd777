import { beforeAll, describe, expect, it } from 'vitest';
import { initGeometry, orientation2, orientation3 } from '../../../src/geometry/index.js';
import { side, sign, toInteger, toPoints } from './exact-rational.js';
import { grid, mixed, randomFrom, reordered, scaled, uniform } from './generators.js';

beforeAll(() => initGeometry());

const true3 = (numbers: number[]) => side(toPoints(numbers).points);

function true2(numbers: number[]): number {
  const [ax, ay, bx, by, cx, cy] = numbers.map(toInteger) as [bigint, bigint, bigint, bigint, bigint, bigint];
  return sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

describe('orientation3', () => {
  it('agrees with BigInt on 20,000 grid, full precision and nearly degenerate cases', () => {
    const random = randomFrom(1);
    let coplanar = 0;
    for (let i = 0; i < 20000; i++) {
      const numbers = mixed(random, 12);
      const expected = true3(numbers);
      if (orientation3(numbers) !== expected) expect.fail(`${numbers} should be ${expected}`);
      if (expected === 0) coplanar++;
    }
    expect(coplanar).toBeGreaterThan(1000);
  });

  it('agrees where d is made coplanar and then moved by some units in the last place', () => {
    const random = randomFrom(2);
    const seen = new Set<number>();
    for (let i = 0; i < 20000; i++) {
      const [a, b, c] = [uniform(random, 3), uniform(random, 3), uniform(random, 3)];
      const [s, t] = [random(), random()];
      const d = a.map((x, k) => {
        const flat = x + s * (b[k] - x) + t * (c[k] - x);
        return flat + (Math.floor(random() * 3) - 1) * 2 ** -53;
      });
      const numbers = [...a, ...b, ...c, ...d];
      const expected = true3(numbers);
      if (orientation3(numbers) !== expected) expect.fail(`${numbers} should be ${expected}`);
      seen.add(expected);
    }
    expect(seen.size).toBeGreaterThanOrEqual(2);
  });

  it('agrees from subnormal numbers to 1e308, mixed in one query', () => {
    const random = randomFrom(3);
    const exponents = [-1074, -1070, -1022, -700, -360, -53, 0, 53, 332, 700, 1020];
    for (let i = 0; i < 5000; i++) {
      const spread = 1 + Math.floor(random() * exponents.length);
      const numbers = grid(random, 12, 3).map(
        (x) => x * 2 ** exponents[Math.floor(random() * spread)] * (random() < 0.5 ? 1 : 1 + 2 ** -52),
      );
      const expected = true3(numbers);
      if (orientation3(numbers) !== expected) expect.fail(`${numbers} should be ${expected}`);
    }
  });

  it('is 0 or not as BigInt says for coplanar grids at 2^-1074, 1e100 and 2^1020', () => {
    const random = randomFrom(4);
    for (const factor of [2 ** -1074, 2 ** -1022, 2 ** -300, 2 ** 332, 1e100, 2 ** 1020]) {
      for (let i = 0; i < 500; i++) {
        const numbers = scaled(grid(random, 12, 2), factor);
        const expected = true3(numbers);
        if (orientation3(numbers) !== expected) expect.fail(`${numbers} should be ${expected}`);
      }
    }
  });

  it('changes its sign with every exchange of two points', () => {
    const random = randomFrom(5);
    for (let i = 0; i < 3000; i++) {
      const numbers = mixed(random, 12);
      const before = orientation3(numbers);
      expect(orientation3(reordered(numbers, [1, 0, 2, 3])) + before).toBe(0);
      expect(orientation3(reordered(numbers, [0, 1, 3, 2])) + before).toBe(0);
      expect(orientation3(reordered(numbers, [3, 1, 2, 0])) + before).toBe(0);
    }
  });

  it('refuses what it cannot answer', () => {
    expect(() => orientation3([1, 2, 3])).toThrow(/BAD_QUERY: 3 numbers/);
    const numbers = grid(randomFrom(6), 12, 2);
    numbers[7] = Number.NaN;
    expect(() => orientation3(numbers)).toThrow(/NON_FINITE_QUERY: number 7 is NaN/);
  });
});

describe('orientation2', () => {
  it('agrees with BigInt on 20,000 cases of all kinds', () => {
    const random = randomFrom(7);
    let collinear = 0;
    for (let i = 0; i < 20000; i++) {
      const factor = [1, 2 ** -1074, 2 ** -1060, 2 ** 1010, 1e100][Math.floor(random() * 5)];
      const numbers = scaled(mixed(random, 6), factor);
      const expected = true2(numbers);
      if (orientation2(numbers) !== expected) expect.fail(`${numbers} should be ${expected}`);
      if (expected === 0) collinear++;
    }
    expect(collinear).toBeGreaterThan(1000);
  });

  it('agrees where both products are rounded to the smallest f64, the smaller one up and the larger one down', () => {
    // In units of 2^-537: the differences round, and their products lie on either side of 1.5 times the smallest f64.
    const a = 2 ** -53 - 2 ** -80;
    const b = [1 + 2 ** -52, 6 - 2 ** -49];
    const c = [0.25 + 2 ** -54 + 2 ** -53, 1.5 - 2 ** -52];
    const numbers = scaled([a, a, ...b, ...c], 2 ** -537);
    expect(true2(numbers)).toBe(-1);
    expect(orientation2(numbers)).toBe(-1);
  });

  it('agrees where the third point is moved off the line by units in the last place', () => {
    const random = randomFrom(8);
    for (let i = 0; i < 20000; i++) {
      const [ax, ay, bx, by] = uniform(random, 4) as [number, number, number, number];
      const t = random();
      const numbers = [ax, ay, bx, by, ax + t * (bx - ax), ay + t * (by - ay) + (random() - 0.5) * 2 ** -51];
      const expected = true2(numbers);
      if (orientation2(numbers) !== expected) expect.fail(`${numbers} should be ${expected}`);
    }
  });
});
