import { meshOf, type SceneMesh } from './mesh.js';
import type { Vec3 } from './vectors.js';

export interface CellsShape {
  /** How many cells there are along x, y and z. */
  readonly cells: Vec3;
  /** The size of the whole block, which is centred on the origin. */
  readonly size: Vec3;
  readonly isFilled: (x: number, y: number, z: number) => boolean;
}

/** The surface of filled cells of a block, two triangles a cell side, normals outward. */
export function cellsMesh({ cells, size, isFilled }: CellsShape): SceneMesh {
  const [columns, rows] = cells;
  const positions: number[] = [];
  const triangles: number[] = [];
  const known = new Map<number, number>();
  const vertexAt = (corner: Vec3): number => {
    const key = corner[0] + (columns + 1) * (corner[1] + (rows + 1) * corner[2]);
    const old = known.get(key);
    if (old !== undefined) return old;
    known.set(key, positions.length / 3);
    return positions.push(...corner.map((c, k) => size[k] * (c / cells[k] - 0.5))) / 3 - 1;
  };
  const isSolid = (cell: Vec3) => cell.every((c, k) => c >= 0 && c < cells[k]) && isFilled(...cell);
  /** The side of a cell across an axis: at the cell's own place, or one further, and seen from there. */
  const addSide = (cell: Vec3, axis: number, far: boolean) => {
    const corner = (u: number, v: number): Vec3 => {
      const at = [...cell] as [number, number, number];
      if (far) at[axis]++;
      at[(axis + 1) % 3] += u;
      at[(axis + 2) % 3] += v;
      return at;
    };
    const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)].map(vertexAt);
    if (far) triangles.push(a, b, c, a, c, d);
    else triangles.push(a, c, b, a, d, c);
  };
  for (let z = 0; z < cells[2]; z++) {
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        if (!isSolid([x, y, z])) continue;
        for (let axis = 0; axis < 3; axis++) {
          const before: Vec3 = [x - Number(axis === 0), y - Number(axis === 1), z - Number(axis === 2)];
          const after: Vec3 = [x + Number(axis === 0), y + Number(axis === 1), z + Number(axis === 2)];
          if (!isSolid(before)) addSide([x, y, z], axis, false);
          if (!isSolid(after)) addSide([x, y, z], axis, true);
        }
      }
    }
  }
  return meshOf(positions, triangles);
}

/** A box around the origin: a plate of a vise, a wall, a floor with a thickness. */
export function boxMesh({ cells, size }: Omit<CellsShape, 'isFilled'>): SceneMesh {
  return cellsMesh({ cells, size, isFilled: () => true });
}
