import { rodMesh } from '../meshes/index.js';
import { cos, sin } from '../meshes/trig.js';
import { jittered } from './jitter.js';
import type { SimulatedScene } from './simulated-scene.js';

const LENGTH = 0.8;
const RADIUS = 0.08;
/** Turns a second of either end, how many it makes, and how much nearer the ends come meanwhile. */
const SPEED = 0.25;
const MOST_TURNS = 2;
const NEARER = 0.2;

/** A hollow rod whose ends turn against each other until it crumples. */
export function twistedRod(seed: number, around = 24, along = 50): SimulatedScene {
  const mesh = rodMesh({ around, along, radius: RADIUS, length: LENGTH });
  const count = mesh.positions.length / 3;
  const atEnd = (v: number) => {
    const y = mesh.positions[3 * v + 1];
    return y < 1e-9 ? -1 : y > LENGTH - 1e-9 ? 1 : 0;
  };
  const pins = Array.from({ length: count }, (_, v) => v).filter((v) => atEnd(v) !== 0);
  const positions = jittered(mesh, (0.003 * LENGTH) / along, seed);
  for (const v of pins) positions.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * v);
  return {
    name: 'twisted-rod',
    title: 'A rod is twisted',
    parts: [{ kind: 'cloth', mesh, positions, pins, settings: { gravity: [0, 0, 0], damping: 1 } }],
    dt: 1 / 60,
    subSteps: 8,
    drive: ([rod], time) => {
      const turns = Math.min(SPEED * time, MOST_TURNS);
      for (const v of pins) {
        const angle = 2 * Math.PI * turns * atEnd(v);
        const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3);
        const nearer = (-atEnd(v) * NEARER * turns) / MOST_TURNS;
        rod.goals.set([x * cos(angle) - z * sin(angle), y + nearer, x * sin(angle) + z * cos(angle)], 3 * v);
      }
    },
  };
}
