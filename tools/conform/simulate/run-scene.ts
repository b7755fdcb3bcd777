import type { SimulatedScene } from '../../../scenes/simulated/index.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import type { ClothReport } from '../../../src/cloth/step.js';
import { openCore } from '../../../src/memory/open.js';
import { kineticEnergy, momentum, potentialEnergy } from './energy.js';
import { type JoinedParts, joinParts } from './joined-parts.js';
import { PassingTest } from './passing-test.js';
import { StaticTest } from './static-test.js';

export interface RunOptions {
  readonly steps: number;
  /** Look for surfaces that pass through each other in every sub-step. */
  readonly continuous: boolean;
  /** Called with all positions before the first step and after each. */
  readonly frame?: (positions: Float64Array, parts: JoinedParts) => void;
  /** Called after each step. */
  readonly told?: (report: ClothReport, milliseconds: number) => void;
}

/** Simulates a scene, with an independent test after every step and every sub-step. */
export async function runScene(scene: SimulatedScene, options: RunOptions) {
  const core = await openCore();
  const world = new ClothWorld(core);
  for (const part of scene.parts) world.add(part);
  const joined = joinParts(world.parts);
  const all = new Float64Array(3 * joined.vertexCount);
  gather(world, all);
  const staticTest = new StaticTest(joined.triangles, joined.vertexCount, joined);
  const passing = options.continuous ? new PassingTest(all, joined) : undefined;
  const totals = {
    intersectingPairs: staticTest.count(all),
    intersectingPairsF32: 0,
    passedThrough: 0,
    stepBacks: 0,
    vertexMoves: 0,
    frozen: 0,
    blocked: 0,
    stuck: 0,
    broken: 0,
    detections: 0,
    strays: 0,
  };
  const rounded = new Float64Array(all.length);
  const times: number[] = [];
  const energies = { first: Number.NaN, most: Number.NEGATIVE_INFINITY, last: 0 };
  let testing = 0;
  world.watch = (positions) => {
    const start = processorTime();
    if (passing !== undefined) totals.passedThrough += passing.count(positions);
    testing += processorTime() - start;
  };
  options.frame?.(all, joined);
  const started = momentum(world.parts);
  let gap = 0;
  for (let step = 0; step < options.steps; step++) {
    scene.drive?.(world.parts, (step + 1) * scene.dt);
    testing = 0;
    const start = processorTime();
    const report = world.step(scene.dt, scene.subSteps);
    times.push(processorTime() - start - testing);
    if (scene.strength !== undefined) totals.broken += world.breakGlued(scene.strength);
    gather(world, all);
    totals.intersectingPairs += staticTest.count(all);
    for (let i = 0; i < all.length; i++) rounded[i] = Math.fround(all[i]);
    totals.intersectingPairsF32 += staticTest.count(rounded);
    totals.stepBacks += report.stepBacks;
    totals.vertexMoves += report.vertexMoves;
    totals.frozen += report.frozen;
    totals.blocked += report.blocked ? 1 : 0;
    totals.stuck += report.stuck;
    totals.detections += report.detections;
    totals.strays += report.strays;
    const energy = kineticEnergy(world.parts) + potentialEnergy(world.parts);
    if (step === 0) energies.first = energy;
    energies.most = Math.max(energies.most, energy);
    energies.last = energy;
    gap = Math.max(gap, momentumMissing(started, momentum(world.parts)));
    options.told?.(report, times[step]);
    options.frame?.(all, joined);
  }
  passing?.dispose();
  const bytes = world.bytes;
  world.dispose();
  return {
    triangles: joined.triangles.length / 3,
    vertices: joined.vertexCount,
    steps: options.steps,
    ...totals,
    stepBackShare: totals.vertexMoves === 0 ? 0 : totals.stepBacks / totals.vertexMoves,
    msPerStep: { mean: mean(times), worst: Math.max(0, ...times) },
    energyDrift: (energies.most - energies.first) / Math.max(Math.abs(energies.first), 1e-12),
    energy: energies,
    momentumChange: gap,
    bytes,
  };
}

function gather(world: ClothWorld, all: Float64Array): void {
  let filled = 0;
  for (const part of world.parts) {
    all.set(part.positions, filled);
    filled += 3 * part.vertexCount;
  }
}

function mean(times: readonly number[]): number {
  return times.length === 0 ? 0 : times.reduce((sum, time) => sum + time, 0) / times.length;
}

function momentumMissing(before: readonly number[], after: readonly number[]): number {
  return Math.sqrt(before.reduce((sum, value, axis) => sum + (value - after[axis]) ** 2, 0));
}

/** Milliseconds of processor time: elapsed time would be that of whatever else runs. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
