import * as C from '../kernels/layout/cloth.js';
import type { Core } from '../memory/open.js';
import type { FlatMemory } from './flat-memory.js';
import type { PairSearch } from './pair-search.js';
import {
  ARRIVED,
  CONSTRAINTS_BACKWARD,
  CONSTRAINTS_FORWARD,
  CONTACTS_FOUND,
  CONTACTS_SOLVED,
  MOVES_MEASURED,
  MOVES_SUMMED,
  PREDICTED,
  STRAYS_MARKED,
  TUBES_BOUND,
} from './stage-parts.js';
import type { Stages } from './stages.js';

/** What a step did. */
export interface ClothReport {
  /** Whether something prescribed was held back: a body, or a vertex with a goal. */
  blocked: boolean;
  /** How often bodies were held in a sub-step, and vertices that have goals. */
  heldBodies: number;
  heldVertices: number;
  /** How often a vertex was cut back in a sub-step, and how often it then did not move at all. */
  stepBacks: number;
  frozen: number;
  /** Vertices that have been held back by half or more for over five steps, and touch nothing. */
  stuck: number;
  /** Vertices times sub-steps. */
  vertexMoves: number;
  detections: number;
  /** How often vertices that were not in their tubes were looked for anew. */
  strays: number;
  pairs: number;
  contacts: number;
  measured: number;
  /** False where a coordinate became infinite or NaN: the step was taken back. */
  finite: boolean;
  /** The number of the cloth that was near more features than there may be, for which the step was taken back; or -1. */
  crowded: number;
}

export function newReport(): ClothReport {
  return {
    blocked: false,
    heldBodies: 0,
    heldVertices: 0,
    stepBacks: 0,
    frozen: 0,
    stuck: 0,
    vertexMoves: 0,
    detections: 0,
    strays: 0,
    pairs: 0,
    contacts: 0,
    measured: 0,
    finite: true,
    crowded: -1,
  };
}

/**
 * Sweeps of contacts a sub-step at the most: layers that lie on each other take many. What is pressed together takes more of them, up to
 * MOST_SWEEPS, while one still pushes farther than FAR half thicknesses: what sweeps leave is held back. Not where something keeps its
 * shape: what is pushed out of it is pulled back in the next sub-step, and pieces of a statue jammed (docs/cloth-notes.md).
 */
const CONTACT_SWEEPS = 10;
const MOST_SWEEPS = 30;
const FAR = 0.1;
/**
 * Of so many sweeps the first one goes over all contacts, the others over those that pushed in the one before: most never push. Nothing has come
 * to rest before a sweep over all says so, or MOST_SWEEPS are over. Not where something keeps its shape either.
 */
const SWEEPS_FOR_ALL = 3;
/** Rounds in which what is cut back makes its neighbours' planes matter; then all do that anything could meet. */
const ROUNDS = 12;
/**
 * In half thicknesses. Far below what gravity moves in a sub-step: three sheets of 12 cm jittered by a thousandth of an edge a step with
 * five times as much, and did not sleep.
 */
const SETTLED = 0.002;
/** Of more strays than this share of all vertices, new tubes are made for all. */
const MANY = 0.25;
/** Fewer are gone through before another thread would have begun. */
const MANY_CONSTRAINTS = 8192;
const MANY_CONTACTS = 1024;
const MANY_PAIRS = 4096;
const EVERYTHING = Number.POSITIVE_INFINITY;
/** Rounds in which what was held back gets new tubes, the last of them with all others. */
const STRAY_ROUNDS = 6;

