import * as C from '../kernels/layout/cloth.js';
import type { Core } from '../memory/open.js';
import { isFast } from './crowded.js';
import { FlatMemory } from './flat-memory.js';
import { PairSearch } from './pair-search.js';
import { ClothPart, type PartInput, type Pushed } from './part.js';
import type { ClothSettings } from './settings.js';
import type { SharedPairs } from './shared-pairs.js';
import { Stages } from './stages.js';
import { type ClothReport, newReport, stepFlatWorld } from './step.js';
import { clearPulls, type Stitch, writeStitches } from './stitch.js';
import { rangesOfAll } from './strips.js';
import { type PartPlace, writeHalves, writePart } from './write-part.js';

/** Called after each sub-step with the positions of all parts in order, x y z a vertex; a view that is not to be kept. */
export type SubStepWatcher = (positions: Float64Array) => void;

/** In edges: a contact of two triangles seldom reaches through more than two slices of this width. */
const CELL_EDGES = 6;

/** What is near too many features, because it goes far, goes less far in more sub-steps: in less than twice as many as these. */
const MOST_PARTS = 32;

/** Half thickness where nothing in the world has one. */
const LEAST_HALF = 1e-4;

/**
 * Cloths, prescribed meshes and bodies that never meet: what starts free of intersection stays so. Knows no ECS.
 */
export class ClothWorld {
  /** In the order in which they were added. */
  readonly parts: ClothPart[] = [];
  readonly report: ClothReport = newReport();
  watch: SubStepWatcher | undefined;
  /** Whether a step notes what pushed what: `notes`. */
  keepsContacts = false;
  /** Asked when a step has been made: true makes it again from where it began, with the goals that parts have then. */
  again: (() => boolean) | undefined;

  /** Friction of two surfaces; asked when parts come and go, and after `touch`. */
  frictionBetween = (a: ClothSettings, b: ClothSettings): number => Math.sqrt(a.friction * b.friction);

  /** What holds vertices of parts together. */
  #stitches: readonly Stitch[] = [];
  readonly #core: Core;
  #memory: FlatMemory;
  /** What a lost worker may still write to. */
  #given: FlatMemory | undefined;
  readonly #shared: SharedPairs | undefined;
  #search: PairSearch;
  #stages: Stages;
  #places: PartPlace[] = [];
  #isLaidOut = false;

  /** `shared`: what another thread helps with. */
  constructor(core: Core, shared?: SharedPairs) {
    this.#core = core;
    this.#shared = shared;
    this.#memory = new FlatMemory(core.arena, shared !== undefined);
    this.#search = new PairSearch(core, this.#memory, shared);
    this.#stages = new Stages(core, shared?.crew);
  }

  add(input: PartInput): ClothPart {
    return this.include(input);
  }

  /** Adds a part that was made before, or a new one. */
  include(given: PartInput | ClothPart): ClothPart {
    const part = given instanceof ClothPart ? given : new ClothPart(given);
    this.parts.push(part);
    this.#isLaidOut = false;
    return part;
  }

  remove(part: ClothPart): void {
    this.parts.splice(this.parts.indexOf(part), 1);
    this.#isLaidOut = false;
  }

  /** Sews vertices of its parts together, in the place of what was sewn before. */
  sew(stitches: readonly Stitch[]): void {
    this.#stitches = stitches;
    this.#isLaidOut = false;
  }

  /** What a stitch pulled in the last step, newton seconds. */
  pulledBy(stitch: number): number {
    const at = this.#memory.array(C.CLOTH_STITCHES) + stitch * C.STITCH_BYTES;
    return this.#core.arena.f64[(at + C.STITCH_PULLED) >> 3];
  }

  /** Something that is written once has changed: masses, constraints, settings. */
  touch(): void {
    this.#isLaidOut = false;
  }

