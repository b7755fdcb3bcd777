import {
  MOVER_ANGULAR,
  MOVER_BYTES,
  MOVER_ENERGY,
  MOVER_LOCKS,
  MOVER_SPARE,
  MOVER_SPIN_HALFWAY,
  MOVER_SPIN_OWED,
  MOVER_TURNED_INERTIA,
} from '../layout/bodies';
import { component, length, setVector } from '../rigid/vector';
import { islandOf, joinIslands } from './contact-islands';
import { timesSymmetric, turnInertia } from './inertia';
import {
  GAINED,
  isFree,
  keepsSpin,
  keptOf,
  kineticEnergy,
  movingEnergy,
  TURNING_LOCKS,
  takeMomentum,
  timeLost,
  useRotationOf,
} from './move';

/** Of a body's kinetic energy: what settling its spin may add where nothing was lost around it. */
const SETTLED: f64 = 1e-3;

/**
 * From the mean angular velocity of the sub-step to that at its end, with the same angular momentum. A spin that nobody changed was found
 * halfway so that it has its energy again. One that was pushed, or did not turn as far, is at some other angle: a thin body may have several times
 * its energy there. It keeps its momentum as long as that is no more than impulses took from its island, and loses some of it otherwise.
 */
export function settleSpin(bodies: usize, count: i32, h: f64, touches: usize, touchCount: i32): void {
  joinIslands(bodies, count, touches, touchCount);
  for (let i = 0; i < count; i++) store<f64>(bodies + <usize>i * MOVER_BYTES, 0, MOVER_SPARE);
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isFree(body) || load<f64>(body, MOVER_SPIN_HALFWAY) < 0) continue;
    const island = islandOf(body);
    const lost = load<f64>(body, MOVER_ENERGY) - kineticEnergy(body);
    store<f64>(island, load<f64>(island, MOVER_SPARE) + lost, MOVER_SPARE);
  }
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isFree(body) || (load<u32>(body, MOVER_LOCKS) & TURNING_LOCKS) !== 0) continue;
    if (!keepsSpin(body)) settle(body, h);
  }
}

function settle(body: usize, h: f64): void {
  const inertia = body + MOVER_TURNED_INERTIA;
  const w = body + MOVER_ANGULAR;
  const x = component(w, 0);
  const y = component(w, 1);
  const z = component(w, 2);
  const lx = timesSymmetric(inertia, 0, x, y, z);
  const ly = timesSymmetric(inertia, 1, x, y, z);
  const lz = timesSymmetric(inertia, 2, x, y, z);
  useRotationOf(body);
  turnInertia(body);
  takeMomentum(body, lx, ly, lz);
  const mean = x * lx + y * ly + z * lz;
  const now = component(w, 0) * lx + component(w, 1) * ly + component(w, 2) * lz;
  const halfway = load<f64>(body, MOVER_SPIN_HALFWAY);
  const slowed: f64 = halfway > mean ? mean / halfway : 1;
  const due = max(0, mean + slowed * load<f64>(body, MOVER_SPIN_OWED));
  const isUndisturbed = mean === halfway && timeLost(body, h) === 0;
  const least: f64 = isUndisturbed ? due : due + fromIsland(body, now - due);
  const most: f64 = isUndisturbed ? GAINED * due : least + SETTLED * (mean + movingEnergy(body));
  const settled: f64 = now > most ? sqrt(least / now) : 1;
  const kept = min(keptOf(mean, now, h * length(x, y, z)), settled);
  if (kept < 1) setVector(w, kept * component(w, 0), kept * component(w, 1), kept * component(w, 2));
}

/** What the island has lost and is left of that, up to so much. */
function fromIsland(body: usize, wanted: f64): f64 {
  if (!(wanted > 0)) return 0;
  const island = islandOf(body);
  const given = min(wanted, max(0, load<f64>(island, MOVER_SPARE)));
  store<f64>(island, load<f64>(island, MOVER_SPARE) - given, MOVER_SPARE);
  return given;
}
