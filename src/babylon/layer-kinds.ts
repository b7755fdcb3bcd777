import { query } from 'bitecs';
import { MOTION_DYNAMIC } from '../components/constants.js';
import type { DebugLines, Inspection } from '../plugin/debug.js';
import { middleOf } from '../plugin/debug-islands.js';
import type { CollisionPlugin } from '../plugin.js';
import { CONTACT_END } from '../systems/contact-events.js';
import { IMPACT_FREE } from '../systems/impacts.js';

/** How a layer is drawn besides being on. */
export interface LayerSettings {
  /** Which level of the trees; 3 by default. */
  level: number;
  /** Metres that a normal is drawn long, and seconds of a velocity. */
  normalLength: number;
  velocitySeconds: number;
}

interface Looked {
  readonly plugin: CollisionPlugin;
  readonly inspection: Inspection;
}

type Draw = (looked: Looked, lines: DebugLines, settings: LayerSettings) => void;

interface Layer {
  readonly title: string;
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly draw: Draw;
}

/** All layers, by name. */
export const LAYERS = {
  swept: {
    title: 'Swept volumes',
    colour: [0.3, 0.72, 0.42],
    draw: ({ plugin }, lines) => forEachCollider(plugin, (entity) => addSweptBox(plugin, entity, lines)),
  },
  trees: {
    title: 'Trees',
    colour: [0.35, 0.6, 0.95],
    draw: ({ plugin, inspection }, lines, { level }) =>
      forEachCollider(plugin, (entity) => inspection.treeBoxes(entity, level, lines)),
  },
  pairs: {
    title: 'Candidate pairs',
    colour: [0.95, 0.75, 0.2],
    draw: drawPairs,
  },
  candidates: {
    title: 'In a candidate pair',
    colour: [0.95, 0.5, 0.15],
    draw: (looked, lines) => drawByPairs(looked, lines, true),
  },
  culled: {
    title: 'Culled: in no pair',
    colour: [0.25, 0.75, 0.75],
    draw: (looked, lines) => drawByPairs(looked, lines, false),
  },
  contacts: {
    title: 'Contacts',
    colour: [1, 0.25, 0.3],
    draw: drawContacts,
  },
  touching: {
    title: 'Touching',
    colour: [1, 0.45, 0.65],
    draw: drawTouching,
  },
  advancement: {
    title: 'Front of the advancement',
    colour: [0.85, 0.4, 0.95],
    draw: drawFronts,
  },
  steps: {
    title: 'Steps of the advancement',
    colour: [0.65, 0.45, 0.75],
    draw: ({ inspection }, lines) => inspection.advancement(lines),
  },
  islands: {
    title: 'Islands',
    colour: [0.95, 0.9, 0.55],
    draw: ({ inspection }, lines) => inspection.islands(lines),
  },
  gpuBoth: {
    title: 'GPU: visible in both passes',
    colour: [0.3, 0.85, 0.35],
    draw: ({ inspection }, lines) => inspection.visible('both', lines),
  },
  gpuFirst: {
    title: 'GPU: visible in the first',
    colour: [0.3, 0.65, 0.95],
    draw: ({ inspection }, lines) => inspection.visible('first', lines),
  },
  gpuSecond: {
    title: 'GPU: visible in the second',
    colour: [0.75, 0.55, 0.95],
    draw: ({ inspection }, lines) => inspection.visible('second', lines),
  },
  gpuNeither: {
    title: 'GPU: visible in neither',
    colour: [0.95, 0.4, 0.25],
    draw: ({ inspection }, lines) => inspection.visible('neither', lines),
  },
  velocities: {
    title: 'Velocities',
    colour: [0.2, 0.75, 1],
    draw: drawVelocities,
  },
  sleeping: {
    title: 'Asleep',
    colour: [0.6, 0.6, 0.7],
    draw: ({ plugin }, lines) =>
      forEachCollider(plugin, (entity) => {
        if (isBody(plugin, entity) && plugin.components.RigidBody.asleep[entity] === 1) {
          addSweptBox(plugin, entity, lines);
        }
      }),
  },
  normals: {
    title: 'Normal cones',
    colour: [0.45, 0.55, 0.95],
    draw: ({ plugin, inspection }, lines, { level, normalLength }) =>
      forEachCollider(plugin, (entity) =>
        inspection.normalDirections(entity, level, normalLength / 2, lines),
      ),
  },
  skipped: {
    title: 'Skipped by normal cones',
    colour: [0.2, 0.85, 0.6],
    draw: ({ plugin, inspection }, lines) =>
      forEachCollider(plugin, (entity) => inspection.skippedRegions(entity, lines)),
  },
  orphans: {
    title: 'Orphans',
    colour: [1, 0.6, 0.2],
    draw: ({ plugin, inspection }, lines) =>
      forEachCollider(plugin, (entity) => inspection.orphans(entity, lines)),
  },
  representatives: {
    title: 'Representatives',
    colour: [0.75, 0.75, 0.3],
    draw: ({ plugin, inspection }, lines) =>
      forEachCollider(plugin, (entity) => inspection.representatives(entity, lines)),
  },
} as const satisfies Record<string, Layer>;

