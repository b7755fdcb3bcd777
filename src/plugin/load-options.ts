import type { MeshUse } from '../mesh/index.js';

/** What `loadMesh` takes beside the mesh. */
export interface LoadOptions {
  /** 'deformable' checks that the mesh is a surface; 'rigid', the default, takes any soup of triangles. */
  readonly use?: MeshUse;
  /**
   * What bodies with the mesh break into: a number for each triangle says which piece it belongs to, or 'components': triangles
   * that share a vertex stay together. Pieces must be apart from each other.
   */
  readonly pieces?: ArrayLike<number> | 'components';
  /** What pieces become: 'rigid' bodies or 'deformable's. As the whole, unless it is said. */
  readonly as?: MeshUse;
  /**
   * Whether a mesh for rigid bodies is loaded with what searches for contacts with deformables read of it, in slices too. Otherwise
   * the first step in which there are both makes it: 0.4 s for 250,000 triangles.
   */
  readonly meetsDeformables?: boolean;
  /** How far pieces that shared vertices are pulled apart. 1 % of the mean edge there by default. */
  readonly gap?: number;
}
