import {
  FEATURES_BYTES,
  FEATURES_EDGES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
} from '../kernels/layout/meshes.js';
import { type Connectivity, connect } from './connectivity.js';
import { triangleFeatures, writeUnsigned } from './features.js';
import { recutEdges, type VertexNames } from './fracture-edges.js';
import { editedTriangles, type TriangleEdit } from './fracture-edit.js';
import { recutOrphans } from './fracture-orphans.js';
import { recutVertices } from './fracture-vertices.js';
import { findOrphans, type Orphans } from './orphans.js';
import { drain } from './steps.js';

/** What searches need to know of how triangles are connected, kept so that a cut changes it where the cut is. */
export interface CutMesh {
  readonly triangles: Uint32Array;
  readonly mesh: Connectivity;
  /** FEATURES_BYTES a triangle. */
  readonly features: Uint32Array;
  readonly orphans: Orphans;
}

/** All of it from the triangles, which must have been checked. */
export function cutMesh(triangles: Uint32Array, vertexCount: number): CutMesh {
  const mesh = drain(connect(triangles, vertexCount));
  const features = drain(triangleFeatures(triangles, mesh));
  return { triangles, mesh, features, orphans: findOrphans(triangles, mesh) };
}

/**
 * The same after an edit, as if made anew but for signatures: representatives, orphans and edges are found again where
 * the edit is, and copied elsewhere. The old one stays as it is. `by`: see `recutEdges`.
 */
export function recut(old: CutMesh, edit: TriangleEdit, by?: VertexNames): CutMesh {
  const triangles = editedTriangles(old.triangles, edit);
  const vertices = recutVertices(old.triangles, old.mesh, edit);
  const { newEdge, ...edges } = recutEdges(old.triangles, triangles, old.mesh, edit, vertices, by);
  const { vertexFaceStart, vertexFaces, touched, isChanged } = vertices;
  const mesh: Connectivity = {
    vertexCount: edit.vertexCount,
    triangleCount: edit.triangleCount,
    ...edges,
    vertexFaceStart,
    vertexFaces,
  };
  const near = facesAtAny(mesh, edit.corners, touched);
  const features = recutFeatures(old.features, newEdge, isChanged, edit.triangleCount);
  for (const triangle of near) {
    writeUnsigned(features, triangle, triangles, mesh);
    sharePatches(features, triangle);
  }
  return {
    triangles,
    mesh,
    features,
    orphans: recutOrphans(old, triangles, mesh, newEdge, edit.changed, near, touched),
  };
}

/** Faces of some vertices and some others, ascending. */
function facesAtAny(mesh: Connectivity, some: Uint32Array, others: Uint32Array): Uint32Array {
  const isFound = new Uint8Array(mesh.triangleCount);
  const found: number[] = [];
  for (const vertices of [some, others]) {
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

/** Old records with the new numbers of their edges. */
function recutFeatures(
  old: Uint32Array,
  newEdge: Uint32Array,
  isChanged: Uint8Array,
  triangleCount: number,
): Uint32Array {
  const words = FEATURES_BYTES / 4;
  const features = new Uint32Array(triangleCount * words);
  features.set(old.subarray(0, features.length));
  const count = Math.min(features.length, old.length) / words;
  for (let triangle = 0; triangle < count; triangle++) {
    if (isChanged[triangle] === 1) continue;
    const at = triangle * words + FEATURES_EDGES / 4;
    features[at] = newEdge[features[at]];
    features[at + 1] = newEdge[features[at + 1]];
    features[at + 2] = newEdge[features[at + 2]];
  }
  return features;
}
