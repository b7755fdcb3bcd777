import { describe, expect, it } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import {
  FEATURES_ACROSS,
  FEATURES_BYTES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
} from '../../../src/kernels/layout/meshes.js';
import { areAdjacent } from '../../../src/mesh/adjacency.js';
import { buildBvh, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import { type FlatRegions, flatRegions } from '../../../src/mesh/flat-regions.js';
import { type CutMesh, cutMesh, recut } from '../../../src/mesh/fracture.js';
import { editedTriangles, removalOf, type TriangleEdit } from '../../../src/mesh/fracture-edit.js';
import { recutRegions } from '../../../src/mesh/fracture-regions.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { random } from '../../support/random.js';
import { listed, randomEdit, unsigned } from '../cut/support.js';
import { connectivities, moving } from '../deformable/support/meshes.js';

/** Triangles with no bit in common must be apart, and so must those that represent their features. */
function expectSignaturesToHold({ triangles, features }: CutMesh): void {
  const word = (t: number, field: number) => features[(t * FEATURES_BYTES + field) / 4];
  const around = (t: number) => {
    const firstFaces = [48, 52, 56].map((field) => word(t, field));
    const across = [0, 4, 8].map((k) => word(t, FEATURES_ACROSS + k));
    return { firstFaces, across };
  };
  const count = triangles.length / 3;
  for (let s = 0; s < count; s++) {
    for (let t = 0; t < count; t++) {
      const low = word(s, FEATURES_SIGNATURE_LOW) & word(t, FEATURES_SIGNATURE_LOW);
      const high = word(s, FEATURES_SIGNATURE_HIGH) & word(t, FEATURES_SIGNATURE_HIGH);
      if ((low | high) !== 0) continue;
      const corners = triangles.subarray(3 * t, 3 * t + 3);
      const { firstFaces, across } = around(s);
      expect(firstFaces.some((face) => areAdjacent(triangles, face, t))).toBe(false);
      expect(across.some((vertex) => corners.includes(vertex))).toBe(false);
      expect(areAdjacent(triangles, s, t)).toBe(false);
    }
  }
}

describe.each(connectivities)('%s, cut at random', (name, connectivity) => {
  it('is what a mesh made anew is, cut after cut', () => {
    const next = random(name.length);
    const { triangles, start } = moving(name, connectivity, 1);
    let mesh = cutMesh(triangles, start.length / 3);
    for (let i = 0; i < 40; i++) {
      const edit = randomEdit(mesh, next);
      const after = recut(mesh, edit);
      const anew = cutMesh(editedTriangles(mesh.triangles, edit), edit.vertexCount);
      expect(unsigned(after)).toEqual(unsigned(anew));
      if (i % 8 === 0) expectSignaturesToHold(after);
      mesh = after;
    }
  });
});

/** Every vertex of some faces becomes their own: a tear along a line. */
function tear({ triangles, mesh }: CutMesh, first: number, count: number): TriangleEdit {
  const copies = new Map<number, number>();
  const changed = Uint32Array.from({ length: count }, (_, i) => first + i);
  const corners = triangles.slice(3 * first, 3 * (first + count)).map((vertex) => {
    if (!copies.has(vertex)) copies.set(vertex, mesh.vertexCount + copies.size);
    return copies.get(vertex)!;
  });
  return {
    changed,
    corners,
    triangleCount: mesh.triangleCount,
    vertexCount: mesh.vertexCount + copies.size,
  };
}

describe.each([
  ['cloth', gridMesh({ columns: 40, rows: 30 })],
  ['ball', icosphereMesh({ subdivisions: 3 })],
])('a %s', (_, { positions, triangles }) => {
  const whole = cutMesh(triangles, positions.length / 3);

  it('may be torn in two', () => {
    const edit = tear(whole, 200, 300);
    const anew = cutMesh(editedTriangles(triangles, edit), edit.vertexCount);
    expect(unsigned(recut(whole, edit))).toEqual(unsigned(anew));
    expect(anew.orphans.edgeEdge.length).toBeGreaterThan(whole.orphans.edgeEdge.length);
  });

  it('keeps the regions without a changed triangle when it is torn', () => {
    const edit = tear(whole, 200, 60);
    const after = recut(whole, edit);
    const tree = buildBvh(sweptVertices(positions, positions), triangles);
    const isChanged = new Set(edit.changed);
    const anew = flatRegions(tree, after.triangles, listed(after.mesh));
    const contourOf = ({ contourStart, contours }: FlatRegions, i: number) => [
      ...contours.subarray(contourStart[i], contourStart[i + 1]),
    ];
    const kept = recutRegions(flatRegions(tree, triangles, listed(whole.mesh)), tree, edit.changed);
    const expected = [...anew.nodes]
      .map((node, i) => ({ node, contour: contourOf(anew, i) }))
      .filter(({ node }) => trianglesBelow(tree, node).every((t) => !isChanged.has(t)));
    expect([...kept.nodes].map((node, i) => ({ node, contour: contourOf(kept, i) }))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(20);
    expect(kept.longest).toBe(Math.max(...expected.map(({ contour }) => contour.length)));
    kept.nodes.forEach((node, i) => {
      const around = [...kept.nodes].filter((other) => {
        const first = tree.child[other];
        return node >= first && node < first + 2 * tree.meta[other] - 2;
      });
      expect(kept.isOuter[i]).toBe(around.length === 0 ? 1 : 0);
    });
  });

  it('may lose triangles', () => {
    const gone = Uint32Array.from({ length: 90 }, (_, i) => 7 * i + (i % 3)).sort();
    const edit = removalOf(triangles, positions.length / 3, gone);
    const anew = editedTriangles(triangles, edit);
    expect(anew.length).toBe(triangles.length - 270);
    const left = (list: Uint32Array) =>
      Array.from({ length: list.length / 3 }, (_, t) => list.subarray(3 * t, 3 * t + 3).join());
    const isGone = new Set(gone);
    expect(left(anew).sort()).toEqual(
      left(triangles)
        .filter((_, t) => !isGone.has(t))
        .sort(),
    );
    expect(unsigned(recut(whole, edit))).toEqual(unsigned(cutMesh(anew, edit.vertexCount)));
  });
});
