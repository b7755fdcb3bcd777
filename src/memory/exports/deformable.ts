/** The kernels of the deformable pipeline. */
export interface DeformableKernels {
  /** Slabs of swept vertices, widened by `radius`; returns how many changed. */
  projectVertices(swept: number, count: number, dops: number, radius: number): number;
  /** Swept vertices of a part of the step; returns the largest coordinate. */
  cutStep(swept: number, count: number, from: number, until: number, part: number): number;
  /** Where a rigid body's vertices (f64 x y z at `rest`) are at two times; `body` is OBSTACLE_BYTES. */
  sweepRigid(body: number, from: number, until: number, rest: number, count: number, swept: number): void;
  /**
   * Splits a tree anew, but for regions that agree with a direction; `scratch` has REBUILD_STACK_BYTES and REBUILD_NODE_BYTES a node.
   * Returns how many regions are left.
   */
  rebuildTree(
    nodes: number,
    nodeCount: number,
    swept: number,
    triangles: number,
    masks: number,
    regions: number,
    regionCount: number,
    scratch: number,
  ): number;
  /** The sum of the leaves' half surfaces. */
  sumLeaves(nodes: number, nodeCount: number): number;
  /** Boxes of all nodes; returns the sum of their half surfaces. */
  refitTree(nodes: number, nodeCount: number, vertexDops: number, triangles: number): number;
  /** Boxes of some nodes, `count` indices at `list`, ascending, with whatever is above them. */
  refitNodes(nodes: number, list: number, count: number, vertexDops: number, triangles: number): void;
  /** Pairs of overlapping leaves within a tree, or between two; returns how many it wrote. */
  traverseSelf(
    nodes: number,
    endNode: number,
    masks: number,
    state: number,
    pairs: number,
    capacity: number,
  ): number;
  traversePair(nodesA: number, nodesB: number, state: number, pairs: number, capacity: number): number;
  /** Takes what is left of a traversal apart, into parts that several threads take. */
  openFront(state: number): void;
  /** Pairs of leaves from the parts that this thread takes; returns how many it wrote. */
  traverseFront(state: number, pairs: number, capacity: number): number;
  /** Whether the last traversal ended because nothing was left, not because the output was full. */
  readonly isTraversed: WebAssembly.Global;
  /** Boxes of edges from those of their ends. */
  boundEdges(vertexDops: number, edges: number, count: number, edgeDops: number): void;
  /** From pairs of leaves to pairs of features: fills the lists of WORK. */
  pairFeatures(work: number, pairCount: number): void;
  /** Keeps the feature pairs whose boxes overlap, or all without `boxes`; puts faces in the place of leaves. */
  cullFeatures(work: number, boxes: boolean): void;
  /** Keeps the feature pairs that are not apart along an axis at both ends of the step. */
  cullByMotion(work: number): void;
  /** Writes the contacts (FOUND_BYTES each) among the feature pairs; returns how many. */
  testFeatures(work: number, contacts: number): number;
  /** Weights and normal of contacts, CONTACT_DETAILS_BYTES each. */
  detailContacts(work: number, contacts: number, count: number, out: number): void;
  /**
   * By kind, then both features, each once; `scratch` has room for SORT_DIGITS u32 and as many contacts. Returns how
   * many are left.
   */
  sortContacts(contacts: number, scratch: number, count: number): number;
  /** Masks of the directions that all normals of each node from `first` to before `end` agree with. */
  boundNormals(
    nodes: number,
    first: number,
    end: number,
    swept: number,
    triangles: number,
    masks: number,
    inner?: number,
    degree?: number,
  ): void;
  /** Whether a closed contour, seen along a line, certainly is simple at all times. */
  staysSimple(
    contour: number,
    count: number,
    swept: number,
    vertexCount: number,
    line: number,
    scratch: number,
    inner?: number,
    degree?: number,
  ): boolean;
  /** Marks the nodes of regions that cannot touch themselves, thickness 0; `contourTests` is one of CONES_ALONE and so on. */
  markFlatRegions(
    nodes: number,
    nodeCount: number,
    swept: number,
    vertexCount: number,
    triangles: number,
    masks: number,
    regions: number,
    regionCount: number,
    contours: number,
    scratch: number,
    counters: number,
    contourTests: number,
    inner: number,
    degree: number,
  ): void;
}
