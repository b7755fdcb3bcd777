import { checkOptions } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { checkRound, checkVector } from './check-arguments.js';
import type { CastHit, QueryFilter, RoundShape, Vector } from './hits.js';
import type { Queries } from './queries.js';
import { crossed, dotted, lengthOf, levelled, scaled, sum, without } from './vector-sums.js';

/** A capsule, or a ball, that is moved by hand and stands on what it meets. y is up. */
export interface CharacterOptions extends RoundShape {
  /** Where its middle is at first; the origin unless given. */
  readonly position?: Vector;
  /** The steepest ground that it stands on and walks up, as rise over run; 1 unless given. */
  readonly maxSlope?: number;
  /** The highest step that it walks up; the radius unless given. */
  readonly stepHeight?: number;
  /** How far down it keeps to the ground while it walks; the step height unless given. */
  readonly snapDistance?: number;
  /** The distance that it keeps from surfaces; a fiftieth of the radius unless given. */
  readonly skin?: number;
  /** Dynamic bodies that it runs into are pushed as by this many kilograms, in moves of a step each; 0, unless given: they are walls. */
  readonly mass?: number;
  /** Which colliders it meets. */
  readonly filter?: QueryFilter;
}

const NAMES = [
  'radius',
  'halfHeight',
  'position',
  'maxSlope',
  'stepHeight',
  'snapDistance',
  'skin',
  'mass',
  'filter',
];
const UP: Vector = [0, 1, 0];
/** Surfaces met in one move; what is left of it then is not made. */
const MAX_SLIDES = 6;
const MAX_RECOVERIES = 8;
/** Along a surface it rises by this share of the way: what runs parallel to it would meet it again by rounding. */
const LIFT = 1e-5;
/** Shares of the skin: nothing shorter is moved, and ground this close carries. */
const SHORTEST = 1e-6;
const CLOSE = 2;

/**
 * Moves by casts, which are never late: whatever it does, no surface comes closer to it than the skin by its own motion. A
 * body that moves into it pushes it away at its next move; `isStuck` says where that could not be done.
 */
export class Character {
  /** Where its middle is. Written to put it somewhere else. */
  position: Vector;
  /** Whether it stands on something that carries it. */
  isGrounded = false;
  /** Whether it could not be pushed out of what moved into it. */
  isStuck = false;
  /** The entity that it stands on, while it is grounded. */
  ground: number | undefined;
  readonly #queries: Queries;
  readonly #guard: (move: () => void) => void;
  readonly #shape: Required<RoundShape>;
  readonly #wide: Required<RoundShape>;
  readonly #leastUp: number;
  readonly #stepHeight: number;
  readonly #snapDistance: number;
  readonly #skin: number;
  readonly #mass: number;
  readonly #filter: QueryFilter;

  constructor(queries: Queries, options: CharacterOptions, guard: (move: () => void) => void) {
    checkOptions('createCharacter()', options, NAMES);
    const { radius, halfHeight = 0, maxSlope = 1, stepHeight = radius } = options;
    const {
      snapDistance = stepHeight,
      skin = radius / 50,
      position = [0, 0, 0],
      mass = 0,
      filter = {},
    } = options;
    checkRound({ radius, halfHeight });
    checkVector('The position', position);
    checkLengths({ radius, maxSlope, stepHeight, snapDistance, skin, mass });
    this.position = position;
    this.#queries = queries;
    this.#guard = guard;
    this.#shape = { radius, halfHeight };
    this.#wide = { radius: radius + skin, halfHeight };
    this.#leastUp = 1 / Math.sqrt(1 + maxSlope * maxSlope);
    this.#stepHeight = stepHeight;
    this.#snapDistance = snapDistance;
    this.#skin = skin;
    this.#mass = mass;
    this.#filter = { ...filter, all: false };
  }

  /** Goes `way`, as far as surfaces let it: sliding along walls, over steps and slopes, and keeping to the ground. */
  move(way: Vector): void {
    checkVector('The way', way);
    checkVector('The position', this.position);
    this.#guard(() => this.#move(way));
  }

