// All pairs of features that could ever be told, one by one: those that share no vertex.
import type { Kind } from '../../../tests/oracle/exact/query.js';
import type { Moving } from './moving.js';

type Feature = 'v' | 'e' | 'f';
export type Corner = readonly [mesh: Moving, vertex: number];

/** Two features: a vertex and a face, or two edges, with the four vertices that they have together. */
export interface FeaturePair {
  readonly kind: Kind;
  readonly a: Moving;
  readonly featureA: number;
  readonly b: Moving;
  readonly featureB: number;
  readonly corners: readonly Corner[];
}

export function nameOf({ a, b, featureA, featureB, kind }: FeaturePair): string {
  const [kindA, kindB] = kind === 'vf' ? (['v', 'f'] as const) : (['e', 'e'] as const);
  return contactName(a.entity, kindA, featureA, b.entity, kindB, featureB);
}

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

export function* pairsWithin(mesh: Moving): Generator<FeaturePair> {
  const faces = facesOf(mesh);
  for (const vertex of usedVertices(mesh)) {
    for (let face = 0; face < faces.length; face++) {
      if (!faces[face].includes(vertex)) yield vertexFace(mesh, vertex, mesh, face, faces[face]);
    }
  }
  const edges = edgesOf(mesh);
  for (let i = 0; i < edges.length; i++) {
    for (let k = i + 1; k < edges.length; k++) {
      const isApart = !edges[k].includes(edges[i][0]) && !edges[k].includes(edges[i][1]);
      if (isApart) yield edgeEdge(mesh, i, edges[i], mesh, k, edges[k]);
    }
  }
}

export function* pairsBetween(a: Moving, b: Moving): Generator<FeaturePair> {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ]) {
    const faces = facesOf(other);
    for (const vertex of usedVertices(one)) {
      for (let face = 0; face < faces.length; face++) yield vertexFace(one, vertex, other, face, faces[face]);
    }
  }
  const [ofA, ofB] = [edgesOf(a), edgesOf(b)];
  for (let i = 0; i < ofA.length; i++) {
    for (let k = 0; k < ofB.length; k++) yield edgeEdge(a, i, ofA[i], b, k, ofB[k]);
  }
}

function vertexFace(
  a: Moving,
  vertex: number,
  b: Moving,
  face: number,
  corners: readonly number[],
): FeaturePair {
  const all: Corner[] = [[a, vertex]];
  for (const corner of corners) all.push([b, corner]);
  return { kind: 'vf', a, featureA: vertex, b, featureB: face, corners: all };
}

function edgeEdge(
  a: Moving,
  edgeA: number,
  endsA: readonly number[],
  b: Moving,
  edgeB: number,
  endsB: readonly number[],
): FeaturePair {
  const all: Corner[] = [];
  for (const vertex of endsA) all.push([a, vertex]);
  for (const vertex of endsB) all.push([b, vertex]);
  return { kind: 'ee', a, featureA: edgeA, b, featureB: edgeB, corners: all };
}

const rows = (list: Uint32Array, width: number): number[][] =>
  Array.from({ length: list.length / width }, (_, i) => [...list.subarray(width * i, width * i + width)]);

const facesOf = ({ triangles }: Moving) => rows(triangles, 3);

const edgesOf = ({ edges }: Moving) => rows(edges, 2);

const usedVertices = ({ triangles }: Moving) => new Set(triangles);