/** One step of the flat world: x and v before it and after it. Of no use where a worker was lost in it (`stages.wasLost`). */
export function stepFlatWorld(
  core: Core,
  memory: FlatMemory,
  search: PairSearch,
  stages: Stages,
  report: ClothReport,
  dt: number,
  subSteps: number,
  watcher: { readonly keepsContacts: boolean; subStepDone(): void },
): void {
  clearReport(report);
  const hs = dt / subSteps;
  const { world } = memory;
  const { kernels, arena } = core;
  for (const counter of COUNTERS) memory.setWord(counter, 0);
  const marks = memory.array(C.CLOTH_MARKS);
  arena.u8.fill(0, marks, marks + memory.word(C.CLOTH_VERTEX_COUNT));
  memory.setNumber(C.CLOTH_HS, hs);
  if (watcher.keepsContacts) kernels.clothBeginNotes(world);
  let since = 0;
  let horizon = 0;
  for (let i = 0; i < subSteps; i++) {
    memory.setNumber(C.CLOTH_FRACTION, 1 / (subSteps - i));
    kernels.clothPredictBodies(world);
    ofAllVertices(memory, stages, PREDICTED);
    kernels.clothAir(world);
    memory.setNumber(C.CLOTH_SINCE, since);
    const strays = since + hs > horizon * LONGER ? EVERYTHING : markStrays(core, memory, stages);
    if (strays > 0) measureMeans(core, memory, stages);
    if (strays > MANY * memory.word(C.CLOTH_VERTEX_COUNT)) {
      since = 0;
      horizon = kernels.clothHorizon(world, dt - i * hs);
      memory.setNumber(C.CLOTH_SINCE, 0);
      memory.setNumber(C.CLOTH_HORIZON, horizon);
      kernels.clothTubes(world, horizon);
      detect(memory, search, stages, report);
    } else if (strays > 0) {
      kernels.clothFollow(world);
      detectStrays(memory, search, stages, report);
    }
    if (report.crowded >= 0) {
      // for whoever asks how far it goes
      measureMoves(core, memory, stages);
      return;
    }
    holdTogether(core, memory, stages);
    kernels.clothVolumes(world);
    kernels.clothShapes(world);
    measureMeans(core, memory, stages);
    report.finite = areFinite(memory);
    // Before it spreads to what it touches.
    if (!report.finite) return;
    measureMoves(core, memory, stages);
    report.contacts = findContacts(core, memory, stages);
    if (stages.wasLost) return;
    solveContacts(core, memory, stages, report.contacts);
    if (stages.wasLost) return;
    kernels.clothImpulses(world);
    if (watcher.keepsContacts) note(core, memory, report.contacts, i / subSteps);
    kernels.clothWant(world);
    measureMoves(core, memory, stages);
    kernels.clothBeginPlanes(world);
    truncate(core, memory, stages);
    if (!holdStrays(core, memory, search, stages, report)) horizon = 0;
    if (report.crowded >= 0) return;
    kernels.clothCountCuts(world);
    kernels.clothArriveBodies(world);
    ofAllVertices(memory, stages, ARRIVED);
    since += hs;
    if (stages.wasLost) return;
    watcher.subStepDone();
  }
  // What contacts made of the last sub-step: nothing is on its way any more, and what is no number has no distance from itself either.
  measureMeans(core, memory, stages);
  report.finite = areFinite(memory);
  report.heldBodies = memory.word(C.CLOTH_HELD);
  report.heldVertices = memory.word(C.CLOTH_HELD_VERTICES);
  report.stepBacks = memory.word(C.CLOTH_CUT);
  report.frozen = memory.word(C.CLOTH_FROZEN);
  report.measured = memory.word(C.CLOTH_MEASURED);
  report.vertexMoves = memory.word(C.CLOTH_VERTEX_COUNT) * subSteps;
  report.blocked = report.heldBodies + report.heldVertices > 0;
}

/**
 * Where something is not in its tube, tubes that hold whatever becomes of it, the pairs that meet in them, and planes between these:
 * until all are in their tubes. False where that took tubes for everything, which are of no use for the next sub-step.
 */
