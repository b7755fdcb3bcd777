import { checkOptions, checkType } from '../check-options.js';
import { checkedWorkers } from '../crew/workers.js';
import { FirstContactError } from '../errors.js';
import { SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import { FOUND_BYTES } from '../kernels/layout/search.js';
import type { Core } from '../memory/open.js';
import type { CutLists } from '../mesh/cut-choice.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMesh } from '../mesh/validate.js';
import type { ContactSearch } from '../search/contact-search.js';
import { lookOn, SHORTEST } from '../search/first-contact.js';
import type { SearchTask } from '../search/search-work.js';
import { describe } from './argument-kinds.js';
import { ColliderBody } from './collider-body.js';
import { type ColliderCut, changeTriangles, cutCollider } from './collider-cut.js';
import {
  checkedControls,
  checkedForm,
  checkedInstant,
  checkedMode,
  checkedNext,
  checkedStrategy,
  checkedThickness,
  checkedVolume,
} from './deformable-arguments.js';
import { addDetails, type DeformableContacts, readContacts, useOwnNumbers } from './deformable-contacts.js';
import { type DeformableIntersections, readIntersections } from './deformable-intersections.js';
import type { ColliderOptions, ContactOptions, IntersectionOptions } from './deformable-options.js';
import { refuseForObstacle, refuseOtherVolume } from './deformable-pairs.js';
import { atEqualDegrees } from './equal-degrees.js';
import {
  checkedObstacleOptions,
  type ObstacleOptions,
  type RigidObstacle,
  searchObstacle,
} from './rigid-obstacle.js';
import { geometryCore, geometrySearch } from './runtime.js';

/**
 * A mesh whose vertices move as they like, and its contacts with itself and with others while they do: all of them, and
 * no others. Each step goes from where the vertices are to where `update` puts them, along straight lines, or `updateCurved`
 * on curves.
 *
 * @example
 * import { DeformableCollider, initGeometry } from 'first-contact/geometry';
 * await initGeometry();
 * const positions = [0, 0, 0, 1, 0, 0, 0, 0, 1, 0.2, 0.1, 0.2, 1.2, 0.1, 0.2, 0.2, 0.1, 1.2];
 * const cloth = new DeformableCollider({ positions, triangles: [0, 2, 1, 3, 5, 4] });
 * cloth.update(positions.map((value, i) => (i > 9 && i % 3 === 1 ? -0.1 : value)));
 * const { count, time } = cloth.contacts();
 * console.log(count, Math.min(...time).toFixed(3)); // 3 0.500
 */
export class DeformableCollider {
  readonly #core: Core;
  readonly #body: ColliderBody;
  readonly #thickness: number;
  readonly #workers: number;

  /** Any soup of triangles with three different vertices each; `positions` are where the first step begins. */
  constructor(input: MeshInput, options: ColliderOptions = {}) {
    this.#core = geometryCore();
    checkOptions('DeformableCollider', options, ['storeEdgeBoxes', 'tree', 'volume', 'thickness', 'workers']);
    checkType('storeEdgeBoxes', options.storeEdgeBoxes, 'boolean');
    const volume = checkedVolume(options.volume);
    this.#thickness = checkedThickness(options.thickness);
    this.#workers = checkedWorkers(options.workers ?? 2);
    const { positions, triangles } = checkMesh(input, 'rigid');
    const form = { ...checkedForm(options), volume, thickness: this.#thickness };
    this.#body = new ColliderBody(this.#core, positions, triangles, form);
  }

  /** How many vertices the mesh has. */
  get vertexCount(): number {
    return this.#body.vertexCount;
  }

  /** How many triangles it has. */
  get triangleCount(): number {
    return this.#body.triangleCount;
  }

  /** Three vertices a triangle, a copy: after a cut some of them are copies of what they were. */
  get triangles(): Uint32Array {
    return this.#body.triangles;
  }

  /**
   * How many times as large the tree's boxes are in sum as when it was made. Above 1.6, and where leaves have not grown as
   * much, the next search makes it anew, with its regions (ICCD VI-B).
   */
  get wear(): number {
    return this.#body.wear;
  }

  /** Bytes that the mesh takes, trees and boxes included. */
  get bytes(): number {
    return this.#body.bytes;
  }

  /** The next step: from the end of the last one, or from `from`, to `next` (x y z a vertex). */
  update(next: ArrayLike<number>, from?: ArrayLike<number>): void {
    this.#body.located(); // a disposed one says so first
    checkedNext(next, this.vertexCount);
    if (from !== undefined) checkedNext(from, this.vertexCount);
    this.#body.move(next, from);
  }

  /**
   * The next step on curved paths (ICCD IV-D), from the end of the last one: Bezier curves of degree 2 or 3 through
   * `next`, and towards one or two `controls` on the way (x y z a vertex each). Contacts are then bounded rather than decided:
   * none is missed and none is late, and touches that do not pass through may be among them. An obstacle is met where it comes
   * close by what positions are rounded by, 2^-46 of the largest coordinate.
   */
  updateCurved(controls: readonly ArrayLike<number>[], next: ArrayLike<number>): void {
    this.#body.located();
    checkedControls(controls, this.vertexCount);
    checkedNext(next, this.vertexCount);
    this.#body.bend(controls, next);
  }

  /**
   * Opens the mesh along edges: vertices are split where it comes apart. What searches know of it is found again where the
   * cut is. The mesh stands still then, where the last step ended, and the sides of the cut touch until an `update` parts them.
   */
  cut(lists: CutLists): ColliderCut {
    return cutCollider(this.#body, lists);
  }

  /**
   * Gives the mesh other triangles: some get other corners, or go, wherever in the list they are, or come; `added` (x y z a vertex)
   * are vertices behind the old ones. What searches know of the mesh is found again where triangles changed, and all of it where
   * many did. The mesh stands still then, where the last step ended.
   */
  changeTriangles(triangles: MeshInput['triangles'], added: MeshInput['positions'] = []): void {
    changeTriangles(this.#body, triangles, added);
  }

  /** Boxes for the step, where something moved (Mezger 4.3). `contacts` does it by itself. */
  refit(): void {
    this.#body.refitUntil(1);
  }

  /** Contacts of the mesh with itself in this step. Features that share a vertex always touch and are left out. */
  contacts(options: ContactOptions = {}): DeformableContacts {
    return this.#search(options, this);
  }

  /**
   * Contacts with another mesh in this step. `a` is a feature of this mesh and `b` one of the other; where the kind is
   * FACE_VERTEX, `a` is the face. Paths may have different degrees: those of the lower one are raised, and features in contact where
   * they come as close as that is rounded by, 2^-46 of the largest coordinate.
   */
  contactsWith(other: DeformableCollider, options: ContactOptions = {}): DeformableContacts {
    refuseOthers(other);
    return this.#search(options, other);
  }

  /**
   * Contacts with a rigid body in this step, where `b` is a feature of the body. One that turns is told earlier than it
   * touches, by up to the `tolerance` (a thousandth of its size by default), and never late.
   */
  contactsWithObstacle(obstacle: RigidObstacle, options: ObstacleOptions = {}): DeformableContacts {
    const strategy = checkedObstacleOptions(obstacle, options);
    refuseForObstacle(this.#body.kind);
    const search = geometrySearch(this.#workers);
    search.begin();
    this.#body.refitUntil(1);
    return searchObstacle(this.#core, search, this.#body.located(), obstacle, {
      ...options,
      strategy,
      thickness: this.#thickness / 2,
    });
  }

  /**
   * Edges and faces of the mesh that meet at the start of this step or at its end (`at`): the discrete pipeline. Those that
   * share a vertex always do, and are left out.
   */
  intersections(options: IntersectionOptions = {}): DeformableIntersections {
    return this.#intersect(this, options);
  }

  /** Edges of either mesh and faces of the other that meet at the start of this step or at its end. */
  intersectionsWith(other: DeformableCollider, options: IntersectionOptions = {}): DeformableIntersections {
    refuseOthers(other);
    return this.#intersect(other, options);
  }

  /** Gives the memory back. The collider cannot be used afterwards. */
  dispose(): void {
    this.#body.free();
  }

  #intersect(other: DeformableCollider, options: IntersectionOptions): DeformableIntersections {
    checkOptions('intersections()', options, ['at', 'strategy']);
    const strategy = checkedStrategy(options.strategy);
    const atEnd = checkedInstant(options.at) === 'end';
    refuseOtherVolume(this.#body.kind, other.#body.kind);
    const found = geometrySearch(this.#workers);
    found.begin();
    // First the memory of both, then addresses: a block may move when another is made.
    const colliders = other === this ? [this] : [this, other];
    const frozen = colliders.map(({ vertexCount }) =>
      this.#core.arena.allocateRegion(vertexCount * SWEPT_VERTEX_BYTES),
    );
    try {
      const bodies = colliders.map((collider, i) => collider.#body.freeze(frozen[i], atEnd));
      const { count, counters } = found.edgeFaces(bodies[0], bodies[bodies.length - 1], strategy);
      return readIntersections(this.#core, found.discrete.found.address, count, counters);
    } finally {
      for (const region of frozen) this.#core.arena.freeRegion(region);
      for (const collider of colliders) collider.#body.located();
    }
  }

  #search(options: ContactOptions, other: DeformableCollider): DeformableContacts {
    checkOptions('contacts()', options, ['mode', 'strategy', 'details']);
    checkType('details', options.details, 'boolean');
    const strategy = checkedStrategy(options.strategy);
    const task = { strategy, gap: (this.#thickness + other.#thickness) / 2, from: 0, span: 1 };
    const isFirst = checkedMode(options.mode) === 'first';
    const [ours, theirs] = [this.#body.kind, other.#body.kind];
    refuseOtherVolume(ours, theirs);
    const found = geometrySearch(this.#workers);
    found.begin();
    // times of surfaces that come close may be earlier by more than boxes say
    const isStraight = ours.degree === 1 && theirs.degree === 1;
    let until = isFirst && task.gap === 0 && isStraight ? SHORTEST : 1;
    for (; until > 0; until = lookOn(found.contacts, 0, until)) this.#searchUntil(found, until, task, other);
    const count = isFirst ? found.contacts.keepEarliest() : found.contacts.used / FOUND_BYTES;
    const contacts = readContacts(this.#core, found, count);
    if (options.details !== true) return contacts;
    return atEqualDegrees(this.#core, this.#body, other.#body, (a, b) => {
      useOwnNumbers(this.#core, found, count, a, b);
      const details = found.detail(a, b, task, 0, count);
      return addDetails(this.#core.arena, contacts, details);
    });
  }

  #searchUntil(found: ContactSearch, until: number, task: SearchTask, other: DeformableCollider): void {
    const start = performance.now();
    this.#body.refitUntil(until);
    if (other !== this) other.#body.refitUntil(until);
    found.counters.ms.refit += performance.now() - start;
    found.contacts.used = 0;
    atEqualDegrees(this.#core, this.#body, other.#body, (a, b, rounding) => {
      if (other === this) found.within(a, task);
      else found.between(a, b, rounding === 0 ? task : { ...task, gap: task.gap + rounding });
    });
    found.contacts.finish();
  }
}

function refuseOthers(other: unknown): void {
  if (other instanceof DeformableCollider) return;
  throw new FirstContactError(
    'BAD_QUERY',
    `the other mesh is ${describe(other)}`,
    'Give a DeformableCollider.',
  );
}
