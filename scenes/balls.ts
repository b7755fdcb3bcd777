import { icosphereMesh, placedPoints } from './meshes/index.js';
import { dot, lengthOf, normalized, plus, turnAround, type Vec3 } from './meshes/vectors.js';
import { random } from './random.js';
import type { Scene } from './scene.js';

export interface BallsSize {
  readonly count?: number;
  /** 1 makes 80 triangles a ball: 425 balls have 34,000. */
  readonly subdivisions?: number;
  readonly seed?: number;
}

const RADIUS = 0.1;
/** Of the room a ball has for itself. */
const SPACING = 2.3 * RADIUS;
const FASTEST = 2.5;
const FRAME = 1 / 60;

interface Ball {
  readonly position: Vec3;
  readonly velocity: Vec3;
}

/** Hundreds of balls in a small box, of equal mass and perfectly elastic: the papers' n-body scene. */
export function balls({ count = 425, subdivisions = 1, seed = 1 }: BallsSize = {}): Scene {
  const ball = icosphereMesh({ subdivisions, radius: RADIUS });
  const next = random(seed);
  const signed = () => 2 * next() - 1;
  let side = 1;
  while (side * side * side < count) side++;
  const half = (side * SPACING) / 2;
  const start: Ball[] = Array.from({ length: count }, (_, i) => {
    const cell = [i % side, Math.floor(i / side) % side, Math.floor(i / (side * side))];
    const place = (k: number) => (cell[k] + 0.5) * SPACING - half;
    return {
      position: [place(0), place(1), place(2)],
      velocity: [FASTEST * signed(), FASTEST * signed(), FASTEST * signed()],
    };
  });
  const spins = start.map((): Vec3 => [8 * signed(), 8 * signed(), 8 * signed()]);
  const steps = [start];
  return {
    name: 'balls',
    title: 'Balls in a box',
    meshes: [ball],
    entities: start.map((at, i) => ({ kind: 'rigid', mesh: 0, ...at, spin: spins[i] })),
    gravity: [0, 0, 0],
    frames: 60,
    frameTime: FRAME,
    motion: (frame) => {
      while (steps.length <= frame) steps.push(stepped(steps[steps.length - 1], half));
      return steps[frame].map(({ position }, i) => {
        const rotation = turnAround(normalized(spins[i]), lengthOf(spins[i]) * FRAME * frame);
        return placedPoints(ball.positions, { position, rotation });
      });
    },
  };
}

/** Balls that touch and come closer bounce, and so do those at a wall; then all move on. */
function stepped(from: readonly Ball[], half: number): Ball[] {
  const velocities = from.map(({ velocity }) => velocity);
  for (let i = 0; i < from.length; i++) {
    for (let j = i + 1; j < from.length; j++) {
      const apart = plus(from[i].position, from[j].position, -1);
      if (dot(apart, apart) > 4 * RADIUS * RADIUS) continue;
      const normal = normalized(apart);
      const closing = dot(plus(velocities[i], velocities[j], -1), normal);
      if (closing >= 0) continue;
      velocities[i] = plus(velocities[i], normal, -closing);
      velocities[j] = plus(velocities[j], normal, closing);
    }
  }
  return from.map(({ position }, i) => {
    const velocity = velocities[i].map((v, k) => {
      const beyond = Math.abs(position[k]) > half - RADIUS && position[k] * v > 0;
      return beyond ? -v : v;
    }) as unknown as Vec3;
    return { position: plus(position, velocity, FRAME), velocity };
  });
}
