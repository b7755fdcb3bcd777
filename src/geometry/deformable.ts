import { FirstContactError } from '../errors.js';
import type { Core } from '../memory/open.js';
import { connect } from '../mesh/connectivity.js';
import { freeMesh, type MeshBlocks, meshBytes, placeMesh } from '../mesh/mesh-blocks.js';
import { refitMesh } from '../mesh/refit-mesh.js';
import { drain } from '../mesh/steps.js';
import { sweptVertices } from '../mesh/swept.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMesh } from '../mesh/validate.js';
import { ContactSearch } from './contact-search.js';
import { checkedNext, checkedStrategy } from './deformable-arguments.js';
import { type DeformableContacts, readContacts } from './deformable-contacts.js';
import { geometryCore } from './runtime.js';
import type { SearchStrategy, StrategyName } from './search-strategy.js';

export interface ColliderOptions {
  /** Keep boxes of all edges: 120 bytes more a triangle, searches about 5 % faster. */
  readonly storeEdgeBoxes?: boolean;
}

export interface ContactOptions {
  /** How to search; every strategy finds the same contacts. 'all' by default. */
  readonly strategy?: StrategyName;
  /** Barycentric coordinates and normals as well: about a microsecond a contact. */
  readonly details?: boolean;
}

let search: ContactSearch | undefined;

/**
 * A mesh whose vertices move as they like, and its contacts with itself and with others while they do: all of them, and
 * no others. Each step goes from where the vertices are to where `update` puts them, along straight lines.
 *
 * @example
 * await initGeometry();
 * const cloth = new DeformableCollider({ positions, triangles });
 * cloth.update(nextPositions);
 * const { count, time } = cloth.contacts();
 */
export class DeformableCollider {
  readonly vertexCount: number;
  readonly triangleCount: number;

  readonly #core: Core;
  #mesh: MeshBlocks | undefined;
  /** What the boxes were refitted for. */
  #isRefitted = false;
  #treeSize = 0;

  /** Any soup of triangles with three different vertices each; `positions` are where the first step begins. */
  constructor(input: MeshInput, options: ColliderOptions = {}) {
    this.#core = geometryCore();
    const { positions, triangles } = checkMesh(input, 'rigid');
    const mesh = drain(connect(triangles, positions.length / 3));
    this.#mesh = placeMesh(
      this.#core.arena,
      sweptVertices(positions, positions),
      triangles,
      mesh,
      options.storeEdgeBoxes,
    );
    this.vertexCount = mesh.vertexCount;
    this.triangleCount = mesh.triangleCount;
  }

  /** Bytes that the mesh takes, trees and boxes included. */
  get bytes(): number {
    return meshBytes(this.#core.arena, this.#live());
  }

  /** The next step: from the end of the last one, or from `from`, to `next` (x y z a vertex). */
  update(next: ArrayLike<number>, from?: ArrayLike<number>): void {
    const mesh = this.#live();
    checkedNext(next, this.vertexCount);
    if (from !== undefined) checkedNext(from, this.vertexCount);
    const { f64 } = this.#core.arena;
    const base = this.#core.arena.address(mesh.swept) / 8;
    for (let i = 0; i < 3 * this.vertexCount; i++) {
      f64[base + 2 * i] = from === undefined ? f64[base + 2 * i + 1] : from[i];
      f64[base + 2 * i + 1] = next[i];
    }
    this.#isRefitted = false;
  }

  /** Boxes for the step, where something moved (Mezger 4.3). `contacts` does it by itself. */
  refit(): void {
    if (this.#isRefitted) return;
    this.#treeSize = refitMesh(this.#core, this.#live(), 0) ?? this.#treeSize;
    this.#isRefitted = true;
  }

  /** Contacts of the mesh with itself in this step. Features that share a vertex always touch and are left out. */
  contacts(options: ContactOptions = {}): DeformableContacts {
    return this.#search(options, (found, strategy) => found.within(this.#live(), strategy), this);
  }

  /**
   * Contacts with another mesh in this step. `a` is a feature of this mesh and `b` one of the other; where the kind is
   * FACE_VERTEX, `a` is the face.
   */
  contactsWith(other: DeformableCollider, options: ContactOptions = {}): DeformableContacts {
    if (other === this) return this.contacts(options);
    return this.#search(
      options,
      (found, strategy) => found.between(this.#live(), other.#live(), strategy),
      other,
    );
  }

  /** Gives the memory back. The collider cannot be used afterwards. */
  dispose(): void {
    if (this.#mesh !== undefined) freeMesh(this.#core.arena, this.#mesh);
    this.#mesh = undefined;
  }

  #search(
    options: ContactOptions,
    find: (search: ContactSearch, strategy: SearchStrategy) => void,
    other: DeformableCollider,
  ): DeformableContacts {
    const strategy = checkedStrategy(options.strategy);
    const start = performance.now();
    this.refit();
    if (other !== this) other.refit();
    const refitted = performance.now();
    search ??= new ContactSearch(this.#core);
    search.begin();
    find(search, strategy);
    const count = search.finish();
    search.counters.ms.refit = refitted - start;
    return readContacts(this.#core, search, count, this.#live(), other.#live(), options.details === true);
  }

  #live(): MeshBlocks {
    if (this.#mesh !== undefined) return this.#mesh;
    throw new FirstContactError('DISPOSED', 'this collider was disposed', 'Make a new one.');
  }
}