  #move(way: Vector): void {
    this.#recover();
    const wasGrounded = this.isGrounded;
    const rise = way[1];
    if (rise > 0) this.#slide([0, rise, 0], false);
    this.#slide(levelled(way), true);
    if (rise < 0) this.#slide([0, rise, 0], false);
    this.#land(wasGrounded && rise <= 0 ? this.#snapDistance : 0);
  }

  /** Pushes it away from what has come closer than the skin. */
  #recover(): void {
    const normal = new Float64Array(3);
    const enough = this.#shape.radius + this.#skin / 2;
    this.isStuck = false;
    for (let round = 0; round < MAX_RECOVERIES; round++) {
      const pose = { position: this.position };
      const near = this.#queries.nearest(this.#wide, pose, this.#filter, normal);
      if (near >= enough) return;
      this.isStuck = near <= 0;
      const push = scaled([normal[0], normal[1], normal[2]], this.#wide.radius - near);
      const hit = this.#cast(push);
      this.position = sum(this.position, scaled(push, hit?.time ?? 1));
    }
    this.isStuck = true;
  }

  #slide(way: Vector, isWalk: boolean): void {
    let rest = way;
    let last: Vector | undefined;
    for (let round = 0; round < MAX_SLIDES && lengthOf(rest) > SHORTEST * this.#skin; round++) {
      const hit = this.#cast(rest);
      if (hit === undefined) {
        this.position = sum(this.position, rest);
        return;
      }
      this.position = sum(this.position, scaled(rest, hit.time));
      rest = scaled(rest, 1 - hit.time);
      const isGround = this.#carries(hit);
      if (isGround && !isWalk && way[1] < 0) return;
      if (isWalk && !isGround && this.#step(rest)) return;
      if (this.#mass > 0 && !isGround)
        this.#queries.push(hit, scaled(way, 1 / this.#queries.seconds), this.#mass);
      const wall = isWalk && !isGround ? upright(hit.normal) : hit.normal;
      rest = this.#along(rest, wall, last);
      last = wall;
    }
  }

  /** What is left of a way along a surface, and along the crease of two. */
  #along(way: Vector, normal: Vector, last: Vector | undefined): Vector {
    const slid = without(way, normal);
    const lift = scaled(normal, LIFT * lengthOf(way));
    if (last === undefined || dotted(slid, last) >= 0) return sum(slid, lift);
    const crease = crossed(normal, last);
    const size = dotted(crease, crease);
    if (!(size > SHORTEST)) return [0, 0, 0];
    return sum(scaled(crease, dotted(way, crease) / size), sum(lift, scaled(last, LIFT * lengthOf(way))));
  }

  /** Up, forward and down again: kept where it ends on ground, higher than it was. */
  #step(way: Vector): boolean {
    if (!this.isGrounded || this.#stepHeight === 0) return false;
    const start = this.position;
    const up = this.#go([0, this.#stepHeight, 0]);
    const forward = this.#go(way);
    if (forward > 0) {
      const hit = this.#cast([0, -up * this.#stepHeight - this.#skin, 0]);
      if (hit !== undefined && this.#isLow(hit, start) && (this.#carries(hit) || this.#isEdge(hit, way))) {
        this.position = sum(this.position, [0, -hit.time * (up * this.#stepHeight + this.#skin), 0]);
        return true;
      }
    }
    this.position = start;
    return false;
  }

  /** Whether what was met is no higher than a step, seen from where it stood. */
  #isLow({ point }: CastHit, stood: Vector): boolean {
    const { radius, halfHeight } = this.#wide;
    return point[1] - (stood[1] - halfHeight - radius) <= this.#stepHeight + CLOSE * this.#skin;
  }

  /** The share of a way that it could go, straight. */
  #go(way: Vector): number {
    const time = this.#cast(way)?.time ?? 1;
    this.position = sum(this.position, scaled(way, time));
    return time;
  }

  /** Keeps to ground up to `reach` below, and says what it stands on. */
  #land(reach: number): void {
    const depth = reach + CLOSE * this.#skin;
    const hit = this.#cast([0, -depth, 0]);
    this.isGrounded = hit !== undefined && (this.#carries(hit) || this.#isEdge(hit, UP));
    this.ground = this.isGrounded ? hit?.entity : undefined;
    if (this.isGrounded && hit !== undefined && reach > 0) {
      this.position = sum(this.position, [0, -depth * hit.time, 0]);
    }
  }

  #carries({ normal }: CastHit): boolean {
    return normal[1] >= this.#leastUp;
  }

  /** Whether what was met from above is the edge of something level: the surface there is ground, the contact leans. */
  #isEdge(hit: CastHit, way: Vector): boolean {
    if (hit.normal[1] <= 0) return false;
    const ahead = lengthOf(levelled(way)) > 0 ? levelled(way) : scaled(levelled(hit.normal), -1);
    const inward = scaled(ahead, this.#skin / Math.max(lengthOf(ahead), SHORTEST * this.#skin));
    const origin = sum(sum(hit.point, inward), [0, this.#skin, 0]);
    const [below] = this.#queries.raycast(
      { origin, direction: [0, -1, 0], length: 3 * this.#skin },
      this.#filter,
    );
    return below !== undefined && this.#carries(below);
  }

  #cast(way: Vector): CastHit | undefined {
    if (!(lengthOf(way) > 0)) return undefined;
    return this.#queries.shapeCast(this.#wide, { position: this.position }, way, this.#filter)[0];
  }
}

/** The normal of a wall: what is too steep to walk up is not climbed by sliding along it. */
function upright(normal: Vector): Vector {
  const level = levelled(normal);
  const length = lengthOf(level);
  return length > 1e-3 ? scaled(level, 1 / length) : normal;
}

function checkLengths(lengths: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(lengths)) {
    const least = name === 'radius' || name === 'skin' ? Number.MIN_VALUE : 0;
    if (value >= least && value < Infinity) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `${name} of the character is ${value}`,
      least > 0 ? 'Give a number above 0.' : 'Give a number from 0 on.',
    );
  }
}
