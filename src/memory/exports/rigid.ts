/** Rigid time of contact. A query is QUERY_BYTES of input, scratch and results; see layout.ts. */
export interface RigidKernels {
  /**
   * The first contact of `count` queries that lie one behind the other. `heap` has room for the first one's capacity of
   * pairs and FRONT_STACK more. Returns a state; RIGID_QUERY_ENDED_BY of the first says which query has the results.
   */
  earliestFirst(queries: number, count: number, heap: number): number;
  /** C2A, or plain advancement with a control of 1; swept spheres must be set. `stack` as below. */
  conservativeAdvancement(query: number, stack: number): number;
  /** `stack` has room for FRONT_STACK pairs. Returns RIGID_FREE or RIGID_INITIAL_OVERLAP. */
  distanceAtStart(query: number, stack: number): number;
  /** The same where the bodies are at a time, between motions that are set up. */
  distanceAtTime(query: number, stack: number, time: number): number;
  /** Sets up motions and tolerance without a search, for `nearFeatures` on poses. */
  beginAdvancement(query: number): void;
  /** Returns how many NEAR records there are; writes at most `capacity`. */
  nearFeatures(query: number, stack: number, target: number, capacity: number): number;
  /** One step of the search, to look at: measures the children of the larger box. Returns how many there are. */
  splitPair(query: number, boxA: number, boxB: number, time: number): number;
  /** The first child box of the last split, and whose it is: 0 for A. */
  readonly firstChild: { readonly value: number };
  readonly splitBody: { readonly value: number };
}
