// A thin-walled thing, cut into shards that do not touch: surfaces, without a thickness.
import { piecesOf, type SceneMesh } from '../../scenes/meshes/index.js';
import { meshOf } from '../../scenes/meshes/mesh.js';

export interface Shard {
  /** Around its own middle. */
  readonly mesh: SceneMesh;
  readonly middle: readonly [number, number, number];
  /** Of all triangles, and the mean square of its points' distances from the middle. */
  readonly share: number;
  readonly spread: number;
}

/** @param gap share of the way from each vertex of a cut to the middle of its shard's triangles there by which it draws back */
export function shardsOf(mesh: SceneMesh, count: number, gap: number, seed: number): Shard[] {
  const piece = piecesOf(mesh, count, seed);
  return [...new Set(piece)].map((number) => {
    const isMine = (t: number) => piece[t] === number;
    return shardOf({ ...mesh, positions: drawnBack(mesh, isMine, gap) }, isMine);
  });
}

/** Positions of which those at a rim are nearer to the triangles inside of it. */
function drawnBack(
  { positions: p, triangles }: SceneMesh,
  isMine: (triangle: number) => boolean,
  gap: number,
): Float64Array {
  const out = p.slice();
  const around = new Map<number, { sum: number[]; mine: number; all: number }>();
  for (let t = 0; t < triangles.length / 3; t++) {
    const corners = triangles.subarray(3 * t, 3 * t + 3);
    for (const vertex of corners) {
      const fan = around.get(vertex) ?? { sum: [0, 0, 0], mine: 0, all: 0 };
      around.set(vertex, fan);
      fan.all++;
      if (!isMine(t)) continue;
      fan.mine++;
      for (const corner of corners) for (let k = 0; k < 3; k++) fan.sum[k] += p[3 * corner + k] / 3;
    }
  }
  for (const [vertex, { sum, mine, all }] of around) {
    if (mine === 0 || mine === all) continue;
    for (let k = 0; k < 3; k++) out[3 * vertex + k] += gap * (sum[k] / mine - out[3 * vertex + k]);
  }
  return out;
}

function shardOf({ positions, triangles }: SceneMesh, isMine: (triangle: number) => boolean): Shard {
  const numbers = new Map<number, number>();
  const faces: number[] = [];
  for (let i = 0; i < triangles.length; i++) {
    if (!isMine(Math.floor(i / 3))) continue;
    if (!numbers.has(triangles[i])) numbers.set(triangles[i], numbers.size);
    faces.push(numbers.get(triangles[i])!);
  }
  const points = [...numbers.keys()].flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
  const middle = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let i = k; i < points.length; i += 3) sum += points[i];
    return (3 * sum) / points.length;
  }) as unknown as Shard['middle'];
  const local = points.map((x, i) => x - middle[i % 3]);
  const squares = local.reduce((sum, x) => sum + x * x, 0);
  return {
    mesh: meshOf(local, faces),
    middle,
    share: faces.length / triangles.length,
    spread: (3 * squares) / points.length,
  };
}
