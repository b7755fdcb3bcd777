// Engine, scene, camera and light for a demo, with a see-through background: the page's own colours show behind it.
import { cos, sin } from '../../scenes/meshes/trig.js';
import { arcTangent } from '../../src/babylon/rotation.js';
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
} from './babylon.js';
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
  /** What there is to see is this much wider than the picture is high; 1 by default. Narrower pictures show it from farther. */
  readonly wide?: number;
}

const SHADOW_TEXELS = 1024;
/** A long lens, in radians from bottom to top: what is near is not blown up. */
const FIELD_OF_VIEW = 0.6;
/** The tangent of half of it. */
const SLOPE = sin(FIELD_OF_VIEW / 2) / cos(FIELD_OF_VIEW / 2);

/** @param distance from the camera to what it looks at, in metres */
export function openStage(
  canvas: HTMLCanvasElement,
  distance: number,
  { target = [0, 0, 0], from = [-1.05, 1.05], wide = 1 }: Look = {},
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
  scene.imageProcessingConfiguration.contrast = 1.12;
  scene.imageProcessingConfiguration.exposure = 1;
  keepSharp(canvas, (width, height) => {
    // A narrow picture would cut the sides off: the angle from side to side is fixed there.
    const isNarrow = width < wide * height;
    camera.fovMode = isNarrow
      ? ArcRotateCamera.FOVMODE_HORIZONTAL_FIXED
      : ArcRotateCamera.FOVMODE_VERTICAL_FIXED;
    camera.fov = isNarrow ? 2 * arcTangent(wide * SLOPE, 1) : FIELD_OF_VIEW;
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

/**
 * A studio: the sun is high up behind the viewer's left shoulder, wherever the camera begins, a weaker light behind what there
 * is draws its outline, and the floor sends some light back.
 */
function light(scene: Scene, { alpha, target }: ArcRotateCamera, distance: number): ShadowGenerator {
  const sky = new HemisphericLight('sky', new Vector3(0.2, 1, 0.1), scene);
  sky.intensity = 0.5;
  sky.groundColor = new Color3(0.4, 0.37, 0.36);
  sky.specular = Color3.Black();
  const outline = new DirectionalLight('outline', from(alpha + Math.PI - 0.7, -0.9), scene);
  outline.intensity = 0.28;
  outline.diffuse = new Color3(0.8, 0.88, 1);
  const sun = new DirectionalLight('sun', from(alpha + 0.6, -1.6), scene);
  sun.intensity = 0.72;
  sun.diffuse = new Color3(1, 0.97, 0.92);
  // The region in shadow is fixed: instances say nothing about where they are.
  sun.position = target.subtract(sun.direction.normalizeToNew().scale(2 * distance));
  sun.autoUpdateExtends = false;
  sun.autoCalcShadowZBounds = false;
  const half = 0.55 * distance;
  [sun.orthoLeft, sun.orthoRight, sun.orthoBottom, sun.orthoTop] = [-half, half, -half, half];
  [sun.shadowMinZ, sun.shadowMaxZ] = [distance / 2, 4 * distance];
  const shadows = new ShadowGenerator(SHADOW_TEXELS, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.bias = 0.002;
  shadows.normalBias = 0.01;
  shadows.darkness = 0.3;
  return shadows;
}

/** Light that comes from that angle around the vertical axis, and falls so much for each metre that it goes. */
function from(around: number, fall: number): Vector3 {
  return new Vector3(-cos(around), fall, -sin(around));
}
