/** Exactly decided vertex-face and edge-edge tests: src/kernels/elementary. */
export interface ElementaryKernels {
  /**
   * Tests `count` queries (QUERY_BYTES each) on swept vertices, writes up to `capacity` contacts (CONTACT_RECORD_BYTES
   * each), adds to the STAGE_COUNTERS u32 at `stats` and writes each query's state as u8 at `states` (0: nowhere).
   * Returns the number of contacts, also beyond the capacity.
   */
  vertexFaceContacts(
    swept: number,
    queries: number,
    count: number,
    records: number,
    capacity: number,
    stats: number,
    states: number,
  ): number;
  /** The same for edge-edge queries. */
  edgeEdgeContacts(
    swept: number,
    queries: number,
    count: number,
    records: number,
    capacity: number,
    stats: number,
    states: number,
  ): number;
  /**
   * Writes where two features touch at a time in [0,1] (CONTACT_DETAILS_BYTES at `out`): the weights of the four points,
   * then the unit normal from the second feature to the first; `apart`: along their closest points.
   */
  contactDetails(
    p0: number,
    p1: number,
    p2: number,
    p3: number,
    edges: boolean,
    time: number,
    apart: boolean,
    out: number,
  ): void;
  /** Every instance but the first over a shared memory must be given EXACT_SCRATCH_BYTES of its own. */
  useExactScratch(address: number): void;
}
