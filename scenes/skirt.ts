import { foldHeight, mapped, power, smoothStep, turned } from './folds.js';
import { annulusMesh, icosphereMesh, placedPoints, type Vec3 } from './meshes/index.js';
import type { Scene } from './scene.js';

export interface SkirtSize {
  /** Quads around and from waist to hem: 200 x 95 have the 2,000 orphans of the paper's "Princess". */
  readonly around?: number;
  readonly rings?: number;
  readonly bodySubdivisions?: number;
}

const WAIST = 0.15;
const HEM = 1;
const HIGH = 0.9;
const LOW = 0.25;
const FRAMES = 40;
const FRAME = 1 / 30;
const FOLDS = 16;

/** A dancer in a wide skirt sits down: the hem comes to lie on the ground in folds. */
export function skirt({ around = 200, rings = 95, bodySubdivisions = 3 }: SkirtSize = {}): Scene {
  const cloth = annulusMesh({ around, rings, innerRadius: WAIST, outerRadius: HEM });
  const body = icosphereMesh({ subdivisions: bodySubdivisions, radius: WAIST });
  const speed = (LOW - HIGH) / (FRAMES * FRAME);
  return {
    name: 'skirt',
    title: 'A skirt settles on the ground',
    meshes: [cloth, body],
    entities: [
      {
        kind: 'deformable',
        mesh: 0,
        position: [0, HIGH, 0],
        velocity: [0, speed, 0],
        pins: Array.from({ length: around }, (_, i) => i * (rings + 1)),
      },
      { kind: 'rigid', mesh: 1, position: [0, HIGH + 0.12, 0], velocity: [0, speed, 0], isDriven: true },
    ],
    gravity: [0, -9.81, 0],
    frames: FRAMES,
    frameTime: FRAME,
    motion: (frame) => {
      const waist = HIGH + (LOW - HIGH) * (frame / FRAMES);
      return [
        mapped(cloth.positions, (x, _, z) => hangingPoint(x, z, waist)),
        placedPoints(body.positions, { position: [0, waist + 0.12, 0] }),
      ];
    },
  };
}

/** Cloth hangs from the waist down to the ground, and lies on it from there outward. */
function hangingPoint(x: number, z: number, waist: number): Vec3 {
  const flat = Math.sqrt(x * x + z * z);
  const slant = flat - WAIST;
  const hanging = Math.min(slant, waist);
  const lying = slant - hanging;
  const distance = WAIST + 0.3 * hanging + lying;
  const amplitude = foldHeight(flat, distance, FOLDS);
  const direction = [x / flat, -z / flat] as const;
  const fold = power(direction, FOLDS);
  const onGround = smoothStep(0, 0.1, lying);
  const lean = (1.2 + 0.8 * onGround) * smoothStep(0, 0.3, slant);
  const [re, im] = turned(direction, (lean / FOLDS) * fold[1]);
  const outward = distance + amplitude * (1 - onGround) * fold[0];
  const height = waist - 0.95 * hanging + amplitude * onGround * (1 + fold[0]);
  return [outward * re, height, -outward * im];
}
