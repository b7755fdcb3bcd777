import {
  boxMesh,
  gearMesh,
  icosphereMesh,
  lengthOf,
  letterMesh,
  rodMesh,
  type SceneMesh,
  torusKnotMesh,
  torusMesh,
  unit,
  type Vec3,
} from '../meshes/index.js';
import { power, random } from '../random.js';
import type { RigidScene, SceneBody } from './rigid-scene.js';

/** About a metre large. */
export const SHAPES: readonly SceneMesh[] = [
  boxMesh({ cells: [1, 1, 1], size: [1, 0.7, 1.2] }),
  torusMesh({ around: 20, tube: 8, radius: 0.5, tubeRadius: 0.14 }),
  gearMesh({ teeth: 10, quadsASide: 1, rows: 1, radius: 0.5, thickness: 0.25 }),
  torusKnotMesh({ along: 48, tube: 6, radius: 0.4, tubeRadius: 0.1 }),
  icosphereMesh({ subdivisions: 2, radius: 0.5 }),
  letterMesh({ letter: 'N', height: 1.2 }),
  rodMesh({ around: 8, along: 2, radius: 0.06, length: 1.6 }),
];
/** No vertex is farther from its origin than this many times the size. */
const REACH = 1.8;

export interface Heap extends RigidScene {
  /** Of a body: how large it is, in metres. */
  readonly sizes: readonly number[];
}

/**
 * Six to fifteen bodies of seven shapes in the air above a floor, with masses up to 1,000 times each other: from 1 cm to 100 m large where
 * they are `mixed`, else all of them of one such size, within a factor of five.
 */
export function heap(seed: number, mixed: boolean): Heap {
  const next = random(seed);
  const common = power(10, -2 + 4 * next());
  const count = 6 + Math.floor(10 * next());
  const sizes = Array.from({ length: count }, () =>
    mixed ? power(10, -2 + 4 * next()) : common * power(5, 2 * next() - 1),
  );
  const largest = Math.max(...sizes);
  const taken: { readonly at: Vec3; readonly reach: number }[] = [];
  const freePlace = (reach: number): Vec3 => {
    for (let spread = largest; ; spread *= 1.15) {
      const at: Vec3 = [(next() - 0.5) * spread, reach + next() * spread, (next() - 0.5) * spread];
      const isFree = taken.every(
        (other) => lengthOf(at.map((x, k) => x - other.at[k])) > other.reach + reach,
      );
      if (isFree) return at;
    }
  };
  const bodies = sizes.map((size): SceneBody => {
    const shape = SHAPES[Math.floor(next() * SHAPES.length)];
    const mesh = { ...shape, positions: shape.positions.map((x) => x * size) };
    const position = freePlace(REACH * size);
    taken.push({ at: position, reach: REACH * size });
    const q = [0, 0, 0, 0].map(() => next() - 0.5);
    const rotation = unit(q);
    const settings = { friction: next(), restitution: 0 };
    return { mesh, density: 1, position, rotation, body: { mass: power(10, 3 * next()) }, settings };
  });
  const floor: SceneBody = {
    mesh: boxMesh({ cells: [1, 1, 1], size: [60 * largest, largest, 60 * largest] }),
    position: [0, -0.5 * largest, 0],
    settings: { friction: 0.5, restitution: 0 },
  };
  return {
    summary: `${count} bodies of very different masses`,
    gravity: [0, -9.81, 0],
    seconds: 2.5,
    bodies: [floor, ...bodies],
    sizes: [largest, ...sizes],
  };
}
