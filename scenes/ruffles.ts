import { mapped, power, turned } from './folds.js';
import { annulusMesh, icosphereMesh, placedPoints, type Vec3 } from './meshes/index.js';
import { sin } from './meshes/trig.js';
import { turnAround } from './meshes/vectors.js';
import type { Scene } from './scene.js';

export interface RufflesSize {
  /** Quads around and across each ruffle: six of 180 x 22 have the 10,800 orphans of the paper's "Flamenco". */
  readonly around?: number;
  readonly rings?: number;
  readonly layers?: number;
  readonly bodySubdivisions?: number;
}

const INNER = 0.25;
const WIDTH = 0.35;
const APART = 0.06;
const TOP = 1;
const FRAME = 1 / 30;
const FOLDS = 15;
const SPIN = 4;

/** A dancer in a dress of ruffles that lie on each other and swing as she turns. */
export function ruffles(size: RufflesSize = {}): Scene {
  const { around = 180, rings = 22, layers = 6, bodySubdivisions = 3 } = size;
  const body = icosphereMesh({ subdivisions: bodySubdivisions, radius: 0.8 * INNER });
  const cloths = Array.from({ length: layers }, (_, layer) => {
    const innerRadius = INNER + 0.02 * layer;
    return annulusMesh({ around, rings, innerRadius, outerRadius: innerRadius + WIDTH });
  });
  const rim = Array.from({ length: around }, (_, i) => i * (rings + 1));
  return {
    name: 'ruffles',
    title: 'Layered ruffles',
    meshes: [...cloths, body],
    entities: [
      ...cloths.map((_, layer) => ({
        kind: 'deformable' as const,
        mesh: layer,
        position: [0, TOP - APART * layer, 0] as const,
        pins: rim,
      })),
      { kind: 'rigid', mesh: layers, position: [0, TOP, 0], spin: [0, SPIN, 0], isDriven: true },
    ],
    gravity: [0, -9.81, 0],
    frames: 40,
    frameTime: FRAME,
    motion: (frame) => [
      ...cloths.map((cloth, layer) =>
        mapped(cloth.positions, (x, _, z) => rufflePoint(x, z, layer, frame * FRAME)),
      ),
      placedPoints(body.positions, {
        position: [0, TOP, 0],
        rotation: turnAround([0, 1, 0], SPIN * FRAME * frame),
      }),
    ],
  };
}

/** Folds grow from the seam outward, lean more and more, and follow the turn late. */
function rufflePoint(x: number, z: number, layer: number, time: number): Vec3 {
  const flat = Math.sqrt(x * x + z * z);
  const out = flat - INNER - 0.02 * layer;
  const wave = sin(5 * time + layer);
  const direction = turned([x / flat, -z / flat], SPIN * (time - 0.3 * out));
  const fold = power(turned([x / flat, -z / flat], 0.1 * layer), FOLDS);
  const lean = (1.1 + 0.4 * wave) * Math.min(1, out / 0.2);
  const [re, im] = turned(direction, (lean / FOLDS) * fold[1]);
  const distance = INNER + 0.02 * layer + 0.7 * out;
  const height = TOP - APART * layer - out * (0.6 + 0.15 * wave) + 0.16 * out * fold[0];
  return [distance * re, height, -distance * im];
}
