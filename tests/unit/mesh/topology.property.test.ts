import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { NONE } from '../../../src/kernels/layout/meshes.js';
import { buildTopology, type MeshTopology } from '../../../src/mesh/index.js';
import { bruteTopology } from './brute-topology.js';
import { type Soup, soups, torn } from './soups.js';

const RUNS = { numRuns: 300, seed: 20_240_601 };

const cloth = gridMesh({ columns: 4, rows: 3 });
const ball = icosphereMesh({ subdivisions: 0 });
const anyMesh: fc.Arbitrary<Soup> = fc.oneof(
  soups(),
  torn(cloth.triangles, cloth.positions.length / 3),
  torn(ball.triangles, ball.positions.length / 3),
);

function rows(list: Uint32Array, width: number): number[][] {
  return Array.from({ length: list.length / width }, (_, i) => [
    ...list.subarray(i * width, (i + 1) * width),
  ]);
}

function csr(start: Uint32Array, list: Uint32Array): number[][] {
  return Array.from({ length: start.length - 1 }, (_, i) => [...list.subarray(start[i], start[i + 1])]);
}

function members(ofTriangle: Uint32Array, count: number): number[][] {
  const sets: number[][] = Array.from({ length: count }, () => []);
  for (const [t, component] of ofTriangle.entries()) sets[component].push(t);
  return sets;
}

function loopsOf(mesh: MeshTopology): number[][] {
  return csr(mesh.loopStart, mesh.loopVertices);
}

describe('topology of any triangles', () => {
  it('agrees with maps and sets', () => {
    fc.assert(
      fc.property(anyMesh, ({ triangles, vertexCount }) => {
        const mesh = buildTopology(triangles, vertexCount);
        const brute = bruteTopology(triangles, vertexCount);
        expect(rows(mesh.edges, 2)).toEqual(brute.edges);
        expect(mesh.edgeCount).toBe(brute.edges.length);
        expect(rows(mesh.triangleEdges, 3)).toEqual(brute.triangleEdges);
        expect([...mesh.edgeFaceCount]).toEqual(brute.facesOfEdge.map((faces) => faces.length));
        expect(rows(mesh.edgeFaces, 2)).toEqual(
          brute.facesOfEdge.map((faces) => [faces[0], faces.length > 1 ? faces[1] : NONE]),
        );
        expect(csr(mesh.vertexFaceStart, mesh.vertexFaces)).toEqual(brute.facesOfVertex);
        expect(members(mesh.byVertex.ofTriangle, mesh.byVertex.count)).toEqual(brute.componentsByVertex);
        expect(members(mesh.byEdge.ofTriangle, mesh.byEdge.count)).toEqual(brute.componentsByEdge);
        expect([...mesh.pinchedVertices]).toEqual(brute.pinched);
        expect(mesh.consistentOrientation).toBe(brute.consistent);
        expect(mesh.loopCount).toBe(brute.loopCount);
        const odd = brute.facesOfEdge.map((faces) => faces.length);
        expect(mesh.boundaryEdgeCount).toBe(odd.filter((n) => n === 1).length);
        expect(mesh.nonManifoldEdgeCount).toBe(odd.filter((n) => n > 2).length);
        expect(mesh.isClosed).toBe(!odd.includes(1));
        expect(mesh.isManifoldEdges).toBe(odd.every((n) => n <= 2));
      }),
      RUNS,
    );
  });

  it('has the Euler characteristic of each component counted apart', () => {
    fc.assert(
      fc.property(anyMesh, ({ triangles, vertexCount }) => {
        const mesh = buildTopology(triangles, vertexCount);
        for (const components of [mesh.byVertex, mesh.byEdge]) {
          members(components.ofTriangle, components.count).forEach((faces, id) => {
            const vertices = new Set(faces.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
            const edges = new Set(faces.flatMap((t) => [...mesh.triangleEdges.subarray(3 * t, 3 * t + 3)]));
            expect(components.eulerCharacteristic[id]).toBe(vertices.size - edges.size + faces.length);
          });
        }
      }),
      RUNS,
    );
  });

  it('has closed boundary loops along edges that end a sheet, each taken once for each of its faces', () => {
    fc.assert(
      fc.property(anyMesh, ({ triangles, vertexCount }) => {
        const mesh = buildTopology(triangles, vertexCount);
        const ids = new Map(rows(mesh.edges, 2).map(([a, b], e) => [`${a}-${b}`, e]));
        const taken = new Uint32Array(mesh.edgeCount);
        for (const loop of loopsOf(mesh)) {
          loop.forEach((a, i) => {
            const b = loop[(i + 1) % loop.length];
            taken[ids.get(`${Math.min(a, b)}-${Math.max(a, b)}`)!]++;
          });
        }
        expect([...taken]).toEqual([...mesh.edgeFaceCount].map((n) => (n === 2 ? 0 : n)));
      }),
      RUNS,
    );
  });

  it('is the same, renumbered, when the triangles come in another order', () => {
    const shuffled = anyMesh.chain((soup) => {
      const order = [...Array(soup.triangles.length / 3).keys()];
      return fc.record({
        soup: fc.constant(soup),
        oldOf: fc.shuffledSubarray(order, { minLength: order.length, maxLength: order.length }),
      });
    });
    fc.assert(
      fc.property(shuffled, ({ soup: { triangles, vertexCount }, oldOf }) => {
        const before = buildTopology(triangles, vertexCount);
        const moved = Uint32Array.from(oldOf.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
        const after = buildTopology(moved, vertexCount);
        const named = (faces: number[]) => faces.map((t) => oldOf[t]).sort((a, b) => a - b);
        const sets = (lists: number[][]) => lists.map((list) => list.join()).sort();

        expect(after.edges).toEqual(before.edges);
        expect(after.edgeFaceCount).toEqual(before.edgeFaceCount);
        expect(after.pinchedVertices).toEqual(before.pinchedVertices);
        expect(after.consistentOrientation).toBe(before.consistentOrientation);
        oldOf.forEach((old, t) => {
          expect(rows(after.triangleEdges, 3)[t]).toEqual(rows(before.triangleEdges, 3)[old]);
        });
        csr(after.vertexFaceStart, after.vertexFaces).forEach((faces, v) => {
          expect(named(faces)).toEqual(csr(before.vertexFaceStart, before.vertexFaces)[v]);
        });
        for (const kind of ['byVertex', 'byEdge'] as const) {
          expect(sets(members(after[kind].ofTriangle, after[kind].count).map(named))).toEqual(
            sets(members(before[kind].ofTriangle, before[kind].count)),
          );
        }
        // Loops may start elsewhere and run the other way, so compare them as sets of vertices.
        const asSets = (mesh: MeshTopology) => sets(loopsOf(mesh).map((loop) => loop.sort((a, b) => a - b)));
        expect(asSets(after)).toEqual(asSets(before));
      }),
      RUNS,
    );
  });
});
