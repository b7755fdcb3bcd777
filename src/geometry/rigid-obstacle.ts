import { checkOptions, checkType } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { CONTACT_DETAILS_BYTES } from '../kernels/layout/elementary.js';
import { FOUND_BYTES, FOUND_TIME } from '../kernels/layout/search.js';
import type { BlockId } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { connect } from '../mesh/connectivity.js';
import { meshBlockBytes, writeMeshBlock } from '../mesh/mesh-block.js';
import { radiusOf } from '../mesh/mesh-bounds.js';
import { newSearchBody, type SearchBody } from '../mesh/search-body.js';
import { searchOfRigidMesh } from '../mesh/search-sections.js';
import { drain } from '../mesh/steps.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMesh } from '../mesh/validate.js';
import type { RigidPose } from '../rigid/motion.js';
import type { ContactSearch } from '../search/contact-search.js';
import { cutBody, roundingOfCut } from '../search/cut-body.js';
import { Obstacle, type ObstaclePart } from '../search/obstacle.js';
import type { SearchStrategy, StrategyName } from '../search/search-strategy.js';
import { describe } from './argument-kinds.js';
import { checkedStrategy } from './deformable-arguments.js';
import { addDetails, type DeformableContacts, readContacts, useOwnNumbers } from './deformable-contacts.js';
import { checkMotion } from './rigid-arguments.js';
import { geometryCore } from './runtime.js';

/** How contacts with an obstacle are searched. */
export interface ObstacleOptions {
  /** A name of STRATEGIES; 'all' unless given. */
  readonly strategy?: StrategyName;
  /** Whether weights and normals are worked out. */
  readonly details?: boolean;
  /** How far a vertex of a body that turns may be off its way. 0 chooses a thousandth of the body's size. */
  readonly tolerance?: number;
}

/** What a body does in a step: how far its origin goes, and the rotation vector by which it turns about it. */
export interface ObstacleMotion {
  /** Where it is when the step starts. */
  readonly start: RigidPose;
  /** Metres in the step. */
  readonly linear: ArrayLike<number>;
  /** Radians in the step, about the world's axes. */
  readonly angular: ArrayLike<number>;
}

const STILL = [0, 0, 0];

/** A rigid body that deformables meet: see `DeformableCollider.contactsWithObstacle`. */
export class RigidObstacle {
  readonly #core: Core;
  readonly #radius: number;
  #mesh: BlockId;
  #obstacle: Obstacle | undefined;

