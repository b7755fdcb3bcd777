/** Kernels that every deformable needs, whatever finds its contacts. */
export interface VertexKernels {
  /** Moves the start of every swept vertex to its end; returns how many moved. */
  endBecomesStart(swept: number, count: number): number;
}
