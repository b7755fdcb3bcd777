// The floor as it is drawn: a disc that catches shadows and fades out, in place of a slab's edges.
import {
  Color3,
  CreateDisc,
  DynamicTexture,
  Material,
  type Mesh,
  type Scene,
  StandardMaterial,
} from './babylon.js';

const TEXELS = 256;

/** Draws a floor for a slab's mesh, and goes with it. */
export function drawGround(slab: Mesh, scene: Scene, height: number, radius: number): void {
  const disc = CreateDisc('ground', { radius, tessellation: 64 }, scene);
  disc.rotation.x = Math.PI / 2;
  disc.position.y = height;
  disc.parent = slab;
  disc.isPickable = false;
  disc.receiveShadows = true;
  const material = new StandardMaterial('ground', scene);
  material.diffuseColor = groundColour();
  material.specularColor = Color3.Black();
  material.backFaceCulling = false;
  material.twoSidedLighting = true;
  material.opacityTexture = fade(scene);
  material.transparencyMode = Material.MATERIAL_ALPHABLEND;
  disc.material = material;
  slab.isVisible = false;
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const recolour = () => {
    material.diffuseColor = groundColour();
  };
  scheme.addEventListener('change', recolour);
  disc.onDisposeObservable.add(() => {
    scheme.removeEventListener('change', recolour);
    material.dispose(false, true);
  });
}

function groundColour(): Color3 {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return Color3.FromHexString(isDark ? '#3a404b' : '#c4bfb5');
}

function fade(scene: Scene): DynamicTexture {
  const texture = new DynamicTexture('fade', TEXELS, scene, false);
  const context = texture.getContext();
  const half = TEXELS / 2;
  const gradient = context.createRadialGradient(half, half, 0, half, half, half);
  for (const [at, alpha] of [
    [0, 1],
    [0.45, 0.9],
    [0.99, 0],
  ]) {
    gradient.addColorStop(at, `rgba(255, 255, 255, ${alpha})`);
  }
  context.clearRect(0, 0, TEXELS, TEXELS);
  context.fillStyle = gradient;
  context.fillRect(0, 0, TEXELS, TEXELS);
  texture.hasAlpha = true;
  texture.update();
  return texture;
}
