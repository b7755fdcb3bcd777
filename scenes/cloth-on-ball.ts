import { type Direction, foldHeight, mapped, power, smoothStep, turned } from './folds.js';
import { gridMesh, icosphereMesh, placedPoints, type Vec3 } from './meshes/index.js';
import { turnAround } from './meshes/vectors.js';
import type { Scene } from './scene.js';

export interface ClothOnBallSize {
  /** Quads along each side of the cloth; 213 make 92,018 triangles with the ball. */
  readonly quads?: number;
  readonly ballSubdivisions?: number;
}

const RADIUS = 0.5;
const SIDE = 2.2;
const ABOVE = 0.01;
const FRAME = 1 / 30;
/** The frame in which the cloth hangs down and the ball begins to turn, and its speed then. */
const DRAPED = 20;
const SPIN = 3;
const FOLDS = 18;

/** A cloth falls on a ball, which then turns and winds it up: the folding cloth of both papers. */
export function clothOnBall({ quads = 213, ballSubdivisions = 3 }: ClothOnBallSize = {}): Scene {
  const cloth = gridMesh({ columns: quads, rows: quads, width: SIDE, depth: SIDE });
  const ball = icosphereMesh({ subdivisions: ballSubdivisions, radius: RADIUS });
  return {
    name: 'cloth-on-ball',
    title: 'Cloth on a turning ball',
    meshes: [cloth, ball],
    entities: [
      { kind: 'deformable', mesh: 0, position: [0, RADIUS + ABOVE, 0] },
      { kind: 'rigid', mesh: 1, spin: [0, SPIN, 0], isDriven: true },
    ],
    gravity: [0, -9.81, 0],
    frames: 60,
    frameTime: FRAME,
    motion: (frame) => [
      mapped(cloth.positions, (x, _, z) => drapedPoint(x, z, frame)),
      placedPoints(ball.positions, { rotation: turnAround([0, 1, 0], turnAt(frame)) }),
    ],
  };
}

function turnAt(frame: number): number {
  return SPIN * FRAME * Math.max(0, frame - DRAPED);
}

/** The cloth lies on the ball up to some distance from its middle, and goes on straight from there. */
function drapedPoint(x: number, z: number, frame: number): Vec3 {
  const flat = Math.sqrt(x * x + z * z);
  if (flat === 0) return [0, RADIUS + ABOVE, 0];
  const contact = RADIUS * (Math.PI / 2) * smoothStep(0, DRAPED, frame);
  const bent = Math.min(flat, contact) / RADIUS;
  const [down, out] = turned([0, 1], -bent); // sine and cosine of the angle from the top
  const beyond = Math.max(0, flat - contact);
  const distance = (RADIUS + ABOVE) * down + beyond * out;
  const height = (RADIUS + ABOVE) * out - beyond * down;
  const lag = smoothStep(RADIUS, 2 * SIDE, flat);
  const wound = turned([x / flat, -z / flat], turnAt(frame) * (1 - lag));
  const fold = power(wound, FOLDS);
  const lean = (0.6 + 1.4 * smoothStep(DRAPED, 60, frame)) / FOLDS;
  const amplitude = foldHeight(flat, distance, FOLDS) * smoothStep(0, 0.3, beyond);
  const [re, im]: Direction = turned(wound, lean * fold[1] * smoothStep(0, 0.3, beyond));
  const bulge = distance + amplitude * (1 + fold[0]);
  return [bulge * re, height, -bulge * im];
}
