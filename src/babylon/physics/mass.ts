import { FirstContactError } from '../../errors.js';
import type { MassProperties as SolidProperties } from '../../mesh/mass-properties.js';
import { type Four, inverse, NO_TURN, quaternionOf, type Three, turned } from '../rotation.js';
import { givenNumber, givenRotation, givenThree } from './given.js';
import { type Leaf, type ShapeRecord, trianglesOf } from './shapes.js';
import { placedSolid, type Tensor, tensorOf, together } from './solids.js';
import type { MassProperties } from './types.js';

/** As Babylon's PhysicsMassProperties: moments are those of one kilogram, about axes that `turn` takes the body's own to. */
export interface Mass {
  /** 0: nothing pushes it along, and it does not fall. */
  readonly mass: number;
  readonly centre: Three;
  /** One of 0: nothing turns it about that axis. */
  readonly moments: Three;
  readonly turn: Four;
}

/** What weighs nothing that can be computed: a body without a shape. */
export const UNIT: Mass = { mass: 1, centre: [0, 0, 0], moments: [1, 1, 1], turn: NO_TURN };

/** A mass in the place of an infinite one: pushes of all that a game has move it by less than it can show. */
const HELD_MASS = 1e12;
/** The same for a moment, as a multiple of the largest finite one. Matrices of f64 keep nine digits of the others beside it. */
const HELD_MOMENT = 1e7;

/** What a solid weighs, in Babylon's terms. */
function massOf({ centre, inertia }: SolidProperties, mass: number): Mass {
  return { mass, centre: centre as Three, ...principalAxes(inertia as Tensor) };
}

/** What a body weighs: what the user says, and where that says nothing, its shape. Undefined where neither knows. */
export function weightOf(shape: ShapeRecord | undefined, given: Partial<Mass>): Mass | undefined {
  const leaves = shape?.leaves() ?? [];
  const own = leaves.length === 0 ? UNIT : weightOfLeaves(leaves, shape);
  if (own !== undefined) return { ...own, ...given };
  if (given.mass === undefined || given.moments === undefined) return undefined;
  return { ...UNIT, centre: middleOf(leaves), ...given };
}

/** Volumes times densities. */
function weightOfLeaves(leaves: readonly Leaf[], whole: ShapeRecord | undefined): Mass | undefined {
  const parts = leaves.map(({ shape, placing }) => {
    const solid = placedSolid(shape.solid, placing);
    // Only a body whose whole shape it is needs its mesh.
    if (shape !== whole) shape.forget();
    return { solid, mass: solid.volume * shape.density };
  });
  if (parts.some(({ solid }) => !solid.inertia.some((moment) => moment !== 0))) return undefined;
  // Flat boxes have moments and no volume: they weigh alike.
  const isFlat = parts.every(({ mass }) => mass === 0);
  const all = together(isFlat ? parts.map(({ solid }) => ({ solid, mass: 1 / parts.length })) : parts);
  return massOf(all, all.mass);
}

