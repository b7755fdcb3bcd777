import { describe, expect, it } from 'vitest';
import {
  annulusMesh,
  doubleWoundStarMesh,
  gridMesh,
  icosphereMesh,
  moebiusStripMesh,
  pyramidMesh,
  type SceneMesh,
  tetrahedronMesh,
  torusKnotMesh,
  torusMesh,
  triangleRingMesh,
} from '../../../scenes/meshes/index.js';
import { meshTopology } from '../../../src/index.js';
import { buildTopology } from '../../../src/mesh/index.js';

interface Expected {
  readonly euler: number;
  /** Lengths of the boundary loops, ascending. */
  readonly loops?: number[];
  readonly oriented?: boolean;
}

// biome-ignore format: a table
const SURFACES: [string, SceneMesh, Expected][] = [
  ['tetrahedron', tetrahedronMesh(), { euler: 2 }],
  ['pyramid', pyramidMesh({ sides: 5 }), { euler: 2 }],
  ['fan of three', pyramidMesh({ sides: 3, base: false }), { euler: 1, loops: [3] }],
  ['ball', icosphereMesh({ subdivisions: 2 }), { euler: 2 }],
  ['torus', torusMesh({ around: 12, tube: 7 }), { euler: 0 }],
  ['torus knot', torusKnotMesh({ along: 60, tube: 5 }), { euler: 0 }],
  ['one quad', gridMesh({ columns: 1, rows: 1 }), { euler: 1, loops: [4] }],
  ['cloth', gridMesh({ columns: 7, rows: 4 }), { euler: 1, loops: [22] }],
  // More triangles than one piece of work.
  ['large cloth', gridMesh({ columns: 80, rows: 50 }), { euler: 1, loops: [260] }],
  ['large ball', icosphereMesh({ subdivisions: 4 }), { euler: 2 }],
  ['annulus', annulusMesh({ around: 9, rings: 2 }), { euler: 0, loops: [9, 9] }],
  ['moebius strip', moebiusStripMesh({ around: 9, across: 2 }), { euler: 0, loops: [18], oriented: false }],
  ['double-wound star', doubleWoundStarMesh({ spokes: 7 }), { euler: 1, loops: [7] }],
];

function cornersOf(triangles: Uint32Array, t: number): number[] {
  return [...triangles.subarray(3 * t, 3 * t + 3)];
}

describe.each(SURFACES)('topology of a %s', (_, { positions, triangles }, expected) => {
  const mesh = buildTopology(triangles, positions.length / 3);
  const { loops = [], oriented = true } = expected;

  it('is one piece with the known Euler characteristic', () => {
    expect(mesh.byVertex).toMatchObject({ count: 1, eulerCharacteristic: Int32Array.of(expected.euler) });
    expect(mesh.byEdge).toMatchObject({ count: 1, eulerCharacteristic: Int32Array.of(expected.euler) });
  });

  it('has the known boundary', () => {
    const lengths = [...mesh.loopStart.slice(1)].map((end, i) => end - mesh.loopStart[i]);
    expect(lengths.sort((a, b) => a - b)).toEqual(loops);
    expect(mesh.isClosed).toBe(loops.length === 0);
  });

  it('is a surface, oriented or not as it must be', () => {
    expect(mesh.isManifoldEdges).toBe(true);
    expect([...mesh.pinchedVertices]).toEqual([]);
    expect(mesh.consistentOrientation).toBe(oriented);
  });

  it('knows the faces of each vertex and each edge, every corner and side once', () => {
    for (let v = 0; v < mesh.vertexCount; v++) {
      for (let i = mesh.vertexFaceStart[v]; i < mesh.vertexFaceStart[v + 1]; i++) {
        expect(cornersOf(triangles, mesh.vertexFaces[i])).toContain(v);
      }
    }
    for (let e = 0; e < mesh.edgeCount; e++) {
      for (const t of mesh.edgeFaces.subarray(2 * e, 2 * e + mesh.edgeFaceCount[e])) {
        expect(cornersOf(triangles, t)).toEqual(
          expect.arrayContaining([...mesh.edges.subarray(2 * e, 2 * e + 2)]),
        );
      }
    }
    expect(mesh.vertexFaceStart[mesh.vertexCount]).toBe(3 * mesh.triangleCount);
    expect(mesh.edgeFaceCount.reduce((sum, n) => sum + n, 0)).toBe(3 * mesh.triangleCount);
  });

  it('has edges in strictly ascending order of (larger, smaller)', () => {
    const { edges } = mesh;
    for (let i = 2; i < edges.length; i += 2) {
      const isLater =
        edges[i + 1] > edges[i - 1] || (edges[i + 1] === edges[i - 1] && edges[i] > edges[i - 2]);
      expect(isLater).toBe(true);
    }
  });
});

