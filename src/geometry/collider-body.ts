import { FirstContactError } from '../errors.js';
import { DOP_GIVEN, DOP_NODE_BYTES, SWEPT_VERTEX_BYTES } from '../kernels/layout/meshes.js';
import type { BlockId } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import { connectivityInBlock } from '../mesh/block-connectivity.js';
import { askedBySides, connect } from '../mesh/connectivity.js';
import { type CutSides, sidesAfter } from '../mesh/cut-sides.js';
import { editedMesh } from '../mesh/edited-body.js';
import type { CutMesh } from '../mesh/fracture.js';
import {
  type GivenNumbers,
  givenTriangles,
  givenVertices,
  trianglesAsGiven,
  writeGivenNumbers,
} from '../mesh/given-numbers.js';
import type { EditedTriangles } from '../mesh/matched-triangles.js';
import { readMeshBlock } from '../mesh/mesh-block.js';
import {
  freeMesh,
  type MeshBlocks,
  type MeshForm,
  meshBytes,
  placeMesh,
  placeSearched,
  treeOver,
} from '../mesh/mesh-blocks.js';
import { refitBody } from '../mesh/refit-body.js';
import { locateBody, newSearchBody, type SearchBody } from '../mesh/search-body.js';
import { drain } from '../mesh/steps.js';
import { sweptVertices } from '../mesh/swept.js';
import { inTreeOrder, inverseOf, renumbered, sweptInOrder } from '../mesh/tree-order.js';
import { hasOutgrownLeaves, REST_OF_SOUND, stepsOfRest, WORN } from '../mesh/tree-wear.js';

/** What a collider's boxes are like. */
export interface BodyForm extends MeshForm {
  readonly volume: number;
  readonly thickness: number;
}

/**
 * A collider's memory: where its vertices go in this step, its boxes, and its tree, which is made anew when it is worn. Vertices and
 * triangles lie in the order of the tree (`inTreeOrder`); what comes in and goes out has the numbers that were given.
 */
export class ColliderBody {
  vertexCount = 0;
  triangleCount = 0;
  /** What it remembers of its cuts, by the numbers that triangles were given. */
  cutSides: CutSides;
  /** How many times as large the boxes of the tree are in sum as when it was made. */
  wear = 1;

  readonly #core: Core;
  readonly #form: BodyForm;
  #blocks: MeshBlocks | undefined;
  /** Looked up anew in each call. */
  readonly #body: SearchBody = newSearchBody();
  /** Inner control points of curved paths; 0 without. */
  #inner: BlockId = 0;
  /** The boxes hold the step up to this time; 0 where they are of another step. */
  #boxesUntil = 0;
  /** Sums over the boxes of the tree when it was made. */
  #size = 0;
  #leaves = 0;
  /** Steps for which the tree is left alone. */
  #rest = 0;

  constructor(core: Core, positions: Float64Array, triangles: Uint32Array, form: BodyForm) {
    this.#core = core;
    this.#form = form;
    this.#body.volume = form.volume;
    this.#body.isReordered = 1;
    this.cutSides = new Uint8Array(triangles.length / 3);
    this.#place(sweptVertices(positions, positions), triangles);
  }

