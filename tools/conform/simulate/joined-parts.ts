import type { PartInput } from '../../../src/cloth/part.js';

/** What is asked of a part: one of a scene, or of a cloth world. */
interface Joinable {
  readonly kind: PartInput['kind'];
  readonly mesh: PartInput['mesh'];
}

/** All parts as one mesh, in their order, and which vertices belong to parts that are prescribed as a whole. */
export interface JoinedParts {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly prescribed: Uint8Array;
}

export function joinParts(parts: readonly Joinable[]): JoinedParts {
  const vertexCount = parts.reduce((sum, { mesh }) => sum + mesh.positions.length / 3, 0);
  const prescribed = new Uint8Array(vertexCount);
  const triangles: number[] = [];
  let first = 0;
  for (const part of parts) {
    for (const corner of part.mesh.triangles) triangles.push(first + corner);
    const end = first + part.mesh.positions.length / 3;
    prescribed.fill(part.kind === 'cloth' ? 0 : 1, first, end);
    first = end;
  }
  return { vertexCount, triangles: Uint32Array.from(triangles), prescribed };
}

/** The vertices and triangles of those that are prescribed (1), or of the others (0), as a mesh of their own. */
export function selectMesh({ vertexCount, triangles, prescribed }: JoinedParts, which: 0 | 1) {
  const vertices = Uint32Array.from({ length: vertexCount }, (_, v) => v).filter(
    (v) => prescribed[v] === which,
  );
  const numbers = new Uint32Array(vertexCount);
  vertices.forEach((v, i) => {
    numbers[v] = i;
  });
  return { vertices, triangles: triangles.filter((v) => prescribed[v] === which).map((v) => numbers[v]) };
}