  /**
   * Parts glued ones of which one was pushed with more than `strength` newton seconds in the last step. Returns how many bodies
   * broke: their pieces go on as they were, each with a shape of its own.
   */
  breakGlued(strength: number): number {
    const broken = new Set<number>();
    for (const { glue, impulse } of this.parts) if (glue !== 0 && impulse > strength) broken.add(glue);
    for (const glue of broken) {
      const pieces = this.parts.filter((part) => part.glue === glue);
      const { shapeRotation } = pieces[0];
      for (const piece of pieces) {
        piece.glue = 0;
        piece.shapeRotation.set(shapeRotation);
      }
    }
    return broken.size;
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  /** Moves everything on by `dt` seconds, in equal sub-steps: in more of them where cloth goes so far that it is near too much. */
  step(dt: number, subSteps: number): ClothReport {
    if (!this.#isLaidOut) this.#layOut();
    this.#memory.address();
    let parts = subSteps;
    let isTooFast = false;
    do {
      this.#writeState();
      stepFlatWorld(this.#core, this.#memory, this.#search, this.#stages, this.report, dt, parts, this);
      isTooFast = parts < MOST_PARTS && this.report.crowded >= 0 && isFast(this.#core.arena, this.#memory);
      if (isTooFast) parts *= 2;
    } while (this.#startsElsewhere() || isTooFast || this.again?.());
    this.#readState();
    return this.report;
  }

  /** Whether every coordinate that the step came to for a part is a number: for `again`. */
  isFiniteSoFar(index: number): boolean {
    return this.#memory.isPartFinite(index);
  }

  /** How often the step held a part back so far: for `again`. */
  heldSoFar(index: number): number {
    return this.#core.arena.u32[(this.#memory.part(index) + C.PART_HELD) >> 2];
  }

  /** What pushed what in the last step, with `keepsContacts`: the address of so many notes, NOTE_BYTES each. */
  get notes(): { readonly address: number; readonly count: number } {
    const address = this.#memory.array(C.CLOTH_NOTES);
    return { address, count: this.#memory.word(C.CLOTH_NOTE_COUNT) };
  }

  /** The number of the part that has a vertex of the notes, and that part's first one. */
  partOf(vertex: number): number {
    return this.#core.arena.u32[(this.#memory.array(C.CLOTH_PART_OF) >> 2) + vertex];
  }

  firstVertexOf(index: number): number {
    return this.#places[index].vertex;
  }

  /** Whether two parts had a contact in the last step, be it that nothing was pushed, with `keepsContacts`. */
  wereNear(a: number, b: number): boolean {
    const row = this.#memory.array(C.CLOTH_NEAR) + Math.min(a, b) * this.parts.length;
    return this.#core.arena.u8[row + Math.max(a, b)] === 1;
  }

  /** Gives all memory back; a further step takes it anew. */
  dispose(): void {
    this.#memory.free();
    this.#given?.free();
    this.#given = undefined;
    this.#shared?.free();
    this.#isLaidOut = false;
  }

  /** Where the worker was lost with a part of the step, all is laid out anew in other memory, for one thread. */
  #startsElsewhere(): boolean {
    if (!this.#stages.wasLost) return false;
    this.#given = this.#memory;
    this.#memory = new FlatMemory(this.#core.arena, false);
    this.#search = new PairSearch(this.#core, this.#memory, undefined);
    this.#stages = new Stages(this.#core, undefined);
    // where there is no memory for it, the next step tries again
    this.#isLaidOut = false;
    this.#layOut();
    return true;
  }

  #layOut(): void {
    const { arena } = this.#core;
    const totals = { vertices: 0, triangles: 0, nodes: 0, parts: 0, constraints: 0 };
    this.#places = this.parts.map((part, index) => {
      const place = {
        index,
        vertex: totals.vertices,
        triangle: totals.triangles,
        node: totals.nodes,
        constraint: totals.constraints,
      };
      totals.vertices += part.vertexCount;
      totals.triangles += part.triangleCount;
      totals.nodes += part.tree.child.length;
      totals.constraints += part.constraints.count;
      totals.parts++;
      return place;
    });
    const surfaces = surfacesOf(this.parts);
    const stitches = this.#stitches.length;
    const ranges = rangesOfAll(this.parts.map(({ constraints }) => constraints));
    const edge = this.parts.reduce((most, part) => Math.max(most, part.kind === 'cloth' ? part.edge : 0), 0);
    const verticesOf = this.parts.map(({ vertexCount }) => vertexCount);
    const cellWidth = edge > 0 ? CELL_EDGES * edge : 1;
    const counts = { ...totals, stitches, ranges, cellWidth, verticesOf, surfaces: surfaces.first.length };
    this.#memory.resize(counts);
    const thinnest = this.parts.reduce(
      (least, part) => part.halves.reduce((half, next) => (next > 0 ? Math.min(half, next) : half), least),
      Number.POSITIVE_INFINITY,
    );
    const otherwise = Number.isFinite(thinnest) ? thinnest : LEAST_HALF;
    this.#memory.thinnest = otherwise;
    this.parts.forEach((part, i) => {
      writePart(arena, this.#memory, part, this.#places[i]);
      writeHalves(arena, this.#memory, part, this.#places[i], otherwise);
      arena.u32[(this.#memory.part(i) + C.PART_SURFACE) >> 2] = surfaces.of[i];
    });
    this.#writeFrictions(surfaces.first);
    this.#writeStitches();
    this.#isLaidOut = true;
  }

  #writeStitches(): void {
    const places = new Map(this.parts.map((part, i) => [part, this.#places[i].vertex]));
    const ends = this.#stitches.map(({ a, b, vertexA, vertexB }) => [
      places.get(a)! + vertexA,
      places.get(b)! + vertexB,
    ]);
    writeStitches(this.#core.arena, this.#memory, this.#stitches, ends);
  }

  #writeFrictions(surfaces: readonly ClothSettings[]): void {
    const frictions = this.#memory.array(C.CLOTH_FRICTIONS) >> 3;
    const all = surfaces.flatMap((a) => surfaces.map((b) => this.frictionBetween(a, b)));
    this.#core.arena.f64.set(all, frictions);
  }

  #writeState(): void {
    const { f64, u32 } = this.#core.arena;
    clearPulls(this.#core.arena, this.#memory);
    const x = this.#memory.array(C.CLOTH_X) >> 3;
    const v = this.#memory.array(C.CLOTH_V) >> 3;
    const goals = this.#memory.array(C.CLOTH_GOAL) >> 3;
    let largest = 0;
    for (let i = 0; i < this.parts.length; i++) {
      const part = this.parts[i];
      const at = this.#memory.part(i);
      const first = 3 * this.#places[i].vertex;
      u32[(at + C.PART_HELD) >> 2] = 0;
      u32[(at + C.PART_GLUE) >> 2] = part.glue;
      f64[(at + C.PART_IMPULSE) >> 3] = 0;
      for (let k = 0; k < 4; k++) f64[((at + C.PART_SHAPE_ROTATION) >> 3) + k] = part.shapeRotation[k];
      if (part.kind === 'body') {
        f64.set(part.pose, (at + C.PART_POSE) >> 3);
        f64.set(part.goal, (at + C.PART_GOAL) >> 3);
        this.#core.kernels.clothPlaceBody(this.#memory.world, i);
        if (part.pushed !== undefined) writePushed(f64, at, part.pushed);
      } else {
        f64.set(part.positions, x + first);
        f64.set(part.velocities, v + first);
        f64.set(part.isStill ? part.positions : part.goals, goals + first);
        const masses = (this.#memory.array(C.CLOTH_INVERSE_MASS) >> 3) + this.#places[i].vertex;
        if (part.isStill) f64.fill(0, masses, masses + part.vertexCount);
        else f64.set(part.inverseMasses, masses);
        f64.set(part.wind, (at + C.PART_WIND) >> 3);
        const flags = u32[(at + C.PART_FLAGS) >> 2];
        u32[(at + C.PART_FLAGS) >> 2] = part.isStill ? flags | C.PART_STILL : flags & ~C.PART_STILL;
      }
      largest = Math.max(largest, this.#core.kernels.clothLargest(this.#memory.world, i));
    }
    this.#memory.setNumber(C.CLOTH_LEAST_FLOOR, largest * ROUNDING_TO_F32);
  }

  #readState(): void {
    const { f64, u32 } = this.#core.arena;
    const x = this.#memory.array(C.CLOTH_X) >> 3;
    const v = this.#memory.array(C.CLOTH_V) >> 3;
    const marks = this.#memory.array(C.CLOTH_MARKS);
    for (let i = 0; i < this.parts.length; i++) {
      const part = this.parts[i];
      const first = 3 * this.#places[i].vertex;
      for (let k = 0; k < part.positions.length; k++) {
        part.positions[k] = f64[x + first + k];
        part.velocities[k] = f64[v + first + k];
      }
      part.impulse = f64[(this.#memory.part(i) + C.PART_IMPULSE) >> 3];
      const shape = (this.#memory.part(i) + C.PART_SHAPE_ROTATION) >> 3;
      for (let k = 0; k < 4; k++) part.shapeRotation[k] = f64[shape + k];
      part.held = u32[(this.#memory.part(i) + C.PART_HELD) >> 2];
      this.report.stuck += countStuck(part, this.#core.arena.u8, marks + this.#places[i].vertex);
      if (part.kind !== 'body') continue;
      const at = (this.#memory.part(i) + C.PART_POSE) >> 3;
      for (let k = 0; k < 7; k++) part.pose[k] = f64[at + k];
      if (part.pushed === undefined) continue;
      const gained = (this.#memory.part(i) + C.PART_GAINED) >> 3;
      for (let k = 0; k < 6; k++) part.pushed.gained[k] = f64[gained + k];
    }
  }

  /** Tells whoever watches. */
  subStepDone(): void {
    if (this.watch === undefined) return;
    const x = this.#memory.array(C.CLOTH_X) >> 3;
    this.watch(this.#core.arena.f64.subarray(x, x + 3 * this.#memory.word(C.CLOTH_VERTEX_COUNT)));
  }
}

/** The kinds of surface that parts have: the settings of the first part of each, and each part's kind. */
function surfacesOf(parts: readonly ClothPart[]): { first: ClothSettings[]; of: number[] } {
  const kinds = new Map<string, number>();
  const first: ClothSettings[] = [];
  const of = parts.map(({ settings }) => {
    const key = [settings.friction, settings.frictionRule, settings.material].join();
    const known = kinds.get(key) ?? kinds.size;
    if (known === kinds.size) first.push(settings);
    kinds.set(key, known);
    return known;
  });
  return { first, of };
}

function writePushed(f64: Float64Array, at: number, pushed: Pushed): void {
  const { inverseMass, inverseInertia, owed, slack } = pushed;
  f64.set(inverseMass, (at + C.PART_INVERSE_MASS) >> 3);
  f64.set(inverseInertia, (at + C.PART_INVERSE_INERTIA) >> 3);
  f64[(at + C.PART_SLACK) >> 3] = slack;
  f64.fill(0, (at + C.PART_GAINED) >> 3, (at + C.PART_OWED) >> 3);
  f64.set(owed, (at + C.PART_OWED) >> 3);
}

/** Half a floor is at least this share of the largest coordinate: four times what rounding to f32 moves two vertices. */
const ROUNDING_TO_F32 = 2 ** -22;

/** Steps after which a vertex that is held back and touches nothing counts as stuck. */
const STUCK_AFTER = 5;

function countStuck({ stuckFor }: ClothPart, u8: Uint8Array, marks: number): number {
  let stuck = 0;
  for (let v = 0; v < stuckFor.length; v++) {
    const isHeld = (u8[marks + v] & (C.MARK_HALVED | C.MARK_CONTACT)) === C.MARK_HALVED;
    stuckFor[v] = isHeld ? Math.min(stuckFor[v] + 1, 255) : 0;
    if (stuckFor[v] > STUCK_AFTER) stuck++;
  }
  return stuck;
}
