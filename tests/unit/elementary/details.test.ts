// Where features touch and along which normal, checked against the points themselves.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ElementaryContact,
  edgeEdgeContact,
  initGeometry,
  vertexFaceContact,
} from '../../../src/geometry/index.js';
import { FAMILIES } from '../../oracle/generators/families.js';
import { type Query, queriesOf } from '../../oracle/generators/family.js';

beforeAll(() => initGeometry());

function contactOf({ kind, points }: Pick<Query, 'kind' | 'points'>): ElementaryContact | undefined {
  const result = (kind === 'vf' ? vertexFaceContact : edgeEdgeContact)(points);
  return result.state === 'contact' ? result : undefined;
}

/** In a size in which doubles neither overflow nor lose bits. */
function lifted(points: Float64Array): Float64Array {
  const most = points.reduce((a, x) => Math.max(a, Math.abs(x)), 0);
  const factor = most < 2 ** -500 ? 2 ** 700 : most > 2 ** 500 ? 2 ** -500 : 1;
  return points.map((x) => x * factor);
}

/** How far the weighted points of both features are apart, in parts of the largest difference, beyond the width. */
function gapOf(query: Query, { barycentric: b, time, timeWidth }: ElementaryContact): number {
  const weights = query.kind === 'vf' ? [1, -b[0], -b[1], -b[2]] : [b[0], b[1], -b[2], -b[3]];
  const points = lifted(query.points);
  const away = points.map((x, i) => x - points[i < 12 ? i % 3 : 12 + (i % 3)]);
  const size = away.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  let worst = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = weights.reduce(
      (sum, w, p) => sum + w * (away[3 * p + axis] * (1 - time) + away[12 + 3 * p + axis] * time),
      0,
    );
    worst = Math.max(worst, Math.abs(gap));
  }
  return size === 0 ? 0 : worst / size - 4 * timeWidth;
}

describe.each(FAMILIES)('$name', (family) => {
  it('the weighted points meet at the time, whatever the size and the shape', () => {
    for (const query of queriesOf(family, 12, 400)) {
      const contact = contactOf(query);
      if (contact === undefined) continue;
      const { kind, points } = query;
      const meet = gapOf(query, contact) < 1e-14;
      expect({ kind, points: [...points], meet }).toEqual({ kind, points: [...points], meet: true });
    }
  });
});

it('a motion of the smallest numbers far from the origin on an axis that does not move', () => {
  const tiny = Number.MIN_VALUE;
  const face = [9, 0, 0, 9, 4 * tiny, 0, 9, 0, 4 * tiny];
  for (const far of [9, 2 ** 1000]) {
    const points = Float64Array.of(0, tiny, tiny, ...face, 18, tiny, tiny, ...face);
    const still = points.map((x, i) => (i % 3 === 0 ? far : x));
    expect(contactOf({ kind: 'vf', points: still })!.barycentric).toEqual([0.5, 0.25, 0.25]);
  }
});

const SMALL = 2 ** -36;
const FACE = [12, 4, -4, 8, -8, 20, -16, 4, 8].map((x) => x * SMALL);
const corner = (i: number): number[] => FACE.slice(3 * i, 3 * i + 3);
const side = (i: number, j: number): number[] => corner(j).map((x, k) => (x - corner(i)[k]) / SMALL);

describe('the normal is across small features however far the other point comes from', () => {
  /** How far from square the normal is on a side, as a sine. */
  const across = (points: number[], kind: 'vf' | 'ee', along: number[]): number => {
    const contact = contactOf({ kind, points: Float64Array.from(points) });
    const dot = contact!.normal.reduce((sum, n, k) => sum + n * along[k], 0);
    return Math.abs(dot) / Math.hypot(...along);
  };
  // All numbers are exact: contact is in the middle of the step.
  const target = [0, 1, 2].map((k) => (2 * corner(0)[k] + corner(1)[k] + corner(2)[k]) / 4);
  const far = [731, -260, 155];
  const start = target.map((x, k) => x + far[k]);
  const end = target.map((x, k) => x - far[k]);

  it('a vertex and a face', () => {
    const points = [...start, ...FACE, ...end, ...FACE];
    for (const along of [side(0, 1), side(1, 2), side(2, 0)]) {
      expect(across(points, 'vf', along)).toBeLessThan(1e-15);
    }
  });

  it('a long edge and a short one', () => {
    const [b0, b1] = [corner(1), corner(2)];
    const middle = b0.map((x, k) => (x + b1[k]) / 2);
    const edge = [...middle.map((x, k) => x + far[k]), ...middle.map((x, k) => x - far[k])];
    const lower = edge.map((x, i) => x + [64, 128, -8][i % 3]);
    const upper = edge.map((x, i) => x - [64, 128, -8][i % 3]);
    const points = [...lower, ...b0, ...b1, ...upper, ...b0, ...b1];
    expect(across(points, 'ee', side(1, 2))).toBeLessThan(1e-15);
    expect(across(points, 'ee', far)).toBeLessThan(1e-15);
  });
});
