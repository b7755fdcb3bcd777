// Contacts of a step by brute force: every pair of features, each decided by itself.
import { addEntity } from 'bitecs';
import { expect } from 'vitest';
import {
  edgeEdgeContact,
  edgeEdgeThickContact,
  vertexFaceContact,
  vertexFaceThickContact,
} from '../../../../src/geometry/index.js';
import { EDGE_EDGE, FACE_VERTEX } from '../../../../src/index.js';
import type { Scene } from '../../../support/colliders.js';
import { allFeaturePairs, connectivityOf } from '../../deformable/support/feature-pairs.js';
import {
  annulus,
  type Connectivity,
  fan,
  grid,
  type MovingMesh,
  pyramid,
  tetrahedron,
  together,
} from '../../deformable/support/meshes.js';

/** Surfaces, since a deformable must be one. */
export const surfaces: readonly (readonly [string, Connectivity])[] = [
  ['grid', grid(3, 2)],
  ['strip', grid(6, 1)],
  ['tetrahedron', tetrahedron],
  ['pyramid', pyramid],
  ['ring of 3', annulus(3, 1)],
  ['tube of 4', annulus(4, 2)],
  ['closed fan', fan(5, true)],
  ['two pieces', together([grid(2, 1), tetrahedron])],
];

/** How a pair of features is decided without any culling: with a gap above 0, times are certified and not exact. */
export interface Rule {
  readonly gap: number;
  /** Kept: the contact's time, or undefined where there is none. */
  readonly vertexFace: (points: number[]) => number | undefined;
  readonly edgeEdge: (points: number[]) => number | undefined;
}

export function ruleFor(gap: number): Rule {
  type Answer = { readonly state: string; readonly time?: number };
  const timeOf = (answer: Answer) => (answer.state === 'contact' ? answer.time : undefined);
  if (gap === 0) {
    return {
      gap,
      vertexFace: (points) => timeOf(vertexFaceContact(points)),
      edgeEdge: (points) => timeOf(edgeEdgeContact(points)),
    };
  }
  return {
    gap,
    vertexFace: (points) => timeOf(vertexFaceThickContact(points, gap)),
    edgeEdge: (points) => timeOf(edgeEdgeThickContact(points, gap)),
  };
}

type Corner = readonly [MovingMesh, number];

function pointsOf(corners: readonly Corner[]): number[] {
  return [
    ...corners.flatMap(([mesh, v]) => [...mesh.start.subarray(3 * v, 3 * v + 3)]),
    ...corners.flatMap(([mesh, v]) => [...mesh.end.subarray(3 * v, 3 * v + 3)]),
  ];
}

function facesOf(mesh: MovingMesh, face: number): Corner[] {
  return [...mesh.triangles.subarray(3 * face, 3 * face + 3)].map((v) => [mesh, v]);
}

/** Features by name, and the contact's time. */
export type Found = Map<string, number>;

export function bruteWithin(mesh: MovingMesh, rule: Rule): Found {
  const { edges } = connectivityOf(mesh);
  const all = allFeaturePairs(mesh);
  const ends = (edge: number): Corner[] => [...edges.subarray(2 * edge, 2 * edge + 2)].map((v) => [mesh, v]);
  const found: Found = new Map();
  const note = (name: string, time: number | undefined) => {
    if (time !== undefined) found.set(name, time);
  };
  for (const [v, f] of all.vertexFace) {
    note(`vf ${v} ${f}`, rule.vertexFace(pointsOf([[mesh, v], ...facesOf(mesh, f)])));
  }
  for (const [a, b] of all.edgeEdge) note(`ee ${a} ${b}`, rule.edgeEdge(pointsOf([...ends(a), ...ends(b)])));
  return found;
}

export function bruteBetween(a: MovingMesh, b: MovingMesh, rule: Rule): Found {
  const [ofA, ofB] = [connectivityOf(a), connectivityOf(b)];
  const found: Found = new Map();
  const note = (name: string, time: number | undefined) => {
    if (time !== undefined) found.set(name, time);
  };
  for (const v of new Set(a.triangles)) {
    for (let f = 0; f < ofB.triangleCount; f++) {
      note(`vf ${v} ${f}`, rule.vertexFace(pointsOf([[a, v], ...facesOf(b, f)])));
    }
  }
  for (const v of new Set(b.triangles)) {
    for (let f = 0; f < ofA.triangleCount; f++) {
      note(`fv ${f} ${v}`, rule.vertexFace(pointsOf([[b, v], ...facesOf(a, f)])));
    }
  }
  for (let i = 0; i < ofA.edgeCount; i++) {
    for (let j = 0; j < ofB.edgeCount; j++) {
      const ends: Corner[] = [
        [a, ofA.edges[2 * i]],
        [a, ofA.edges[2 * i + 1]],
        [b, ofB.edges[2 * j]],
        [b, ofB.edges[2 * j + 1]],
      ];
      note(`ee ${i} ${j}`, rule.edgeEdge(pointsOf(ends)));
    }
  }
  return found;
}

/** What the plugin says of two entities, or of one with itself. */
export function listed({ plugin }: Scene, a: number, b: number): Found {
  const { contacts } = plugin;
  const found: Found = new Map();
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.a[i] !== a || contacts.b[i] !== b) continue;
    const kind = contacts.kind[i] === EDGE_EDGE ? 'ee' : contacts.kind[i] === FACE_VERTEX ? 'fv' : 'vf';
    const name = `${kind} ${contacts.featureA[i]} ${contacts.featureB[i]}`;
    expect(found.has(name)).toBe(false);
    found.set(name, contacts.time[i]);
  }
  return found;
}

export function inOrder(found: Found): [string, number][] {
  return [...found].sort(([p], [q]) => (p < q ? -1 : 1));
}

export function addMoving({ world, plugin }: Scene, mesh: MovingMesh, settings = {}): number {
  const entity = addEntity(world);
  plugin.addDeformable(entity, { positions: mesh.start, triangles: mesh.triangles, settings });
  plugin.moveVertices(entity, mesh.end);
  return entity;
}
