// Engine, scene, camera and light for a demo, with a see-through background: the page's own colours show behind it.
import {
  type AbstractMesh,
  ArcRotateCamera,
  Color3,
  Color4,
  DirectionalLight,
  Engine,
  HemisphericLight,
  Scene,
  ShadowGenerator,
  Vector3,
} from 'babylonjs';
import { keepSharp } from './canvas.js';

export interface Stage {
  readonly engine: Engine;
  readonly scene: Scene;
  readonly camera: ArcRotateCamera;
  /** Lets a mesh throw a shadow, and others' shadows fall on it. */
  shade(mesh: AbstractMesh): void;
}

export interface Look {
  readonly target?: readonly [x: number, y: number, z: number];
  readonly from?: readonly [alpha: number, beta: number];
}

const SHADOW_TEXELS = 1024;

/** @param distance from the camera to what it looks at, in metres */
export function openStage(
  canvas: HTMLCanvasElement,
  distance: number,
  { target = [0, 0, 0], from = [-1.05, 1.05] }: Look = {},
): Stage {
  const engine = new Engine(canvas, true, { alpha: true, premultipliedAlpha: true, audioEngine: false });
  const scene = new Scene(engine);
  // Triangles that run counter-clockwise face outwards, as in most mesh files.
  scene.useRightHandedSystem = true;
  scene.clearColor = new Color4(0, 0, 0, 0);
  const camera = new ArcRotateCamera('camera', from[0], from[1], distance, new Vector3(...target), scene);
  camera.attachControl(canvas, false);
  camera.lowerRadiusLimit = distance / 4;
  camera.upperRadiusLimit = distance * 4;
  camera.minZ = distance / 100;
  camera.wheelDeltaPercentage = 0.01;
  const shadows = light(scene, camera, distance);
  keepSharp(canvas, (width, height) => {
    // A narrow picture would cut the sides off: fix the angle that is the smaller one.
    camera.fovMode =
      width < height ? ArcRotateCamera.FOVMODE_HORIZONTAL_FIXED : ArcRotateCamera.FOVMODE_VERTICAL_FIXED;
    engine.setSize(width, height);
    scene.render();
  });
  return {
    engine,
    scene,
    camera,
    shade(mesh) {
      shadows.addShadowCaster(mesh);
      mesh.receiveShadows = true;
    },
  };
}

/** The sun is high up behind the viewer's left shoulder, wherever the camera begins. */
function light(scene: Scene, { alpha, target }: ArcRotateCamera, distance: number): ShadowGenerator {
  const sky = new HemisphericLight('sky', new Vector3(0.2, 1, 0.1), scene);
  sky.intensity = 0.62;
  sky.groundColor = new Color3(0.36, 0.35, 0.38);
  const around = alpha + 0.6;
  const sun = new DirectionalLight('sun', new Vector3(-Math.cos(around), -1.6, -Math.sin(around)), scene);
  sun.intensity = 0.72;
  // The region in shadow is fixed: instances say nothing about where they are.
  sun.position = target.subtract(sun.direction.normalizeToNew().scale(2 * distance));
  sun.autoUpdateExtends = false;
  sun.autoCalcShadowZBounds = false;
  const half = 0.62 * distance;
  [sun.orthoLeft, sun.orthoRight, sun.orthoBottom, sun.orthoTop] = [-half, half, -half, half];
  [sun.shadowMinZ, sun.shadowMaxZ] = [distance / 2, 4 * distance];
  const shadows = new ShadowGenerator(SHADOW_TEXELS, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.bias = 0.002;
  shadows.normalBias = 0.01;
  shadows.darkness = 0.25;
  return shadows;
}
