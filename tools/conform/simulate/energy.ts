import type { ClothPart } from '../../../src/cloth/part.js';

/** Joules of everything that moves freely. */
export function kineticEnergy(parts: readonly ClothPart[]): number {
  let sum = 0;
  for (const { vertexCount, inverseMasses, velocities } of parts) {
    for (let v = 0; v < vertexCount; v++) {
      if (inverseMasses[v] === 0) continue;
      const [x, y, z] = velocities.subarray(3 * v, 3 * v + 3);
      sum += (x * x + y * y + z * z) / (2 * inverseMasses[v]);
    }
  }
  return sum;
}

/**
 * Joules of height. What is in edges is left out: they hardly give way, and a micrometre that a sweep has not yet made up for
 * would count as joules.
 */
export function potentialEnergy(parts: readonly ClothPart[]): number {
  let sum = 0;
  for (const { vertexCount, inverseMasses, positions, settings } of parts) {
    for (let v = 0; v < vertexCount; v++) {
      if (inverseMasses[v] === 0) continue;
      const height = settings.gravity.reduce((total, g, axis) => total - g * positions[3 * v + axis], 0);
      sum += height / inverseMasses[v];
    }
  }
  return sum;
}

/** Newton seconds of everything that moves freely. */
export function momentum(parts: readonly ClothPart[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const { vertexCount, inverseMasses, velocities } of parts) {
    for (let v = 0; v < vertexCount; v++) {
      if (inverseMasses[v] === 0) continue;
      for (let axis = 0; axis < 3; axis++) sum[axis] += velocities[3 * v + axis] / inverseMasses[v];
    }
  }
  return sum;
}
