import { MOVER_DYNAMIC, MOVER_FIXED, MOVER_HELD, MOVER_KIND, MOVER_LEFT } from '../kernels/layout/bodies.js';
import { LINK_A, LINK_B, LINK_IMPULSE } from '../kernels/layout/contacts.js';
import { writeShapes } from './body-shapes.js';
import type { DynamicsContext, System } from './context.js';
import { fallAsleep, moves } from './fall-asleep.js';
import type { Islands } from './islands.js';
import { listLinks, reachOut } from './rigid-pairs.js';
import { markTouching } from './rigid-touching.js';
import { addStrain, beginStrain } from './strain.js';
import type { WakeUp } from './wake-up.js';

/** Passes over the contact points before bodies move, and after: fewer where velocities change by less than this share of gravity's. */
const PASSES = 16;
const RELAXING_PASSES = 10;
const SOLVED = 1e-7;
/**
 * Before bodies move there are more, up to so many, until none changes a velocity by more than takes this share of the gap that
 * bodies rest at: what an impact on a high pile leaves unsolved stops bodies, which is dearer by far than to solve it.
 */
const MOST_PASSES = 200;
const NEARLY_SOLVED = 0.05;
/** Bodies that meet slower than gravity makes them in this many sub-steps do not bounce. */
const BOUNCING = 5;
/**
 * How often in a sub-step bodies may be stopped, pushed and sent on. After that they stay where they are certified to
 * be: they lose what is left of the sub-step, never their distance.
 */
const MOST_ROUNDS = 8;
/**
 * Moves rigid bodies through the step in sub-steps: forces, speculative contacts, impulses, the backend's step, and the
 * certificate along the motion that was really made. Bodies whose motion is not certified to its end are stopped where
 * it is; then they are pushed again and go on with the time that is left to them, a bounded number of times.
 */
export function createRigidLoop(context: DynamicsContext, islands: Islands, wakeUp: WakeUp): System {
  return (world) => {
    const { bodies, colliders, counters, links, subSteps } = context;
    counters.stops = 0;
    counters.rounds = 0;
    counters.givenUp = 0;
    counters.touches = 0;
    if (bodies.count === 0) {
      if (links.search.isOpen) links.free();
      context.joints.free();
      stepBackend(context);
      return world;
    }
    // Run alone, after bodies came or went: rigidIntegration has to list them first.
    if (bodies.version !== colliders.version) return world;
    const passed = stepQuietly(context, wakeUp);
    if (passed === subSteps) return world;
    writeShapes(context);
    listLinks(context);
    context.joints.list(context.backend);
    const mayBreak = beginStrain(context);
    for (let k = passed; k < subSteps; k++) {
      subStep(context, wakeUp, k === subSteps - 1);
      if (mayBreak) addStrain(context);
    }
    markTouching(context);
    fallAsleep(context, islands);
    writeAll(context);
    return world;
  };
}

/** What the backend has of its own moves where the plugin has no bodies, too. */
function stepBackend({ backend, bodies, clock, subSteps }: DynamicsContext): void {
  for (let k = 1; k <= subSteps; k++) backend.step(bodies, clock.dt / subSteps, k === subSteps);
}

function writeAll({ bodies, components }: DynamicsContext): void {
  for (let i = 0; i < bodies.count; i++) bodies.write(i, components.RigidBody);
}

/**
 * Where everybody sleeps or is fixed, and nobody was disturbed, the backend alone steps, until it wakes somebody. Returns how
 * many sub-steps passed like this.
 */
function stepQuietly(context: DynamicsContext, wakeUp: WakeUp): number {
  const { backend, bodies, clock, links, subSteps } = context;
  if (!wakeUp.isCalm || !isStill(bodies)) return 0;
  for (let i = 0; i < links.count; i++) links.setNumber(i, LINK_IMPULSE, 0);
  for (let k = 1; k <= subSteps; k++) {
    backend.step(bodies, clock.dt / subSteps, k === subSteps);
    if (!wakeUp.wokenByBackend()) continue;
    // nothing is left of the step: who woke goes from the next one on, with the velocity that woke it
    if (k === subSteps) writeAll(context);
    return k;
  }
  return subSteps;
}

