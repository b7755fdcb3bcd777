import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridMesh, icosphereMesh, type SceneMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { NONE } from '../../../src/kernels/layout/meshes.js';
import { checkMesh, removeUnreferenced, type WeldedMesh, weldVertices } from '../../../src/mesh/index.js';

/** Every triangle with three vertices of its own, as exporters without an index buffer write them. */
function unwelded({ positions, triangles }: SceneMesh): SceneMesh {
  return {
    positions: Float64Array.from([...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
    triangles: triangles.map((_, i) => i),
  };
}

/** The definition, every vertex against every one kept before it. */
function bruteMerge(positions: Float64Array, tolerance: number): number[] {
  const kept: number[] = [];
  return Array.from({ length: positions.length / 3 }, (_, v) => {
    const isNear = (other: number) =>
      [0, 1, 2].every((axis) => {
        const x = positions[3 * v + axis];
        const y = positions[3 * other + axis];
        return y >= x - tolerance && y <= x + tolerance;
      });
    const found = kept.find(isNear);
    if (found === undefined) kept.push(v);
    return found ?? v;
  });
}

function pointOf(positions: Float64Array, v: number): number[] {
  return [...positions.subarray(3 * v, 3 * v + 3)];
}

function expectConsistentMaps(before: SceneMesh, after: WeldedMesh): void {
  const newCount = after.positions.length / 3;
  const used = new Set(after.newVertexOf.filter((v) => v !== NONE));
  expect(used.size).toBe(newCount);
  after.oldTriangleOf.forEach((old, t) => {
    for (let k = 0; k < 3; k++) {
      expect(after.triangles[3 * t + k]).toBe(after.newVertexOf[before.triangles[3 * old + k]]);
    }
  });
}

describe('weldVertices', () => {
  it.each([
    ['ball', icosphereMesh({ subdivisions: 3 })],
    ['torus', torusMesh({ around: 20, tube: 10 })],
    ['cloth', gridMesh({ columns: 40, rows: 40 })],
  ])('joins the corners of a %s again', (_, mesh) => {
    const loose = unwelded(mesh);
    const welded = weldVertices(loose);
    expect(welded.positions.length).toBe(mesh.positions.length);
    expect(welded.triangles.length).toBe(mesh.triangles.length);
    expectConsistentMaps(loose, welded);
    loose.triangles.forEach((v, i) => {
      expect(pointOf(welded.positions, welded.newVertexOf[v])).toEqual(
        pointOf(mesh.positions, mesh.triangles[i]),
      );
    });
    expect(() => checkMesh(welded, 'deformable')).not.toThrow();
  });

  it('takes -0 for 0, and nothing else that differs', () => {
    const positions = [0, 0, 0, -0, 0, -0, 5e-324, 0, 0, 1, 0, 0, 0, 1, 0];
    const { newVertexOf } = weldVertices({ positions, triangles: [0, 3, 4, 1, 4, 3, 2, 3, 4] });
    expect([...newVertexOf]).toEqual([0, 0, 1, 2, 3]);
    for (const axis of [0, 1, 2]) {
      const minusFirst = positions.slice().fill(0, 0, 6);
      minusFirst[axis] = -0;
      const { newVertexOf } = weldVertices({ positions: minusFirst, triangles: [0, 3, 4, 1, 4, 3, 2, 3, 4] });
      expect([...newVertexOf]).toEqual([0, 0, 1, 2, 3]);
    }
  });

  it('does not let a chain of close vertices collapse', () => {
    const positions = Array.from({ length: 9 }, (_, i) => [i * 0.6, 0, 0]).flat();
    const { newVertexOf, positions: kept } = weldVertices(
      { positions, triangles: [0, 2, 4, 1, 6, 8, 3, 5, 7] },
      1,
    );
    expect([...newVertexOf]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4]);
    expect(kept[3]).toBe(1.2);
  });

  it('drops triangles that lose a corner, then vertices that nobody uses', () => {
    const positions = [9, 9, 9, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0];
    const welded = weldVertices({ positions, triangles: [1, 2, 3, 1, 3, 4, 2, 2, 4] });
    expect([...welded.oldTriangleOf]).toEqual([1]);
    expect([...welded.newVertexOf]).toEqual([NONE, 0, 1, 1, 2]);
    expect([...welded.triangles]).toEqual([0, 1, 2]);
  });

  it('drops zero area and duplicates only when asked', () => {
    const positions = [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0];
    const input = { positions, triangles: [0, 1, 2, 0, 1, 3, 3, 1, 0] };
    expect([...weldVertices(input).oldTriangleOf]).toEqual([0, 1, 2]);
    expect([...weldVertices(input, 0, { dropZeroArea: true }).oldTriangleOf]).toEqual([1, 2]);
    expect([...weldVertices(input, 0, { dropDuplicates: true }).oldTriangleOf]).toEqual([0, 1]);
  });

  it('may leave nothing', () => {
    const welded = weldVertices({ positions: new Float32Array(9), triangles: [0, 1, 2] });
    expect([welded.positions.length, welded.triangles.length]).toEqual([0, 0]);
    expect([...welded.newVertexOf]).toEqual([NONE, NONE, NONE]);
  });

  it('agrees with comparing every pair, at every scale', () => {
    const scenes = fc.record({
      steps: fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 9, maxLength: 240 }),
      unit: fc.constantFrom(1, 0.1, 1e-9, 1e10, 1e-280),
      offset: fc.constantFrom(0, 0, 1 / 3, 1e11),
      tolerance: fc.constantFrom(0, 0.5, 1, 1.7, 3, 1e-5, 1e9),
    });
    fc.assert(
      fc.property(scenes, ({ steps, unit, offset, tolerance }) => {
        const positions = Float64Array.from(steps.slice(0, steps.length - (steps.length % 3))).map(
          (x) => x * unit + offset,
        );
        const all = positions.length / 3;
        const merged = bruteMerge(positions, tolerance * unit);
        // A triangle fan over all kept vertices, so that none is dropped as unused.
        const kept = merged.filter((into, v) => into === v);
        fc.pre(kept.length >= 3);
        const triangles = kept.slice(2).flatMap((v, i) => [kept[0], kept[i + 1], v]);
        const { newVertexOf } = weldVertices({ positions, triangles }, tolerance * unit);
        const expected = merged.map((into) => kept.indexOf(into));
        expect([...newVertexOf]).toEqual(expected);
        expect(newVertexOf.length).toBe(all);
      }),
      { numRuns: 500, seed: 11 },
    );
  });

  it('moves nothing that is already welded', () => {
    const mesh = icosphereMesh({ subdivisions: 2 });
    const welded = weldVertices(mesh, 1e-3);
    expect(welded).toMatchObject({ positions: mesh.positions, triangles: mesh.triangles });
  });

  it('refuses a tolerance and switches in words', () => {
    const mesh = gridMesh({ columns: 1, rows: 1 });
    expect(() => weldVertices(mesh, '0.1' as never)).toThrow('tolerance is "0.1"');
    expect(() => weldVertices(mesh, 0, { dropZeroArea: 'no' as never })).toThrow('dropZeroArea is "no"');
  });

  it.each([-1, Number.NaN, Infinity, 1e-300])('refuses a tolerance of %d', (tolerance) => {
    expect(() => weldVertices(gridMesh({ columns: 1, rows: 1 }), tolerance)).toThrow(
      `tolerance is ${tolerance}`,
    );
  });
});

describe('removeUnreferenced', () => {
  it('renumbers vertices and keeps every triangle', () => {
    const positions = [7, 7, 7, 0, 0, 0, 1, 0, 0, 7, 7, 7, 0, 1, 0];
    const before = { positions: Float64Array.from(positions), triangles: Uint32Array.of(4, 1, 2, 1, 1, 2) };
    const after = removeUnreferenced(before);
    expect([...after.newVertexOf]).toEqual([NONE, 0, 1, NONE, 2]);
    expect([...after.triangles]).toEqual([2, 0, 1, 0, 0, 1]);
    expect([...after.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expectConsistentMaps(before, after);
  });
});
