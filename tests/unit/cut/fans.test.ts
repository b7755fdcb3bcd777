import { describe, expect, it } from 'vitest';
import { gridMesh, icosphereMesh, moebiusStripMesh } from '../../../scenes/meshes/index.js';
import { NONE } from '../../../src/kernels/layout/meshes.js';
import { buildBvh, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import { edgeBetween, edgesAround, splitFans } from '../../../src/mesh/cut-fans.js';
import { extractPieces, separatedPieces, staysWhole } from '../../../src/mesh/cut-pieces.js';
import { TreeCutter } from '../../../src/mesh/cut-tree.js';
import { flatRegions } from '../../../src/mesh/flat-regions.js';
import { cutMesh, recut } from '../../../src/mesh/fracture.js';
import { editedTriangles } from '../../../src/mesh/fracture-edit.js';
import { recutRegions } from '../../../src/mesh/fracture-regions.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { random } from '../../support/random.js';
import { classesByBruteForce, listed, someEdges, unsigned } from './support.js';

const MESHES = [
  ['a sheet', gridMesh({ columns: 12, rows: 9 })],
  ['a ball', icosphereMesh({ subdivisions: 2 })],
  ['a Moebius strip', moebiusStripMesh({ around: 24, across: 3 })],
] as const;

describe.each(MESHES)('%s, cut at random', (name, { positions, triangles }) => {
  const whole = cutMesh(triangles, positions.length / 3);
  const uncut = new Uint8Array(triangles.length / 3);

  it.each([0.02, 0.1, 0.4, 1])('opens where a walk over faces says, a share of %f', (share) => {
    const cut = someEdges(whole, share, random(name.length + 100 * share));
    const edit = splitFans(triangles, whole.mesh, cut, uncut);
    const after = editedTriangles(triangles, edit);
    const classes = classesByBruteForce(triangles, whole, cut);
    const nameOf = new Map<number, number>();
    classes.forEach((each, corner) => {
      expect(nameOf.get(each) ?? after[corner]).toBe(after[corner]);
      nameOf.set(each, after[corner]);
    });
    expect(new Set(nameOf.values()).size).toBe(nameOf.size);
    expect(edit.vertexCount).toBe(nameOf.size);
    const origin = (v: number) => (v < whole.mesh.vertexCount ? v : edit.source[v - whole.mesh.vertexCount]);
    expect([...after].map(origin)).toEqual([...triangles]);
  });

  it('comes apart into pieces that are what meshes made anew are', () => {
    const next = random(7 + name.length);
    const swept = sweptVertices(positions, positions);
    const tree = buildBvh(swept, triangles);
    const flat = flatRegions(tree, triangles, listed(whole.mesh));
    let separations = 0;
    for (let trial = 0; trial < 12; trial++) {
      const faces = Array.from({ length: 3 + Math.floor(20 * next()) }, () =>
        Math.floor(next() * whole.mesh.triangleCount),
      );
      const edit = splitFans(triangles, whole.mesh, edgesAround(whole.mesh, faces), uncut);
      const after = recut(whole, edit);
      const pieces = separatedPieces(after.triangles, after.mesh, edit.source);
      if (pieces.count === 1) continue;
      separations++;
      const extracted = extractPieces(after, pieces);
      const cutter = new TreeCutter(
        { tree, flat: recutRegions(flat, tree, edit.changed) },
        pieces.ofTriangle,
        extracted.numbers,
      );
      expect(extracted.pieces.reduce((sum, piece) => sum + piece.faces.length, 0)).toBe(
        whole.mesh.triangleCount,
      );
      const sizes = extracted.pieces.map((piece) => piece.faces.length);
      expect(sizes[0]).toBe(Math.max(...sizes));
      extracted.pieces.forEach((piece, p) => {
        const { vertices, faces } = piece;
        expect([...piece.triangles].map((v) => vertices[v])).toEqual(
          [...faces].flatMap((f) => [...after.triangles.subarray(3 * f, 3 * f + 3)]),
        );
        const anew = cutMesh(piece.triangles, vertices.length);
        expect(unsigned(piece)).toEqual(unsigned(anew));
        const own = cutter.piece(p, faces.length);
        expect([...trianglesBelow(own.tree, 0)].sort((a, b) => a - b)).toEqual([...faces.keys()]);
        const fresh = flatRegions(own.tree, piece.triangles, listed(anew.mesh));
        const contours = new Map([...fresh.nodes].map((node, i) => [node, contourOf(fresh, i)]));
        own.flat.nodes.forEach((node, i) => {
          expect(contourOf(own.flat, i)).toEqual(contours.get(node));
        });
      });
    }
    expect(separations).toBeGreaterThan(5);
  });

  it('finds the edge between two vertices, and none where there is none', () => {
    for (let edge = 0; edge < whole.mesh.edgeCount; edge++) {
      const [a, b] = [whole.mesh.edges[2 * edge], whole.mesh.edges[2 * edge + 1]];
      expect([edgeBetween(whole.mesh, a, b), edgeBetween(whole.mesh, b, a)]).toEqual([edge, edge]);
    }
    const pairs = new Set(
      Array.from({ length: whole.mesh.edgeCount }, (_, e) => whole.mesh.edges.slice(2 * e, 2 * e + 2).join()),
    );
    for (let a = 0; a < 20; a++) {
      for (let b = a + 1; b < whole.mesh.vertexCount; b++) {
        if (!pairs.has([a, b].join())) expect(edgeBetween(whole.mesh, a, b)).toBe(NONE);
      }
    }
  });
});

function contourOf({ contourStart, contours }: ReturnType<typeof flatRegions>, i: number): string {
  const contour = [...contours.subarray(contourStart[i], contourStart[i + 1])];
  const first = contour.indexOf(Math.min(...contour));
  return [...contour.slice(first), ...contour.slice(0, first)].join();
}

describe('a walk around what was split', () => {
  /** Sheets that have nothing to do with each other, so that a walk through one of them is short. */
  function sheets(count: number) {
    const { positions, triangles } = gridMesh({ columns: 6, rows: 5 });
    const vertexCount = positions.length / 3;
    const all = Array.from({ length: count }, (_, i) => triangles.map((vertex) => vertex + i * vertexCount));
    return cutMesh(Uint32Array.of(...all.flatMap((list) => [...list])), count * vertexCount);
  }

  it.each([1, 20])('says that it is one still only where it is, of %i sheets', (count) => {
    const next = random(count);
    let [one, several] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const whole = sheets(count);
      const { triangleCount } = whole.mesh;
      const first = Math.floor(next() * triangleCount);
      const size = 1 + Math.floor(3 * next());
      const faces = Array.from({ length: size }, (_, i) => (first + i) % triangleCount);
      const around = edgesAround(whole.mesh, faces);
      const edges = round % 2 === 0 ? around : new Set([...around].slice(0, 2));
      const edit = splitFans(whole.triangles, whole.mesh, edges, new Uint8Array(triangleCount));
      if (edit.source.length === 0) continue;
      const after = recut(whole, edit);
      const pieces = separatedPieces(after.triangles, after.mesh, edit.source);
      const isWhole = staysWhole(after.triangles, after.mesh, edit.source);
      if (isWhole) expect(pieces.count).toBe(1);
      if (isWhole) one++;
      if (pieces.count > 1) several++;
    }
    expect(Math.min(one, several)).toBeGreaterThan(5);
  });
});
