// The count of triangles that meet, for bodies that are nobody's entities: copies of one mesh in poses.
import { DeformableCollider } from 'first-contact/geometry';
import { placedPoints, type SceneMesh, unit } from '../../scenes/meshes/index.js';

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface Placed {
  readonly position: Vector;
  readonly rotation: Vector & { readonly w: number };
}

const colliders = new WeakMap<SceneMesh, [DeformableCollider, DeformableCollider]>();

/** Edges of one that meet faces of another. */
export function countMeetingParts(mesh: SceneMesh, parts: readonly Placed[]): number {
  let pair = colliders.get(mesh);
  if (pair === undefined) {
    pair = [new DeformableCollider(mesh), new DeformableCollider(mesh)];
    colliders.set(mesh, pair);
  }
  const [one, other] = pair;
  let met = 0;
  parts.forEach((part, i) => {
    one.update(place(mesh, part));
    for (const next of parts.slice(i + 1)) {
      other.update(place(mesh, next));
      met += one.intersectionsWith(other).count;
    }
  });
  return met;
}

function place({ positions }: SceneMesh, { position, rotation }: Placed): Float64Array {
  const { x, y, z, w } = rotation;
  // Rapier's quaternions are f32: a little off unit length.
  return placedPoints(positions, {
    position: [position.x, position.y, position.z],
    rotation: unit([x, y, z, w]),
  });
}
