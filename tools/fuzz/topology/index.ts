import { createWorld } from 'bitecs';
import { random } from '../../../scenes/random.js';
import { createCollisionPlugin } from '../../../src/index.js';
import { type FuzzReport, newFuzzReport } from '../report.js';
import { type Act, type SceneForm, TopologyScene } from './scene.js';
import { shrunk } from './shrink.js';

const ACTS = 24;
/** Of each kind, one scene in so many has two threads, and enough triangles for both. */
const SHARED = 16;
/** Every fourth scene is exact. */
const KINDS = [
  { isThick: false, doTurn: false, hasCloth: false },
  { isThick: true, doTurn: false, hasCloth: false },
  { isThick: false, doTurn: true, hasCloth: false },
  { isThick: true, doTurn: true, hasCloth: true },
] as const;
const WORKER = new URL('../../source-worker.mjs', import.meta.url);

/** What is done in a scene: the same for a seed, and each thing as it is whatever is left out before it. */
export function actsOf(seed: number): { readonly act: Act; readonly seed: number }[] {
  const next = random(seed);
  return Array.from({ length: ACTS }, (_, i) => {
    const dice = next();
    const other = TopologyScene.ACTS[Math.floor(next() * TopologyScene.ACTS.length)];
    const act = i < 3 ? (dice < 0.6 || i === 0 ? 'addSurface' : 'addSolid') : dice < 0.45 ? 'step' : other;
    return { act, seed: Math.floor(next() * 2 ** 32) };
  });
}

/** What a scene may hold. Its kind and its threads go by different digits of the seed, so that each kind meets both. */
export function formOf(seed: number): SceneForm {
  const next = random(seed ^ 0x5eed);
  const gravity = next() < 0.5 ? ([0, 0, 0] as const) : ([0, -9.8125, 0] as const);
  const hasHeap = Math.floor(seed / KINDS.length) % SHARED === 0;
  return { isCoarse: next() < 0.5, gravity, hasHeap, ...KINDS[seed % KINDS.length] };
}

/** Runs a scene, or some of what is done in it. What is wrong, if something is, and how many contacts there were. */
export async function runScene(
  seed: number,
  only?: readonly number[],
): Promise<{ readonly fault: string | undefined; readonly contacts: number }> {
  const form = formOf(seed);
  const { gravity } = form;
  const world = createWorld();
  const threads = form.hasHeap ? { workers: 2, worker: WORKER, sharedMemory: true } : {};
  const plugin = await createCollisionPlugin(world, { maxEntities: 200, gravity, ...threads });
  const scene = new TopologyScene(world, plugin, form);
  const acts = actsOf(seed);
  let fault: string | undefined;
  for (const i of only ?? acts.keys()) {
    try {
      scene.act(acts[i].act, acts[i].seed);
    } catch (error) {
      fault = `${i} (${acts[i].act}): ${error instanceof Error ? error.stack : String(error)}`;
      break;
    }
  }
  plugin.dispose();
  return { fault, contacts: scene.contacts };
}

/**
 * Scenes in which meshes, colliders and their kinds change at random: after each step all contacts of deformables are those that exact
 * arithmetic finds among all pairs of features, or within the bounds of what is thick or turns, and simulated cloth has met nothing. One
 * that fails is told with as little as it takes.
 */
export async function fuzzTopology(
  count: number,
  seed: number,
  given?: readonly number[],
): Promise<FuzzReport> {
  const report = newFuzzReport();
  for (let scene = seed; scene < seed + count; scene++) {
    const { contacts, fault } = await runScene(scene, given);
    report.taken++;
    report.codes.set('contacts', (report.codes.get('contacts') ?? 0) + contacts);
    if (fault === undefined) continue;
    const fails = async (some: readonly number[]) => (await runScene(scene, some)).fault !== undefined;
    const only = given ?? (await shrunk(ACTS, fails));
    const least = (await runScene(scene, only)).fault;
    report.failures.push(
      `npm run fuzz -- topology --count 1 --seed ${scene} --only ${only.join()}\n  whole: ${fault}\n  shrunk: ${least}`,
    );
  }
  return report;
}
