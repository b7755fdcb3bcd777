import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { cos, lengthOf, sin, unit } from '../../scenes/meshes/index.js';
import { power } from '../../scenes/random.js';
import { arcTangent, rotationVector } from '../../src/babylon/rotation.js';
import { refusedIn, refusedMath } from '../../tools/own-math.mjs';

const textsOf = (source: string) => refusedMath(source).map(({ text }) => text);

describe('mathematics in which engines may differ', () => {
  it('is nowhere in the library, its scenes and its demos', () => {
    expect(refusedIn(join(import.meta.dirname, '../..'))).toEqual([]);
  });

  test.each(
    'sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log log1p log2 log10 pow cbrt hypot random'.split(
      ' ',
    ),
  )('is refused: Math.%s', (name) => {
    expect(refusedMath(`const a = 1;\nconst b = Math.${name}(a);`)).toEqual([
      { line: 2, text: `Math.${name}` },
    ]);
  });

  test.each([
    ['const { sin } = Math;', 1],
    ['const own = Math;', 1],
    ["Math['sin'](1);", 1],
    ['globalThis.Math.cos(1);', 1],
    ["globalThis['Math'].cos(1);", 1],
    ['x ** 2;', 1],
    ['x **= 2;', 1],
    ['10 ** 3;', 1],
    ['2 ** x;', 1],
    ['2 ** 0.5;', 1],
    ['[0, 1].map(Math.sin);', 1],
  ])('is refused however it is written: %s', (source, count) => {
    expect(textsOf(source)).toHaveLength(count);
  });

  test.each([
    'Math.sqrt(Math.abs(Math.fround(x)) * Math.PI);',
    '2 ** 20 + 2 ** -20;',
    '// Math.sin(x) is refused',
    "const told = 'Math.sin';",
    'sin(x); body.sin(x);',
  ])('is not what is exact: %s', (source) => {
    expect(textsOf(source)).toEqual([]);
  });
});

describe('what stands in their place', () => {
  it('is as near as a rounding or a few', () => {
    for (let i = 0; i <= 400; i++) {
      const angle = (i / 400) * (Math.PI / 2);
      expect(Math.abs(arcTangent(Math.sin(angle), Math.cos(angle)) - angle)).toBeLessThan(2e-15);
      const exponent = i / 40 - 5;
      expect(power(10, exponent) / 10 ** exponent).toBeCloseTo(1, 13);
    }
    expect(power(2, 10)).toBe(1024);
    expect(power(7, 0)).toBe(1);
    expect(lengthOf([3, 4, 12])).toBe(13);
    expect(unit([0, 0, 2, 0])).toEqual([0, 0, 1, 0]);
    const [x, y, z] = rotationVector([0.6 * sin(0.4), 0, 0.8 * sin(0.4), cos(0.4)]);
    expect([x / 0.6, y, z / 0.8].map((value) => Number(value.toFixed(14)))).toEqual([0.8, 0, 0.8]);
  });
});
