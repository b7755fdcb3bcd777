import {
  COLLIDER_SENSOR,
  CONTINUOUS_OFF,
  CONTINUOUS_ON,
  MOTION_DYNAMIC,
  OVERLAP_REPORT,
} from '../components/constants.js';
import {
  MOVER_CENTRE,
  MOVER_CENTRE_NOW,
  MOVER_LEFT,
  MOVER_LINEAR,
  MOVER_PLACED,
  MOVER_POSITION,
  MOVER_REACH,
} from '../kernels/layout/bodies.js';
import {
  LINK_A,
  LINK_B,
  LINK_BOUND,
  LINK_COUNT,
  LINK_DISCRETE,
  LINK_ENTITY_A,
  LINK_ENTITY_B,
  LINK_FLAGS,
  LINK_FLOOR,
  LINK_FRICTION,
  LINK_FROM,
  LINK_GAP,
  LINK_IMPULSE,
  LINK_LEFT_ALONE,
  LINK_MARGIN,
  LINK_MEASURED,
  LINK_METHOD,
  LINK_OVERLAPS,
  LINK_PAIRS_MARGIN,
  LINK_REST,
  LINK_RESTITUTION,
  LINK_SENSED,
  LINK_SENSOR,
  LINK_SIZE,
  LINK_STOP,
  LINK_STOPS,
  LINK_STRONGEST,
  LINK_TOLD,
  LINK_UNSURE,
} from '../kernels/layout/contacts.js';
import { thicknessOf } from '../mesh/thickness.js';
import { mayTouch } from './broad-phase.js';
import { RIGID } from './colliders.js';
import type { DynamicsContext } from './context.js';
import { continuityOf } from './continuous.js';

/** The gap that resting bodies keep, as a share of the smaller one's size. */
const REST = 1e-3;
/** A motion is stopped at this share of it. */
const STOP = 0.25;
/** Certified gaps are at least this many roundings of a pose. */
const ROUNDINGS = 64;
/** What f64 loses in a pose that is put together from parts. */
const F64 = 2 ** -50;
/**
 * And in a time of contact: nothing shorter can be told from touching. Bodies that were stopped there would never get away,
 * since only a gap that all corners of two triangles open is seen to open.
 */
const QUERY = 2 ** -40;
/** And what f32 loses of a mesh: `readMesh` gives it as f32, and as it is drawn bodies are apart as well. */
const DRAWN = 6 * 2 ** -24;
/** CONTINUOUS_AUTOMATIC: bodies that come closer by less than this share of the thinner one's thickness in a sub-step are slow. */
const THIN = 1 / 8;
/** Who overlaps and is put elsewhere by no more than this share of the smaller one's size goes on parting as before. */
const ELSEWHERE = 0.25;
/** A box that a body leaves within the step grows by this much more than it has to. */
const SPARE = 0.5;

/** Lists the pairs of the step: those of the broad phase in which something can be pushed. */
export function listLinks(context: DynamicsContext): void {
  const { backend, links, pairs } = context;
  links.begin();
  if (backend.joined !== undefined) {
    links.joined.clear();
    backend.joined(links.join);
  }
  for (let i = 0; i < pairs.count; i++) {
    if (areLinked(context, pairs.a[i], pairs.b[i])) link(context, pairs.a[i], pairs.b[i]);
  }
}

/** A pair that is tied by a joint is the joint's affair. */
function areLinked({ colliders, components, links }: DynamicsContext, a: number, b: number): boolean {
  if (links.joined.size > 0 && links.areJoined(a, b)) return false;
  if (colliders.kind[a] !== RIGID || colliders.kind[b] !== RIGID) return false;
  const { motion } = components.RigidBody;
  return motion[a] === MOTION_DYNAMIC || motion[b] === MOTION_DYNAMIC || isSensed(components, a, b);
}

function isSensed({ CollisionSettings }: DynamicsContext['components'], a: number, b: number): boolean {
  const { collider } = CollisionSettings;
  return collider[a] === COLLIDER_SENSOR || collider[b] === COLLIDER_SENSOR;
}

function link(context: DynamicsContext, a: number, b: number): number {
  const { bodies, core, links } = context;
  const i = links.count;
  core.kernels.meet(bodies.addressOf(bodies.row[a]));
  core.kernels.meet(bodies.addressOf(bodies.row[b]));
  const isNew = links.append(a, b);
  writeSettings(context, i, a, b);
  beginLink(context, i, isNew);
  return i;
}

