// Small meshes for pairs of moving bodies, each about one unit in size.
import { icosphereMesh, type SceneMesh, tetrahedronMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { meshOf } from '../../../scenes/meshes/mesh.js';
import type { Seeded } from './seeded.js';

export const SOUPS: Readonly<Record<string, (seeded: Seeded) => SceneMesh>> = {
  tetrahedron: () => tetrahedronMesh(),
  box: (seeded) => boxSoup(seeded.between(0.2, 1), seeded.between(0.2, 1), seeded.between(0.2, 1)),
  rod: (seeded) => boxSoup(1, seeded.between(0.01, 0.05), 0.02),
  plate: (seeded) => boxSoup(1, 1, seeded.between(1e-6, 1e-3)),
  shell: (seeded) => shellSoup(seeded.between(0.05, 0.6)),
  needles: (seeded) => needleSoup(seeded, 6),
  confetti: (seeded) => confettiSoup(seeded, 8),
  degenerate: (seeded) => degenerateSoup(seeded),
  ring: () => torusMesh({ around: 8, tube: 3, radius: 0.8, tubeRadius: 0.1 }),
  sphere: () => icosphereMesh({ subdivisions: 0 }),
};

export function boxSoup(x: number, y: number, z: number): SceneMesh {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) positions.push(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
  const quads = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return meshOf(
    positions,
    quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]),
  );
}

/** A sheet without thickness, bent. */
function shellSoup(bend: number): SceneMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 3; j++) positions.push(i / 1.5 - 1, bend * (i - 1.5) ** 2 - bend, j - 1);
  }
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 2; j++) {
      const at = 3 * i + j;
      triangles.push(at, at + 1, at + 4, at, at + 4, at + 3);
    }
  }
  return meshOf(positions, triangles);
}

/** Triangles a million times longer than wide. */
function needleSoup(seeded: Seeded, count: number): SceneMesh {
  const positions: number[] = [];
  for (let i = 0; i < count; i++) {
    const from = seeded.vector(1);
    const to = seeded.vector(1);
    const aside = seeded.vector(1e-6);
    positions.push(...from, ...to, ...to.map((x, k) => x + aside[k]));
  }
  return meshOf(positions, positions.map((_, i) => i).slice(0, 3 * count));
}

/** A segment, a point and a triangle, each with three vertices. */
function degenerateSoup(seeded: Seeded): SceneMesh {
  const [from, to, point] = [seeded.vector(1), seeded.vector(1), seeded.vector(1)];
  const between = from.map((x, axis) => (x + to[axis]) / 2);
  const corners = [
    from,
    to,
    between,
    point,
    point,
    point,
    seeded.vector(1),
    seeded.vector(1),
    seeded.vector(1),
  ];
  return meshOf(
    corners.flat(),
    corners.map((_, i) => i),
  );
}

function confettiSoup(seeded: Seeded, count: number): SceneMesh {
  const positions: number[] = [];
  for (let i = 0; i < count; i++) {
    const centre = seeded.vector(0.8);
    for (let k = 0; k < 3; k++) positions.push(...seeded.vector(0.3).map((x, axis) => x + centre[axis]));
  }
  return meshOf(positions, positions.map((_, i) => i).slice(0, 3 * count));
}

export function scaled(mesh: SceneMesh, scale: number): SceneMesh {
  return { positions: mesh.positions.map((x) => x * scale), triangles: mesh.triangles };
}
