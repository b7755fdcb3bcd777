import { random } from '../random.js';
import type { SceneMesh } from './mesh.js';
import { joinedMesh, placedMesh } from './placed.js';
import { rodMesh } from './rod.js';
import { cos, sin } from './trig.js';
import { cross, normalized, plus, type Quat, rotated, turnAround, type Vec3 } from './vectors.js';

export interface TreeShape {
  readonly seed: number;
  /** How often branches branch: 3^generations rods in the last. */
  readonly generations?: number;
  readonly height?: number;
  readonly around?: number;
}

export interface Tree {
  /** Closed rods that reach into each other: a soup for a rigid body. */
  readonly mesh: SceneMesh;
  /** Where the last branches end. */
  readonly tips: readonly Vec3[];
}

const BRANCHES = 3;

export function treeMesh({ seed, generations = 3, height = 2, around = 8 }: TreeShape): Tree {
  const next = random(seed);
  const rods: SceneMesh[] = [];
  const tips: Vec3[] = [];
  const grow = (base: Vec3, direction: Vec3, length: number, generation: number): void => {
    const rod = rodMesh({ around, along: 4, radius: length / 16, length });
    rods.push(placedMesh(rod, { position: base, rotation: upTo(direction) }));
    const tip = plus(base, direction, length);
    if (generation === generations) {
      tips.push(tip);
      return;
    }
    const first = 2 * Math.PI * next();
    for (let i = 0; i < BRANCHES; i++) {
      const angle = first + (2 * Math.PI * i) / BRANCHES + 0.5 * next();
      const lean = 0.5 + 0.4 * next();
      const aside = rotated(upTo(direction), [cos(angle), 0, sin(angle)]);
      const place = plus(base, direction, length * (0.7 + 0.25 * next()));
      grow(place, normalized(plus(direction, aside, lean)), 0.6 * length, generation + 1);
    }
  };
  grow([0, 0, 0], [0, 1, 0], height / 2, 0);
  return { mesh: joinedMesh(rods), tips };
}

/** The shortest rotation that takes +y to a unit vector that does not point straight down. */
function upTo(direction: Vec3): Quat {
  const [x, y, z] = cross([0, 1, 0], direction);
  const w = 1 + direction[1];
  if (w < 1e-9) return turnAround([1, 0, 0], Math.PI);
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}
