// Contacts of a step where something is thick or turns: what is told of those is bounded and not exact. Two features that come closer than
// the gap have to be told, and no later than that; what is told is no farther than the reach at the time that is told. In between both
// answers are right. Distances are doubles, bounded in between by how fast vertices go (conservative advancement), and nothing of the
// package takes part.
import type { Kind } from '../../../tests/oracle/exact/query.js';
import { distanceOf, isFootInside, volumeOf } from './distance.js';
import type { Expected, ExpectedContact } from './expected.js';
import { type Corner, type FeaturePair, nameOf } from './feature-pairs.js';
import { bulgeOf, placeVertex, swingOf, wayOf } from './moving.js';

/** Far more than doubles are wrong by, and far less than anything is thick. */
const TINY = 1e-9;
/** Where features pass each other at the gap, steps get small: what takes more is not certain. */
const MOST_STEPS = 200;
/** Two features pass through each other if they do so within this time, by this share of their size from where they end. */
const MOMENT = 1e-6;
const INSIDE = 1e-3;

export function nearContacts(pairs: Iterable<FeaturePair>, gap: number, reach: number): Expected {
  const found: Expected = new Map();
  for (const pair of pairs) {
    if (!mayReach(pair.corners, pair.kind, reach)) continue;
    found.set(nameOf(pair), new NearContact(pair, gap, reach));
  }
  return found;
}

/** What a thick test or the pieces of a turning body may leave out, and rounding. */
export function reachOf(gap: number, off: number): number {
  return (gap + 2 * off) * (1 + 2 ** -9) + TINY;
}

class NearContact implements ExpectedContact {
  readonly #pair: FeaturePair;
  readonly #gap: number;
  readonly #reach: number;
  /** When the two are certainly within the gap; Infinity where that is not certain. */
  readonly #certainFrom: number;

  constructor(pair: FeaturePair, gap: number, reach: number) {
    this.#pair = pair;
    this.#gap = gap;
    this.#reach = reach;
    this.#certainFrom = this.#firstCertain();
  }

  get isCertain(): boolean {
    return this.#certainFrom <= 1;
  }

  faultAt(time: number): string | undefined {
    const distance = this.#distanceAt(time);
    if (distance > this.#reach) return `${distance} apart, ${this.#reach} at most`;
    return time > this.#certainFrom ? 'late' : undefined;
  }

  isBefore(time: number): boolean {
    return this.#certainFrom < time;
  }

  #distanceAt(time: number): number {
    return distanceOf(this.#pair.kind, placed(this.#pair.corners, time));
  }

  #firstCertain(): number {
    const target = Math.max(0, this.#gap - TINY);
    const speed = speedOf(this.#pair.corners, this.#pair.kind);
    let time = 0;
    for (let step = 0; step < MOST_STEPS && time <= 1; step++) {
      const distance = this.#distanceAt(time);
      if (distance <= target + TINY / 2) {
        if (this.#gap > 0) return time;
        return passesThrough(this.#pair, time) ? time + MOMENT : Number.POSITIVE_INFINITY;
      }
      time += (distance - target) / speed;
    }
    return Number.POSITIVE_INFINITY;
  }
}

const NOW = new Float64Array(12);

function placed(corners: readonly Corner[], time: number): Float64Array {
  for (let i = 0; i < 4; i++) placeVertex(corners[i][0], corners[i][1], time, NOW, 3 * i);
  return NOW;
}

/** How many of the four belong to the first feature. */
const firstOf = (kind: Kind): number => (kind === 'vf' ? 1 : 2);

/** No two points of the features come closer to each other faster. */
function speedOf(corners: readonly Corner[], kind: Kind): number {
  let most = 0;
  for (let i = 0; i < firstOf(kind); i++) {
    for (let j = firstOf(kind); j < 4; j++) {
      const [a, v] = corners[i];
      const [b, w] = corners[j];
      const way = Math.hypot(
        wayOf(a, v, 0) - wayOf(b, w, 0),
        wayOf(a, v, 1) - wayOf(b, w, 1),
        wayOf(a, v, 2) - wayOf(b, w, 2),
      );
      most = Math.max(most, way + swingOf(a, v) + swingOf(b, w));
    }
  }
  return most;
}

/** Whether boxes around where the two features go are within the reach of each other. */
function mayReach(corners: readonly Corner[], kind: Kind, reach: number): boolean {
  const first = firstOf(kind);
  for (let k = 0; k < 3; k++) {
    let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < 4; i++) {
      const [mesh, vertex] = corners[i];
      const [from, to] = [mesh.start[3 * vertex + k], mesh.end[3 * vertex + k]];
      const bulge = bulgeOf(mesh, vertex);
      if (i < first) {
        lowA = Math.min(lowA, from - bulge, to - bulge);
        highA = Math.max(highA, from + bulge, to + bulge);
      } else {
        lowB = Math.min(lowB, from - bulge, to - bulge);
        highB = Math.max(highB, from + bulge, to + bulge);
      }
    }
    if (lowA > highB + reach || lowB > highA + reach) return false;
  }
  return true;
}

/** Whether the four points change sides around a time at which they are in one plane, well within both features. */
function passesThrough({ corners, kind }: FeaturePair, time: number): boolean {
  if (time < MOMENT || time > 1 - MOMENT) return false;
  const sides = [time - MOMENT, time + MOMENT].map((at) => {
    const points = placed(corners, at);
    return isFootInside(kind, points, INSIDE) ? volumeOf(points) : 0;
  });
  return sides[0] * sides[1] < 0;
}