/** Of the box around it. */
function middleOf(leaves: readonly Leaf[]): Three {
  const { positions } = trianglesOf(leaves);
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

/** Why a dynamic body cannot have that shape yet, and what its user can do. */
export function openMesh(shape: ShapeRecord | undefined, whose: string): FirstContactError {
  const open = (shape?.leaves() ?? []).filter(({ shape }) => shape.solid.volume === 0);
  const names = [...new Set(open.map(({ shape }) => shape.name))].join(', ');
  return new FirstContactError(
    'OPEN_MESH',
    `The ${names} of the dynamic body ${whose} encloses no volume, so that its centre of mass and inertia are unknown`,
    'Use PhysicsShapeType.CONVEX_HULL or BOX, or close the mesh; or call body.setMassProperties({ mass, centerOfMass, inertia }) before body.shape = shape; or let it be STATIC or ANIMATED: mass 0 in a PhysicsAggregate.',
  );
}

/** What the user says of a mass, to be put over what is computed: `{ ...own, ...given }`. Refused where it is none. */
export function givenMass(given: MassProperties, whose: string): Partial<Mass> {
  const { mass, centerOfMass, inertia, inertiaOrientation } = given;
  const moments = inertia && givenThree(`The inertia of ${whose}`, inertia);
  for (const moment of moments ?? []) givenNumber(`A moment of the inertia of ${whose}`, moment, 0);
  return {
    ...(mass !== undefined && { mass: givenNumber(`The mass of ${whose}`, mass, 0) }),
    ...(centerOfMass && { centre: givenThree(`The centerOfMass of ${whose}`, centerOfMass) }),
    ...(moments && { moments }),
    ...(inertiaOrientation && {
      turn: givenRotation(`The inertiaOrientation of ${whose}`, inertiaOrientation),
    }),
  };
}

export function isHeld({ mass }: Mass): boolean {
  return mass === 0;
}

/** RigidBody's columns of it. What is infinite in Babylon is a large number there. */
export function columnsOf(mass: Mass) {
  const { centre, moments, turn } = mass;
  const kilograms = isHeld(mass) ? 1 : mass.mass;
  const most = Math.max(...moments) || 1;
  const finite = moments.map((moment) => kilograms * (moment || HELD_MOMENT * most));
  const [ixx, iyy, izz, ixy, ixz, iyz] = tensorOf(finite as unknown as Three, turn);
  const [cx, cy, cz] = centre;
  return { mass: isHeld(mass) ? HELD_MASS : mass.mass, cx, cy, cz, ixx, iyy, izz, ixy, ixz, iyz };
}

/** By how much a push of that momentum moves it faster along. */
export function speedOf(mass: Mass, impulse: Three): Three {
  const share = isHeld(mass) ? 0 : 1 / mass.mass;
  return [share * impulse[0], share * impulse[1], share * impulse[2]];
}

/** By how much it turns faster after a twist, both in the body's frame. As in Babylon's other plugin, what is held along weighs 1 kg here. */
export function spinOf(mass: Mass, twist: Three): Three {
  const { moments, turn } = mass;
  const kilograms = isHeld(mass) ? 1 : mass.mass;
  const own = turned(inverse(turn), twist);
  const change = own.map((part, axis) => (moments[axis] === 0 ? 0 : part / (kilograms * moments[axis])));
  return turned(turn, change as unknown as Three);
}

/** Entries beside the diagonal below this share of the whole are rounding of meshes, whose vertices are f32. */
const NOTHING = 1e-6;
const MOST_SWEEPS = 12;

/**
 * Moments about the principal axes, and how these are turned: as little as can be, by Jacobi's rotations. Babylon's users
 * read x, y, z of a crate, and of a wheel, as those of its own axes.
 */
function principalAxes(tensor: Tensor): { moments: Three; turn: Four } {
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const matrix = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const least = NOTHING * (xx + yy + zz);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const turns = [clearEntry(matrix, axes, 0, 1, least), clearEntry(matrix, axes, 0, 2, least)];
    if (!clearEntry(matrix, axes, 1, 2, least) && !turns.includes(true)) break;
  }
  const isTurned = axes.some((axis, i) => axis[i] !== 1);
  return {
    moments: [matrix[0][0], matrix[1][1], matrix[2][2]],
    turn: isTurned ? quaternionOf(axes) : NO_TURN,
  };
}

/** Turns two axes, by an eighth of a turn at most, so that the entry of both becomes 0. False where it is nothing. */
function clearEntry(m: number[][], axes: number[][], p: number, q: number, least: number): boolean {
  if (!(Math.abs(m[p][q]) > least)) return false;
  const theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of m) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
  for (let k = 0; k < 3; k++) [m[p][k], m[q][k]] = [c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]];
  for (let k = 0; k < 3; k++)
    [axes[p][k], axes[q][k]] = [c * axes[p][k] - s * axes[q][k], s * axes[p][k] + c * axes[q][k]];
  return true;
}
