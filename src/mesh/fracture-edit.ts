/** A change of a mesh's triangles. */
export interface TriangleEdit {
  /** Triangles that get other corners, ascending; from the old count on they are new. None is named twice. */
  readonly changed: Uint32Array;
  /** Three corners for each of them. */
  readonly corners: Uint32Array;
  /** Afterwards. Where there are fewer triangles, the last ones are gone; new vertices come behind the old ones. */
  readonly triangleCount: number;
  readonly vertexCount: number;
}

/** The triangles after an edit. */
export function editedTriangles(triangles: Uint32Array, edit: TriangleEdit): Uint32Array {
  const edited = new Uint32Array(3 * edit.triangleCount);
  edited.set(triangles.subarray(0, edited.length));
  edit.changed.forEach((triangle, i) => {
    for (let k = 0; k < 3; k++) edited[3 * triangle + k] = edit.corners[3 * i + k];
  });
  return edited;
}

/** Takes triangles out (ascending): the last ones come in their places. */
export function removalOf(triangles: Uint32Array, vertexCount: number, gone: Uint32Array): TriangleEdit {
  const triangleCount = triangles.length / 3 - gone.length;
  const isGone = new Set(gone);
  const changed: number[] = [];
  const corners: number[] = [];
  let last = triangles.length / 3;
  for (const hole of gone) {
    if (hole >= triangleCount) break;
    do last--;
    while (isGone.has(last));
    changed.push(hole);
    corners.push(...triangles.subarray(3 * last, 3 * last + 3));
  }
  return {
    changed: Uint32Array.from(changed),
    corners: Uint32Array.from(corners),
    triangleCount,
    vertexCount,
  };
}
