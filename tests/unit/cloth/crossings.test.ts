import { beforeAll, describe, expect, test } from 'vitest';
import { random } from '../../../scenes/random.js';
import { findCrossings } from '../../../src/cloth/crossings.js';
import { edgeFaceIntersect, initGeometry } from '../../../src/geometry/index.js';
import { openCore } from '../../../src/memory/open.js';

beforeAll(() => initGeometry());

/** Triangles thrown about, with edges and corners shared here and there. */
function soup(seed: number) {
  const next = random(seed);
  const positions = Float64Array.from({ length: 3 * 60 }, () => Math.round(16 * next()) / 4);
  const triangles = Uint32Array.from({ length: 3 * 60 }, () => Math.floor(60 * next()));
  const edges = Uint32Array.from({ length: 2 * 90 }, () => Math.floor(60 * next()));
  return { positions, triangles, edges };
}

type Soup = ReturnType<typeof soup>;

function brute({ positions, triangles, edges }: Soup, low: number[], high: number[]): string[] {
  const found: string[] = [];
  const isBeside = (vertices: number[]) =>
    [0, 1, 2].some(
      (k) =>
        vertices.every((v) => positions[3 * v + k] < low[k]) ||
        vertices.every((v) => positions[3 * v + k] > high[k]),
    );
  for (let e = 0; e < edges.length / 2; e++) {
    const edge = [...edges.subarray(2 * e, 2 * e + 2)];
    for (let t = 0; t < triangles.length / 3; t++) {
      const face = [...triangles.subarray(3 * t, 3 * t + 3)];
      if (face.some((v) => edge.includes(v)) || isBeside(edge) || isBeside(face)) continue;
      const points = [...edge, ...face].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
      if (edgeFaceIntersect(points).state === 'intersecting') found.push(`${e} ${t}`);
    }
  }
  return found.sort();
}

describe('where edges meet triangles', () => {
  test.each([1, 2, 3])('is what brute force finds, in the whole and in a region, seed %i', async (seed) => {
    const core = await openCore();
    const surface = soup(seed);
    const all = [
      [-9, -9, -9],
      [9, 9, 9],
    ];
    const some = [
      [0, 0.5, 1],
      [2.5, 3, 4],
    ];
    for (const [low, high] of [all, some]) {
      const expected = brute(surface, low, high);
      const region = low === all[0] ? undefined : ([low, high] as const);
      const crossings = findCrossings(core, surface, () => true, region);
      const pairs = Array.from({ length: crossings.length / 2 }, (_, i) =>
        [crossings[2 * i], crossings[2 * i + 1]].join(' '),
      );
      expect(expected.length).toBeGreaterThan(20);
      expect(pairs.sort()).toEqual(expected);
    }
  });
});
