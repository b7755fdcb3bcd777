import { edgeEdgeContact, vertexFaceContact } from '../../../../src/geometry/index.js';
import { allFeaturePairs, connectivityOf } from './feature-pairs.js';
import type { MovingMesh } from './meshes.js';

/** A contact as text, its time with all digits. */
export function contactText(kind: string, a: number, b: number, time: number): string {
  return `${kind} ${a} ${b} at ${time}`;
}

function query(parts: readonly (readonly [MovingMesh, number])[]): number[] {
  return [
    ...parts.flatMap(([mesh, v]) => [...mesh.start.subarray(3 * v, 3 * v + 3)]),
    ...parts.flatMap(([mesh, v]) => [...mesh.end.subarray(3 * v, 3 * v + 3)]),
  ];
}

function corners(mesh: MovingMesh, face: number): (readonly [MovingMesh, number])[] {
  return [...mesh.triangles.subarray(3 * face, 3 * face + 3)].map((v) => [mesh, v]);
}

/** Every contact of a mesh with itself: each pair of features is tested. */
export function bruteContacts(mesh: MovingMesh): string[] {
  const { edges } = connectivityOf(mesh);
  const all = allFeaturePairs(mesh);
  const ends = (edge: number) => [...edges.subarray(2 * edge, 2 * edge + 2)].map((v) => [mesh, v] as const);
  const found: string[] = [];
  for (const [v, f] of all.vertexFace) {
    const result = vertexFaceContact(query([[mesh, v], ...corners(mesh, f)]));
    if (result.state === 'contact') found.push(contactText('vf', v, f, result.time));
  }
  for (const [a, b] of all.edgeEdge) {
    const result = edgeEdgeContact(query([...ends(a), ...ends(b)]));
    if (result.state === 'contact') found.push(contactText('ee', a, b, result.time));
  }
  return found.sort();
}

/** Every contact of two meshes. */
export function bruteContactsBetween(a: MovingMesh, b: MovingMesh): string[] {
  const [ofA, ofB] = [connectivityOf(a), connectivityOf(b)];
  const found: string[] = [];
  const test = (kind: string, i: number, j: number, points: (readonly [MovingMesh, number])[]) => {
    const result = kind === 'ee' ? edgeEdgeContact(query(points)) : vertexFaceContact(query(points));
    if (result.state === 'contact') found.push(contactText(kind, i, j, result.time));
  };
  for (const v of new Set(a.triangles)) {
    for (let f = 0; f < ofB.triangleCount; f++) test('vf', v, f, [[a, v], ...corners(b, f)]);
  }
  for (const v of new Set(b.triangles)) {
    for (let f = 0; f < ofA.triangleCount; f++) test('fv', f, v, [[b, v], ...corners(a, f)]);
  }
  for (let i = 0; i < ofA.edgeCount; i++) {
    for (let j = 0; j < ofB.edgeCount; j++) {
      test('ee', i, j, [
        [a, ofA.edges[2 * i]],
        [a, ofA.edges[2 * i + 1]],
        [b, ofB.edges[2 * j]],
        [b, ofB.edges[2 * j + 1]],
      ]);
    }
  }
  return found.sort();
}