/** What a pair keeps from the step before: nothing of distances and contact points where a body was put elsewhere. */
function beginLink(context: DynamicsContext, i: number, isNew: boolean): void {
  const { bodies, components, links } = context;
  const isPlaced =
    bodies.word(links.word(i, LINK_A), MOVER_PLACED) + bodies.word(links.word(i, LINK_B), MOVER_PLACED) > 0;
  if (isPlaced) {
    if (isElsewhere(context, i)) forgetOverlap(links, i);
    forgetDistances(links, i);
  }
  const before = links.word(i, LINK_FLAGS);
  let flags = before & ~(LINK_SENSOR | LINK_SENSED);
  if (isSensed(components, links.word(i, LINK_ENTITY_A), links.word(i, LINK_ENTITY_B))) flags |= LINK_SENSOR;
  if (isNew || isPlaced || (before & LINK_SENSED) !== 0) flags |= LINK_UNSURE;
  const { overlap } = components.CollisionSettings;
  const reported = Math.max(overlap[links.word(i, LINK_ENTITY_A)], overlap[links.word(i, LINK_ENTITY_B)]);
  flags = reported === OVERLAP_REPORT ? flags | LINK_LEFT_ALONE : flags & ~LINK_LEFT_ALONE;
  links.setWord(i, LINK_FLAGS, flags);
  links.setNumber(i, LINK_IMPULSE, 0);
  links.setNumber(i, LINK_STRONGEST, 0);
  links.setNumber(i, LINK_GAP, Number.POSITIVE_INFINITY);
}

/** Far from where the two were when they were measured last. Who is written a bit further in each step is not: its way out would turn each time. */
function isElsewhere({ bodies, core, links }: DynamicsContext, i: number): boolean {
  const a = bodies.addressOf(links.word(i, LINK_A));
  const b = bodies.addressOf(links.word(i, LINK_B));
  const way = core.kernels.displacedFrom(links.addressOf(i) + LINK_FROM, a, b);
  return way > ELSEWHERE * links.number(i, LINK_SIZE);
}

/** An overlap is another one from now on: it is told, and its way out is chosen, anew. */
function forgetOverlap(links: DynamicsContext['links'], i: number): void {
  links.setWord(i, LINK_FLAGS, links.word(i, LINK_FLAGS) & ~(LINK_OVERLAPS | LINK_TOLD));
}

function forgetDistances(links: DynamicsContext['links'], i: number): void {
  links.setNumber(i, LINK_BOUND, 0);
  links.setNumber(i, LINK_MEASURED, 0);
  links.setNumber(i, LINK_MARGIN, 0);
  links.setNumber(i, LINK_PAIRS_MARGIN, 0);
  links.setWord(i, LINK_COUNT, 0);
}

function writeSettings(context: DynamicsContext, i: number, a: number, b: number): void {
  const { backend, bodies, components, links, materials } = context;
  const settings = components.CollisionSettings;
  const { advancement, tolerance, thickness } = settings;
  const p = bodies.row[a];
  const q = bodies.row[b];
  const size = Math.min(bodies.number(p, MOVER_REACH), bodies.number(q, MOVER_REACH));
  const rounding = Math.max(backend.rounding, QUERY);
  const stored = ROUNDINGS * rounding * (extentOf(bodies, p) + extentOf(bodies, q));
  const floor = Math.max(stored, DRAWN * (sizeOf(bodies, p) + sizeOf(bodies, q)));
  // bodies are pushed as far as they rest: a thickness beyond all measure would throw whatever is near
  const thick = Math.min(size, (thickness[a] + thickness[b]) / 2);
  const rest = Math.max(REST * size, 4 * floor) + thick;
  const least = Math.min(tolerance[a] || Number.POSITIVE_INFINITY, tolerance[b] || Number.POSITIVE_INFINITY);
  links.setNumber(i, LINK_SIZE, size);
  links.setNumber(i, LINK_FLOOR, floor);
  links.setNumber(i, LINK_REST, rest);
  links.leastRest = Math.min(links.leastRest, rest);
  links.setNumber(i, LINK_STOP, Math.min(least, STOP * rest));
  links.setNumber(i, LINK_FRICTION, materials.frictionOf(settings, a, b));
  links.setNumber(i, LINK_RESTITUTION, materials.restitutionOf(settings, a, b));
  links.setWord(i, LINK_METHOD, Math.max(advancement[a], advancement[b]));
  links.setWord(i, LINK_STOPS, 0);
  links.setNumber(i, LINK_DISCRETE, discreteWay(context, a, b));
}

/** How much closer two bodies may come in one motion that is not certified. */
function discreteWay(context: DynamicsContext, a: number, b: number): number {
  const continuity = continuityOf(context.components, a, b);
  if (continuity === CONTINUOUS_ON) return 0;
  if (continuity === CONTINUOUS_OFF) return Number.POSITIVE_INFINITY;
  return THIN * Math.min(thicknessIn(context, a), thicknessIn(context, b));
}

