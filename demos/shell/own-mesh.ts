// A Babylon mesh of what is nobody's entity.
import type { SceneMesh } from '../../scenes/meshes/index.js';
import { Material, Mesh, VertexData } from './babylon.js';
import type { Stage } from './babylon-stage.js';

/** In the light and shadow of the stage; `isMoving` where its vertices are written again. */
export function drawOwnMesh(
  stage: Stage,
  name: string,
  { positions, triangles }: SceneMesh,
  normals: Float32Array | number[],
  isMoving = false,
): Mesh {
  const mesh = new Mesh(name, stage.scene);
  const data = new VertexData();
  data.positions = Float32Array.from(positions);
  data.normals = normals;
  data.indices = triangles;
  data.applyToMesh(mesh, isMoving);
  mesh.sideOrientation = Material.CounterClockWiseSideOrientation;
  stage.shade(mesh);
  return mesh;
}
