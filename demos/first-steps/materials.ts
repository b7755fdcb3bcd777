import { Color3, type Scene, StandardMaterial } from '../shell/babylon.js';

/** Seen from both sides. */
export function clothMaterial(scene: Scene): StandardMaterial {
  const material = solidMaterial(scene, new Color3(0.93, 0.42, 0.24));
  material.backFaceCulling = false;
  material.twoSidedLighting = true;
  return material;
}

export function solidMaterial(scene: Scene, colour = new Color3(0.25, 0.55, 0.85)): StandardMaterial {
  const material = new StandardMaterial('solid', scene);
  material.diffuseColor = colour;
  material.specularColor = new Color3(0.12, 0.12, 0.12);
  return material;
}

/** A triangle's edges, drawn over it. */
export function edgeMaterial(scene: Scene): StandardMaterial {
  const material = new StandardMaterial('edges', scene);
  material.wireframe = true;
  material.disableLighting = true;
  material.emissiveColor = new Color3(1, 0.93, 0.88);
  material.alpha = edgeMaterial.alpha;
  // A little nearer than the triangles that the edges lie on.
  material.zOffset = -1;
  return material;
}
edgeMaterial.alpha = 0.3;
