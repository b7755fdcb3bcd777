import {
  FEATURES_BYTES,
  FEATURES_EDGES,
  FEATURES_SIGNATURE_HIGH,
  FEATURES_SIGNATURE_LOW,
} from '../kernels/layout/meshes.js';
import { askedBySides, connect, type LocalConnectivity, localConnectivity } from './connectivity.js';
import { triangleFeatures, writeUnsigned } from './features.js';
import { changedSides, recutEdges, type VertexNames } from './fracture-edges.js';
import { editedTriangles, type TriangleEdit } from './fracture-edit.js';
import { recutOrphans } from './fracture-orphans.js';
import { recutVertices } from './fracture-vertices.js';
import { findOrphans, type Orphans } from './orphans.js';
import { newEdge, type RecutRoom } from './recut-room.js';
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
 * the edit is, and copied elsewhere. The old one stays as it is. `by`: see `recutEdges`.
 */
export function recut(old: CutMesh, edit: TriangleEdit, by?: VertexNames): CutMesh {
  const { near, shifts, touched, ...cut } = recutInto(NEW_ARRAYS, () => old, edit, by);
  const orphans = recutOrphans(old, cut.triangles, cut.mesh, shifts, edit.changed, near, touched);
  return { ...cut, orphans };
}

/** A mesh after an edit but for its orphans, and what says which of those may be others now. */
export interface Recut extends Omit<CutMesh, 'orphans'> {
  readonly shifts: Uint32Array;
  /** Faces that have a vertex in common with a changed one; and vertices that have or had a face that they had not or have not. */
  readonly near: Uint32Array;
  readonly touched: Uint32Array;
}

const NEW_ARRAYS: RecutRoom = ({ vertexCount, triangleCount, edgeCount }, oldEdgeCount) => {
  const features = new Uint32Array(WORDS * triangleCount);
  const shifts = new Uint32Array(oldEdgeCount);
  return {
    triangles: new Uint32Array(3 * triangleCount),
    edges: new Uint32Array(2 * edgeCount),
    edgeFaces: new Uint32Array(2 * edgeCount),
    vertexFaceStart: new Uint32Array(vertexCount + 1),
    vertexFaces: new Uint32Array(3 * triangleCount),
    features,
    shifts,
    copyFeatures: (old) => {
      features.set(old.subarray(0, features.length));
      const end = Math.min(features.length, old.length);
      for (let at = FEATURES_EDGES / 4; at < end; at += WORDS)
        for (let k = at; k < at + 3; k++) features[k] = newEdge(shifts, features[k]);
    },
  };
};

/** `read`: the mesh as it was, asked for again once there is room, since memory may have grown. */
export function recutInto(room: RecutRoom, read: () => CutMesh, edit: TriangleEdit, by?: VertexNames): Recut {
  const { triangleCount, vertexCount } = edit;
  const sides = changedSides(read(), edit, by);
  const oldEdgeCount = read().mesh.edgeCount;
  const lists = room(
    { vertexCount, triangleCount, edgeCount: oldEdgeCount + sides.newKeys.length },
    oldEdgeCount,
  );
  const old = read();
  const triangles = editedTriangles(old.triangles, edit, lists.triangles);
  const vertices = recutVertices(old.triangles, old.mesh, edit, lists);
  const { changedEdges, ...edges } = recutEdges(triangles, old.mesh, vertices, sides, lists, by);
  const { vertexFaceStart, vertexFaces, touched } = vertices;
  const { features, shifts } = lists;
  lists.copyFeatures(old.features);
  const mesh = localConnectivity(
    { vertexCount, triangleCount, ...edges, vertexFaceStart, vertexFaces },
    { listed: NO_LIST, triangles, features },
  );
  // by these `sides` knows the changed ones, and new ones
  features.fill(0, old.features.length);
  edit.changed.forEach((triangle, i) => {
    for (let k = 0; k < 3; k++) features[triangle * WORDS + FEATURES_EDGES / 4 + k] = changedEdges[3 * i + k];
  });
  const near = facesAtAny(mesh, edit.corners, touched);
  for (const triangle of near) {
    writeUnsigned(features, triangle, triangles, mesh);
    sharePatches(features, triangle);
  }
  return { triangles, mesh, features, shifts, near, touched };
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
