import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasZeroArea } from '../../../src/mesh/zero-area.js';

const ONE = Uint32Array.of(0, 1, 2);
const isDegenerate = (points: number[]) => hasZeroArea(Float64Array.from(points), ONE, 0);

/** Exact fractions over 2^1100, by way of text: shares nothing with the code under test. */
function isDegenerateByText(points: number[]): boolean {
  const [a, b, c] = [points.slice(0, 3), points.slice(3, 6), points.slice(6, 9)].map((p) => p.map(fraction));
  const u = b.map((x, i) => x - a[i]);
  const v = c.map((x, i) => x - a[i]);
  return [0, 1, 2].every((i) => u[i] * v[(i + 1) % 3] === u[(i + 1) % 3] * v[i]);
}

function fraction(value: number): bigint {
  const [whole, digits = ''] = Math.abs(value).toString(2).split('.');
  const [mantissa, exponent] = [whole + digits, 1100 - digits.length];
  return BigInt(Math.sign(value)) * (BigInt(`0b${mantissa}`) << BigInt(exponent));
}

describe('zero area', () => {
  it.each([
    ['a point', [1, 2, 3, 1, 2, 3, 1, 2, 3], true],
    ['two corners in one place', [1, 2, 3, 4, 5, 6, 4, 5, 6], true],
    ['equal thirds that are not exact', [0, 0, 0, 0.1, 0.2, 0.3, 0.2, 0.4, 0.6], true],
    ['sums that round', [0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.3, 0.3, 0.3], true],
    ['0.1 + 0.2 beside 0.3', [0, 0, 0, 0.1 + 0.2, 0.3, 0, 1, 1, 0], false],
    ['the thinnest sliver far away', [1e12, 1e12, 0, 2e11, 2e11, 0, 0, 5e-324, 0], false],
    ['subnormal corners', [0, 0, 0, 5e-324, 0, 0, 0, 5e-324, 0], false],
    ['subnormal corners on a line', [0, 0, 0, 5e-324, 5e-324, 0, 1e-323, 1e-323, 0], true],
    ['a tiny triangle', [0, 0, 0, 1e-200, 0, 0, 0, 1e-200, 0], false],
    ['a tiny line', [0, 0, 0, 1e-200, 2e-200, 0, 2e-200, 4e-200, 0], true],
    ['huge and tiny sides', [0, 0, 0, 1e12, 0, 0, 0, 0, 1e-300], false],
  ] as [string, number[], boolean][])('is decided for %s', (_, points, expected) => {
    expect(isDegenerateByText(points)).toBe(expected);
    expect(isDegenerate(points)).toBe(expected);
  });

  it('agrees with exact fractions on points that are on a line or one last place beside it', () => {
    const nudge = fc.constantFrom(0, 0, 0, 1, -1);
    const noNudges = fc.constant(Array<number>(9).fill(0));
    const grid = fc.integer({ min: -40, max: 40 });
    const nearLines = fc.record({
      from: fc.tuple(grid, grid, grid),
      along: fc.tuple(grid, grid, grid),
      steps: fc.tuple(grid, grid),
      unit: fc.constantFrom(1, 0.1, 1e-160, 1e-308, 2 ** -1074, 3e9),
      nudges: fc.oneof(noNudges, fc.array(nudge, { minLength: 9, maxLength: 9 })),
    });
    let degenerate = 0;
    fc.assert(
      fc.property(nearLines, ({ from, along, steps, unit, nudges }) => {
        const points = [0, ...steps]
          .flatMap((step) => from.map((x, i) => (x + step * along[i]) * unit))
          .map((x, i) => nextBy(x, nudges[i]));
        const expected = isDegenerateByText(points);
        if (expected) degenerate++;
        expect(isDegenerate(points)).toBe(expected);
      }),
      { numRuns: 5000, seed: 7 },
    );
    expect(degenerate).toBeGreaterThan(500);
  });
});

/** The double so many places away. */
function nextBy(value: number, places: number): number {
  if (value === 0) return places * 5e-324;
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0] += BigInt(places);
  return new Float64Array(bits.buffer)[0];
}
