/** How many there will be, of edges at the most. */
export interface RoomNeeded {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
}

/** Lists that make up most of a mesh. What they hold at first is anything. */
export interface RecutLists {
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly edgeFaces: Uint32Array;
  readonly vertexFaceStart: Uint32Array;
  readonly vertexFaces: Uint32Array;
  /** FEATURES_BYTES a triangle. */
  readonly features: Uint32Array;
  /** By how much the number of each old edge goes up, for as long as the edit is made. */
  readonly shifts: Uint32Array;
  /** Fills `features` with the old ones, in which edges have the numbers that `shifts` makes of theirs. */
  readonly copyFeatures: (old: Uint32Array) => void;
}

/** The new number of an old edge: NONE where it is gone. */
export function newEdge(shifts: Uint32Array, edge: number): number {
  return (edge + shifts[edge]) >>> 0;
}

/** Where an edit writes the mesh that it makes: a block, or arrays. Views of memory that were made before may be stale then. */
export type RecutRoom = (needed: RoomNeeded, oldEdgeCount: number) => RecutLists;
