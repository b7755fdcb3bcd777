import { MOST_QUERIES } from '../kernels/layout/rigid-queries.js';
import { defaultTolerance, type RigidQueries } from '../rigid/queries.js';
import { TOLERANCE, UNTIL } from '../rigid/settings.js';
import { boxesMeet, type SweptBox, sweptBox } from '../rigid/swept-bounds.js';
import {
  answer,
  type ContactMotion,
  chooseSettings,
  type FailedMotion,
  type TimeOfContactOptions,
  timeOfContact,
} from './rigid.js';
import { checkList, checkMotion, checkObject } from './rigid-arguments.js';
import { shapeOf } from './rigid-mesh.js';
import { type MovingMesh, rigidWorkspace } from './rigid-workspace.js';

/** Two of many bodies, by their places in the lists that were given, and what they do to each other. */
export type BodyContact = (ContactMotion | FailedMotion) & {
  /** Places in the lists. */
  readonly a: number;
  readonly b: number;
};

/**
 * The first contact of one articulated body with another, each a list of rigid links that move as given: one answer
 * for all pairs of links. Undefined where the whole motion is certified free. Links of one body are not tested
 * against each other; for that, give the two links that matter as bodies.
 *
 * By earliest-first advancement all pairs wait in one heap: what happens after the first contact is not looked at, and
 * `maxSteps` bounds the whole. The other methods take the pairs in turn, each up to the earliest contact so far.
 */
export function timeOfContactOfLinks(
  linksA: readonly MovingMesh[],
  linksB: readonly MovingMesh[],
  options: TimeOfContactOptions = {},
): BodyContact | undefined {
  const { queries, manifold } = rigidWorkspace();
  const boxesA = checkedBoxes(linksA, 'A');
  const boxesB = checkedBoxes(linksB, 'B');
  chooseSettings(queries.settings, options);
  const pairs: [a: number, b: number][] = [];
  linksA.forEach((linkA, a) => {
    linksB.forEach((linkB, b) => {
      if (boxesMeet(boxesA[a], boxesB[b], touchingFrom(linkA, linkB, options))) pairs.push([a, b]);
    });
  });
  const together = queries.settings.method === 'earliest-first' ? MOST_QUERIES : 1;
  let first: BodyContact | undefined;
  for (let from = 0; from < pairs.length; from += together) {
    const some = pairs.slice(from, from + together);
    if (first !== undefined) queries.settings.fractions[UNTIL] = first.time;
    placeLinks(queries, some, linksA, linksB, options);
    const result = answer(queries, manifold);
    if (result.state === 'free' || (first !== undefined && result.time >= first.time)) continue;
    const [a, b] = some[queries.ended];
    first = { ...result, a, b };
  }
  return first;
}

/** Every pair needs a place in the heap, and four more when its boxes are opened. */
const ROOM_TO_OPEN = 8;

function placeLinks(
  queries: RigidQueries,
  pairs: readonly (readonly [a: number, b: number])[],
  linksA: readonly MovingMesh[],
  linksB: readonly MovingMesh[],
  options: TimeOfContactOptions,
): void {
  const { settings } = queries;
  settings.maxPairs = Math.max(settings.maxPairs, pairs.length + ROOM_TO_OPEN);
  queries.reserve(pairs.length);
  pairs.forEach(([a, b], i) => {
    const shapeA = linksA[a].mesh.shape;
    const shapeB = linksB[b].mesh.shape;
    settings.fractions[TOLERANCE] = options.tolerance ?? defaultTolerance(shapeA, shapeB);
    queries.place(i, shapeA, linksA[a].motion, shapeB, linksB[b].motion);
  });
}

/**
 * All pairs of many bodies that meet, each with its own first contact, the earliest first. Pairs whose swept boxes are
 * apart are never looked at.
 */
export function contactsOfBodies(
  bodies: readonly MovingMesh[],
  options: TimeOfContactOptions = {},
): BodyContact[] {
  chooseSettings(rigidWorkspace().queries.settings, options);
  const boxes = checkedBoxes(bodies, 'body');
  const axis = widestAxis(boxes);
  const order = bodies.map((_, i) => i).sort((p, q) => boxes[p].low[axis] - boxes[q].low[axis] || p - q);
  const largest = bodies.reduce((size, { mesh }) => Math.max(size, mesh.radius), 0);
  const slack = (options.tolerance ?? largest) + (options.thickness ?? 0);
  const contacts: BodyContact[] = [];
  order.forEach((p, i) => {
    for (let j = i + 1; j < order.length; j++) {
      const q = order[j];
      if (boxes[q].low[axis] > boxes[p].high[axis] + slack) break;
      const [a, b] = p < q ? [p, q] : [q, p];
      const [bodyA, bodyB] = [bodies[a], bodies[b]];
      if (!boxesMeet(boxes[a], boxes[b], touchingFrom(bodyA, bodyB, options))) continue;
      const contact = contactOf(bodyA, bodyB, a, b, options);
      if (contact !== undefined) contacts.push(contact);
    }
  });
  return contacts.sort((p, q) => p.time - q.time || p.a - q.a || p.b - q.b);
}

function contactOf(
  bodyA: MovingMesh,
  bodyB: MovingMesh,
  a: number,
  b: number,
  options: TimeOfContactOptions,
): BodyContact | undefined {
  const result = timeOfContact(bodyA.mesh, bodyA.motion, bodyB.mesh, bodyB.motion, options);
  return result.state === 'free' ? undefined : { ...result, a, b };
}

function checkedBoxes(bodies: readonly MovingMesh[], whose: string): SweptBox[] {
  checkList(bodies, `the list of ${whose}`);
  return bodies.map((body, i) => {
    checkObject(body, `${whose} ${i}`, '{ mesh, motion }');
    const { mesh, motion } = body;
    shapeOf(mesh, `the mesh of ${whose} ${i}`);
    checkMotion(motion, `${whose} ${i}`);
    return sweptBox(mesh, motion);
  });
}

/** Never less than the distance of contact that the query will use: the default tolerance is a small share of this. */
function touchingFrom(p: MovingMesh, q: MovingMesh, options: TimeOfContactOptions): number {
  return (options.tolerance ?? p.mesh.radius + q.mesh.radius) + (options.thickness ?? 0);
}

function widestAxis(boxes: readonly SweptBox[]): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = 0;
  let spread = -1;
  for (const axis of [0, 1, 2] as const) {
    let low = Infinity;
    let high = -Infinity;
    for (const box of boxes) {
      low = Math.min(low, box.low[axis]);
      high = Math.max(high, box.high[axis]);
    }
    if (high - low > spread) {
      spread = high - low;
      best = axis;
    }
  }
  return best;
}