  get bytes(): number {
    const { arena } = this.#core;
    return meshBytes(arena, this.#live()) + (this.#inner === 0 ? 0 : arena.bytes(this.#inner));
  }

  /** Degree of the paths, and kind of the boxes. */
  get kind(): Pick<SearchBody, 'degree' | 'volume'> {
    return this.#body;
  }

  /** The next step: from the end of the last one, or from `from`, to `next`, straight. */
  move(next: ArrayLike<number>, from?: ArrayLike<number>): void {
    const base = this.#sweptWords();
    const { f64, u32 } = this.#core.arena;
    const numbers = this.#numberWords();
    for (let v = 0; v < this.vertexCount; v++) {
      const given = 3 * u32[numbers + v * (DOP_NODE_BYTES / 4)];
      for (let k = 0; k < 3; k++) {
        const at = base + 6 * v + 2 * k;
        f64[at] = from === undefined ? f64[at + 1] : from[given + k];
        f64[at + 1] = next[given + k];
      }
    }
    this.#body.degree = 1;
    this.#boxesUntil = 0;
  }

  /** The next step on curves through `next`, towards one or two control points a vertex on the way. */
  bend(controls: readonly ArrayLike<number>[], next: ArrayLike<number>): void {
    this.#live();
    const { arena } = this.#core;
    if (this.#inner === 0) this.#inner = arena.allocate(this.vertexCount * SWEPT_VERTEX_BYTES);
    const swept = this.#sweptWords();
    const inner = arena.address(this.#inner) / 8;
    const { f64, u32 } = arena;
    const numbers = this.#numberWords();
    for (let v = 0; v < this.vertexCount; v++) {
      const given = 3 * u32[numbers + v * (DOP_NODE_BYTES / 4)];
      for (let k = 0; k < 3; k++) {
        const at = 6 * v + 2 * k;
        f64[swept + at] = f64[swept + at + 1];
        f64[swept + at + 1] = next[given + k];
        f64[inner + at] = controls[0][given + k];
        f64[inner + at + 1] = controls[controls.length - 1][given + k];
      }
    }
    this.#body.degree = 1 + controls.length;
    this.#boxesUntil = 0;
  }

  /** The mesh by the numbers that were given: copies. */
  get asGiven(): Pick<CutMesh, 'triangles' | 'mesh'> {
    const body = this.located();
    const { arena } = this.#core;
    const { triangles } = readMeshBlock(arena.memory.buffer, body.mesh);
    const mesh = connectivityInBlock(arena, body.mesh);
    const order = inverseOf(givenTriangles(arena, body));
    const given = renumbered(triangles, mesh, order, givenVertices(arena, body));
    return { triangles: given.triangles, mesh: askedBySides(given.connectivity) };
  }

  get triangles(): Uint32Array {
    return trianglesAsGiven(this.#core.arena, this.located());
  }

  /** Where the step ends, x y z a vertex: where the next one begins. */
  get ends(): Float64Array {
    const swept = this.#asGiven(this.located().swept);
    const ends = new Float64Array(3 * this.vertexCount);
    for (let i = 0; i < ends.length; i++) ends[i] = swept[2 * i + 1];
    return ends;
  }

  /**
   * Gives the mesh other triangles. It stands still at `positions`, where new vertices are behind the old ones. What is known of the
   * mesh is found again where triangles changed (ICCD V-E), and all of it where that is no less work.
   */
  edit(given: EditedTriangles, positions: Float64Array): void {
    const { arena } = this.#core;
    const swept = sweptVertices(positions, positions);
    const sides = sidesAfter(this.cutSides, this.triangles, given);
    this.#boxesUntil = 0;
    this.#refit(1); // by its boxes new triangles find their places
    const edited = editedMesh(arena, this.located(), given, swept);
    if (edited === undefined) {
      this.#place(swept, given.triangles);
    } else {
      const share = edited.mesh.triangleCount / this.triangleCount;
      this.#replace(
        placeSearched(arena, edited.swept, edited.mesh, edited.tree, this.#form.storeEdgeBoxes),
        edited.numbers,
      );
      this.#measureEdited(share);
    }
    this.cutSides = sides;
    this.#rest = 0;
  }

  refitUntil(until: number): void {
    if (this.#boxesUntil === until) return;
    const size = this.#refit(until);
    if (until === 1 && size > 0) this.#lookAfter(size);
    this.#boxesUntil = until;
    this.#body.until = until;
  }

  /** The body as it stands at one instant, and boxes for that: they are of no step. */
  freeze(region: number, atEnd: boolean): SearchBody {
    const { kernels, arena } = this.#core;
    const body = this.located();
    const frozen = arena.regionAddress(region);
    kernels.freezeStep(body.swept, body.vertexCount, atEnd, frozen);
    body.swept = frozen;
    body.inner = 0;
    this.#boxesUntil = 0;
    refitBody(this.#core, body, 0);
    return body;
  }

  /** Where the body lies now. */
  located(): SearchBody {
    const blocks = this.#live();
    const body = locateBody(this.#core.arena, blocks.mesh, blocks, this.#body);
    body.inner = body.degree > 1 ? this.#core.arena.address(this.#inner) : 0;
    return body;
  }

  free(): void {
    if (this.#blocks !== undefined) freeMesh(this.#core.arena, this.#blocks);
    if (this.#inner !== 0) this.#core.arena.free(this.#inner);
    this.#blocks = undefined;
    this.#inner = 0;
  }

  /** The word of memory with the number that the first vertex was given with. */
  #numberWords(): number {
    return (this.located().vertexDops + DOP_GIVEN) / 4;
  }

  #sweptWords(): number {
    return this.#core.arena.address(this.#live().swept) / 8;
  }

  /** Makes a worn tree anew, with its regions: disks are other parts of the mesh than before. */
  #lookAfter(size: number): void {
    this.wear = size / this.#size;
    if (this.#rest > 0) {
      this.#rest--;
    } else if (this.wear > WORN) {
      const leaves = this.#sumLeaves();
      if (!hasOutgrownLeaves(this.wear, this.#leaves, leaves)) {
        this.#rest = REST_OF_SOUND;
        return;
      }
      const body = this.located();
      const inner = body.inner === 0 ? undefined : this.#asGiven(body.inner);
      this.#place(this.#asGiven(body.swept), trianglesAsGiven(this.#core.arena, body), inner);
      this.#rest = stepsOfRest(size, this.#size);
    }
  }

  /** Puts the mesh where it is in `swept`, and its inner control points in `inner`, in the place of what was there. */
  #place(swept: Float64Array, triangles: Uint32Array, inner?: Float64Array): void {
    const connectivity = drain(connect(triangles, swept.length / 6));
    const tree = treeOver(swept, triangles, connectivity, this.#form.tree);
    const ordered = inTreeOrder(swept, triangles, connectivity, tree);
    const { arena } = this.#core;
    const placed = placeMesh(
      arena,
      ordered.swept,
      ordered.triangles,
      ordered.connectivity,
      this.#form,
      ordered.tree,
    );
    this.#replace(placed, ordered, inner);
    this.#measure();
  }

  /** `inner`: control points in the order in which vertices were given; without them the paths are straight. */
  #replace(placed: MeshBlocks, numbers: GivenNumbers, inner?: Float64Array): void {
    const { arena } = this.#core;
    if (this.#blocks !== undefined) freeMesh(arena, this.#blocks);
    this.#blocks = placed;
    this.vertexCount = placed.vertexCount;
    this.triangleCount = placed.triangleCount;
    if (inner === undefined) {
      if (this.#inner !== 0) arena.free(this.#inner);
      this.#inner = 0;
      this.#body.degree = 1;
    } else {
      arena.f64.set(sweptInOrder(inner, numbers.givenVertices), arena.address(this.#inner) / 8);
    }
    writeGivenNumbers(arena, this.located(), numbers);
  }

  /** x0 x1 y0 y1 z0 z1 a vertex from an address on, in the order in which vertices were given. */
  #asGiven(address: number): Float64Array {
    const { f64 } = this.#core.arena;
    const copied = new Float64Array(6 * this.vertexCount);
    const given = givenVertices(this.#core.arena, this.#body);
    for (let v = 0; v < given.length; v++) {
      for (let k = 0; k < 6; k++) copied[6 * given[v] + k] = f64[address / 8 + 6 * v + k];
    }
    return copied;
  }

  /** Refits a tree that is new, and takes its sizes as those of a good one. */
  #measure(): void {
    this.#size = this.#refit(1);
    this.#leaves = this.#sumLeaves();
    this.#boxesUntil = 1;
    this.wear = 1;
  }

  /** Refits a tree that an edit left with a share of the triangles: a good one would be as much smaller. */
  #measureEdited(share: number): void {
    this.#size *= share;
    this.#leaves *= share;
    this.wear = this.#refit(1) / this.#size;
    this.#boxesUntil = 1;
  }

  #refit(until: number): number {
    return refitBody(this.#core, this.located(), this.#form.thickness / 2, until);
  }

  #sumLeaves(): number {
    const { nodes, nodeCount } = this.located();
    return this.#core.kernels.sumLeaves(nodes, nodeCount);
  }

  #live(): MeshBlocks {
    if (this.#blocks !== undefined) return this.#blocks;
    throw new FirstContactError('DISPOSED', 'this collider was disposed', 'Make a new one.');
  }
}
