/** What vertices on Bezier curves need. */
export interface CurveKernels {
  /** Makes boxes hold others, box by box. */
  mergeDops(dops: number, others: number, count: number): void;
  /** Vertices on curves in a part of the step. */
  cutCurves(
    ends: number,
    inner: number,
    degree: number,
    count: number,
    from: number,
    until: number,
    swept: number,
    cutInner: number,
  ): void;
  /** Inner control points with which ways are curves of a higher degree. */
  raisePaths(
    swept: number,
    inner: number,
    degree: number,
    count: number,
    raised: number,
    higher: number,
  ): void;
}
