import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../../bench/compare/verdict.js';
import { random } from '../../../scenes/random.js';

/** Measurements of something that takes `ms`, up to `noise` percent more or less. */
function times(ms: number, noise: number, seed: number): number[] {
  const next = random(seed);
  return Array.from({ length: 30 }, () => ms * (1 + (noise / 100) * (2 * next() - 1)));
}

describe('what became slower', () => {
  test('is told where it is more than the noise', () => {
    const { change, state } = verdictOf(times(10, 2, 1), times(10.6, 2, 2));
    expect(state).toBe('slower');
    expect(change).toBeGreaterThan(4);
    expect(verdictOf(times(10, 2, 3), times(9.4, 2, 4)).state).toBe('faster');
  });

  test('is not told where the quartiles overlap, or by less than 3 %', () => {
    for (let seed = 0; seed < 50; seed++) {
      expect(verdictOf(times(10, 20, seed), times(10, 20, seed + 100)).state).toBe('same');
    }
    expect(verdictOf(times(10, 20, 5), times(10.5, 20, 6)).state).toBe('same');
    expect(verdictOf(times(10, 0.1, 7), times(10.2, 0.1, 8)).state).toBe('same');
  });
});
