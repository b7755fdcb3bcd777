import { describe, expect, it } from 'vitest';
import { cos, sin } from '../../../scenes/meshes/trig.js';

const ULP_OF_ONE = 2 ** -52;

describe('deterministic sine and cosine', () => {
  it('differ from the engine by no more than a last bit of 1', () => {
    for (let i = -20_000; i <= 20_000; i++) {
      const angle = i * 0.0137;
      expect(Math.abs(sin(angle) - Math.sin(angle))).toBeLessThan(ULP_OF_ONE);
      expect(Math.abs(cos(angle) - Math.cos(angle))).toBeLessThan(ULP_OF_ONE);
    }
  });

  it('keep their digits where the result is small', () => {
    for (const turns of [1, 2, 3, 100, 12_345, 300_000]) {
      const angle = turns * Math.PI;
      expect(sin(angle) / Math.sin(angle)).toBeCloseTo(1, 12);
      expect(sin(angle + 1e-9) / Math.sin(angle + 1e-9)).toBeCloseTo(1, 12);
    }
    expect(sin(1e-300)).toBe(1e-300);
    expect(cos(1e-300)).toBe(1);
  });

  it('have the bits that every engine must give', () => {
    expect([sin(0), cos(0), sin(Math.PI / 2), cos(Math.PI)]).toEqual([0, 1, 1, -1]);
    // The nearest doubles; the last is the next one to it.
    expect(sin(1)).toBe(0.8414709848078965);
    expect(cos(1)).toBe(0.5403023058681398);
    expect(sin(100)).toBe(-0.5063656411097588);
    expect(cos(1000)).toBe(0.562379076290703);
  });

  it('refuse angles that they cannot reduce exactly', () => {
    expect(() => sin(2 ** 21)).toThrow(RangeError);
    expect(() => cos(Number.NaN)).toThrow(RangeError);
  });
});
