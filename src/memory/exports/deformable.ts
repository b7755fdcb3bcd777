/** The kernels of the deformable pipeline. */
export interface DeformableKernels {
  /** Slabs of swept vertices, widened by `radius`; returns how many changed. */
  projectVertices(swept: number, count: number, dops: number, radius: number): number;
  /** Boxes of all nodes; returns the sum of their half surfaces. */
  refitTree(nodes: number, nodeCount: number, vertexDops: number, triangles: number): number;
}
