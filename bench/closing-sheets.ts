/** One step of a mesh. */
export interface MeshStep {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly triangles: Uint32Array;
}

/** Two crumpled sheets of side x side quads that pass through each other: the same contacts a triangle at every size. */
export function closingSheets(side: number): MeshStep {
  const layer = (side + 1) ** 2;
  const start = new Float64Array(6 * layer);
  const end = new Float64Array(6 * layer);
  const triangles = new Uint32Array(12 * side ** 2);
  let next = 0;
  for (let sheet = 0; sheet < 2; sheet++) {
    for (let v = 0; v < layer; v++) {
      const [i, j] = [v % (side + 1), Math.floor(v / (side + 1))];
      const height = 0.8 * ((i * 7 + j * 3) % 5) - 1.6;
      const at = 3 * (sheet * layer + v);
      start.set([i + 0.3 * sheet, j + 0.2 * sheet, height + 4 * sheet], at);
      end.set([i + 0.3 * sheet, j + 0.2 * sheet, height + 3 - 2 * sheet], at);
    }
    for (let quad = 0; quad < side ** 2; quad++) {
      const corner = sheet * layer + (quad % side) + Math.floor(quad / side) * (side + 1);
      const across = corner + side + 2;
      triangles.set([corner, corner + 1, across, corner, across, across - 1], next);
      next += 6;
    }
  }
  return { start, end, triangles };
}
