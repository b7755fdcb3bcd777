import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity } from 'bitecs';
import { kineticEnergy } from '../../../bench/tunnel/mass.js';
import { type Quat, rotated, type Vec3 } from '../../../bench/tunnel/motion.js';
import { random } from '../../../scenes/random.js';
import { type Heap, heap } from '../../../scenes/rigid/heap.js';
import { addBodies } from '../../../scenes/rigid/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { openScene } from '../../support/colliders.js';
import { solidsOf } from './solids.js';

const GRAVITY = 9.81;

export type ThrownHeap = Awaited<ReturnType<typeof open>> & { readonly scene: Heap };

async function open(scene: Heap, backend: string) {
  const rigid = backend === 'rapier' ? { rigid: rapierBackend(RAPIER) } : {};
  const { world, plugin } = await openScene({ maxEntities: 32, ...rigid });
  const entities = addBodies(plugin, scene, () => addEntity(world));
  const b = plugin.components.RigidBody;
  const solids = solidsOf(scene, entities, b.mass);
  const three = (columns: readonly Float64Array[], e: number) =>
    columns.map((column) => column[e]) as unknown as Vec3;
  const energy = () => {
    let [kinetic, potential] = [0, 0];
    for (let i = 1; i < entities.length; i++) {
      const e = entities[i];
      const rotation: Quat = [b.qx[e], b.qy[e], b.qz[e], b.qw[e]];
      kinetic += kineticEnergy(
        solids[i],
        rotation,
        three([b.vx, b.vy, b.vz], e),
        three([b.wx, b.wy, b.wz], e),
      );
      potential += solids[i].mass * GRAVITY * (b.py[e] + rotated(rotation, solids[i].centre)[1]);
    }
    return { kinetic, potential };
  };
  return { plugin, b, entities, energy };
}

/** Throws one of the bodies at the middle, at up to thirty of its sizes a second. */
function kick({ b, entities }: Awaited<ReturnType<typeof open>>, scene: Heap, next: () => number): void {
  const [largest] = scene.sizes;
  const i = 1 + Math.floor(next() * (entities.length - 1));
  const e = entities[i];
  const to = [(next() - 0.5) * largest, 0.5 * largest * next(), (next() - 0.5) * largest];
  const way = to.map((x, k) => x - [b.px[e], b.py[e], b.pz[e]][k]);
  const speed = 30 * next() * Math.max(scene.sizes[i], 1);
  [b.vx, b.vy, b.vz].forEach((column, k) => {
    column[e] = (way[k] / Math.hypot(...way)) * speed;
  });
  for (const column of [b.wx, b.wy, b.wz]) column[e] = 20 * (next() - 0.5);
}

/** A heap, bodies of which are thrown at the others again and again, before some of its steps. */
export async function* thrownHeap(
  seed: number,
  isMixed: boolean,
  backend: string,
  steps: number,
): AsyncGenerator<ThrownHeap> {
  const scene = heap(seed, isMixed);
  const opened = await open(scene, backend);
  const next = random(seed + 1e6);
  for (let step = 0; step < steps; step++) {
    if (step % 10 === 0 && (step === 0 || next() < 0.6)) kick(opened, scene, next);
    yield { ...opened, scene };
  }
  opened.plugin.dispose();
}
