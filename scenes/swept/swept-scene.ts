import { placedPoints, type Quat, type SceneMesh, type Vec3 } from '../meshes/index.js';

/** An object in one step: its triangles, and where its vertices begin and end. They move on straight lines. */
export interface SweptObject {
  readonly triangles: Uint32Array;
  /** x y z a vertex. */
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** One step of several objects. Objects pass through each other: it is for measuring what may touch. */
export type SweptScene = readonly SweptObject[];

/** The mesh at one place and moved on from there, turned about its own origin on the way. */
export function movingMesh(
  mesh: SceneMesh,
  at: { position: Vec3; rotation?: Quat },
  way: Vec3,
  rotation = at.rotation,
): SweptObject {
  const position: Vec3 = [at.position[0] + way[0], at.position[1] + way[1], at.position[2] + way[2]];
  return {
    triangles: mesh.triangles,
    start: placedPoints(mesh.positions, at),
    end: placedPoints(mesh.positions, rotation === undefined ? { position } : { position, rotation }),
  };
}
