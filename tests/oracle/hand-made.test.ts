import { describe, expect, test } from 'vitest';
import { compareRationals } from './exact/dyadic.js';
import { certainAfter, certainNotBefore, firstContact } from './exact/first-contact.js';
import type { Kind } from './exact/query.js';
import { neighbour } from './generators/ulp.js';

/** Points at rest but for one that moves. */
const query = (start: number[][], end: number[][]): Float64Array =>
  Float64Array.from([...start, ...end].flat());
const FACE = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];
const vertexPath = (from: number[], to: number[], face = FACE): Float64Array =>
  query([from, ...face], [to, ...face]);

describe('hand-made queries', () => {
  const cases: [string, Kind, Float64Array, number | undefined][] = [
    ['through the inside', 'vf', vertexPath([0.25, 0.25, 1], [0.25, 0.25, -3]), 0.25],
    ['through a vertex', 'vf', vertexPath([1, 0, 1], [1, 0, -1]), 0.5],
    ['through the long edge', 'vf', vertexPath([0.5, 0.5, 1], [0.5, 0.5, -1]), 0.5],
    ['beside the long edge', 'vf', vertexPath([0.5, 0.5000000000000001, 1], [0.5, 0.5, -1]), undefined],
    ['starts on the face', 'vf', vertexPath([0.25, 0.25, 0], [0.25, 0.25, 9]), 0],
    ['ends on the face', 'vf', vertexPath([0.25, 0.25, 9], [0.25, 0.25, 0]), 1],
    ['slides in the plane onto an edge', 'vf', vertexPath([-1, 0.25, 0], [1, 0.25, 0]), 0.5],
    ['slides in the plane past a vertex', 'vf', vertexPath([-1, 2, 0], [1, 2, 0]), undefined],
    ['slides in the plane through a vertex', 'vf', vertexPath([-1, 1, 0], [1, 1, 0]), 0.5],
    ['no motion, apart', 'vf', vertexPath([0, 0, 1], [0, 0, 1]), undefined],
    ['no motion, together', 'vf', vertexPath([0, 0, 0], [0, 0, 0]), 0],
    [
      'face is a segment',
      'vf',
      vertexPath(
        [1, 1, 1],
        [1, 1, -1],
        [
          [0, 0, 0],
          [2, 2, 0],
          [1, 1, 0],
        ],
      ),
      0.5,
    ],
    [
      'face is a segment, beside',
      'vf',
      vertexPath(
        [3, 3, 1],
        [3, 3, -1],
        [
          [0, 0, 0],
          [2, 2, 0],
          [1, 1, 0],
        ],
      ),
      undefined,
    ],
    [
      'face is a point',
      'vf',
      vertexPath(
        [1, 2, 0],
        [1, 2, 4],
        [
          [1, 2, 3],
          [1, 2, 3],
          [1, 2, 3],
        ],
      ),
      0.75,
    ],
    [
      'face opens from a point',
      'vf',
      query(
        [
          [1, 1, 0],
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
        [
          [1, 1, 0],
          [0, 0, 0],
          [8, 0, 0],
          [0, 8, 0],
        ],
      ),
      0.25,
    ],
    [
      'edges cross',
      'ee',
      query(
        [
          [-1, 0, 0],
          [1, 0, 0],
          [0, -1, 1],
          [0, 1, 1],
        ],
        [
          [-1, 0, 0],
          [1, 0, 0],
          [0, -1, -1],
          [0, 1, -1],
        ],
      ),
      0.5,
    ],
    [
      'edge ends meet',
      'ee',
      query(
        [
          [0, 0, 0],
          [1, 0, 0],
          [1, 0, 1],
          [2, 5, 1],
        ],
        [
          [0, 0, 0],
          [1, 0, 0],
          [1, 0, -1],
          [2, 5, -1],
        ],
      ),
      0.5,
    ],
    [
      'collinear, approaching',
      'ee',
      query(
        [
          [0, 0, 0],
          [1, 0, 0],
          [3, 0, 0],
          [5, 0, 0],
        ],
        [
          [0, 0, 0],
          [1, 0, 0],
          [-1, 0, 0],
          [1, 0, 0],
        ],
      ),
      0.5,
    ],
    [
      'collinear, apart',
      'ee',
      query(
        [
          [0, 0, 0],
          [1, 0, 0],
          [3, 0, 0],
          [5, 0, 0],
        ],
        [
          [0, 0, 0],
          [1, 0, 0],
          [2, 0, 0],
          [4, 0, 0],
        ],
      ),
      undefined,
    ],
    [
      'parallel, meeting',
      'ee',
      query(
        [
          [0, 0, 0],
          [2, 0, 0],
          [1, 1, 0],
          [3, 1, 0],
        ],
        [
          [0, 0, 0],
          [2, 0, 0],
          [1, -1, 0],
          [3, -1, 0],
        ],
      ),
      0.5,
    ],
    [
      'parallel, missing',
      'ee',
      query(
        [
          [0, 0, 0],
          [2, 0, 0],
          [3, 1, 0],
          [5, 1, 0],
        ],
        [
          [0, 0, 0],
          [2, 0, 0],
          [3, -1, 0],
          [5, -1, 0],
        ],
      ),
      undefined,
    ],
    [
      'both edges points',
      'ee',
      query(
        [
          [0, 0, 0],
          [0, 0, 0],
          [4, 0, 0],
          [4, 0, 0],
        ],
        [
          [3, 0, 0],
          [3, 0, 0],
          [3, 0, 0],
          [3, 0, 0],
        ],
      ),
      1,
    ],
    [
      'edges turn in one plane',
      'ee',
      query(
        [
          [0, 0, 0],
          [4, 0, 0],
          [1, 2, 0],
          [3, 1, 0],
        ],
        [
          [0, 0, 0],
          [4, 0, 0],
          [3, 3, 0],
          [3, -1, 0],
        ],
      ),
      0.5,
    ],
  ];

  test.each(cases)('%s (%s)', (_, kind, points, time) => {
    const first = firstContact(kind, points);
    if (time === undefined) {
      expect(first).toEqual({ contact: false });
      expect(certainAfter(first, 1)).toBe(true);
      return;
    }
    if (!first.contact) throw new Error('no contact');
    expect(first.time.compareToNumber(time)).toBe(0);
    expect(certainNotBefore(first, time)).toBe(true);
    expect(certainAfter(first, time)).toBe(false);
    expect(certainAfter(first, neighbour(time, -1))).toBe(true);
    expect(certainNotBefore(first, neighbour(time, 1))).toBe(false);
  });

  test('an irrational first time is bracketed to any width', () => {
    // The face lies in z = t y, the vertex at (1, t, 1/2): they meet when t^2 = 1/2.
    const points = query(
      [
        [1, 0, 0.5],
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
      ],
      [
        [1, 1, 0.5],
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 4],
      ],
    );
    const width = { num: 1n, den: 1n << 120n };
    const first = firstContact('vf', points, { width });
    if (!first.contact) throw new Error('no contact');
    expect(2n * first.lo.num ** 2n < first.lo.den ** 2n && 2n * first.hi.num ** 2n > first.hi.den ** 2n).toBe(
      true,
    );
    const gap = { num: first.hi.num - first.lo.num, den: first.hi.den };
    expect(compareRationals(gap, width)).toBeLessThanOrEqual(0);
  });

  test('bad numbers are refused', () => {
    expect(() => firstContact('vf', new Float64Array(24).fill(Number.NaN), { shortcut: false })).toThrow(
      RangeError,
    );
    expect(() => firstContact('vf', new Float64Array(23))).toThrow(RangeError);
  });
});
