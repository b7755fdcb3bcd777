/** Kernels that every deformable needs, whatever finds its contacts. */
export interface VertexKernels {
  /** Moves the start of every swept vertex to its end; returns how many moved. */
  endBecomesStart(swept: number, count: number): number;
  /** x, y, z of the start of each swept vertex, as f32. */
  writePositions(swept: number, count: number, out: number): void;
  /** A unit normal a vertex, as f32, from positions as writePositions wrote them. */
  writeNormals(positions: number, count: number, triangles: number, triangleCount: number, out: number): void;
}