describe('shapes that are no surface', () => {
  it('finds the three pinched vertices and both rims of a ring of triangles', () => {
    const mesh = buildTopology(triangleRingMesh().triangles, 6);
    expect([...mesh.pinchedVertices]).toEqual([0, 1, 2]);
    expect([mesh.byVertex.count, mesh.byEdge.count]).toEqual([1, 3]);
    expect([...mesh.byVertex.eulerCharacteristic]).toEqual([0]);
    expect([...mesh.byEdge.eulerCharacteristic]).toEqual([1, 1, 1]);
    // A loop stays in its fan: it goes around each triangle, not across the pinched vertices.
    expect([...mesh.loopStart]).toEqual([0, 3, 6, 9]);
  });

  it('ends every sheet of an open book at its spine', () => {
    const book = Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 1, 4);
    const mesh = buildTopology(book, 5);
    expect(mesh).toMatchObject({
      nonManifoldEdgeCount: 1,
      boundaryEdgeCount: 6,
      isClosed: false,
      loopCount: 3,
    });
    expect([...mesh.edgeFaces.subarray(0, 2)]).toEqual([0, 1]);
    expect(mesh.edgeFaceCount[0]).toBe(3);
    expect(mesh.byEdge.count).toBe(1);
  });

  it('runs a loop in the direction of its lowest triangle', () => {
    const mesh = buildTopology(Uint32Array.of(2, 0, 1), 3);
    expect([...mesh.loopVertices]).toEqual([2, 0, 1]);
  });

  it('leaves unused vertices out of every component', () => {
    const mesh = buildTopology(Uint32Array.of(1, 3, 5), 7);
    expect([...mesh.byVertex.eulerCharacteristic]).toEqual([1]);
    expect([...mesh.vertexFaceStart]).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });
});

describe('mesh makers', () => {
  const closed = SURFACES.filter(([, , { euler, loops }]) => loops === undefined && euler !== 1);

  it.each(closed)('turn the normals of a %s outward', (_, { positions, triangles }) => {
    let volume = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3),
      );
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeGreaterThan(0);
  });

  it.each([
    ['cloth', gridMesh({ columns: 3, rows: 2 })],
    ['annulus', annulusMesh({ around: 7, rings: 2 })],
    ['fan', pyramidMesh({ sides: 4, base: false })],
    ['star', doubleWoundStarMesh({ spokes: 7 })],
    ['ring', triangleRingMesh()],
  ])('turn the normals of a %s up', (_, { positions, triangles }) => {
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3),
      );
      const up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
      expect(up).toBeGreaterThan(0);
    }
  });
});

describe('the public meshTopology()', () => {
  it('takes what users have, and refuses what is no mesh', () => {
    const { positions, triangles } = moebiusStripMesh({ around: 9, across: 2 });
    const given = { positions: [...positions], triangles: Uint16Array.from(triangles) };
    expect(meshTopology(given)).toEqual(buildTopology(triangles, positions.length / 3));
    const bad = { positions: given.positions, triangles: [0, 1, 1] };
    expect(() => meshTopology(bad)).toThrow('REPEATED_INDEX');
  });
});