function holdStrays(
  core: Core,
  memory: FlatMemory,
  search: PairSearch,
  stages: Stages,
  report: ClothReport,
): boolean {
  const { world } = memory;
  const { kernels } = core;
  for (let round = 1; markStrays(core, memory, stages) > 0; round++) {
    if (round === STRAY_ROUNDS) kernels.clothStrayAll(world);
    kernels.clothConfine(world);
    // For planes that stay where they were to go.
    kernels.clothTruncate(world);
    detectStrays(memory, search, stages, report);
    if (report.crowded >= 0) return false;
    // For the pairs of parts, which are others now.
    measureMoves(core, memory, stages);
    truncate(core, memory, stages);
    if (round === STRAY_ROUNDS) return false;
  }
  return true;
}

const BLANK = newReport();

/** As after a step in which nothing happened. */
export function clearReport(report: ClothReport): void {
  Object.assign(report, BLANK);
}

const COUNTERS = [C.CLOTH_CUT, C.CLOTH_HELD, C.CLOTH_FROZEN, C.CLOTH_MEASURED, C.CLOTH_HELD_VERTICES];
/** Sums of sub-steps exceed what they make up by rounding. */
const LONGER = 1 + 1e-9;

function areFinite(memory: FlatMemory): boolean {
  const count = memory.word(C.CLOTH_PART_COUNT);
  for (let i = 0; i < count; i++) if (!memory.isPartFinite(i)) return false;
  return true;
}

/** A stage that goes through all blocks of vertices. */
function ofAllVertices(memory: FlatMemory, stages: Stages, stage: number): void {
  stages.run(stage, memory.world, 0, memory.word(C.CLOTH_BLOCK_RUNS), true);
}

/** The way that each part goes in this sub-step as a whole. */
function measureMeans({ kernels }: Core, memory: FlatMemory, stages: Stages): void {
  ofAllVertices(memory, stages, MOVES_SUMMED);
  kernels.clothMeans(memory.world);
}

/** How far everything goes in this sub-step, and what distances have lost by then. */
function measureMoves({ kernels }: Core, memory: FlatMemory, stages: Stages): void {
  ofAllVertices(memory, stages, MOVES_MEASURED);
  kernels.clothReaches(memory.world);
}

/** How many vertices of y are not in their tubes. */
function markStrays({ kernels }: Core, memory: FlatMemory, stages: Stages): number {
  ofAllVertices(memory, stages, STRAYS_MARKED);
  return kernels.clothCountStrays(memory.world);
}

/** Distances: a sweep forward and one backward, with seams between them. */
function holdTogether({ kernels }: Core, memory: FlatMemory, stages: Stages): void {
  const { world } = memory;
  const { even, odd, rest } = memory.ranges;
  const isMuch = memory.word(C.CLOTH_CONSTRAINT_COUNT) > MANY_CONSTRAINTS;
  stages.run(CONSTRAINTS_FORWARD, world, 0, even, isMuch);
  stages.run(CONSTRAINTS_FORWARD, world, even, odd, isMuch);
  stages.run(CONSTRAINTS_FORWARD, world, odd, rest, false);
  kernels.clothBeginStitches(world);
  stages.run(CONSTRAINTS_BACKWARD, world, odd, rest, false);
  stages.run(CONSTRAINTS_BACKWARD, world, even, odd, isMuch);
  stages.run(CONSTRAINTS_BACKWARD, world, 0, even, isMuch);
  kernels.clothEndStitches(world);
}

