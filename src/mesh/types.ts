/** What a mesh is for. A rigid mesh may be any soup of triangles; a deformable one must be a surface. */
export type MeshUse = 'rigid' | 'deformable';

/** A mesh as users have it: x, y, z a vertex, and three vertex indices a triangle. It is read once and never kept. */
export interface MeshInput {
  /** x, y, z a vertex. */
  readonly positions: Float32Array | Float64Array | readonly number[];
  /** Three vertices each, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array | Uint16Array | Int32Array | readonly number[];
}

/** A mesh as this package keeps it: own copies, of one type each. */
export interface MeshArrays {
  /** x, y, z a vertex. */
  readonly positions: Float64Array;
  /** Three vertices each. */
  readonly triangles: Uint32Array;
}
