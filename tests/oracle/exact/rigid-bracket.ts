// A certified bracket of the first contact of two rigidly moving triangle soups, the plain way: undirected
// conservative advancement over all pairs of triangles, then small steps until triangles are seen to cross.
import {
  cross,
  dot,
  minus,
  norm,
  plus,
  type Triangle,
  times,
  triangleGap,
  trianglesMeet,
  type Vec,
} from './triangle-gap.js';

export interface Soup {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/** T(t) = position + t linear for the pivot; R(t) = exp(t angular) rotation, quaternion x y z w. */
export interface Screw {
  readonly position: Vec;
  readonly rotation: readonly [number, number, number, number];
  readonly linear: Vec;
  readonly angular: Vec;
  /** Centre of rotation in the body's frame. */
  readonly pivot: Vec;
}

export interface Bracket {
  /** Certainly free of contact up to here. */
  readonly free: number;
  /** Triangles cross here; undefined where no crossing was seen. */
  readonly crossing: number | undefined;
}

function rotate([x, y, z, w]: readonly number[], p: Vec): Vec {
  const q: Vec = [x!, y!, z!];
  const t = times(cross(q, p), 2);
  return plus(p, plus(times(t, w!), cross(q, t)));
}

function spin(angular: Vec, time: number, p: Vec): Vec {
  const speed = norm(angular);
  if (speed === 0) return p;
  const u = times(angular, 1 / speed);
  const angle = speed * time;
  const along = times(u, dot(u, p));
  const across = minus(p, along);
  return plus(along, plus(times(across, Math.cos(angle)), times(cross(u, p), Math.sin(angle))));
}

/** A direction of the body's frame, in the world at a time. */
export function turned(screw: Screw, direction: Vec, time: number): Vec {
  return spin(screw.angular, time, rotate(screw.rotation, direction));
}

/** All triangles at a time, relative to `origin` at the start and carried along by `drift`. */
function placed(soup: Soup, screw: Screw, shift: Vec, time: number): Triangle[] {
  const corners: Vec[] = [];
  for (let i = 0; i < soup.positions.length; i += 3) {
    const p: Vec = [soup.positions[i], soup.positions[i + 1], soup.positions[i + 2]];
    const arm = rotate(screw.rotation, minus(p, screw.pivot));
    corners.push(plus(shift, spin(screw.angular, time, arm)));
  }
  const result: Triangle[] = [];
  for (let i = 0; i < soup.triangles.length; i += 3) {
    result.push([corners[soup.triangles[i]], corners[soup.triangles[i + 1]], corners[soup.triangles[i + 2]]]);
  }
  return result;
}

/** Both soups at a time, B's centre of rotation in the origin: nothing large takes part. */
export function placedPair(
  a: Soup,
  screwA: Screw,
  b: Soup,
  screwB: Screw,
  time: number,
): [Triangle[], Triangle[]] {
  const origins = minus(screwA.position, screwB.position);
  const pivots = minus(rotate(screwA.rotation, screwA.pivot), rotate(screwB.rotation, screwB.pivot));
  const drift = times(minus(screwA.linear, screwB.linear), time);
  return [placed(a, screwA, plus(plus(origins, pivots), drift), time), placed(b, screwB, [0, 0, 0], time)];
}

export function soupGap(a: readonly Triangle[], b: readonly Triangle[], enough = 0): number {
  const balls = b.map(ball);
  let gap = Infinity;
  for (const p of a) {
    const own = ball(p);
    for (let j = 0; j < b.length; j++) {
      const other = balls[j];
      if (norm(minus(own.centre, other.centre)) - own.radius - other.radius >= gap) continue;
      gap = Math.min(gap, triangleGap(p, b[j]));
      if (gap <= enough) return gap;
    }
  }
  return gap;
}

function ball(triangle: Triangle) {
  const centre = times(plus(plus(triangle[0], triangle[1]), triangle[2]), 1 / 3);
  return { centre, radius: Math.max(...triangle.map((p) => norm(minus(p, centre)))) };
}

function soupsCross(a: readonly Triangle[], b: readonly Triangle[]): boolean {
  return a.some((p) => b.some((q) => trianglesMeet(p, q)));
}

function reach(soup: Soup, pivot: Vec): number {
  let most = 0;
  for (let i = 0; i < soup.positions.length; i += 3) {
    const p: Vec = [soup.positions[i], soup.positions[i + 1], soup.positions[i + 2]];
    most = Math.max(most, norm(minus(p, pivot)));
  }
  return most;
}

const MAX_STEPS = 4000;

export function firstContact(a: Soup, screwA: Screw, b: Soup, screwB: Screw): Bracket {
  const reaches = [reach(a, screwA.pivot), reach(b, screwB.pivot)] as const;
  const size = reaches[0] + reaches[1];
  const speed =
    norm(minus(screwA.linear, screwB.linear)) +
    norm(screwA.angular) * reaches[0] +
    norm(screwB.angular) * reaches[1];
  let free = 0;
  for (let step = 0; step < MAX_STEPS && free < 1; step++) {
    const gap = soupGap(...placedPair(a, screwA, b, screwB, free));
    if (gap < 1e-9 * size) break;
    if (speed === 0) return { free: 1, crossing: undefined };
    free = Math.min(1, free + (gap / speed) * (1 - 1e-9));
  }
  if (free >= 1) return { free: 1, crossing: undefined };
  for (let ahead = 1e-10; free + ahead <= 1; ahead *= 1.5) {
    const time = free + ahead;
    if (soupsCross(...placedPair(a, screwA, b, screwB, time))) return { free, crossing: time };
  }
  return { free, crossing: undefined };
}