function isStill(bodies: DynamicsContext['bodies']): boolean {
  for (let i = 0; i < bodies.count; i++) {
    if (
      bodies.word(i, MOVER_KIND) !== MOVER_FIXED &&
      !bodies.isAsleep(i) &&
      (isDynamic(bodies, i) || moves(bodies, i))
    )
      return false;
  }
  return true;
}

function isDynamic(bodies: DynamicsContext['bodies'], i: number): boolean {
  return bodies.word(i, MOVER_KIND) === MOVER_DYNAMIC;
}

function subStep(context: DynamicsContext, wakeUp: WakeUp, isLast: boolean): void {
  const h = context.clock.dt / context.subSteps;
  const { backend, bodies, core, counters, gravity, joints, links } = context;
  const { kernels } = core;
  const fall = h * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  kernels.applyForces(bodies.address, bodies.count, h, gravity[0], gravity[1], gravity[2]);
  if (joints.address !== 0) kernels.noteMomenta(bodies.address, bodies.count, joints.address);
  let all = gather(context);
  // who wakes moves in this very sub-step, and is pushed by all that it touches
  if (wakeUp.met()) all = gather(context);
  kernels.prepareTouches(links.address, links.touches, links.rows, all, true);
  joints.prepare(links, all, 0);
  kernels.warmStart(links.touches, links.rows, all, joints.address);
  solve(context, all, fall * SOLVED);
  // passes did not take back all of the impulses of an impact that is over: they begin with less of them
  if (kernels.cutGains(bodies.address, bodies.count, links.touches, links.rows, all) > 0) {
    solve(context, all, fall * SOLVED);
  }
  kernels.bendWays(bodies.address, links.touches, all, joints.address);
  const pushed = kernels.pushApart(
    bodies.address,
    bodies.count,
    links.address,
    links.touches,
    links.rows,
    all,
    false,
    joints.address,
  );
  reachOut(context, true);
  kernels.beginMotions(bodies.address, bodies.count);
  const isTied = joints.address !== 0;
  if (isTied && kernels.goWays(bodies.address, bodies.count, pushed !== 0)) placeStrayed(context);
  kernels.beginTurns(bodies.address, bodies.count);
  backend.step(bodies, h, isLast);
  kernels.endTurns(bodies.address, bodies.count);
  if (pushed) kernels.endPush(bodies.address, bodies.count);
  if (isTied) kernels.keepEnergy(bodies.address, bodies.count);
  wakeUp.wokenByBackend();
  let held = finishMotion(context, MOST_ROUNDS - 1, pushed ? all : 0);
  for (let round = 1; held > 0 && round < MOST_ROUNDS; round++) {
    counters.rounds++;
    let moving = gather(context);
    if (wakeUp.met()) moving = gather(context);
    kernels.prepareTouches(links.address, links.touches, links.rows, moving, false);
    joints.prepare(links, moving, 0);
    solve(context, moving, fall * SOLVED);
    const again = kernels.pushApart(
      bodies.address,
      bodies.count,
      links.address,
      links.touches,
      links.rows,
      moving,
      true,
      joints.address,
    );
    reachOut(context, true);
    kernels.beginMotions(bodies.address, bodies.count);
    kernels.moveOn(bodies.address, bodies.count);
    if (again) kernels.endPush(bodies.address, bodies.count);
    held = finishMotion(context, MOST_ROUNDS - 1 - round, again ? moving : 0);
  }
  counters.givenUp += held;
  kernels.loseForces(bodies.address, bodies.count, h, gravity[0], gravity[1], gravity[2], joints.address);
  if (isTied) kernels.settleFreeSets(bodies.address, bodies.count);
  kernels.relaxTouches(links.address, links.touches, links.rows, links.awakeTouches, h, BOUNCING * fall);
  joints.prepare(links, links.awakeTouches, h);
  kernels.joinJammed(links.address, links.touches, links.rows, links.awakeTouches, h, joints.address);
  kernels.solveTouches(
    links.address,
    links.touches,
    links.rows,
    links.awakeTouches,
    RELAXING_PASSES,
    fall * SOLVED,
    RELAXING_PASSES,
    0,
    joints.address,
  );
  kernels.noteTouches(links.address, links.count, links.touches, links.touchCount);
  kernels.settleSpin(bodies.address, bodies.count, h, links.address, links.count, joints.address);
  if (isTied) kernels.boundFreeSets(bodies.address, bodies.count);
  counters.touches = Math.max(counters.touches, links.touchCount);
}

