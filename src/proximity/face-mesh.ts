/** Faces that are convex polygons, all with as many corners. */
export interface FaceMesh {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly corners: number;
}

/** Each face as triangles around its first corner. */
export function fanTriangles(faces: Uint32Array, corners: number): Uint32Array {
  const triangles: number[] = [];
  for (let f = 0; f < faces.length; f += corners) {
    for (let c = 2; c < corners; c++) triangles.push(faces[f], faces[f + c - 1], faces[f + c]);
  }
  return Uint32Array.from(triangles);
}
