/** Rigid time of contact. A query is QUERY_BYTES of input, scratch and results; see layout.ts. */
export interface RigidKernels {
  /** `heap` has room for the query's capacity of pairs and FRONT_STACK more. Returns a state. */
  earliestFirst(query: number, heap: number): number;
}