  /** Any soup of triangles with three different vertices each. The body is at the origin until it is moved. */
  constructor(input: MeshInput) {
    this.#core = geometryCore();
    const { arena } = this.#core;
    const { positions, triangles } = checkMesh(input, 'rigid');
    const mesh = drain(connect(triangles, positions.length / 3));
    const search = drain(searchOfRigidMesh(positions, triangles, mesh));
    const sections = { ...mesh, positions, triangles, search };
    this.#radius = radiusOf(positions);
    this.#mesh = arena.allocate(meshBlockBytes(sections));
    writeMeshBlock(arena.u8, arena.address(this.#mesh), sections);
    const address = arena.address(this.#mesh);
    this.#obstacle = new Obstacle(this.#core, address, address);
    this.move({ start: { position: STILL, rotation: [0, 0, 0, 1] }, linear: STILL, angular: STILL });
  }

  /** What the body does in the next step. */
  move(motion: ObstacleMotion): void {
    const obstacle = this.#live();
    checkMotion(motion, "the obstacle's motion");
    const { start, linear, angular } = motion;
    const [px, py, pz] = Array.from(start.position);
    const [qx, qy, qz, qw] = Array.from(start.rotation);
    const [vx, vy, vz] = Array.from(linear);
    const [wx, wy, wz] = Array.from(angular);
    const pose = { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz, cx: 0, cy: 0, cz: 0 };
    obstacle.move(pose, this.#radius);
  }

  /** The body for a search, for part of the step. */
  place(part: ObstaclePart, degree = 1): SearchBody {
    const obstacle = this.#live();
    const address = this.#core.arena.address(this.#mesh);
    return obstacle.place(address, address, part, degree);
  }

  /** @internal */
  get swept(): Obstacle {
    return this.#live();
  }

  /** Gives the memory back. The obstacle cannot be used afterwards. */
  dispose(): void {
    if (this.#obstacle === undefined) return;
    this.#obstacle.free();
    this.#obstacle = undefined;
    this.#core.arena.free(this.#mesh);
  }

  #live(): Obstacle {
    if (this.#obstacle !== undefined) return this.#obstacle;
    throw new FirstContactError('DISPOSED', 'this obstacle was disposed', 'Make a new one.');
  }
}

/** Refuses what no search can be made of. */
export function checkedObstacleOptions(obstacle: unknown, options: ObstacleOptions): SearchStrategy {
  if (!(obstacle instanceof RigidObstacle)) {
    throw new FirstContactError(
      'BAD_QUERY',
      `the obstacle is ${describe(obstacle)}`,
      'Give a RigidObstacle.',
    );
  }
  checkOptions('contactsWithObstacle()', options, ['strategy', 'details', 'tolerance']);
  checkType('details', options.details, 'boolean');
  const { tolerance = 0 } = options;
  if (!(tolerance >= 0 && Number.isFinite(tolerance))) {
    throw new FirstContactError(
      'BAD_SETTING',
      `the tolerance is ${String(tolerance)}`,
      'Use metres, 0 or more.',
    );
  }
  return checkedStrategy(options.strategy);
}

export interface ObstacleSearch {
  readonly strategy: SearchStrategy;
  readonly details?: boolean | undefined;
  readonly tolerance?: number | undefined;
  /** At which surfaces count as touching. */
  readonly thickness: number;
}

const CUT = /* @__PURE__ */ newSearchBody();

/** Contacts of a body that is refitted for the whole step with an obstacle, piece by piece. */
export function searchObstacle(
  core: Core,
  search: ContactSearch,
  body: SearchBody,
  obstacle: RigidObstacle,
  { strategy, details, tolerance = 0, thickness }: ObstacleSearch,
): DeformableContacts {
  const { swept } = obstacle;
  const pieces = swept.pieces(tolerance);
  const inflation = swept.inflation(pieces);
  const isRounded = inflation > 0 || body.degree > 1;
  const off = isRounded ? inflation + roundingOfCut(core, body, swept.reach) : 0;
  const scratch = new StepBuffer(core.arena);
  const taskAt = (piece: number) => {
    const from = piece / pieces;
    return { strategy, gap: thickness + off, from, span: (piece + 1) / pieces - from, width: off };
  };
  const bodiesAt = (piece: number): [SearchBody, SearchBody] => {
    const part = taskAt(piece);
    return [pieces === 1 ? body : cutBody(core, body, part, scratch, CUT), obstacle.place(part, body.degree)];
  };
  try {
    for (let piece = 0; piece < pieces; piece++) {
      const [cut, rigid] = bodiesAt(piece);
      search.between(cut, rigid, taskAt(piece));
    }
    const count = search.contacts.finish();
    const contacts = readContacts(core, search, count);
    if (details !== true) return contacts;
    const all = core.arena.allocateRegion(Math.max(1, count) * CONTACT_DETAILS_BYTES);
    try {
      useOwnNumbers(core, search, count, ...bodiesAt(0));
      for (let i = 0; i < count; i++) {
        const at = search.contacts.address + i * FOUND_BYTES;
        const piece = Math.min(pieces - 1, Math.floor(core.arena.f64[(at + FOUND_TIME) / 8] * pieces));
        const [cut, rigid] = bodiesAt(piece);
        const found = search.detail(cut, rigid, taskAt(piece), i * FOUND_BYTES, 1);
        const to = core.arena.regionAddress(all) + i * CONTACT_DETAILS_BYTES;
        core.arena.u8.copyWithin(to, found, found + CONTACT_DETAILS_BYTES);
      }
      return addDetails(core.arena, contacts, core.arena.regionAddress(all));
    } finally {
      core.arena.freeRegion(all);
    }
  } finally {
    scratch.free();
  }
}
