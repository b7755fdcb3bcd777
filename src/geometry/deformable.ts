import { checkOptions, checkType } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { FOUND_BYTES, SWEPT_VERTEX_BYTES } from '../kernels/layout.js';
import type { BlockId } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { connect } from '../mesh/connectivity.js';
import { freeMesh, type MeshBlocks, meshBytes, placeMesh, type TreeRule } from '../mesh/mesh-blocks.js';
import { refitBody } from '../mesh/refit-body.js';
import { locateBody, newSearchBody, type SearchBody } from '../mesh/search-body.js';
import { drain } from '../mesh/steps.js';
import { sweptVertices } from '../mesh/swept.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMesh } from '../mesh/validate.js';
import type { ContactSearch } from '../search/contact-search.js';
import { lookOn, SHORTEST } from '../search/first-contact.js';
import type { StrategyName } from '../search/search-strategy.js';
import type { SearchTask } from '../search/search-work.js';
import { checkedWorkers } from '../search/workers.js';
import { describe } from './argument-kinds.js';
import {
  type ContactMode,
  checkedControls,
  checkedForm,
  checkedInstant,
  checkedMode,
  checkedNext,
  checkedStrategy,
  checkedThickness,
  checkedVolume,
  type Instant,
  type VolumeName,
} from './deformable-arguments.js';
import { type DeformableContacts, readContacts } from './deformable-contacts.js';
import { type DeformableIntersections, readIntersections } from './deformable-intersections.js';
import {
  refuseForObstacle,
  refuseOtherDegree,
  refuseOtherVolume,
  refuseThickCurves,
} from './deformable-pairs.js';
import {
  checkedObstacleOptions,
  type ObstacleOptions,
  type RigidObstacle,
  searchObstacle,
} from './rigid-obstacle.js';
import { geometryCore, geometrySearch } from './runtime.js';

/** How a `DeformableCollider` is built. */
export interface ColliderOptions {
  /** Keep boxes of all edges: 120 bytes more a triangle, searches about 5 % faster. */
  readonly storeEdgeBoxes?: boolean;
  /**
   * 'median' (by default) splits space, 'connected' merges neighbours: more regions that can be skipped whole, and more
   * box tests on folded cloth.
   */
  readonly tree?: TreeRule;
  /** What boxes are: '18-dop' (by default), '14-dop' or 'aabb'. Meshes that are searched together need the same. */
  readonly volume?: VolumeName;
  /**
   * Surfaces count as touching at this distance, two of them at the mean of theirs. 0, the default, decides touching
   * exactly; above it, times are certified: never late.
   */
  readonly thickness?: number;
  /** 1: searched by this thread alone, whatever `initGeometry` started. 2 by default: by all there are. */
  readonly workers?: number;
}

/** How contacts are searched. */
export interface ContactOptions {
  /** All contacts of the step, or the earliest alone, which is faster found. 'all' by default. */
  readonly mode?: ContactMode;
  /** How to search; every strategy finds the same contacts. 'all' by default. */
  readonly strategy?: StrategyName;
  /** Barycentric coordinates and normals as well: about a microsecond a contact. */
  readonly details?: boolean;
}

/** How intersections are searched. */
export interface IntersectionOptions {
  /** 'end' by default: where the last `update` put the mesh. */
  readonly at?: Instant;
  /** Whether edges have representatives and boxes; 'all' by default. */
  readonly strategy?: StrategyName;
}

type Find = (search: ContactSearch, task: SearchTask) => void;

