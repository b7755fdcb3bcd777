import { beforeAll, describe, expect, it } from 'vitest';
import {
  DeformableCollider,
  initGeometry,
  STRATEGIES,
  type StrategyName,
} from '../../../src/geometry/index.js';
import { bruteCurved, bruteCurvedBetween, colliderOf, contactTexts, curved } from './support/curved.js';
import { annulus, connectivities, grid, moving, soup, tetrahedron } from './support/meshes.js';

beforeAll(() => initGeometry());

const strategies = Object.keys(STRATEGIES) as StrategyName[];

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
    const expected = bruteCurved(mesh);
    for (const volume of ['18-dop', '14-dop', 'aabb'] as const) {
      const tested = colliderOf(mesh, volume);
      for (const strategy of volume === '18-dop' ? strategies : (['all', 'r-triangles'] as const)) {
        expect(contactTexts(tested.contacts({ strategy }))).toEqual(expected);
      }
      tested.dispose();
    }
  });
});

it('has the earliest contact as the first', () => {
  const mesh = curved(moving('', grid(4, 3), 3, { speed: 0.3 }), 3, 4);
  const times = bruteCurved(mesh).map((text) => Number(text.split(' at ')[1]));
  const tested = colliderOf(mesh);
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
      const expected = bruteCurvedBetween(first, second);
      const [one, other] = [colliderOf(first), colliderOf(second)];
      for (const strategy of strategies)
        expect(contactTexts(one.contactsWith(other, { strategy }))).toEqual(expected);
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
    const tested = colliderOf({ triangles: cloth.triangles, controls: [flat, bulging, flat] });
    const { counters, count } = tested.contacts({ strategy: 'contours' });
    expect(count).toBe(0);
    expect(counters.skippedTriangles).toBe(cloth.triangles.length / 3);
    tested.dispose();
  });

  it('are searched where they fold between a flat start and a flat end', () => {
    // at half of the time the sheet lies in two layers that have passed through each other
    const folded = at((x, y) => [x < 6 ? x : 12 - x, y, x < 6 ? 0 : 0.4 * (x - 8)]);
    const controls = [flat, folded, folded, flat];
    const tested = colliderOf({ triangles: cloth.triangles, controls });
    const expected = contactTexts(tested.contacts({ strategy: 'feature-boxes' }));
    const found = tested.contacts({ strategy: 'contours' });
    expect(expected.length).toBeGreaterThan(0);
    expect(contactTexts(found)).toEqual(expected);
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
      const tested = colliderOf({
        triangles: cloth.triangles,
        controls: [start, turn(most), turn(most), start],
      });
      const { counters } = tested.contacts({ strategy: 'contours' });
      expect(counters.skippedTriangles === cloth.triangles.length / 3).toBe(skips);
      expect(contactTexts(tested.contacts({ strategy: 'contours' }))).toEqual(
        contactTexts(tested.contacts({ strategy: 'feature-boxes' })),
      );
      tested.dispose();
    }
  });
});

it('goes back to straight paths, and refuses what does not fit', () => {
  const mesh = moving('', grid(4, 3), 9);
  const bent = curved(mesh, 2, 10);
  const tested = colliderOf(bent);
  const straight = new DeformableCollider({ positions: mesh.start, triangles: mesh.triangles });
  tested.update(mesh.end, mesh.start);
  straight.update(mesh.end);
  expect(contactTexts(tested.contacts())).toEqual(contactTexts(straight.contacts()));
  tested.updateCurved([bent.controls[1]], mesh.start);
  expect(() => tested.updateCurved([], mesh.end)).toThrow('BAD_SETTING: 0 lists');
  expect(() => tested.updateCurved([[1, 2, 3]], mesh.end)).toThrow('START_END_LENGTH');
  expect(tested.bytes).toBeGreaterThan(straight.bytes);
  tested.dispose();
  straight.dispose();
});
