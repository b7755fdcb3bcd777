import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  type DeformableContacts,
  EDGE_EDGE,
  edgeEdgeContactCurved,
  FACE_VERTEX,
  initGeometry,
  STRATEGIES,
  type StrategyName,
  type VolumeName,
  vertexFaceContactCurved,
} from '../../../src/geometry/index.js';
import { allFeaturePairs, connectivityOf } from './support/feature-pairs.js';
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

const strategies = Object.keys(STRATEGIES) as StrategyName[];

/** Control points from the first to the last. */
interface CurvedMesh {
  readonly triangles: Uint32Array;
  readonly controls: readonly Float64Array[];
}

function curved(mesh: MovingMesh, degree: 2 | 3, seed: number, bend = 1): CurvedMesh {
  const random = seeded(seed);
  const between = (share: number) =>
    mesh.start.map((x, i) => x + share * (mesh.end[i] - x) + bend * (random() - 0.5));
  const inner = degree === 2 ? [between(0.5)] : [between(1 / 3), between(2 / 3)];
  return { triangles: mesh.triangles, controls: [mesh.start, ...inner, mesh.end] };
}

function collider({ triangles, controls }: CurvedMesh, volume: VolumeName = '18-dop'): DeformableCollider {
  const made = new DeformableCollider({ positions: controls[0], triangles }, { volume });
  made.updateCurved(controls.slice(1, -1), controls[controls.length - 1]);
  return made;
}

function texts({ count, kind, a, b, time }: DeformableContacts): string[] {
  const name = (k: number) => (k === EDGE_EDGE ? 'ee' : k === FACE_VERTEX ? 'fv' : 'vf');
  return Array.from({ length: count }, (_, i) => `${name(kind[i])} ${a[i]} ${b[i]} at ${time[i]}`).sort();
}

type Vertex = readonly [CurvedMesh, number];

function points(vertices: readonly Vertex[]): number[] {
  return vertices[0][0].controls.flatMap((_, k) =>
    vertices.flatMap(([mesh, v]) => [...mesh.controls[k].subarray(3 * v, 3 * v + 3)]),
  );
}

function contactText(kind: 'vf' | 'fv' | 'ee', a: number, b: number, vertices: readonly Vertex[]): string[] {
  const degree = (vertices[0][0].controls.length - 1) as 2 | 3;
  const test = kind === 'ee' ? edgeEdgeContactCurved : vertexFaceContactCurved;
  const result = test(points(vertices), degree);
  return result.state === 'contact' ? [`${kind} ${a} ${b} at ${result.time}`] : [];
}

const cornersOf = (mesh: CurvedMesh, face: number): Vertex[] =>
  [...mesh.triangles.subarray(3 * face, 3 * face + 3)].map((v) => [mesh, v]);

/** Each pair of features, with the tests for curved paths. */
function bruteContacts(mesh: CurvedMesh): string[] {
  const moved = { name: '', start: mesh.controls[0], end: mesh.controls[0], triangles: mesh.triangles };
  const { edges } = connectivityOf(moved);
  const all = allFeaturePairs(moved);
  const ends = (edge: number): Vertex[] => [...edges.subarray(2 * edge, 2 * edge + 2)].map((v) => [mesh, v]);
  return [
    ...all.vertexFace.flatMap(([v, f]) => contactText('vf', v, f, [[mesh, v], ...cornersOf(mesh, f)])),
    ...all.edgeEdge.flatMap(([a, b]) => contactText('ee', a, b, [...ends(a), ...ends(b)])),
  ].sort();
}

const meshes = connectivities
  .filter(([, triangles]) => triangles.length <= 24)
  .flatMap(([name, triangles], i) =>
    ([2, 3] as const).map(
      (degree) =>
        [
          `${name}, degree ${degree}`,
          curved(moving(name, triangles, 20 + i, { speed: 0.3 }), degree, 30 + i, 0.6),
        ] as const,
    ),
  );

describe.each(meshes)('%s', (_, mesh) => {
  it('has the contacts of brute force with every strategy and volume, times included', () => {
    const expected = bruteContacts(mesh);
    for (const volume of ['18-dop', '14-dop', 'aabb'] as const) {
      const tested = collider(mesh, volume);
      for (const strategy of volume === '18-dop' ? strategies : (['all', 'r-triangles'] as const)) {
        expect(texts(tested.contacts({ strategy }))).toEqual(expected);
      }
      tested.dispose();
    }
  });
});

it('has the earliest contact as the first', () => {
  const mesh = curved(moving('', grid(4, 3), 3, { speed: 0.3 }), 3, 4);
  const times = bruteContacts(mesh).map((text) => Number(text.split(' at ')[1]));
  const tested = collider(mesh);
  expect(tested.contacts({ mode: 'first' }).time[0]).toBe(Math.min(...times));
  tested.dispose();
});

