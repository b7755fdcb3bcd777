import type { ClothWorld } from './cloth-world.js';
import type { ClothPart } from './part.js';

/** A part that another solver moves: its positions are where its vertices are, `proposed` where they are to go. */
export interface Wish {
  readonly part: ClothPart;
  readonly proposed: ArrayLike<number>;
}

/** What became of some wishes. */
export interface ResolvedMotion {
  /** x y z a vertex of each part: free of intersection if they were before, also after rounding to f32. */
  readonly positions: Float64Array[];
  /** Whether something prescribed had to be held. */
  readonly blocked: boolean;
  /** Vertices that are not where they were proposed to be, and how often one was cut back by a separating plane. */
  readonly changed: number;
  readonly stepBacks: number;
  /** Whether so many vertices were in one place or line, or went so far, that the rest of the way was not looked through: nothing makes it. */
  readonly crowded: boolean;
}

const DT = 1 / 60;
const LEAST_PARTS = 2;
const MOST_PARTS = 16;
/** A part of the way is at most so many thicknesses. */
const LONGEST_PART = 1;

/**
 * Takes all wishes as far as they may go: in 2 to 16 parts of the way, each with impulses and then separating planes. The work is
 * bounded, so that it always ends.
 */
export function resolveMotion(world: ClothWorld, wishes: readonly Wish[]): ResolvedMotion {
  const previous = wishes.map(({ part }) => part.positions.slice());
  let thinnest = Number.POSITIVE_INFINITY;
  for (const { part, proposed } of wishes) {
    part.goals.set(proposed);
    thinnest = Math.min(thinnest, 2 * part.halves[0]);
    for (let i = 0; i < part.positions.length; i++) {
      const isFree = part.inverseMasses[Math.floor(i / 3)] > 0;
      part.velocities[i] = isFree ? (proposed[i] - part.positions[i]) / DT : 0;
    }
  }
  const farthest = world.parts.reduce((most, part) => Math.max(most, longestWay(part)), 0);
  const parts = Math.ceil(farthest / (LONGEST_PART * thinnest));
  const report = world.step(DT, Math.min(MOST_PARTS, Math.max(LEAST_PARTS, parts)));
  let changed = 0;
  const positions = wishes.map(({ part, proposed }, i) => {
    const safe = report.finite ? part.positions.slice() : previous[i];
    changed += snap(safe, proposed);
    return safe;
  });
  const { blocked, crowded, stepBacks } = report;
  return { positions, blocked, changed, stepBacks, crowded: crowded >= 0 };
}

/** How far a part is to go along an axis; of a body, its origin. */
function longestWay({ goal, goals, kind, pose, positions }: ClothPart): number {
  const [from, to] = kind === 'body' ? [pose.subarray(0, 3), goal] : [positions, goals];
  let farthest = 0;
  for (let i = 0; i < from.length; i++) farthest = Math.max(farthest, Math.abs(to[i] - from[i]));
  return farthest;
}

/** Rounding of the sum of a few parts of the way; far below the floor that surfaces keep. */
const ROUNDING = 2 ** -44;

/** Vertices that arrived up to rounding are exactly where they were proposed. Returns how many are elsewhere. */
function snap(positions: Float64Array, proposed: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < proposed.length; i++) largest = Math.max(largest, Math.abs(proposed[i]));
  let elsewhere = 0;
  for (let v = 0; v < positions.length; v += 3) {
    const isThere = [0, 1, 2].every(
      (k) => Math.abs(positions[v + k] - proposed[v + k]) <= largest * ROUNDING,
    );
    if (!isThere) elsewhere++;
    else for (let k = 0; k < 3; k++) positions[v + k] = proposed[v + k];
  }
  return elsewhere;
}
