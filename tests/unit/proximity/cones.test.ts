import { expect, test } from 'vitest';
import { CONE_COS, CONE_NUMBERS, coneOf, mergeCones, mostAlong } from '../../../src/proximity/cones.js';
import { random } from '../../support/random.js';

/** The largest component of any of some vectors along a direction. */
function most(vectors: Float64Array, [x, y, z]: readonly number[]): number {
  let largest = 0;
  for (let i = 0; i < vectors.length; i += 3) {
    largest = Math.max(largest, vectors[i] * x + vectors[i + 1] * y + vectors[i + 2] * z);
  }
  return largest;
}

test('a cone bounds its vectors along every direction, nearly opposite ones too', () => {
  const next = random(17);
  const unit = () => {
    const v = [next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.hypot(...v);
    return v.map((x) => x / length);
  };
  for (let trial = 0; trial < 20_000; trial++) {
    const axis = unit();
    const spread = [0, 1e-12, 1e-8, 1e-4, 1, 3][trial % 6];
    const vectors = new Float64Array(12);
    for (let i = 0; i < 12; i += 3) {
      const side = unit();
      const length = next() < 0.2 ? 1e-3 : 1 + next();
      for (let k = 0; k < 3; k++) vectors[i + k] = length * (axis[k] + spread * side[k]);
    }
    const cones = new Float64Array(2 * CONE_NUMBERS);
    coneOf(vectors, [0, 3], cones, 0);
    coneOf(vectors, [6, 9], cones, CONE_NUMBERS);
    mergeCones(cones, 0, CONE_NUMBERS, 0);
    const across = unit();
    const towards = [...cones.subarray(0, 3)];
    for (const tilt of [0, 1e-9, 1e-8, 1e-4, 1]) {
      for (const sign of [1, -1]) {
        const way = towards.map((x, k) => sign * x + tilt * across[k]);
        const length = Math.hypot(...way);
        const direction = way.map((x) => x / length);
        const [x, y, z] = direction;
        expect(mostAlong(cones, 0, x, y, z)).toBeGreaterThanOrEqual(most(vectors, direction) - 1e-14);
      }
    }
    expect(cones[CONE_COS]).toBeLessThan(1);
  }
});

test('a cone of two vectors that are nearly opposite bounds them behind its axis', () => {
  const vectors = Float64Array.of(1, 3e-9, 0, -1, 3e-9, 0);
  const cones = new Float64Array(CONE_NUMBERS);
  coneOf(vectors, [0, 3], cones, 0);
  for (const tilt of [1e-9, 4e-9, 1e-8, 1e-6]) {
    const length = Math.hypot(tilt, 1);
    const bound = mostAlong(cones, 0, tilt / length, -1 / length, 0);
    expect(bound).toBeGreaterThanOrEqual(most(vectors, [tilt / length, -1 / length, 0]));
    expect(bound).toBeLessThan(tilt + 1e-7);
  }
});
