import type { DynamicsContext, StepContext } from '../systems/context.js';
import { Islands } from '../systems/islands.js';
import type { DebugLines } from './debug-lines.js';

const AXES = [0, 1, 2] as const;

/**
 * From each body that touches others, or is joined to them, to the middle of all of these: they fall asleep and wake as
 * one.
 */
export function islandLines(context: StepContext, lines: DebugLines): void {
  if (!hasBodies(context)) return;
  const { bodies, components } = context;
  const islands = new Islands(components.maxEntities);
  islands.build(context);
  const members = new Map<number, number[]>();
  for (let i = 0; i < bodies.count; i++) {
    const island = members.get(islands.of(i));
    if (island === undefined) members.set(islands.of(i), [bodies.entity[i]]);
    else island.push(bodies.entity[i]);
  }
  for (const entities of members.values()) if (entities.length > 1) addStar(context, entities, lines);
}

function hasBodies(context: StepContext): context is DynamicsContext {
  return context.bodies !== undefined && context.joints !== undefined && context.links !== undefined;
}

function addStar({ components }: StepContext, entities: readonly number[], lines: DebugLines): void {
  const places = entities.map((entity) => middleOf(components.Bvh, entity));
  const [x, y, z] = AXES.map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  for (const place of places) lines.add(x, y, z, place[0], place[1], place[2]);
}

/** The middle of the entity's box. */
export function middleOf(box: StepContext['components']['Bvh'], entity: number): [number, number, number] {
  return [
    (box.minX[entity] + box.maxX[entity]) / 2,
    (box.minY[entity] + box.maxY[entity]) / 2,
    (box.minZ[entity] + box.maxZ[entity]) / 2,
  ];
}