/** Until a sweep pushes nothing farther than a small part of what counts as resting. */
function solveContacts({ kernels }: Core, memory: FlatMemory, stages: Stages, contacts: number): void {
  const { world } = memory;
  kernels.clothPushAgain(world);
  const enough = SETTLED * memory.thinnest;
  const far = FAR * memory.thinnest;
  const isMuch = contacts > MANY_CONTACTS;
  const first = contacts < C.FEW_CONTACTS ? C.ALL_CELLS : 0;
  const keepsShape = keepsShapes(memory);
  const most = keepsShape ? CONTACT_SWEEPS : MOST_SWEEPS;
  let isEnough = false;
  for (let sweep = 0; sweep < most; sweep++) {
    const isOfAll = keepsShape || isEnough || sweep % SWEEPS_FOR_ALL === 0;
    const stage = CONTACTS_SOLVED + (isOfAll ? 0 : C.SWEEP_PUSHING);
    if (sweep % 2 === 0) {
      stages.run(stage, world, first, C.EVEN_CELLS, isMuch);
      stages.run(stage, world, Math.max(first, C.EVEN_CELLS), C.ALL_CELLS, isMuch);
      stages.run(stage, world, C.ALL_CELLS, C.ALL_CELLS + 1, false);
    } else {
      const backward = stage + C.SWEEP_BACKWARD;
      stages.run(backward, world, C.ALL_CELLS, C.ALL_CELLS + 1, false);
      stages.run(backward, world, Math.max(first, C.EVEN_CELLS), C.ALL_CELLS, isMuch);
      stages.run(backward, world, first, C.EVEN_CELLS, isMuch);
    }
    isEnough = sweep > 0 && memory.farthestPush < (sweep < CONTACT_SWEEPS - 1 ? enough : far);
    if (isEnough && isOfAll) return;
  }
}

function keepsShapes(memory: FlatMemory): boolean {
  const count = memory.word(C.CLOTH_PART_COUNT);
  for (let i = 0; i < count; i++) if (memory.keepsPartShape(i)) return true;
  return false;
}

function detect(memory: FlatMemory, search: PairSearch, stages: Stages, report: ClothReport): void {
  report.detections++;
  ofAllVertices(memory, stages, TUBES_BOUND);
  search.all();
  report.crowded = search.crowded;
  report.pairs = memory.word(C.CLOTH_PAIR_COUNT);
}

function detectStrays(memory: FlatMemory, search: PairSearch, stages: Stages, report: ClothReport): void {
  report.strays++;
  if (search.ofStrays()) report.pairs = memory.word(C.CLOTH_PAIR_COUNT);
  else detect(memory, search, stages, report);
}

function findContacts({ kernels }: Core, memory: FlatMemory, stages: Stages): number {
  const { world, roomForContacts, roomForOthers } = memory;
  const isMuch = memory.word(C.CLOTH_PAIR_COUNT) > MANY_PAIRS;
  for (;;) {
    const chunks = kernels.clothBeginContacts(world);
    stages.run(CONTACTS_FOUND, world, 0, chunks, isMuch, roomForContacts, roomForOthers);
    // what a lost worker may still write to is not given back for more room
    if (stages.wasLost) return 0;
    const count = kernels.clothOrderContacts(world);
    if (count <= memory.word(C.CLOTH_CONTACT_COUNT)) return count;
    memory.makeRoomForContacts(count);
  }
}

function note({ kernels }: Core, memory: FlatMemory, contacts: number, time: number): void {
  if (memory.makeRoomForNotes(contacts)) kernels.clothFindNotes(memory.world);
  kernels.clothNote(memory.world, time);
}

/** Planes, and what they hold back, until nothing could meet on the way that is left, which is measured. */
function truncate(core: Core, memory: FlatMemory, stages: Stages): void {
  const { kernels } = core;
  for (let round = 1; round < ROUNDS; round++) {
    const which = round === 1 ? C.PLANES_OF_ALL : C.PLANES_OF_CHANGED;
    if (makePlanes(core, memory, which) === 0) return;
    kernels.clothTruncate(memory.world);
    measureMoves(core, memory, stages);
  }
  kernels.clothStopPlanes(memory.world);
  makePlanes(core, memory, C.PLANES_ANYWHERE);
  kernels.clothTruncate(memory.world);
  measureMoves(core, memory, stages);
}

function makePlanes({ kernels }: Core, memory: FlatMemory, which: number): number {
  const before = memory.word(C.CLOTH_PLANE_COUNT);
  for (;;) {
    const made = memory.word(C.CLOTH_PLANE_COUNT);
    const all = made + kernels.clothPlanes(memory.world, which);
    if (all <= memory.word(C.CLOTH_PLANE_CAPACITY)) return all - before;
    memory.makeRoomForPlanes(2 * all);
  }
}
