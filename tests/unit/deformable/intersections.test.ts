import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  type DeformableIntersections,
  EDGE_FACE,
  edgeFaceIntersect,
  initGeometry,
} from '../../../src/geometry/index.js';
import { connectivityOf } from './support/feature-pairs.js';
import {
  annulus,
  connectivities,
  grid,
  type MovingMesh,
  moving,
  seeded,
  soup,
  tetrahedron,
} from './support/meshes.js';

beforeAll(() => initGeometry());

function texts({ count, kind, a, b }: DeformableIntersections): string[] {
  return Array.from(
    { length: count },
    (_, i) => `${kind[i] === EDGE_FACE ? 'ef' : 'fe'} ${a[i]} ${b[i]}`,
  ).sort();
}

function point(positions: Float64Array, v: number): number[] {
  return [...positions.subarray(3 * v, 3 * v + 3)];
}

/** Each edge of one mesh against each face of the other. */
function bruteMeetings(a: MovingMesh, b: MovingMesh, at: 'start' | 'end'): [edge: number, face: number][] {
  const { edges } = connectivityOf(a);
  const found: [number, number][] = [];
  for (let edge = 0; edge < edges.length / 2; edge++) {
    const ends = [...edges.subarray(2 * edge, 2 * edge + 2)];
    for (let face = 0; face < b.triangles.length / 3; face++) {
      const corners = [...b.triangles.subarray(3 * face, 3 * face + 3)];
      if (a === b && corners.some((corner) => ends.includes(corner))) continue;
      const points = [...ends.flatMap((v) => point(a[at], v)), ...corners.flatMap((v) => point(b[at], v))];
      if (edgeFaceIntersect(points)) found.push([edge, face]);
    }
  }
  return found;
}

function collider(mesh: MovingMesh, volume: '18-dop' | '14-dop' | 'aabb' = '18-dop'): DeformableCollider {
  const made = new DeformableCollider({ positions: mesh.start, triangles: mesh.triangles }, { volume });
  made.update(mesh.end);
  return made;
}

/** Few whole numbers: edges lie in planes of faces, touch corners, fall into one another. */
function onGrid(mesh: MovingMesh, seed: number): MovingMesh {
  const random = seeded(seed);
  const whole = () => Math.floor(random() * 3);
  return { ...mesh, start: mesh.start.map(whole), end: mesh.end.map(whole) };
}

const meshes = connectivities.flatMap(([name, triangles], i) => [
  moving(name, triangles, 40 + i),
  moving(`${name} far away`, triangles, 80 + i, { offset: 1e6 }),
  onGrid(moving(`${name} on whole numbers`, triangles, 120 + i), 160 + i),
]);

describe.each(meshes)('$name at one instant', (mesh) => {
  it.each(['start', 'end'] as const)('has the edges and faces of brute force at its %s', (at) => {
    const expected = bruteMeetings(mesh, mesh, at)
      .map((pair) => `ef ${pair.join(' ')}`)
      .sort();
    for (const volume of ['18-dop', '14-dop', 'aabb'] as const) {
      const tested = collider(mesh, volume);
      for (const strategy of ['all', 'no-duplicates', 'basic'] as const) {
        expect(texts(tested.intersections({ at, strategy }))).toEqual(expected);
      }
      tested.dispose();
    }
  });
});

describe('two meshes at one instant', () => {
  const shapes = [grid(3, 2), annulus(5, 1), tetrahedron, soup(4)];
  it.each(shapes.flatMap((a, i) => shapes.map((b, j) => [a, b, 10 * i + j] as const)))(
    'have the edges and faces of brute force (%#)',
    (a, b, seed) => {
      const [first, second] = [moving('first', a, 300 + seed), moving('second', b, 400 + seed)];
      const expected = [
        ...bruteMeetings(first, second, 'end').map(([edge, face]) => `ef ${edge} ${face}`),
        ...bruteMeetings(second, first, 'end').map(([edge, face]) => `fe ${face} ${edge}`),
      ].sort();
      const [one, other] = [collider(first), collider(second)];
      expect(texts(one.intersectionsWith(other))).toEqual(expected);
      one.dispose();
      other.dispose();
    },
  );
});

it('leaves the step as it was', () => {
  const mesh = moving('grid', grid(5, 4), 7);
  const [tested, untouched] = [collider(mesh), collider(mesh)];
  tested.contacts();
  tested.intersections({ at: 'start' });
  expect(tested.contacts().time).toEqual(untouched.contacts().time);
  expect(() => tested.intersections({ at: 'noon' as 'end' })).toThrow('BAD_SETTING');
  const other = collider(mesh, 'aabb');
  expect(() => tested.intersectionsWith(other)).toThrow('BAD_SETTING');
  expect(() => tested.contactsWith(other)).toThrow('BAD_SETTING');
  for (const made of [tested, untouched, other]) made.dispose();
});

it('makes six tests of a pair of triangles at the most, and each once by representatives', () => {
  const mesh = moving('grid', grid(8, 8), 8, { speed: 0 });
  const tested = collider(mesh);
  const basic = tested.intersections({ strategy: 'basic' }).counters;
  const once = tested.intersections({ strategy: 'no-duplicates' }).counters;
  const culled = tested.intersections({ strategy: 'r-triangles' }).counters;
  expect(basic.edgeFacePairs).toBeLessThanOrEqual(6 * basic.trianglePairs);
  expect(once.edgeFacePairs).toBeLessThan(basic.edgeFacePairs / 1.5);
  expect(culled.elementaryTests).toBeLessThan(once.elementaryTests);
  tested.dispose();
});
