import type { SceneMesh } from './mesh.js';
import { type Quat, rotated, type Vec3 } from './vectors.js';

export interface Place {
  readonly position?: Vec3;
  readonly rotation?: Quat;
}

/** Where the points of a mesh are when it is turned first and moved then. */
export function placedPoints(points: Float64Array, { position, rotation }: Place): Float64Array {
  const placed = points.slice();
  for (let at = 0; at < points.length; at += 3) {
    const point: Vec3 = [points[at], points[at + 1], points[at + 2]];
    const turned = rotation === undefined ? point : rotated(rotation, point);
    for (let k = 0; k < 3; k++) placed[at + k] = turned[k] + (position?.[k] ?? 0);
  }
  return placed;
}

export function placedMesh(mesh: SceneMesh, place: Place): SceneMesh {
  return { positions: placedPoints(mesh.positions, place), triangles: mesh.triangles };
}

/** Several meshes as one, in their order; they stay apart. */
export function joinedMesh(meshes: readonly SceneMesh[]): SceneMesh {
  const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let filled = 0;
  let vertices = 0;
  for (const mesh of meshes) {
    triangles.set(
      mesh.triangles.map((v) => v + vertices),
      filled,
    );
    filled += mesh.triangles.length;
    vertices += mesh.positions.length / 3;
  }
  return { positions: joinedPoints(meshes.map(({ positions }) => positions)), triangles };
}

export function joinedPoints(parts: readonly Float64Array[]): Float64Array {
  const points = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    points.set(part, filled);
    filled += part.length;
  }
  return points;
}
