// What glazed things mirror: a bright ceiling with a window of light in it, walls, and a darker floor. Drawn here: no file is
// loaded for it.
import { lengthOf } from '../../scenes/meshes/index.js';
import { Constants, RawCubeTexture, type Scene, StandardMaterial } from './babylon.js';

const TEXELS = 32;
const known = new WeakMap<Scene, RawCubeTexture>();

/** The scene's surroundings; the same for all its materials. */
export function studio(scene: Scene): RawCubeTexture {
  const before = known.get(scene);
  if (before) return before;
  const texture = draw(scene);
  known.set(scene, texture);
  // A context that was lost takes along what was drawn here.
  scene.getEngine().onContextRestoredObservable.add(() => {
    const old = known.get(scene);
    const anew = draw(scene);
    known.set(scene, anew);
    for (const material of scene.materials) {
      if (material instanceof StandardMaterial && material.reflectionTexture === old) {
        material.reflectionTexture = anew;
      }
    }
  });
  return texture;
}

function draw(scene: Scene): RawCubeTexture {
  const faces = FACES.map((directionOf) => face(directionOf));
  const { TEXTUREFORMAT_RGBA, TEXTURETYPE_UNSIGNED_BYTE } = Constants;
  return new RawCubeTexture(scene, faces, TEXELS, TEXTUREFORMAT_RGBA, TEXTURETYPE_UNSIGNED_BYTE, true);
}

type Direction = readonly [x: number, y: number, z: number];

/** In the order of a cube map: +x, -x, +y, -y, +z, -z. */
const FACES: readonly ((u: number, v: number) => Direction)[] = [
  (u, v) => [1, -v, -u],
  (u, v) => [-1, -v, u],
  (u, v) => [u, 1, v],
  (u, v) => [u, -1, -v],
  (u, v) => [u, -v, 1],
  (u, v) => [-u, -v, -1],
];

function face(directionOf: (u: number, v: number) => Direction): Uint8Array {
  const out = new Uint8Array(4 * TEXELS * TEXELS);
  for (let row = 0; row < TEXELS; row++) {
    for (let column = 0; column < TEXELS; column++) {
      const [x, y, z] = directionOf((2 * column + 1) / TEXELS - 1, (2 * row + 1) / TEXELS - 1);
      const level = brightness(x, y / lengthOf([x, y, z]), z);
      const at = 4 * (row * TEXELS + column);
      out.set([255 * level, 255 * level, 255 * Math.min(1, 1.04 * level), 255], at);
    }
  }
  return out;
}

/** How bright it is in a direction, of which `up` is the share that goes up. */
function brightness(x: number, up: number, z: number): number {
  const walls = 0.28 + 0.3 * smooth(-0.5, 0.9, up);
  const window = smooth(0.45, 0.8, up) * smooth(0.35, 0, Math.abs(x + 0.3 * z) * (1 - up));
  return Math.min(1, walls + 0.55 * window);
}

/** 0 below `from`, 1 above `to`, and without a corner between them. */
function smooth(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}
