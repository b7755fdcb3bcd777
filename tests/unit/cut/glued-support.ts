import { hasComponent } from 'bitecs';
import { boxMesh, type SceneMesh } from '../../../scenes/meshes/index.js';
import { placedPoints } from '../../../scenes/meshes/placed.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import type { Scene } from '../../support/colliders.js';

const GAP = 0.01;
export const STIFF = { density: 5, shapeStiffness: 1, bendCompliance: 0.01 };

/** A wall of boxes with gaps, each a closed surface: much nearer to each other than their thickness. */
export function wall(columns = 3, rows = 2): SceneMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++) {
    for (let k = 0; k < rows; k++) {
      const size = [0.2 + 0.05 * i, 0.2, 0.15] as const;
      const brick = boxMesh({ cells: [2, 2, 1], size });
      const first = positions.length / 3;
      const x = 0.24 * i + 0.025 * i * i - 0.3;
      positions.push(...brick.positions.map((v, c) => v + [x, (0.2 + GAP) * k, 0][c % 3]));
      triangles.push(...brick.triangles.map((v) => v + first));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Where an entity's surface is. */
export function surfaceOf({ plugin, world }: Scene, e: number): SceneMesh {
  const { MeshTopology, RigidBody } = plugin.components;
  const { positions, triangles } = plugin.readMesh(MeshTopology.mesh[e]);
  if (!hasComponent(world, e, RigidBody))
    return { positions: plugin.readVertices(e, new Float64Array(positions.length)), triangles };
  const { px, py, pz, qx, qy, qz, qw } = RigidBody;
  const place = { position: [px[e], py[e], pz[e]], rotation: [qx[e], qy[e], qz[e], qw[e]] } as const;
  return { positions: placedPoints(Float64Array.from(positions), place), triangles };
}

/** Pairs that meet among surfaces, each with itself too. */
export function meetings(scene: Scene, entities: readonly number[]): number {
  const points: number[] = [];
  const triangles: number[] = [];
  for (const entity of entities) {
    const first = points.length / 3;
    const surface = surfaceOf(scene, entity);
    for (const value of surface.positions) points.push(value);
    for (const vertex of surface.triangles) triangles.push(first + vertex);
  }
  const prescribed = new Uint8Array(points.length / 3);
  return new StaticTest(Uint32Array.from(triangles), points.length / 3, { prescribed }).count(
    Float64Array.from(points),
  );
}
