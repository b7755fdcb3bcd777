// A square sheet of triangles in the plane y = 0, and the wave that moves it.

export interface ClothGrid {
  /** Squares along one side. */
  readonly segments: number;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly triangles: number;
}

export function createClothGrid(segments: number, width: number): ClothGrid {
  const side = segments + 1;
  const positions = new Float32Array(side * side * 3);
  for (let row = 0, at = 0; row < side; row++) {
    for (let column = 0; column < side; column++, at += 3) {
      positions[at] = (column / segments - 0.5) * width;
      positions[at + 2] = (row / segments - 0.5) * width;
    }
  }
  const indices = gridIndices(segments);
  return { segments, positions, indices, triangles: indices.length / 3 };
}

// The diagonal alternates from square to square, so that the sheet bends the same in every direction.
function gridIndices(segments: number): Uint32Array {
  const indices = new Uint32Array(segments * segments * 6);
  let at = 0;
  for (let row = 0; row < segments; row++) {
    for (let column = 0; column < segments; column++) {
      const a = row * (segments + 1) + column;
      const b = a + 1;
      const c = a + segments + 1;
      const d = c + 1;
      indices.set((row + column) % 2 === 0 ? [a, c, d, a, d, b] : [a, c, b, b, c, d], at);
      at += 6;
    }
  }
  return indices;
}

/** Two waves that cross, at `time` in seconds. Only the heights change. */
export function ripple({ positions }: ClothGrid, time: number, height: number): void {
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at] as number;
    const z = positions[at + 2] as number;
    const first = Math.sin(3.1 * x + 1.2 * z + 1.9 * time);
    const second = Math.sin(4.3 * z - 1.7 * x + 1.3 * time);
    positions[at + 1] = height * (0.62 * first + 0.38 * second);
  }
}

/** Unit normals from each vertex's four neighbours: a grid needs no sum over triangles. */
export function gridNormals({ positions, segments }: ClothGrid, normals: Float32Array): void {
  const side = segments + 1;
  for (let row = 0; row < side; row++) {
    const above = Math.max(row - 1, 0) * side;
    const below = Math.min(row + 1, segments) * side;
    for (let column = 0; column < side; column++) {
      const left = (row * side + Math.max(column - 1, 0)) * 3;
      const right = (row * side + Math.min(column + 1, segments)) * 3;
      writeNormal(
        normals,
        (row * side + column) * 3,
        positions,
        left,
        right,
        (above + column) * 3,
        (below + column) * 3,
      );
    }
  }
}

function writeNormal(
  normals: Float32Array,
  at: number,
  p: Float32Array,
  left: number,
  right: number,
  above: number,
  below: number,
): void {
  const ux = (p[right] as number) - (p[left] as number);
  const uy = (p[right + 1] as number) - (p[left + 1] as number);
  const uz = (p[right + 2] as number) - (p[left + 2] as number);
  const vx = (p[below] as number) - (p[above] as number);
  const vy = (p[below + 1] as number) - (p[above + 1] as number);
  const vz = (p[below + 2] as number) - (p[above + 2] as number);
  const nx = vy * uz - vz * uy;
  const ny = vz * ux - vx * uz;
  const nz = vx * uy - vy * ux;
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  normals[at] = nx * scale;
  normals[at + 1] = ny * scale;
  normals[at + 2] = nz * scale;
}