/** Of an entity's mesh; 0 where it is open. */
function thicknessIn({ colliders, core, meshes }: DynamicsContext, entity: number): number {
  const mesh = colliders.mesh[entity];
  if (meshes.record(mesh).solid.volume === 0) return 0;
  const shape = meshes.shape(mesh);
  shape.thickness ??= thicknessOf(core.arena, shape.block);
  return shape.thickness;
}

/** How far from its origin a body's vertices can be. */
function sizeOf(bodies: DynamicsContext['bodies'], i: number): number {
  let largest = bodies.number(i, MOVER_REACH);
  for (let k = 0; k < 24; k += 8) largest += Math.abs(bodies.number(i, MOVER_CENTRE + k));
  return largest;
}

/** The largest coordinate that a body's vertices can have, and some. */
function extentOf(bodies: DynamicsContext['bodies'], i: number): number {
  let largest = bodies.number(i, MOVER_REACH);
  for (let k = 0; k < 24; k += 8) largest += Math.abs(bodies.number(i, MOVER_POSITION + k));
  return largest;
}

/**
 * Bodies that will leave, or have left, the box that the broad phase paired them by get a larger one, and are paired
 * with whatever it touches: pairs are never lost, whatever impulses do to velocities within the step. `ahead` before a
 * motion, when distances can still be measured where it begins.
 */
export function reachOut(context: DynamicsContext, ahead: boolean): void {
  const { bodies, components } = context;
  const { minX, minY, minZ, maxX, maxY, maxZ } = components.Bvh;
  for (let i = 0; i < bodies.count; i++) {
    const at = i * bodies.stride;
    const { numbers } = bodies;
    if (!(numbers[at + LEFT] > 0)) continue;
    const x = growAlong(numbers, at, 0, ahead, minX, maxX, bodies.entity[i]);
    const y = growAlong(numbers, at, 1, ahead, minY, maxY, bodies.entity[i]);
    const z = growAlong(numbers, at, 2, ahead, minZ, maxZ, bodies.entity[i]);
    if (x || y || z) pairAnew(context, i, ahead);
  }
}

const LEFT = MOVER_LEFT / 8;
const REACH = MOVER_REACH / 8;
const CENTRE = MOVER_CENTRE_NOW / 8;
const LINEAR = MOVER_LINEAR / 8;

function growAlong(
  numbers: Float64Array,
  body: number,
  axis: number,
  ahead: boolean,
  min: Float64Array,
  max: Float64Array,
  entity: number,
): boolean {
  const reach = numbers[body + REACH];
  const at = numbers[body + CENTRE + axis];
  const way = ahead ? numbers[body + LEFT] * numbers[body + LINEAR + axis] : 0;
  const low = Math.min(at, at + way) - reach;
  const high = Math.max(at, at + way) + reach;
  const slack = (Math.abs(at) + Math.abs(way) + reach) * F64;
  if (low - slack >= min[entity] && high + slack <= max[entity]) return false;
  const spare = SPARE * (reach + Math.abs(way)) + slack;
  min[entity] = Math.min(min[entity], low - spare);
  max[entity] = Math.max(max[entity], high + spare);
  return true;
}

function pairAnew(context: DynamicsContext, i: number, ahead: boolean): void {
  const { bodies, core, links } = context;
  const entity = bodies.entity[i];
  for (let k = 0; k < bodies.count; k++) {
    const other = bodies.entity[k];
    if (k === i || !boxesMeet(context, entity, other)) continue;
    const a = k < i ? other : entity;
    const b = k < i ? entity : other;
    if (!areLinked(context, a, b) || !mayTouch(context, a, b) || links.has(a, b)) continue;
    const added = link(context, a, b);
    // of a pair of the step before: its contact points are in no list any more, and its bodies moved since unseen, apart
    forgetDistances(links, added);
    forgetOverlap(links, added);
    if (ahead) measure(context, added);
    else {
      core.kernels.endMotions(bodies.addressOf(i), 1);
      core.kernels.endMotions(bodies.addressOf(k), 1);
    }
  }
}

/** How far a new pair is apart. Its contact points are found when those of all are. */
function measure({ links }: DynamicsContext, i: number): void {
  links.findTouches(i);
  links.setNumber(i, LINK_MARGIN, 0);
}

function boxesMeet({ components }: DynamicsContext, a: number, b: number): boolean {
  const { minX, minY, minZ, maxX, maxY, maxZ } = components.Bvh;
  return (
    minX[a] <= maxX[b] &&
    minX[b] <= maxX[a] &&
    minY[a] <= maxY[b] &&
    minY[b] <= maxY[a] &&
    minZ[a] <= maxZ[b] &&
    minZ[b] <= maxZ[a]
  );
}
