// Engine, scene, camera and light for a demo, with a see-through background: the page's own colours show behind it.
import {
  ArcRotateCamera,
  Color3,
  Color4,
  DirectionalLight,
  Engine,
  HemisphericLight,
  Scene,
  Vector3,
} from 'babylonjs';
import { keepSharp } from './canvas.js';

export interface Stage {
  readonly engine: Engine;
  readonly scene: Scene;
  readonly camera: ArcRotateCamera;
}

export interface Look {
  readonly target?: readonly [x: number, y: number, z: number];
  readonly from?: readonly [alpha: number, beta: number];
}

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
  light(scene);
  keepSharp(canvas, (width, height) => {
    // A narrow picture would cut the sides off: fix the angle that is the smaller one.
    camera.fovMode =
      width < height ? ArcRotateCamera.FOVMODE_HORIZONTAL_FIXED : ArcRotateCamera.FOVMODE_VERTICAL_FIXED;
    engine.setSize(width, height);
    scene.render();
  });
  return { engine, scene, camera };
}

function light(scene: Scene): void {
  const sky = new HemisphericLight('sky', new Vector3(0.2, 1, 0.1), scene);
  sky.intensity = 0.5;
  sky.groundColor = new Color3(0.32, 0.3, 0.34);
  const sun = new DirectionalLight('sun', new Vector3(-0.7, -0.9, 0.6), scene);
  sun.intensity = 0.85;
}
