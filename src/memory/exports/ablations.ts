/** What the papers' other methods need: other volumes, segments, a run-time database, the discrete pipeline. */
export interface AblationKernels {
  /** What projectVertices does, with the slabs of another volume (VOLUME_...). */
  projectVolumes(swept: number, count: number, dops: number, radius: number, volume: number): number;
  /** Keeps the pairs of a vertex and a leaf (before cullFeatures) that may meet along the segment the vertex sweeps. */
  cullSegments(work: number, volume: number): void;
  /** Keeps the feature pairs (before cullFeatures) that the table does not have, and puts them there. */
  dropSeen(work: number, table: number, mask: number): void;
  /** Puts the pairs of a table with so many slots into a larger, empty one. */
  moveSeen(from: number, slots: number, to: number, mask: number): void;
  /** Copies the orphans that lie in no skipped region; returns how many. */
  copyOrphans(
    pairs: number,
    smallest: number,
    regions: number,
    masks: number,
    count: number,
    to: number,
  ): number;
  /** Copies swept vertices as they are at the start of the step or at its end. */
  freezeStep(swept: number, count: number, atEnd: boolean, frozen: number): void;
  /** From pairs of leaves to pairs of an edge and a leaf, in the lists of WORK for vertices. */
  pairEdgeFaces(work: number, pairCount: number): void;
  /** Keeps those whose edge meets the leaf's box, or all without `boxes`; puts faces in the place of leaves. */
  cullEdgeFaces(work: number, boxes: boolean, volume: number): void;
  /** Writes those that meet at the start (FOUND_BYTES each); returns how many. */
  testEdgeFaces(work: number, found: number, points: number, exactSum: number): number;
}
