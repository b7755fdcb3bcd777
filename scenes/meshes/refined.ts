import { meshOf, type SceneMesh } from './mesh.js';

/**
 * The same surface of more triangles: its longest edges are halved, round by round, up to so many triangles or one more. In a round no
 * triangle is split twice.
 */
export function refinedMesh({ positions, triangles }: SceneMesh, count: number): SceneMesh {
  const points = Array.from(positions);
  let corners = Array.from(triangles);
  while (corners.length / 3 < count) corners = splitLongest(points, corners, count);
  return meshOf(points, corners);
}

interface Side {
  readonly length: number;
  readonly from: number;
  readonly to: number;
  readonly faces: number[];
}

function splitLongest(points: number[], corners: readonly number[], count: number): number[] {
  const sides = [...sidesOf(points, corners).values()].sort(
    (a, b) => b.length - a.length || a.from - b.from || a.to - b.to,
  );
  const middleOf = new Map<number, readonly [side: Side, middle: number]>();
  let total = corners.length / 3;
  for (const side of sides) {
    if (total >= count) break;
    if (side.faces.some((face) => middleOf.has(face))) continue;
    const middle = points.length / 3;
    for (let k = 0; k < 3; k++) points.push((points[3 * side.from + k] + points[3 * side.to + k]) / 2);
    for (const face of side.faces) middleOf.set(face, [side, middle]);
    total += side.faces.length;
  }
  const split: number[] = [];
  for (let face = 0; face < corners.length / 3; face++) {
    const own = corners.slice(3 * face, 3 * face + 3);
    const found = middleOf.get(face);
    if (found === undefined) {
      split.push(...own);
      continue;
    }
    const [{ from, to }, middle] = found;
    split.push(...own.map((corner) => (corner === from ? middle : corner)));
    split.push(...own.map((corner) => (corner === to ? middle : corner)));
  }
  return split;
}

/** Each edge once, with the triangles that have it. */
function sidesOf(points: readonly number[], corners: readonly number[]): Map<string, Side> {
  const sides = new Map<string, Side>();
  for (let i = 0; i < corners.length; i++) {
    const [one, other] = [corners[i], corners[i % 3 === 2 ? i - 2 : i + 1]];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const known = sides.get(`${from} ${to}`);
    if (known !== undefined) {
      known.faces.push(Math.floor(i / 3));
      continue;
    }
    const way = [0, 1, 2].map((k) => points[3 * to + k] - points[3 * from + k]);
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    sides.set(`${from} ${to}`, { length, from, to, faces: [Math.floor(i / 3)] });
  }
  return sides;
}
