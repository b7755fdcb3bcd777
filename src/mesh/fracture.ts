import {
  FEATURES_BYTES,
  FEATURES_EDGES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
} from '../kernels/layout/meshes.js';
import { askedBySides, connect, type LocalConnectivity, localConnectivity } from './connectivity.js';
import { triangleFeatures, writeUnsigned } from './features.js';
import { newEdge, recutEdges, type VertexNames } from './fracture-edges.js';
import { editedTriangles, type TriangleEdit } from './fracture-edit.js';
import { recutOrphans } from './fracture-orphans.js';
import { recutVertices } from './fracture-vertices.js';
import { findOrphans, type Orphans } from './orphans.js';
import { NO_LIST } from './side-edges.js';
import { drain } from './steps.js';

const WORDS = FEATURES_BYTES / 4;

/** What searches need to know of how triangles are connected, kept so that a cut changes it where the cut is. */
export interface CutMesh {
  readonly triangles: Uint32Array;
  readonly mesh: LocalConnectivity;
  /** FEATURES_BYTES a triangle. */
  readonly features: Uint32Array;
  readonly orphans: Orphans;
}

/** All of it from the triangles, which must have been checked. */
export function cutMesh(triangles: Uint32Array, vertexCount: number): CutMesh {
  const mesh = drain(connect(triangles, vertexCount));
  const features = drain(triangleFeatures(triangles, mesh));
  return { triangles, mesh: askedBySides(mesh), features, orphans: findOrphans(triangles, mesh) };
}

/**
 * The same after an edit, as if made anew but for signatures: representatives, orphans and edges are found again where
 * the edit is, and copied elsewhere. The old one stays as it is. `by`: see `recutEdges`. For edits of all kinds, in arrays; what a cut
 * makes of a body's block is written there (cut-in-block.ts).
 */
export function recut(old: CutMesh, edit: TriangleEdit, by?: VertexNames): CutMesh {
  const { changed, corners, triangleCount, vertexCount } = edit;
  const triangles = editedTriangles(old.triangles, edit);
  const { touched, ...vertices } = recutVertices(old.triangles, old.mesh, edit);
  const { changedEdges, shifts, ...edges } = recutEdges(triangles, old, edit, vertices, by);
  const features = copyFeatures(old.features, triangleCount, shifts);
  const { vertexFaceStart, vertexFaces } = vertices;
  const mesh = localConnectivity(
    { vertexCount, triangleCount, ...edges, vertexFaceStart, vertexFaces },
    { listed: NO_LIST, triangles, features },
  );
  // by these `sides` knows the changed ones, and new ones
  changed.forEach((triangle, i) => {
    for (let k = 0; k < 3; k++) features[triangle * WORDS + FEATURES_EDGES / 4 + k] = changedEdges[3 * i + k];
  });
  const near = facesAtAny(mesh, corners, touched);
  renewFeatures(features, near, triangles, mesh);
  const orphans = recutOrphans(old, triangles, mesh, shifts, changed, near, touched);
  return { triangles, mesh, features, orphans };
}

function copyFeatures(old: Uint32Array, triangleCount: number, shifts: Uint32Array): Uint32Array {
  const features = new Uint32Array(WORDS * triangleCount);
  features.set(old.subarray(0, features.length));
  const end = Math.min(features.length, old.length);
  for (let at = FEATURES_EDGES / 4; at < end; at += WORDS)
    for (let k = at; k < at + 3; k++) features[k] = newEdge(shifts, features[k]);
  return features;
}

/** Writes the records of some triangles anew, of which nothing but their edges is known. */
export function renewFeatures(
  features: Uint32Array,
  near: Uint32Array,
  triangles: Uint32Array,
  mesh: LocalConnectivity,
): void {
  for (const triangle of near) {
    writeUnsigned(features, triangle, triangles, mesh);
    sharePatches(features, triangle);
  }
}

/** Faces of the vertices in some lists, ascending. */
export function facesAtAny(mesh: LocalConnectivity, ...lists: readonly Uint32Array[]): Uint32Array {
  const isFound = new Uint8Array(mesh.triangleCount);
  const found: number[] = [];
  for (const vertices of lists) {
    for (const vertex of vertices) {
      for (let i = mesh.vertexFaceStart[vertex]; i < mesh.vertexFaceStart[vertex + 1]; i++) {
        const face = mesh.vertexFaces[i];
        if (isFound[face] === 0) found.push(face);
        isFound[face] = 1;
      }
    }
  }
  return Uint32Array.from(found).sort();
}

/** Nothing is known about which patches a triangle is near to: it counts as near to all of them. */
function sharePatches(features: Uint32Array, triangle: number): void {
  features[(triangle * FEATURES_BYTES + FEATURES_SIGNATURE_LOW) / 4] = 0xffffffff;
  features[(triangle * FEATURES_BYTES + FEATURES_SIGNATURE_HIGH) / 4] = 0xffffffff;
}
