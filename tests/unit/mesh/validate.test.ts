import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { gridMesh, moebiusStripMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { checkMesh, type MeshInput } from '../../../src/mesh/index.js';

const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0];

describe('checkMesh', () => {
  it.each<[string, MeshInput]>([
    ['plain arrays', { positions: POINTS, triangles: [0, 1, 2] }],
    ['floats', { positions: Float32Array.from(POINTS), triangles: Uint16Array.of(0, 1, 2) }],
    ['doubles', { positions: Float64Array.from(POINTS), triangles: Int32Array.of(0, 1, 2) }],
    [
      'arrays of another realm',
      runInNewContext(
        `({ positions: new Float32Array([${POINTS}]), triangles: new Uint32Array([0, 1, 2]) })`,
      ),
    ],
    ['shared memory', { positions: shared(POINTS), triangles: Uint32Array.of(0, 1, 2) }],
  ])('takes %s', (_, input) => {
    expect(checkMesh(input, 'deformable')).toEqual({
      positions: Float64Array.from(POINTS),
      triangles: Uint32Array.of(0, 1, 2),
    });
  });

  it('copies: what the user does later changes nothing', () => {
    const input = { positions: Float64Array.from(POINTS), triangles: Uint32Array.of(0, 1, 2) };
    const mesh = checkMesh(input, 'rigid');
    input.positions.fill(9);
    input.triangles.fill(0);
    expect([...mesh.positions]).toEqual(POINTS);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });

  it('takes coordinates of every size up to the limit', () => {
    const positions = [0, 0, 0, 1e12, -1e12, 0, 5e-324, 0, 0];
    expect([...checkMesh({ positions, triangles: [0, 1, 2] }, 'deformable').positions]).toEqual(positions);
  });

  it('takes surfaces with and without boundary, and a Moebius strip only as rigid', () => {
    for (const mesh of [gridMesh({ columns: 60, rows: 40 }), torusMesh({ around: 60, tube: 40 })]) {
      expect(checkMesh(mesh, 'deformable')).toEqual(mesh);
    }
    const strip = moebiusStripMesh({ around: 12, across: 2 });
    expect(checkMesh(strip, 'rigid')).toEqual(strip);
    expect(() => checkMesh(strip, 'deformable')).toThrow('MIXED_WINDING');
  });

  it('finds the one bad triangle among thousands', () => {
    const { positions, triangles } = gridMesh({ columns: 80, rows: 40 });
    const last = triangles.length / 3 - 1;
    const turned = triangles.slice();
    turned.subarray(3 * last).reverse();
    expect(() => checkMesh({ positions, triangles: turned }, 'deformable')).toThrow(`Triangle ${last} runs`);
    const bad = positions.slice();
    bad[bad.length - 1] = Number.NaN;
    expect(() => checkMesh({ positions: bad, triangles }, 'rigid')).toThrow(
      `Vertex ${bad.length / 3 - 1} has z`,
    );
  });
});

function shared(values: number[]): Float32Array {
  const array = new Float32Array(new SharedArrayBuffer(4 * values.length));
  array.set(values);
  return array;
}
