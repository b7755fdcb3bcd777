// Draws a cloth grid from its own arrays: shaded triangles, and their edges on top.
import { Color3, Material, Mesh, type Scene, StandardMaterial, VertexBuffer } from 'babylonjs';
import { type ClothGrid, gridNormals } from './cloth-grid.js';

export interface ClothView {
  /** Sends the positions as they are now to the renderer. */
  update(): void;
  showEdges(on: boolean): void;
  dispose(): void;
}

export function drawCloth(scene: Scene, cloth: ClothGrid): ClothView {
  const normals = new Float32Array(cloth.positions.length);
  gridNormals(cloth, normals);
  const sheet = new Mesh('cloth', scene);
  sheet.setVerticesData(VertexBuffer.PositionKind, cloth.positions, true);
  sheet.setVerticesData(VertexBuffer.NormalKind, normals, true);
  sheet.setIndices(cloth.indices);
  sheet.material = clothMaterial(scene);
  // A clone shares the geometry: one update serves both.
  const edges = sheet.clone('edges');
  edges.material = edgeMaterial(scene);

  return {
    update() {
      gridNormals(cloth, normals);
      sheet.updateVerticesData(VertexBuffer.PositionKind, cloth.positions);
      sheet.updateVerticesData(VertexBuffer.NormalKind, normals);
    },
    showEdges: (on) => edges.setEnabled(on),
    dispose() {
      edges.dispose(false, true);
      sheet.dispose(false, true);
    },
  };
}

function clothMaterial(scene: Scene): StandardMaterial {
  const material = new StandardMaterial('cloth', scene);
  material.diffuseColor = new Color3(0.93, 0.42, 0.24);
  material.specularColor = new Color3(0.12, 0.12, 0.12);
  material.backFaceCulling = false;
  material.twoSidedLighting = true;
  // Babylon takes a hand-made mesh for clockwise, even in a right-handed scene.
  material.sideOrientation = Material.CounterClockWiseSideOrientation;
  return material;
}

function edgeMaterial(scene: Scene): StandardMaterial {
  const material = new StandardMaterial('edges', scene);
  material.wireframe = true;
  material.disableLighting = true;
  material.emissiveColor = new Color3(1, 0.93, 0.88);
  material.alpha = 0.3;
  // A little nearer than the triangles that the edges lie on.
  material.zOffset = -1;
  return material;
}