describe('two meshes on curves', () => {
  const shapes = [grid(3, 2), annulus(5, 1), tetrahedron, soup(4)];
  it.each(shapes.map((a, i) => [a, shapes[(i + 1) % 4], i] as const))(
    'have those of brute force (%#)',
    (a, b, i) => {
      const first = curved(moving('', a, 50 + i), 2, 60 + i);
      const second = curved(moving('', b, 70 + i), 2, 80 + i);
      const edgesOf = (mesh: CurvedMesh) =>
        connectivityOf({
          name: '',
          start: mesh.controls[0],
          end: mesh.controls[0],
          triangles: mesh.triangles,
        }).edges;
      const [edgesA, edgesB] = [edgesOf(first), edgesOf(second)];
      const ends = (mesh: CurvedMesh, edges: Uint32Array, edge: number): Vertex[] =>
        [...edges.subarray(2 * edge, 2 * edge + 2)].map((v) => [mesh, v]);
      const expected: string[] = [];
      for (const v of new Set(first.triangles)) {
        for (let f = 0; f < second.triangles.length / 3; f++) {
          expected.push(...contactText('vf', v, f, [[first, v], ...cornersOf(second, f)]));
        }
      }
      for (const v of new Set(second.triangles)) {
        for (let f = 0; f < first.triangles.length / 3; f++) {
          expected.push(...contactText('fv', f, v, [[second, v], ...cornersOf(first, f)]));
        }
      }
      for (let e = 0; e < edgesA.length / 2; e++) {
        for (let f = 0; f < edgesB.length / 2; f++) {
          expected.push(...contactText('ee', e, f, [...ends(first, edgesA, e), ...ends(second, edgesB, f)]));
        }
      }
      const [one, other] = [collider(first), collider(second)];
      for (const strategy of strategies)
        expect(texts(one.contactsWith(other, { strategy }))).toEqual(expected.sort());
      one.dispose();
      other.dispose();
    },
  );
});

describe('regions on curved paths', () => {
  const size = 12;
  const cloth = moving('cloth', grid(size, size), 1);
  const at = (place: (x: number, y: number) => readonly number[]) =>
    cloth.start.map((_, i) => {
      const vertex = Math.floor(i / 3);
      return place(vertex % (size + 1), Math.floor(vertex / (size + 1)))[i % 3];
    });
  const flat = at((x, y) => [x, y, 0]);

  it('are skipped where they stay flat enough', () => {
    const bulging = at((x, y) => [x + 0.1 * y, y, 0.3 * Math.abs(x - 6)]);
    const tested = collider({ triangles: cloth.triangles, controls: [flat, bulging, flat] });
    const { counters, count } = tested.contacts({ strategy: 'contours' });
    expect(count).toBe(0);
    expect(counters.skippedTriangles).toBe(cloth.triangles.length / 3);
    tested.dispose();
  });

  it('are searched where they fold between a flat start and a flat end', () => {
    // at half of the time the sheet lies in two layers that have passed through each other
    const folded = at((x, y) => [x < 6 ? x : 12 - x, y, x < 6 ? 0 : 0.4 * (x - 8)]);
    const controls = [flat, folded, folded, flat];
    const tested = collider({ triangles: cloth.triangles, controls });
    const expected = texts(tested.contacts({ strategy: 'feature-boxes' }));
    const found = tested.contacts({ strategy: 'contours' });
    expect(expected.length).toBeGreaterThan(0);
    expect(texts(found)).toEqual(expected);
    tested.dispose();
  });

  it('are searched where the contour alone crosses itself on the way', () => {
    // normals stay up; a wide annulus cut open, whose two ends pass over each other and come back
    const turn = (most: number) =>
      at((x, y) => {
        const angle = (most * x) / size;
        return [(2 + y / 6) * Math.cos(angle), (2 + y / 6) * Math.sin(angle), 0];
      });
    for (const [most, skips] of [
      [6, true],
      [9, false],
    ] as const) {
      const start = turn(5.5);
      const tested = collider({
        triangles: cloth.triangles,
        controls: [start, turn(most), turn(most), start],
      });
      const { counters } = tested.contacts({ strategy: 'contours' });
      expect(counters.skippedTriangles === cloth.triangles.length / 3).toBe(skips);
      expect(texts(tested.contacts({ strategy: 'contours' }))).toEqual(
        texts(tested.contacts({ strategy: 'feature-boxes' })),
      );
      tested.dispose();
    }
  });
});

it('goes back to straight paths, and refuses what does not fit', () => {
  const mesh = moving('', grid(4, 3), 9);
  const bent = curved(mesh, 2, 10);
  const tested = collider(bent);
  const straight = new DeformableCollider({ positions: mesh.start, triangles: mesh.triangles });
  tested.update(mesh.end, mesh.start);
  straight.update(mesh.end);
  expect(texts(tested.contacts())).toEqual(texts(straight.contacts()));
  tested.updateCurved([bent.controls[1]], mesh.start);
  expect(() => tested.contactsWith(straight)).toThrow('BAD_SETTING: one mesh moves on paths of degree 2');
  expect(() => tested.contacts({ details: true })).toThrow('BAD_SETTING');
  expect(() => tested.updateCurved([], mesh.end)).toThrow('BAD_SETTING: 0 lists');
  expect(() => tested.updateCurved([[1, 2, 3]], mesh.end)).toThrow('START_END_LENGTH');
  const thick = new DeformableCollider(
    { positions: mesh.start, triangles: mesh.triangles },
    { thickness: 0.01 },
  );
  expect(() => thick.updateCurved([bent.controls[1]], mesh.end)).toThrow('BAD_SETTING');
  thick.dispose();
  expect(tested.bytes).toBeGreaterThan(straight.bytes);
  tested.dispose();
  straight.dispose();
});
