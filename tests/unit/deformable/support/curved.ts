import {
  DeformableCollider,
  type DeformableContacts,
  EDGE_EDGE,
  edgeEdgeContactCurved,
  edgeEdgeThickContact,
  FACE_VERTEX,
  type VolumeName,
  vertexFaceContactCurved,
  vertexFaceThickContact,
} from '../../../../src/geometry/index.js';
import { contactText } from './brute-contacts.js';
import { allFeaturePairs, connectivityOf } from './feature-pairs.js';
import { type MovingMesh, seeded } from './meshes.js';

/** Control points from the first to the last. */
export interface CurvedMesh {
  readonly triangles: Uint32Array;
  readonly controls: readonly Float64Array[];
}

/** A mesh on curves that leave its straight ways at random. */
export function curved(mesh: MovingMesh, degree: 2 | 3, seed: number, bend = 1): CurvedMesh {
  const random = seeded(seed);
  const between = (share: number) =>
    mesh.start.map((x, i) => x + share * (mesh.end[i] - x) + bend * (random() - 0.5));
  const inner = degree === 2 ? [between(0.5)] : [between(1 / 3), between(2 / 3)];
  return { triangles: mesh.triangles, controls: [mesh.start, ...inner, mesh.end] };
}

export function colliderOf(
  { triangles, controls }: CurvedMesh,
  volume: VolumeName = '18-dop',
  thickness = 0,
): DeformableCollider {
  const made = new DeformableCollider({ positions: controls[0], triangles }, { volume, thickness });
  made.updateCurved(controls.slice(1, -1), controls[controls.length - 1]);
  return made;
}

export function kindName(kind: number): 'ee' | 'fv' | 'vf' {
  return kind === EDGE_EDGE ? 'ee' : kind === FACE_VERTEX ? 'fv' : 'vf';
}

export function contactTexts({ count, kind, a, b, time }: DeformableContacts): string[] {
  return Array.from({ length: count }, (_, i) => contactText(kindName(kind[i]), a[i], b[i], time[i])).sort();
}

export type CurvedVertex = readonly [CurvedMesh, number];

/** The control points of some vertices: first all first ones, then all next ones. */
export function controlsOf(vertices: readonly CurvedVertex[]): number[] {
  return vertices[0][0].controls.flatMap((_, k) =>
    vertices.flatMap(([mesh, v]) => [...mesh.controls[k].subarray(3 * v, 3 * v + 3)]),
  );
}

/** The vertices of two features, of a vertex before a face's. */
export function verticesOf(
  kind: 'vf' | 'fv' | 'ee',
  [meshA, a]: CurvedVertex,
  [meshB, b]: CurvedVertex,
): CurvedVertex[] {
  if (kind === 'ee') return [...endsOf(meshA, a), ...endsOf(meshB, b)];
  return kind === 'vf' ? [[meshA, a], ...cornersOf(meshB, b)] : [[meshB, b], ...cornersOf(meshA, a)];
}

function cornersOf(mesh: CurvedMesh, face: number): CurvedVertex[] {
  return [...mesh.triangles.subarray(3 * face, 3 * face + 3)].map((v) => [mesh, v]);
}

function endsOf(mesh: CurvedMesh, edge: number): CurvedVertex[] {
  const { edges } = connectivityOf(atStart(mesh));
  return [...edges.subarray(2 * edge, 2 * edge + 2)].map((v) => [mesh, v]);
}

function atStart({ controls, triangles }: CurvedMesh): MovingMesh {
  return { name: '', start: controls[0], end: controls[0], triangles };
}

function tested(
  kind: 'vf' | 'fv' | 'ee',
  a: CurvedVertex,
  b: CurvedVertex,
  thickness: number,
): readonly string[] {
  const degree = (a[0].controls.length - 1) as 2 | 3;
  const points = controlsOf(verticesOf(kind, a, b));
  const thick = kind === 'ee' ? edgeEdgeThickContact : vertexFaceThickContact;
  const thin = kind === 'ee' ? edgeEdgeContactCurved : vertexFaceContactCurved;
  const result = thickness > 0 ? thick(points, thickness, degree) : thin(points, degree);
  return result.state === 'contact' ? [contactText(kind, a[1], b[1], result.time)] : [];
}

/** Each pair of features of a mesh, with the tests for curved paths. */
export function bruteCurved(mesh: CurvedMesh, thickness = 0): string[] {
  const all = allFeaturePairs(atStart(mesh));
  return [
    ...all.vertexFace.flatMap(([v, f]) => tested('vf', [mesh, v], [mesh, f], thickness)),
    ...all.edgeEdge.flatMap(([a, b]) => tested('ee', [mesh, a], [mesh, b], thickness)),
  ].sort();
}

/** Each pair of features of two meshes. */
export function bruteCurvedBetween(a: CurvedMesh, b: CurvedMesh, thickness = 0): string[] {
  const found: string[] = [];
  const edges = [a, b].map((mesh) => connectivityOf(atStart(mesh)).edgeCount);
  const faces = [a, b].map(({ triangles }) => triangles.length / 3);
  for (const v of new Set(a.triangles)) {
    for (let f = 0; f < faces[1]; f++) found.push(...tested('vf', [a, v], [b, f], thickness));
  }
  for (const v of new Set(b.triangles)) {
    for (let f = 0; f < faces[0]; f++) found.push(...tested('fv', [a, f], [b, v], thickness));
  }
  for (let e = 0; e < edges[0]; e++) {
    for (let f = 0; f < edges[1]; f++) found.push(...tested('ee', [a, e], [b, f], thickness));
  }
  return found.sort();
}

/** Where a point on curved paths is, in doubles. */
export function onCurve(controls: readonly (readonly number[])[], t: number): number[] {
  let points = controls;
  while (points.length > 1) {
    points = points.slice(1).map((p, k) => p.map((x, i) => (1 - t) * points[k][i] + t * x));
  }
  return [...points[0]];
}