function forEachCollider({ components, world }: CollisionPlugin, visit: (entity: number) => void): void {
  for (const entity of query(world, [components.Bvh])) visit(entity);
}

function isBody({ components }: CollisionPlugin, entity: number): boolean {
  return components.Bvh.nodes[entity] === 0;
}

function addSweptBox({ components }: CollisionPlugin, entity: number, lines: DebugLines): void {
  const { minX, minY, minZ, maxX, maxY, maxZ } = components.Bvh;
  lines.addBox(minX[entity], minY[entity], minZ[entity], maxX[entity], maxY[entity], maxZ[entity]);
}

function drawPairs({ plugin, inspection }: Looked, lines: DebugLines): void {
  const { count, a, b } = inspection.pairs;
  const { Bvh } = plugin.components;
  for (let i = 0; i < count; i++) lines.add(...middleOf(Bvh, a[i]), ...middleOf(Bvh, b[i]));
}

function drawByPairs({ plugin, inspection }: Looked, lines: DebugLines, paired: boolean): void {
  const { count, a, b } = inspection.pairs;
  const inPair = new Set<number>();
  for (let i = 0; i < count; i++) inPair.add(a[i]).add(b[i]);
  forEachCollider(plugin, (entity) => {
    if (inPair.has(entity) === paired) addSweptBox(plugin, entity, lines);
  });
}

const point = new Float64Array(3);

/** A cross at each contact and its normal, the shorter the later in the step it is. */
function drawContacts(
  { plugin, inspection }: Looked,
  lines: DebugLines,
  { normalLength }: LayerSettings,
): void {
  const { contacts, impacts } = plugin;
  for (let i = 0; i < contacts.count; i++) {
    inspection.contactPoint(i, point);
    addArrow(lines, point, 0, contacts.normals, 3 * i, normalLength * (1.25 - contacts.time[i]));
  }
  for (let i = 0; i < impacts.count; i++) {
    const end = impacts.firstPoint[i] + impacts.pointCount[i];
    for (let k = impacts.firstPoint[i]; k < end; k++) {
      addArrow(
        lines,
        impacts.points.pointA,
        3 * k,
        impacts.points.normal,
        3 * k,
        normalLength * (1.25 - impacts.time[i]),
      );
    }
  }
}

/** What rests on each other too: of each pair that touches, the point that is pressed most, and its normal. */
function drawTouching({ plugin }: Looked, lines: DebugLines, { normalLength }: LayerSettings): void {
  const { count, kind, points, normals } = plugin.contactEvents;
  for (let i = 0; i < count; i++) {
    // deformables say theirs in `contacts`
    if (kind[i] === CONTACT_END || Number.isNaN(points[3 * i])) continue;
    addArrow(lines, points, 3 * i, normals, 3 * i, normalLength);
  }
}

function addArrow(
  lines: DebugLines,
  from: Float64Array,
  at: number,
  normals: Float64Array,
  normal: number,
  length: number,
): void {
  const [x, y, z] = [from[at], from[at + 1], from[at + 2]];
  const size = length / 8;
  lines.add(x - size, y, z, x + size, y, z);
  lines.add(x, y - size, z, x, y + size, z);
  lines.add(x, y, z - size, x, y, z + size);
  lines.add(
    x,
    y,
    z,
    x + normals[normal] * length,
    y + normals[normal + 1] * length,
    z + normals[normal + 2] * length,
  );
}

/** Of each two bodies in contact, the line between where they are closest at their time of contact. */
function drawFronts({ plugin }: Looked, lines: DebugLines, { normalLength }: LayerSettings): void {
  const { impacts } = plugin;
  const { pointA, pointB, distance } = impacts.closest;
  for (let i = 0; i < impacts.count; i++) {
    if (impacts.state[i] === IMPACT_FREE || !(distance[i] < Number.POSITIVE_INFINITY)) continue;
    const at = 3 * i;
    lines.add(pointA[at], pointA[at + 1], pointA[at + 2], pointB[at], pointB[at + 1], pointB[at + 2]);
    addArrow(lines, pointA, at, impacts.closest.normal, at, normalLength / 2);
    addArrow(lines, pointB, at, impacts.closest.normal, at, -normalLength / 2);
  }
}

function drawVelocities({ plugin }: Looked, lines: DebugLines, { velocitySeconds }: LayerSettings): void {
  const { motion, px, py, pz, vx, vy, vz } = plugin.components.RigidBody;
  forEachCollider(plugin, (entity) => {
    if (!isBody(plugin, entity) || motion[entity] !== MOTION_DYNAMIC) return;
    lines.add(
      px[entity],
      py[entity],
      pz[entity],
      px[entity] + vx[entity] * velocitySeconds,
      py[entity] + vy[entity] * velocitySeconds,
      pz[entity] + vz[entity] * velocitySeconds,
    );
  });
}
