import { MOTION_DYNAMIC, MOTION_FIXED } from '../components/constants.js';
import { MOVER_ANGULAR, MOVER_LINEAR, MOVER_REACH } from '../kernels/layout/bodies.js';
import { LINK_A, LINK_B } from '../kernels/layout/contacts.js';
import type { DynamicsContext } from './context.js';
import { HELD_STILL, type Islands, isTouching } from './islands.js';

/** Nobody is slow who covers more than this share of the own size in a second. */
const SHARE = 0.5;

/** Of an island: something that does not move holds it; all of it stands still to the last bit; something keeps it awake. */
const IS_HELD = 1;
const MOVES = 2;
const RESTLESS = 4;

/** Puts islands to sleep whose bodies have all been slow for long enough. */
export function fallAsleep(context: DynamicsContext, islands: Islands): void {
  const { bodies, counters, sleep } = context;
  counters.fellAsleep = 0;
  const isSlow = sleep !== undefined && countIdle(context, sleep.speed);
  if (isSlow) {
    markIslands(context, islands);
    putToSleep(context, islands, sleep.time);
  }
  counters.asleep = bodies.countAsleep();
}

/** Counts the time for which each body has been slow. False where nobody that is awake has been for any. */
function countIdle({ bodies, clock, components }: DynamicsContext, speed: number): boolean {
  const { idle, motion } = components.RigidBody;
  const { sleep } = components.CollisionSettings;
  let any = false;
  for (let i = 0; i < bodies.count; i++) {
    const entity = bodies.entity[i];
    if (motion[entity] !== MOTION_DYNAMIC || bodies.isAsleep(i)) continue;
    const reach = bodies.number(i, MOVER_REACH);
    const fastest = sizeAt(bodies, i, MOVER_LINEAR) + sizeAt(bodies, i, MOVER_ANGULAR) * reach;
    const isSlow = sleep[entity] === 1 && fastest <= Math.min(speed, SHARE * reach);
    idle[entity] = isSlow ? idle[entity] + clock.dt : 0;
    any ||= isSlow;
  }
  return any;
}

function sizeAt(bodies: DynamicsContext['bodies'], i: number, offset: number): number {
  const x = bodies.number(i, offset);
  const y = bodies.number(i, offset + 8);
  const z = bodies.number(i, offset + 16);
  return Math.sqrt(x * x + y * y + z * z);
}

function markIslands(context: DynamicsContext, islands: Islands): void {
  const { bodies, components, events, links } = context;
  const { idle, motion } = components.RigidBody;
  islands.build(context);
  islands.marks.fill(0, 0, bodies.count);
  islands.idle.fill(Number.POSITIVE_INFINITY, 0, bodies.count);
  for (let i = 0; i < bodies.count; i++) {
    if (motion[bodies.entity[i]] !== MOTION_DYNAMIC || bodies.isAsleep(i)) continue;
    const island = islands.of(i);
    islands.idle[island] = Math.min(islands.idle[island], idle[bodies.entity[i]]);
    if (moves(bodies, i)) islands.marks[island] |= MOVES;
  }
  for (let i = 0; i < links.count; i++) {
    if (!isTouching(context, i)) continue;
    markHolder(context, islands, links.word(i, LINK_A), links.word(i, LINK_B));
    markHolder(context, islands, links.word(i, LINK_B), links.word(i, LINK_A));
  }
  const { holders } = islands;
  for (let i = 0; i < holders.length; i += 2) {
    if (holders[i + 1] >= 0) markHolder(context, islands, holders[i + 1], holders[i]);
    else islands.marks[islands.of(holders[i])] |= holders[i + 1] === HELD_STILL ? IS_HELD : RESTLESS;
  }
  // Contacts with what the backend has of its own, as they were before this step.
  for (let i = 0; i < events.count; i++) {
    const row = bodies.row[events.a[i]];
    if (events.b[i] === 0 && events.sensor[i] === 0 && row >= 0) islands.marks[islands.of(row)] |= IS_HELD;
  }
}

/** What holds a dynamic body still: fixed, or driven and at rest. Who is driven and moves keeps it awake. */
function markHolder(
  { bodies, components }: DynamicsContext,
  islands: Islands,
  holder: number,
  body: number,
): void {
  const { motion } = components.RigidBody;
  const how = motion[bodies.entity[holder]];
  if (how === MOTION_DYNAMIC || motion[bodies.entity[body]] !== MOTION_DYNAMIC) return;
  const mark = how === MOTION_FIXED || !moves(bodies, holder) ? IS_HELD : RESTLESS;
  islands.marks[islands.of(body)] |= mark;
}

/** What drifts slowly through empty space goes on for ever: only what is held, or stands still to the last bit, sleeps. */
function putToSleep(
  { backend, bodies, components, counters }: DynamicsContext,
  islands: Islands,
  time: number,
): void {
  const { motion } = components.RigidBody;
  for (let i = 0; i < bodies.count; i++) {
    if (motion[bodies.entity[i]] !== MOTION_DYNAMIC || bodies.isAsleep(i)) continue;
    const island = islands.of(i);
    const marks = islands.marks[island];
    const rests = (marks & RESTLESS) === 0 && ((marks & IS_HELD) !== 0 || (marks & MOVES) === 0);
    if (!rests || islands.idle[island] < time) continue;
    bodies.putToSleep(i);
    backend.place(bodies, i);
    counters.fellAsleep++;
  }
}

export function moves(bodies: DynamicsContext['bodies'], i: number): boolean {
  return sizeAt(bodies, i, MOVER_LINEAR) + sizeAt(bodies, i, MOVER_ANGULAR) > 0;
}
