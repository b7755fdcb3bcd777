import { torusMesh } from '../../../scenes/meshes/index.js';
import { type Curve, linkingNumber } from '../linking-number.js';
import { centred, tubePieces } from '../mass.js';
import {
  normalized,
  plus,
  randomBetween,
  randomDirection,
  randomRotation,
  rotated,
  scaled,
  turned,
  type Vec3,
} from '../motion.js';
import type { Scenario, Trial, Watch } from '../scenario.js';

const RADIUS = 0.5;
const AROUND = 64;
const TUBE = 16;
const STEPS = 60;
/** From the ring around y to one around z. */
const QUARTER = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

interface RingShape {
  readonly summary: string;
  readonly trials: number;
  readonly tube: number;
  /** Metres a second at which they are pulled apart, and radians a second of each one's spin. */
  readonly pull: readonly [least: number, most: number];
  readonly spin: readonly [least: number, most: number];
  readonly fixed?: boolean;
}

/** Two interlocked rings, pulled apart along a direction near that of their centres. */
function rings({ summary, trials, tube, pull, spin, fixed = false }: RingShape): Scenario {
  const shape = torusMesh({ around: AROUND, tube: TUBE, radius: RADIUS, tubeRadius: tube });
  const mesh = centred(shape, tubePieces(AROUND, TUBE, 4));
  const curve: Curve = Array.from({ length: AROUND }, (_, i) => {
    const angle = (2 * Math.PI * i) / AROUND;
    return [RADIUS * Math.cos(angle), 0, -RADIUS * Math.sin(angle)];
  });
  const trial = (random: () => number): Trial => {
    const frame = randomRotation(random);
    const along = rotated(frame, [1, 0, 0]);
    const astray = scaled(randomDirection(random), 0.5 * random());
    const direction = normalized(plus(along, astray));
    const speed = randomBetween(random, ...pull);
    const turning = () => scaled(randomDirection(random), randomBetween(random, ...spin));
    const at = (offset: number): Vec3 => rotated(frame, [offset, 0, 0]);
    const still: Vec3 = [0, 0, 0];
    const bodies = [
      {
        mesh,
        fixed,
        position: at(-RADIUS / 2),
        rotation: frame,
        linear: fixed ? still : scaled(direction, -speed / 2),
        angular: fixed ? still : turning(),
      },
      {
        mesh,
        fixed: false,
        position: at(RADIUS / 2),
        rotation: turned(frame, QUARTER),
        linear: scaled(direction, fixed ? speed : speed / 2),
        angular: turning(),
      },
    ];
    const watch = (): Watch => {
      const linked = linkingNumber(curve, bodies[0], curve, bodies[1]);
      return (poses) => linkingNumber(curve, poses[0], curve, poses[1]) !== linked;
    };
    return { bodies, gravity: 0, steps: STEPS, watch };
  };
  return { summary, trials, trial };
}

export const links = rings({
  summary: 'two interlocked rings of 2,048 triangles, pulled apart at 20-80 m/s, spins to 30 rad/s',
  trials: 100,
  tube: 0.06,
  pull: [20, 80],
  spin: [0, 30],
});

export const spin = rings({
  summary: 'two interlocked rings at 40-120 rad/s, pulled apart at 5-20 m/s',
  trials: 100,
  tube: 0.06,
  pull: [5, 20],
  spin: [40, 120],
});

export const linksfix = rings({
  summary: 'links, with one ring fixed',
  trials: 100,
  tube: 0.06,
  pull: [20, 80],
  spin: [0, 30],
  fixed: true,
});

export const thin = rings({
  summary: 'links with tubes of radius 0.02, pulled apart at 50-250 m/s',
  trials: 50,
  tube: 0.02,
  pull: [50, 250],
  spin: [0, 30],
});
