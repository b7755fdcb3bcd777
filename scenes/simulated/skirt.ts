import { annulusMesh, boxMesh } from '../meshes/index.js';
import { latheMesh } from '../meshes/lathe.js';
import { sin } from '../meshes/trig.js';
import { rotated, turnAround, type Vec3 } from '../meshes/vectors.js';
import { jittered } from './jitter.js';
import type { SimulatedScene } from './simulated-scene.js';

const WAIST = 0.14;
const HEM = 0.55;
const HEIGHT = 0.9;
/** Of the body, from the floor up: legs, hips, waist, chest, shoulders, neck, head. */
const OUTLINE: readonly (readonly [radius: number, height: number])[] = [
  [0, 0.02],
  [0.1, 0.02],
  [0.12, 0.3],
  [0.14, 0.6],
  [0.15, 0.75],
  [0.13, 0.88],
  [0.12, 0.95],
  [0.145, 1.06],
  [0.135, 1.13],
  [0.05, 1.17],
  [0.045, 1.21],
  [0.085, 1.26],
  [0.09, 1.31],
  [0.06, 1.38],
  [0, 1.4],
];

/** A body dances in a skirt that hangs from its waist. */
export function dancingSkirt(seed: number, around = 60, rings = 14): SimulatedScene {
  const mesh = annulusMesh({ around, rings, innerRadius: WAIST + 0.01, outerRadius: HEM });
  const pins = Array.from({ length: around }, (_, i) => i * (rings + 1));
  const positions = jittered(mesh, 0.0001, seed).map((x, i) => x + (i % 3 === 1 ? HEIGHT : 0));
  const waist = pins.map((v): Vec3 => [mesh.positions[3 * v], HEIGHT, mesh.positions[3 * v + 2]]);
  pins.forEach((v, i) => {
    positions.set(waist[i], 3 * v);
  });
  return {
    name: 'skirt',
    title: 'A skirt on a moving body',
    parts: [
      { kind: 'cloth', mesh, positions, pins, settings: { friction: 0.3 } },
      {
        kind: 'body',
        mesh: latheMesh({ around: 24, profile: OUTLINE }),
        pose: [0, 0, 0, 0, 0, 0, 1],
        settings: { friction: 0.3 },
      },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [4, 1, 4], size: [4, 0.1, 4] }),
        pose: [0, -0.06, 0, 0, 0, 0, 1],
      },
    ],
    dt: 1 / 60,
    subSteps: 8,
    drive: ([skirt, body], time) => {
      const turn = turnAround([0, 1, 0], 1.2 * sin(1.7 * time) * Math.min(1, time));
      const place: Vec3 = [0.25 * sin(1.1 * time), 0, 0.2 * sin(2.3 * time)];
      body.goal.set([...place, ...turn]);
      pins.forEach((v, i) => {
        const [x, y, z] = rotated(turn, waist[i]);
        skirt.goals.set([x + place[0], y + place[1], z + place[2]], 3 * v);
      });
    },
  };
}
