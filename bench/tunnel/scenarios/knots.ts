import { torusKnotMesh } from '../../../scenes/meshes/index.js';
import { type Curve, linkingNumber } from '../linking-number.js';
import { centred, tubePieces } from '../mass.js';
import { plus, randomBetween, randomDirection, randomRotation, scaled, type Vec3 } from '../motion.js';
import type { Scenario, Trial, TrialBody, Watch } from '../scenario.js';

const ALONG = 144;
const TUBE = 16;
const RADIUS = 0.4;
const TUBE_RADIUS = 0.06;
const STEPS = 40;

const shape = torusKnotMesh({ along: ALONG, tube: TUBE, radius: RADIUS, tubeRadius: TUBE_RADIUS });
const mesh = centred(shape, tubePieces(ALONG, TUBE, 4));
/** The middle of each of the rings of vertices that the knot's mesh is made of. */
const curve: Curve = Array.from({ length: ALONG }, (_, row) => {
  const middle = [0, 0, 0];
  for (let i = 0; i < 3 * TUBE; i++) middle[i % 3] += mesh.positions[3 * TUBE * row + i] / TUBE;
  return middle as unknown as Vec3;
});

export const knots: Scenario = {
  summary: 'two torus knots of 4,608 triangles head-on at 30-100 m/s',
  trials: 50,
  trial,
};

function trial(random: () => number): Trial {
  const direction = randomDirection(random);
  const aside = scaled(randomDirection(random), 0.25 * random());
  const speed = randomBetween(random, 30, 100);
  const body = (side: number): TrialBody => ({
    mesh,
    fixed: false,
    position: plus(scaled(direction, side), side < 0 ? aside : [0, 0, 0]),
    rotation: randomRotation(random),
    linear: scaled(direction, (-side / 2) * speed),
    angular: scaled(randomDirection(random), 20 * random()),
  });
  const bodies = [body(-1), body(1)];
  const watch = (): Watch => {
    const linked = linkingNumber(curve, bodies[0], curve, bodies[1]);
    return (poses) => linkingNumber(curve, poses[0], curve, poses[1]) !== linked;
  };
  return { bodies, gravity: 0, steps: STEPS, watch };
}
