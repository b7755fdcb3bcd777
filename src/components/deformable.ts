/**
 * A deformable: its vertices at the start and at the end of the step lie in the arena, side by side.
 */
export interface Deformable {
  /** Block of the swept vertices. */
  readonly vertices: Uint32Array;
  /** Counts up with every change of the vertices, so that a renderer sees what to upload. */
  readonly version: Uint32Array;
}

export function createDeformable(maxEntities: number): Deformable {
  return { vertices: new Uint32Array(maxEntities), version: new Uint32Array(maxEntities) };
}
