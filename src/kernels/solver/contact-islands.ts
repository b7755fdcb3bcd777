import { MOVER_BYTES, MOVER_FIRST, MOVER_ISLAND, MOVER_NEXT } from '../layout/bodies';
import { TOUCH_BYTES } from '../layout/contacts';
import { bodyA, bodyB } from './links-of-touches';
import { isFree } from './move';
import { memberOf, setOf } from './tied-bodies';

// Free bodies that contact points or joints connect: sets of bodies, each of which leads to another one of its set or to itself.

/** Makes islands of bodies that joints or these contact points connect. */
export function joinIslands(bodies: usize, bodyCount: i32, touches: usize, count: i32): void {
  beginIslands(bodies, bodyCount);
  for (let i = 0; i < count; i++) {
    const touch = touches + <usize>i * TOUCH_BYTES;
    join(bodyA(touch), bodyB(touch));
  }
}

/** Makes islands of bodies that joints connect. */
export function beginIslands(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    store<u32>(body, <u32>body, MOVER_ISLAND);
  }
  for (let i = 0; i < bodyCount; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    const set = setOf(body);
    if (set === 0 || !isFree(body)) continue;
    const first = memberOf(set, 0);
    if (isFree(first)) store<u32>(islandOf(body), <u32>islandOf(first), MOVER_ISLAND);
  }
}

/** Makes one island of two. What is not free connects nobody. */
export function join(a: usize, b: usize): void {
  if (isFree(a) && isFree(b)) store<u32>(islandOf(a), <u32>islandOf(b), MOVER_ISLAND);
}

/** The body that stands for another one's island. */
export function islandOf(body: usize): usize {
  let at = body;
  let next = <usize>load<u32>(at, MOVER_ISLAND);
  while (next !== at) {
    const after = load<u32>(next, MOVER_ISLAND);
    store<u32>(at, after, MOVER_ISLAND);
    at = <usize>after;
    next = <usize>load<u32>(at, MOVER_ISLAND);
  }
  return at;
}

/** Lists the free bodies of each island, in their order in the table. */
export function listIslands(bodies: usize, bodyCount: i32): void {
  for (let i = 0; i < bodyCount; i++) store<u32>(bodies + <usize>i * MOVER_BYTES, 0, MOVER_FIRST);
  for (let i = bodyCount - 1; i >= 0; i--) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isFree(body)) continue;
    const island = islandOf(body);
    store<u32>(body, load<u32>(island, MOVER_FIRST), MOVER_NEXT);
    store<u32>(island, <u32>body, MOVER_FIRST);
  }
}

/** When they are listed: the first body of an island, and the one after another, or 0. */
export function firstOf(island: usize): usize {
  return <usize>load<u32>(island, MOVER_FIRST);
}

export function nextOf(body: usize): usize {
  return <usize>load<u32>(body, MOVER_NEXT);
}
