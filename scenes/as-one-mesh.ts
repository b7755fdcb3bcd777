import { joinedMesh, joinedPoints, type SceneMesh } from './meshes/index.js';
import { meshOfEntity, type Scene } from './scene.js';

/** All entities of a scene as one mesh, as the papers count them. */
export function asOneMesh(scene: Scene): SceneMesh {
  return joinedMesh(scene.entities.map((_, entity) => meshOfEntity(scene, entity)));
}

/** Where the vertices of that mesh are at a frame. */
export function pointsAt(scene: Scene, frame: number): Float64Array {
  return joinedPoints(scene.motion(frame));
}
