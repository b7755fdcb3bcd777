import { random } from '../../scenes/random.js';
import { meetingTriangles, placed } from '../../tests/oracle/exact/surfaces-meet.js';
import type { BodyState, Engine, EngineWorld } from './engines/engine.js';
import { kineticEnergy } from './mass.js';
import { between } from './motion.js';
import type { Scenario, Trial } from './scenario.js';
import { standsStill } from './stands-still.js';

/** What one engine did in one scenario. */
export interface EngineResult {
  readonly scenario: string;
  readonly engine: string;
  readonly seed: number;
  readonly trials: number;
  readonly tunnelled: number;
  /** Steps that end with two triangles of two bodies intersecting. */
  readonly intersectingSteps: number;
  readonly steps: number;
  /** Steps in which a body has a velocity and does not move. */
  readonly standingSteps: number;
  readonly msPerStep: { readonly mean: number; readonly p99: number };
  /** The same in processor time, which says less about what else the machine does. */
  readonly cpuMsPerStep: number;
  /** The largest growth of the bodies' energy in a step, as a share of their kinetic energy before it. */
  readonly energyGainMax: number;
  readonly tunnelledTrials: readonly number[];
  readonly intersectingTrials: readonly number[];
}

export interface Run {
  readonly scenario: string;
  readonly engine: string;
  readonly seed: number;
  /** Numbers of the trials: each is the same, whichever others are run. */
  readonly trials: readonly number[];
  /** Told of the bodies at the start, as step 0, and after each step. */
  readonly onStep?: (trial: Trial, number: number, step: number, states: readonly BodyState[]) => void;
  readonly onTrial?: (done: number) => void;
}

/** Parts of a step between its two poses at which the watch looks. */
const SAMPLES = 8;
/** Below this share of a trial's first kinetic energy, growth is measured against it: rest has none to grow. */
const LEAST_ENERGY = 1e-3;

export async function runEngine(scenario: Scenario, engine: Engine, run: Run): Promise<EngineResult> {
  const tally = new Tally();
  for (const [done, number] of run.trials.entries()) {
    const trial = trialOf(scenario, run.seed, number);
    const world = await engine(trial);
    try {
      runTrial(trial, number, world, tally, run);
    } finally {
      world.free();
    }
    run.onTrial?.(done + 1);
  }
  return tally.result(run);
}

export function trialOf(scenario: Scenario, seed: number, number: number): Trial {
  return scenario.trial(random(Math.imul(seed, 0x9e3779b1) + Math.imul(number + 1, 0x85ebca6b)));
}

function runTrial(trial: Trial, number: number, world: EngineWorld, tally: Tally, run: Run): void {
  const hasTunnelled = trial.watch();
  let before: readonly BodyState[] = trial.bodies;
  const least = LEAST_ENERGY * energiesOf(trial, before).kinetic;
  run.onStep?.(trial, number, 0, before);
  for (let step = 1; step <= trial.steps; step++) {
    tally.timed(() => world.step());
    const after = world.read();
    run.onStep?.(trial, number, step, after);
    for (let sample = 1; sample <= SAMPLES; sample++) {
      const poses = before.map((pose, i) => between(pose, after[i], sample / SAMPLES));
      if (hasTunnelled(poses)) tally.tunnelled.add(number);
    }
    if (anyIntersect(trial, after)) tally.intersects(number);
    if (before.some((state, i) => !trial.bodies[i].fixed && standsStill(state, after[i]))) tally.standing++;
    tally.energyGain(energyGain(trial, before, after, least));
    before = after;
  }
}

function anyIntersect(trial: Trial, states: readonly BodyState[]): boolean {
  const surfaces = trial.bodies.map(({ mesh }, i) => placed(mesh, states[i].rotation, states[i].position));
  return surfaces.some((a, i) => surfaces.slice(i + 1).some((b) => meetingTriangles(a, b) !== undefined));
}

function energyGain(
  trial: Trial,
  before: readonly BodyState[],
  after: readonly BodyState[],
  least: number,
): number {
  const [from, to] = [energiesOf(trial, before), energiesOf(trial, after)];
  const gain = to.kinetic + to.potential - from.kinetic - from.potential;
  return gain / Math.max(from.kinetic, least);
}

function energiesOf(trial: Trial, states: readonly BodyState[]): { kinetic: number; potential: number } {
  let [kinetic, potential] = [0, 0];
  trial.bodies.forEach(({ fixed, mesh }, i) => {
    if (fixed) return;
    const { position, rotation, linear, angular } = states[i];
    kinetic += kineticEnergy(mesh.massProperties, rotation, linear, angular);
    potential -= mesh.massProperties.mass * trial.gravity * position[1];
  });
  return { kinetic, potential };
}

class Tally {
  readonly tunnelled = new Set<number>();
  standing = 0;
  readonly #intersecting = new Set<number>();
  readonly #milliseconds: number[] = [];
  #processor = 0;
  #intersectingSteps = 0;
  #energyGain = Number.NEGATIVE_INFINITY;

  timed(step: () => void): void {
    const cpu = process.cpuUsage();
    const start = performance.now();
    step();
    this.#milliseconds.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    this.#processor += (user + system) / 1000;
  }

  intersects(trial: number): void {
    this.#intersecting.add(trial);
    this.#intersectingSteps++;
  }

  energyGain(gain: number): void {
    this.#energyGain = Math.max(this.#energyGain, gain);
  }

  result({ scenario, engine, seed, trials }: Run): EngineResult {
    const times = this.#milliseconds.sort((a, b) => a - b);
    const steps = times.length;
    return {
      scenario,
      engine,
      seed,
      trials: trials.length,
      tunnelled: this.tunnelled.size,
      intersectingSteps: this.#intersectingSteps,
      steps,
      standingSteps: this.standing,
      msPerStep: {
        mean: rounded(times.reduce((sum, time) => sum + time, 0) / steps),
        p99: rounded(times[Math.min(steps - 1, Math.floor(0.99 * steps))]),
      },
      cpuMsPerStep: rounded(this.#processor / steps),
      energyGainMax: this.#energyGain,
      tunnelledTrials: [...this.tunnelled],
      intersectingTrials: [...this.#intersecting],
    };
  }
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1e4) / 1e4;
