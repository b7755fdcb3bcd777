import { MOTION_FIXED } from '../../src/components/constants.js';
import {
  bowlMesh,
  boxMesh,
  gearMesh,
  type Letter,
  letterMesh,
  type Quat,
  type SceneMesh,
  torusMesh,
  type Vec3,
} from '../meshes/index.js';
import { random } from '../random.js';
import type { RigidScene, SceneBody } from './rigid-scene.js';

const EARTH: Vec3 = [0, -9.81, 0];
const AROUND_Z: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const AROUND_X: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

export function slab(size: number, height = 0, friction = 0.6): SceneBody {
  return {
    mesh: boxMesh({ cells: [1, 1, 1], size: [size, 0.2, size] }),
    position: [0, height - 0.1, 0],
    settings: { friction },
  };
}

function turned(next: () => number, most: number): Quat {
  const signed = () => most * (2 * next() - 1);
  const q = [signed(), signed(), signed(), 1];
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x / length) as unknown as Quat;
}

/** Six links under a fixed one. */
export function chain(seed: number): RigidScene {
  const next = random(seed);
  const mesh = torusMesh({ around: 32, tube: 12, radius: 0.3, tubeRadius: 0.06 });
  const bodies = Array.from(
    { length: 7 },
    (_, i): SceneBody => ({
      mesh,
      ...(i > 0 && { density: 1000 }),
      position: [1e-4 * (next() - 0.5), -0.475 * i, 1e-4 * (next() - 0.5)],
      rotation: i % 2 ? AROUND_X : AROUND_Z,
    }),
  );
  return { summary: 'six links that hang from a seventh', gravity: EARTH, seconds: 20, bodies };
}

/** Ten rings, one on the other. */
export function stack(seed: number): RigidScene {
  const next = random(seed);
  const mesh = torusMesh({ around: 32, tube: 12, radius: 0.3, tubeRadius: 0.08 });
  const rings = Array.from({ length: 10 }, (_, i): SceneBody => {
    const [x, z] = [0.01 * (next() - 0.5), 0.01 * (next() - 0.5)];
    return { mesh, density: 1000, position: [x, 0.081 + 0.161 * i, z] };
  });
  return { summary: 'ten rings, one on the other', gravity: EARTH, seconds: 60, bodies: [slab(3), ...rings] };
}

const WORD: readonly Letter[] = ['C', 'O', 'N', 'T', 'A', 'C', 'T'];

/** Two words of letters fall into a bowl. */
export function letters(seed: number): RigidScene {
  const next = random(seed);
  const shapes = new Map(
    WORD.map((letter): [Letter, SceneMesh] => [letter, letterMesh({ letter, cuts: 1, height: 0.45 })]),
  );
  const fallen = Array.from({ length: 2 * WORD.length }, (_, i): SceneBody => {
    const rotation = turned(next, 0.5);
    const position: Vec3 = [0.42 * ((i % 3) - 1), 0.1 + 0.5 * Math.floor(i / 3), 0.2 * (next() - 0.5)];
    const body = { wx: 2 * next() - 1, wz: 2 * next() - 1 };
    return { mesh: shapes.get(WORD[i % WORD.length]) as SceneMesh, density: 400, position, rotation, body };
  });
  const bowl = {
    mesh: bowlMesh({ around: 32, rings: 8, radius: 0.9, thickness: 0.08 }),
    body: { motion: MOTION_FIXED },
  };
  return { summary: 'fourteen letters in a bowl', gravity: EARTH, seconds: 20, bodies: [bowl, ...fallen] };
}

/** Gears of 600 triangles fall onto each other between four walls. */
export function pile(seed: number, count = 100): RigidScene {
  const next = random(seed);
  const mesh = gearMesh({
    teeth: 15,
    quadsASide: 1,
    rows: 4,
    radius: 0.25,
    toothHeight: 0.2,
    thickness: 0.12,
  });
  const wall = (x: number, z: number): SceneBody => ({
    mesh: boxMesh({ cells: [1, 1, 1], size: [x === 0 ? 2.6 : 0.2, 4, z === 0 ? 2.6 : 0.2] }),
    position: [x, 2, z],
  });
  const gears = Array.from({ length: count }, (_, i): SceneBody => {
    const place = (k: number) => 0.66 * ((k % 3) - 1) + 0.1 * (next() - 0.5);
    const position: Vec3 = [place(i), 0.4 + 0.3 * Math.floor(i / 9), place(Math.floor(i / 3))];
    return { mesh, density: 800, position, rotation: turned(next, 0.4) };
  });
  const box = [slab(4), wall(1.3, 0), wall(-1.3, 0), wall(0, 1.3), wall(0, -1.3)];
  return {
    summary: `${count} gears of 600 triangles in a box`,
    gravity: EARTH,
    seconds: 10,
    bodies: [...box, ...gears],
  };
}
