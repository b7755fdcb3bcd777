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
      if (edgeFaceIntersect(points)) found.push(`${e} ${t}`);
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

  test('are so many of each two parts at most: the first of them', async () => {
    const core = await openCore();
    const surface = soup(4);
    const partOfVertex = Uint32Array.from({ length: 60 }, (_, v) => Math.floor(v / 20));
    const partsOf = (crossings: readonly number[], i: number) =>
      [surface.edges[2 * crossings[i]], surface.triangles[3 * crossings[i + 1]]]
        .map((v) => partOfVertex[v])
        .sort()
        .join();
    const all = findCrossings(core, surface, () => true);
    const [first, counts] = [[] as number[], new Map<string, number>()];
    for (let i = 0; i < all.length; i += 2) {
      const parts = partsOf(all, i);
      counts.set(parts, (counts.get(parts) ?? 0) + 1);
      if (counts.get(parts)! <= 3) first.push(all[i], all[i + 1]);
    }
    expect(Math.max(...counts.values())).toBeGreaterThan(3);
    expect(findCrossings(core, { ...surface, partOfVertex }, () => true, undefined, 3)).toEqual(first);
  });

  test('are not looked for once there are enough', async () => {
    const surface = soup(1);
    let asked = 0;
    const mayMeet = () => {
      asked++;
      return true;
    };
    const core = await openCore();
    const [edge, triangle] = findCrossings(core, surface, () => true);
    expect(findCrossings(core, surface, mayMeet, undefined, 1)).toEqual([edge, triangle]);
    const askedForOne = asked;
    findCrossings(core, surface, mayMeet);
    expect(asked - askedForOne).toBeGreaterThan(askedForOne);
  });
});