/** Impulses between the first `count` contact points. */
function solve(
  { clock, core, joints, links, subSteps }: DynamicsContext,
  count: number,
  enough: number,
): void {
  const nearly = (NEARLY_SOLVED * links.leastRest * subSteps) / clock.dt;
  core.kernels.solveTouches(
    links.address,
    links.touches,
    links.rows,
    count,
    PASSES,
    enough,
    MOST_PASSES,
    nearly,
    joints.address,
  );
}

/**
 * Lists the contact points anew: of pairs in which a body still moves first, and how many of these there are; those among
 * sleepers last.
 */
function gather({ bodies, counters, links }: DynamicsContext): number {
  links.beginTouches();
  for (let i = 0; i < links.count; i++) if (hasTimeLeft(bodies, links, i)) links.touchesOf(i);
  const moving = links.touchCount;
  const anySleeps = counters.asleep > 0;
  for (let i = 0; i < links.count; i++) {
    if (!hasTimeLeft(bodies, links, i) && !(anySleeps && sleeps(bodies, links, i))) links.touchesOf(i);
  }
  links.awakeTouches = links.touchCount;
  links.reserveRows();
  for (let i = 0; anySleeps && i < links.count; i++) if (sleeps(bodies, links, i)) links.touchesOf(i);
  links.endTouches();
  return moving;
}

type Moving = Pick<DynamicsContext, 'bodies' | 'links'>;

function hasTimeLeft(bodies: Moving['bodies'], links: Moving['links'], i: number): boolean {
  return (
    bodies.number(links.word(i, LINK_A), MOVER_LEFT) > 0 ||
    bodies.number(links.word(i, LINK_B), MOVER_LEFT) > 0
  );
}

/** Neither body of the pair can move by itself. */
function sleeps(bodies: Moving['bodies'], links: Moving['links'], i: number): boolean {
  return isAtRest(bodies, links.word(i, LINK_A)) && isAtRest(bodies, links.word(i, LINK_B));
}

function isAtRest(bodies: Moving['bodies'], i: number): boolean {
  return bodies.isAsleep(i) || bodies.word(i, MOVER_KIND) === MOVER_FIXED;
}

/**
 * Certifies the motion in progress and stops whom it must; bodies were pushed apart in it at the first `pushed` contact points.
 * Returns how many bodies have time left.
 */
function finishMotion(context: DynamicsContext, roundsLeft: number, pushed: number): number {
  const { backend, bodies, clock, core, counters, links, subSteps } = context;
  const { kernels } = core;
  kernels.endMotions(bodies.address, bodies.count);
  if (!backend.movesStraight) reachOut(context, false);
  counters.stops += links.certify();
  const strayed = kernels.finishMotions(bodies.address, bodies.count, roundsLeft, clock.dt / subSteps);
  if (strayed > 0) placeStrayed(context);
  // only then it is certain what was made of the motion
  const { address, count, heap, query } = links;
  const taken = kernels.takeBackClose(query, heap, bodies.address, address, count);
  if (taken > 0) placeTakenBack(context);
  counters.givenUp += taken;
  kernels.keepMomentum(links.touches, pushed);
  kernels.senseLinks(query, heap, bodies.address, address, count);
  kernels.endCertificates(bodies.address, address, count);
  return strayed > 0 ? countMoving(bodies) : 0;
}

/** Tells the backend of the bodies whose motion was taken back. */
function placeTakenBack({ backend, bodies }: DynamicsContext): void {
  for (let i = 0; i < bodies.count; i++) if (bodies.word(i, MOVER_HELD) === 2) backend.place(bodies, i);
}

/** Tells the backend of the bodies that are not where it moved them to. */
function placeStrayed({ backend, bodies }: DynamicsContext): void {
  for (let i = 0; i < bodies.count; i++) if (bodies.word(i, MOVER_HELD) !== 0) backend.place(bodies, i);
}

/** How many bodies have time left. */
function countMoving(bodies: DynamicsContext['bodies']): number {
  let moving = 0;
  for (let i = 0; i < bodies.count; i++) if (bodies.number(i, MOVER_LEFT) > 0) moving++;
  return moving;
}
