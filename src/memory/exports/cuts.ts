/** What a cut makes of a mesh in its block: `old` is the block of before, `mesh` the one that it gets. */
export interface CutKernels {
  /** Triangles, of which those in a list have other corners. */
  splitTriangles(old: number, mesh: number, changed: number, corners: number, count: number): void;
  /** Faces of vertices; `source` is a word a new vertex, `marks` a byte a vertex. */
  splitFaces(old: number, mesh: number, source: number, marks: number): void;
  /** Edges and their faces, and by how much the number of each old one goes up; returns how many there are. */
  splitEdges(
    old: number,
    mesh: number,
    changed: number,
    count: number,
    shifts: number,
    marks: number,
  ): number;
  /** Features of triangles, with the new numbers of their edges. */
  copyFeatures(from: number, to: number, count: number, shifts: number): void;
  /** Names new edges in the features of triangles in a list. */
  nameSplitEdges(old: number, mesh: number, changed: number, count: number): void;
  /** A tree's links, and the leaf of each triangle. */
  copyLinks(nodes: number, count: number, links: number, leaves: number): void;
  /** Marks the corners of faces; and the edges that they had in a block of before, by their numbers of now, and have. A byte each. */
  markCorners(mesh: number, faces: number, count: number, marks: number): void;
  markEdges(old: number, mesh: number, faces: number, count: number, shifts: number, marks: number): void;
  /** Orphans of a block after a cut: those of the one before without a mark, and those of features with one. Returns how many there are. */
  recutVertexOrphans(mesh: number, old: number, marks: number, to: number, capacity: number): number;
  recutEdgeOrphans(
    mesh: number,
    old: number,
    marks: number,
    shifts: number,
    to: number,
    capacity: number,
  ): number;
  /** Writes which region each orphan of a block is in; `inside` and `around` are a word a node and a region. */
  findOrphanRegions(mesh: number, leaves: number, inside: number, around: number): void;
}