/**
 * A mesh whose vertices move as they like, and its contacts with itself and with others while they do: all of them, and
 * no others. Each step goes from where the vertices are to where `update` puts them, along straight lines.
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
  /** How many vertices the mesh has. */
  readonly vertexCount: number;
  /** How many triangles it has. */
  readonly triangleCount: number;

  readonly #core: Core;
  #blocks: MeshBlocks | undefined;
  /** Looked up anew in each call. */
  readonly #body: SearchBody = newSearchBody();
  readonly #thickness: number;
  readonly #workers: number;
  /** Inner control points of curved paths; 0 without. */
  #inner: BlockId = 0;
  /** The boxes hold the step up to this time; 0 where they are of another step. */
  #boxesUntil = 0;

  /** Any soup of triangles with three different vertices each; `positions` are where the first step begins. */
  constructor(input: MeshInput, options: ColliderOptions = {}) {
    this.#core = geometryCore();
    checkOptions('DeformableCollider', options, ['storeEdgeBoxes', 'tree', 'volume', 'thickness', 'workers']);
    checkType('storeEdgeBoxes', options.storeEdgeBoxes, 'boolean');
    const volume = checkedVolume(options.volume);
    this.#thickness = checkedThickness(options.thickness);
    this.#workers = checkedWorkers(options.workers ?? 2);
    const { positions, triangles } = checkMesh(input, 'rigid');
    const mesh = drain(connect(triangles, positions.length / 3));
    this.#blocks = placeMesh(
      this.#core.arena,
      sweptVertices(positions, positions),
      triangles,
      mesh,
      checkedForm(options),
    );
    this.#body.volume = volume;
    this.vertexCount = mesh.vertexCount;
    this.triangleCount = mesh.triangleCount;
  }

  /** Bytes that the mesh takes, trees and boxes included. */
  get bytes(): number {
    const { arena } = this.#core;
    return meshBytes(arena, this.#live()) + (this.#inner === 0 ? 0 : arena.bytes(this.#inner));
  }

  /** The next step: from the end of the last one, or from `from`, to `next` (x y z a vertex). */
  update(next: ArrayLike<number>, from?: ArrayLike<number>): void {
    const blocks = this.#live();
    checkedNext(next, this.vertexCount);
    if (from !== undefined) checkedNext(from, this.vertexCount);
    const { f64 } = this.#core.arena;
    const base = this.#core.arena.address(blocks.swept) / 8;
    for (let i = 0; i < 3 * this.vertexCount; i++) {
      f64[base + 2 * i] = from === undefined ? f64[base + 2 * i + 1] : from[i];
      f64[base + 2 * i + 1] = next[i];
    }
    this.#body.degree = 1;
    this.#boxesUntil = 0;
  }

  /**
   * The next step on curved paths (ICCD IV-D), from the end of the last one: Bezier curves of degree 2 or 3 through
   * `next`, and towards one or two `controls` on the way (x y z a vertex each). Contacts are then bounded rather than decided:
   * none is missed and none is late, and touches that do not pass through may be among them.
   */
  updateCurved(controls: readonly ArrayLike<number>[], next: ArrayLike<number>): void {
    const blocks = this.#live();
    refuseThickCurves(this.#thickness);
    checkedControls(controls, this.vertexCount);
    checkedNext(next, this.vertexCount);
    const { arena } = this.#core;
    if (this.#inner === 0) this.#inner = arena.allocate(this.vertexCount * SWEPT_VERTEX_BYTES);
    const { f64 } = arena;
    const inner = arena.address(this.#inner) / 8;
    const swept = arena.address(blocks.swept) / 8;
    for (let i = 0; i < 3 * this.vertexCount; i++) {
      f64[swept + 2 * i] = f64[swept + 2 * i + 1];
      f64[swept + 2 * i + 1] = next[i];
      f64[inner + 2 * i] = controls[0][i];
      f64[inner + 2 * i + 1] = controls[controls.length - 1][i];
    }
    this.#body.degree = 1 + controls.length;
    this.#boxesUntil = 0;
  }

  /** Boxes for the step, where something moved (Mezger 4.3). `contacts` does it by itself. */
  refit(): void {
    this.#refitUntil(1);
  }

  /** Contacts of the mesh with itself in this step. Features that share a vertex always touch and are left out. */
  contacts(options: ContactOptions = {}): DeformableContacts {
    return this.#search(options, (found, task) => found.within(this.#located(), task), this);
  }

  /**
   * Contacts with another mesh in this step. `a` is a feature of this mesh and `b` one of the other; where the kind is
   * FACE_VERTEX, `a` is the face.
   */
  contactsWith(other: DeformableCollider, options: ContactOptions = {}): DeformableContacts {
    refuseOthers(other);
    if (other === this) return this.contacts(options);
    return this.#search(
      options,
      (found, task) => found.between(this.#located(), other.#located(), task),
      other,
    );
  }

  /**
   * Contacts with a rigid body in this step, where `b` is a feature of the body. One that turns is told earlier than it
   * touches, by up to the `tolerance` (a thousandth of its size by default), and never late.
   */
  contactsWithObstacle(obstacle: RigidObstacle, options: ObstacleOptions = {}): DeformableContacts {
    const strategy = checkedObstacleOptions(obstacle, options);
    refuseForObstacle(this.#body);
    const search = geometrySearch(this.#workers);
    search.begin();
    this.#refitUntil(1);
    return searchObstacle(this.#core, search, this.#located(), obstacle, {
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
    if (this.#blocks !== undefined) freeMesh(this.#core.arena, this.#blocks);
    if (this.#inner !== 0) this.#core.arena.free(this.#inner);
    this.#blocks = undefined;
    this.#inner = 0;
  }

  #intersect(other: DeformableCollider, options: IntersectionOptions): DeformableIntersections {
    checkOptions('intersections()', options, ['at', 'strategy']);
    const strategy = checkedStrategy(options.strategy);
    const atEnd = checkedInstant(options.at) === 'end';
    refuseOtherVolume(this.#body, other.#body);
    const found = geometrySearch(this.#workers);
    found.begin();
    // First the memory of both, then addresses: a block may move when another is made.
    const colliders = other === this ? [this] : [this, other];
    const frozen = colliders.map(({ vertexCount }) =>
      this.#core.arena.allocateRegion(vertexCount * SWEPT_VERTEX_BYTES),
    );
    try {
      for (let i = 0; i < colliders.length; i++) colliders[i].#freeze(frozen[i], atEnd);
      const { count, counters } = found.edgeFaces(this.#body, other.#body, strategy);
      return readIntersections(this.#core, found.discrete.found.address, count, counters);
    } finally {
      for (const region of frozen) this.#core.arena.freeRegion(region);
      for (const collider of colliders) collider.#located();
    }
  }

  /** The body as it stands at one instant, and boxes for that: they are of no step. */
  #freeze(region: number, atEnd: boolean): void {
    const { kernels, arena } = this.#core;
    const body = this.#located();
    const frozen = arena.regionAddress(region);
    kernels.freezeStep(body.swept, body.vertexCount, atEnd, frozen);
    body.swept = frozen;
    body.inner = 0;
    this.#boxesUntil = 0;
    refitBody(this.#core, body, 0);
  }

  #search(options: ContactOptions, find: Find, other: DeformableCollider): DeformableContacts {
    checkOptions('contacts()', options, ['mode', 'strategy', 'details']);
    checkType('details', options.details, 'boolean');
    const strategy = checkedStrategy(options.strategy);
    const task = { strategy, gap: (this.#thickness + other.#thickness) / 2, from: 0, span: 1 };
    const isFirst = checkedMode(options.mode) === 'first';
    refuseOtherVolume(this.#body, other.#body);
    refuseOtherDegree(this.#body, other.#body, options.details === true);
    const found = geometrySearch(this.#workers);
    found.begin();
    // times of surfaces that come close may be earlier by more than boxes say
    let until = isFirst && task.gap === 0 && this.#body.degree === 1 ? SHORTEST : 1;
    for (; until > 0; until = lookOn(found.contacts, 0, until))
      this.#searchUntil(found, until, find, task, other);
    const count = isFirst ? found.contacts.keepEarliest() : found.contacts.used / FOUND_BYTES;
    const details = options.details === true ? found.detail(this.#body, other.#body, task, 0, count) : 0;
    return readContacts(this.#core, found, count, details);
  }

  #searchUntil(
    found: ContactSearch,
    until: number,
    find: Find,
    task: SearchTask,
    other: DeformableCollider,
  ): void {
    const start = performance.now();
    this.#refitUntil(until);
    if (other !== this) other.#refitUntil(until);
    found.counters.ms.refit += performance.now() - start;
    found.contacts.used = 0;
    find(found, task);
    found.contacts.finish();
  }

  #refitUntil(until: number): void {
    if (this.#boxesUntil === until) return;
    refitBody(this.#core, this.#located(), this.#thickness / 2, until);
    this.#boxesUntil = until;
    this.#body.until = until;
  }

  #located(): SearchBody {
    const blocks = this.#live();
    const body = locateBody(this.#core.arena, blocks.mesh, blocks, this.#body);
    body.inner = body.degree > 1 ? this.#core.arena.address(this.#inner) : 0;
    return body;
  }

  #live(): MeshBlocks {
    if (this.#blocks !== undefined) return this.#blocks;
    throw new FirstContactError('DISPOSED', 'this collider was disposed', 'Make a new one.');
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
