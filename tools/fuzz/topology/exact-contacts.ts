// Contacts of a step by all pairs of features, each decided by exact arithmetic: nothing of the package takes part.
import { type FirstContact, firstContact } from '../../../tests/oracle/exact/first-contact.js';
import type { Kind } from '../../../tests/oracle/exact/query.js';
import { isCertainlyApart } from './apart.js';

/** A collider as it goes through one step. */
export interface Moving {
  readonly entity: number;
  readonly triangles: Uint32Array;
  /** Two vertices an edge, by the numbers that contacts name edges with. */
  readonly edges: Uint32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

export type Contact = FirstContact & { readonly contact: true };

/** By what `contactName` calls them. */
export type Expected = Map<string, Contact>;

type Feature = 'v' | 'e' | 'f';

/** The same whichever of two comes first. */
export function contactName(
  a: number,
  kindA: Feature,
  featureA: number,
  b: number,
  kindB: Feature,
  featureB: number,
): string {
  const [one, other] = [`${a}.${kindA}${featureA}`, `${b}.${kindB}${featureB}`];
  const inOrder = a < b || (a === b && (kindA > kindB || (kindA === kindB && featureA < featureB)));
  return inOrder ? `${one} ${other}` : `${other} ${one}`;
}

export function contactsWithin(mesh: Moving): Expected {
  const found: Expected = new Map();
  const faces = facesOf(mesh);
  for (const vertex of usedVertices(mesh)) {
    faces.forEach((corners, face) => {
      if (!corners.includes(vertex)) noteVertexFace(found, mesh, vertex, mesh, face, corners);
    });
  }
  const edges = edgesOf(mesh);
  edges.forEach((one, a) => {
    for (let b = a + 1; b < edges.length; b++) {
      const other = edges[b];
      if (!other.includes(one[0]) && !other.includes(one[1])) noteEdges(found, mesh, a, one, mesh, b, other);
    }
  });
  return found;
}

export function contactsBetween(a: Moving, b: Moving): Expected {
  const found: Expected = new Map();
  for (const [one, other] of [
    [a, b],
    [b, a],
  ]) {
    const faces = facesOf(other);
    for (const vertex of usedVertices(one)) {
      faces.forEach((corners, face) => {
        noteVertexFace(found, one, vertex, other, face, corners);
      });
    }
  }
  const edges = edgesOf(b);
  edgesOf(a).forEach((one, i) => {
    edges.forEach((other, j) => {
      noteEdges(found, a, i, one, b, j, other);
    });
  });
  return found;
}

const rows = (list: Uint32Array, width: number): number[][] =>
  Array.from({ length: list.length / width }, (_, i) => [...list.subarray(width * i, width * i + width)]);

const facesOf = ({ triangles }: Moving) => rows(triangles, 3);

const edgesOf = ({ edges }: Moving) => rows(edges, 2);

const usedVertices = ({ triangles }: Moving) => new Set(triangles);

function noteVertexFace(
  found: Expected,
  a: Moving,
  vertex: number,
  b: Moving,
  face: number,
  corners: readonly number[],
): void {
  const contact = decided('vf', [[a, vertex], ...corners.map((corner) => [b, corner] as const)]);
  if (contact !== undefined) found.set(contactName(a.entity, 'v', vertex, b.entity, 'f', face), contact);
}

function noteEdges(
  found: Expected,
  a: Moving,
  edgeA: number,
  endsA: readonly number[],
  b: Moving,
  edgeB: number,
  endsB: readonly number[],
): void {
  const contact = decided('ee', [
    ...endsA.map((vertex) => [a, vertex] as const),
    ...endsB.map((vertex) => [b, vertex] as const),
  ]);
  if (contact !== undefined) found.set(contactName(a.entity, 'e', edgeA, b.entity, 'e', edgeB), contact);
}

const POINTS = new Float64Array(24);

function decided(kind: Kind, corners: readonly (readonly [Moving, number])[]): Contact | undefined {
  corners.forEach(([{ start, end }, vertex], i) => {
    for (let k = 0; k < 3; k++) {
      POINTS[3 * i + k] = start[3 * vertex + k];
      POINTS[12 + 3 * i + k] = end[3 * vertex + k];
    }
  });
  if (isCertainlyApart(kind, POINTS)) return undefined;
  const first = firstContact(kind, POINTS);
  return first.contact ? first : undefined;
}
