import { meshOf, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

// The smallest meshes of each kind that topology code gets wrong first.

/** Corners of a cube, normals outward. */
export function tetrahedronMesh(size = 1): SceneMesh {
  const s = size / 2;
  return meshOf([s, s, s, s, -s, -s, -s, s, -s, -s, -s, s], [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]);
}

export interface PyramidShape {
  readonly sides: number;
  /** With a base the pyramid is closed; without it, it is a fan around an inner vertex. */
  readonly base?: boolean;
  readonly radius?: number;
  readonly height?: number;
}

/** Vertex 0 is the top, on the y axis; then the corners of the base in y = 0. Normals outward. */
export function pyramidMesh({ sides, base = true, radius = 1, height = 1 }: PyramidShape): SceneMesh {
  const positions = [0, height, 0];
  const triangles: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    positions.push(radius * cos(angle), 0, -radius * sin(angle));
    triangles.push(0, 1 + i, 1 + ((i + 1) % sides));
  }
  if (base) for (let i = 1; i < sides - 1; i++) triangles.push(1, 2 + i, 1 + i);
  return meshOf(positions, triangles);
}

/** Three triangles around a three-sided hole, each pair sharing one vertex and no edge. */
export function triangleRingMesh(size = 1): SceneMesh {
  const s = size;
  return meshOf(
    [0, 0, 0, s, 0, 0, 0, 0, -s, s, 0, -s, -s, 0, -s, s, 0, s],
    // A triangle on each side of the hole 0, 1, 2.
    [0, 5, 1, 1, 3, 2, 2, 4, 0],
  );
}

export interface StarShape {
  /** An odd number from 5 on, so that the two turns have no rim vertex in common. */
  readonly spokes: number;
  readonly radius?: number;
  readonly height?: number;
}

/**
 * Triangles around vertex 0 that wind around it twice before they close: every normal points up, and yet the surface
 * passes through itself. A cone of normals alone calls it free of self-contact.
 */
export function doubleWoundStarMesh({ spokes, radius = 1, height = 0.3 }: StarShape): SceneMesh {
  const positions = [0, 0, 0];
  const triangles: number[] = [];
  for (let i = 0; i < spokes; i++) {
    const angle = (4 * Math.PI * i) / spokes;
    positions.push(radius * cos(angle), height * cos(angle / 2), -radius * sin(angle));
    triangles.push(0, 1 + i, 1 + ((i + 1) % spokes));
  }
  return meshOf(positions, triangles);
}
