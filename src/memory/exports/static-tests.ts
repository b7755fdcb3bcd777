/** Exact tests at one instant. `exactSum` is EXACT_SUM_BYTES of scratch, one for each caller. */
export interface StaticTestKernels {
  /** -1, 0 or 1. */
  staticOrientation3(points: number, exactSum: number): number;
  /** -1, 0 or 1. */
  staticOrientation2(points: number, exactSum: number): number;
  /** 0 or 1. */
  staticTrianglesMeet(points: number, exactSum: number): number;
  /** 0 or 1. */
  staticEdgeMeetsFace(points: number, exactSum: number): number;
  /**
   * How many pairs of an element and a triangle meet; the first `capacity` of their indices are written to `found`.
   * Elements are edges or triangles: of 2 or 3 corners.
   */
  staticMeetingPairs(
    positions: number,
    elements: number,
    corners: number,
    triangles: number,
    pairs: number,
    pairCount: number,
    found: number,
    capacity: number,
    exactSum: number,
  ): number;
  /** 0 or 1: whether the two bodies of a rigid query have a point in common where they start. */
  meshesMeet(query: number, stack: number, exactSum: number): number;
  /** Distances write CLOSEST_... to `result` and return 1 where the two meet. */
  staticTriangleDistance(points: number, result: number, exactSum: number, frame: number): number;
  staticPointFaceDistance(points: number, result: number, exactSum: number, frame: number): number;
  staticEdgeDistance(points: number, result: number, exactSum: number, frame: number): number;
  /** 0 or 1: whether what was cut keeps free of itself where its sides are pulled apart; `opened` is OPENED_BYTES. */
  sidesKeepOff(opened: number, reach: number): number;
  /** Writes where a face of it is and comes to be, as the first or the second of two. */
  placeFace(opened: number, face: number, which: number): void;
  /** 0 or 1: whether the two are farther apart than `reach`, or stay on two sides of a plane. */
  facesKeepApart(opened: number, reach: number): number;
  /** Contacts within a thickness write CONTACT_... to `result` and return a state. */
  thickVertexFace(points: number, degree: number, thickness: number, result: number, frame: number): number;
  thickEdgeEdge(points: number, degree: number, thickness: number, result: number, frame: number): number;
  /** Contacts on curved paths write CONTACT_... to `result` and return a state. */
  curvedVertexFace(points: number, degree: number, result: number, frame: number): number;
  curvedEdgeEdge(points: number, degree: number, result: number, frame: number): number;
}
