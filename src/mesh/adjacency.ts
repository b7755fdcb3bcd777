/** Whether two triangles share a vertex; a triangle is adjacent to itself. */
export function areAdjacent(triangles: Uint32Array, s: number, t: number): boolean {
  return (
    hasCorner(triangles, s, triangles[3 * t]) ||
    hasCorner(triangles, s, triangles[3 * t + 1]) ||
    hasCorner(triangles, s, triangles[3 * t + 2])
  );
}

export function hasCorner(triangles: Uint32Array, triangle: number, vertex: number): boolean {
  const at = 3 * triangle;
  return triangles[at] === vertex || triangles[at + 1] === vertex || triangles[at + 2] === vertex;
}
