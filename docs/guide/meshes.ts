// Meshes of the guide's programs: positions x y z a vertex, three indices a triangle, counter-clockwise seen from outside.
export interface GuideMesh {
  positions: number[];
  triangles: number[];
}

/** A box around the origin; the numbers are half its sides. */
export function box(x: number, y: number, z: number): GuideMesh {
  return {
    positions: [-x, -y, -z, x, -y, -z, x, y, -z, -x, y, -z, -x, -y, z, x, -y, z, x, y, z, -x, y, z],
    // biome-ignore format: two triangles a side
    triangles: [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 3, 7, 6, 3, 6, 2, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5],
  };
}

/** A level sheet of quads x quads squares around (0, y, 0), facing up. */
export function sheet(quads: number, size: number, y: number): GuideMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= quads; row++) {
    for (let column = 0; column <= quads; column++) {
      positions.push((column / quads - 0.5) * size, y, (row / quads - 0.5) * size);
      if (row === quads || column === quads) continue;
      const corner = row * (quads + 1) + column;
      triangles.push(
        corner,
        corner + quads + 1,
        corner + 1,
        corner + 1,
        corner + quads + 1,
        corner + quads + 2,
      );
    }
  }
  return { positions, triangles };
}

/** A ball around the origin: an octahedron whose triangles are cut into four, a few times over. */
export function ball(radius: number, cuts = 3): GuideMesh {
  const positions = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  let triangles = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  for (let cut = 0; cut < cuts; cut++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      let vertex = middles.get(key);
      if (vertex === undefined) {
        vertex = positions.length / 3;
        const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * a + axis] + positions[3 * b + axis]);
        const length = Math.sqrt(x * x + y * y + z * z);
        positions.push(x / length, y / length, z / length);
        middles.set(key, vertex);
      }
      return vertex;
    };
    const finer: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.slice(t, t + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    triangles = finer;
  }
  return { positions: positions.map((value) => value * radius), triangles };
}
