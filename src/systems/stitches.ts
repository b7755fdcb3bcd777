import { shown } from '../check-options.js';
import type { CollisionComponents } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import { type Colliders, DEFORMABLE } from './colliders.js';
import { STITCH_NUMBERS, STITCH_WORDS } from './stitch-rows.js';

/** What is sewn to what: one entry a stitch, as columns; the first `count` are valid. */
export interface StitchColumns {
  /** How many there are. */
  readonly count: number;
  /** The seam that it belongs to, as `plugin.sew` named it. */
  readonly seam: Uint32Array;
  /** The two vertices, and the deformables that they are of. */
  readonly a: Uint32Array;
  readonly vertexA: Uint32Array;
  readonly b: Uint32Array;
  readonly vertexB: Uint32Array;
  /** How far it gives way, metres a newton. */
  readonly compliance: Float64Array;
  /** Newton, above which it breaks: the mean of a step. May be written. */
  readonly strength: Float64Array;
  /** What it pulled with in the last step, newton. */
  readonly pull: Float64Array;
}

/** A stitch that broke in the last step, and what pulled it. */
export interface BrokenStitch {
  /** Its seam, as `plugin.sew` named it. */
  readonly seam: number;
  /** The two vertices that it held, and the deformables that they are of. */
  readonly a: number;
  readonly vertexA: number;
  readonly b: number;
  readonly vertexB: number;
  /** Newton. */
  readonly pull: number;
}

/** What a stitch is like. */
export interface StitchKind {
  readonly compliance: number;
  readonly strength: number;
}

/** What is given of a stitch. */
export interface NewStitch extends StitchKind {
  readonly a: number;
  readonly vertexA: number;
  readonly b: number;
  readonly vertexB: number;
}

/** A piece of what a cut or a break made of a deformable: what its vertices were before. */
export interface FollowedPiece {
  readonly entity: number;
  readonly vertices: Uint32Array;
}

/** Whom stitches are between. */
interface Sewable {
  readonly colliders: Colliders;
  readonly components: CollisionComponents;
}

interface SewnWorld extends Sewable {
  readonly stitches: Stitches | undefined;
  readonly brokenStitches: BrokenStitch[];
}

const WHOLE = ['seam', 'a', 'vertexA', 'b', 'vertexB', 'bodyA', 'bodyB'] as const;
const NUMBERS = ['compliance', 'strength', 'pull'] as const;

type Values = Uint32Array | Float64Array;
type Pass = (column: Values, row: number, list: Values, at: number) => void;

const readColumn: Pass = (column, row, list, at) => {
  list[at] = column[row];
};
const writeColumn: Pass = (column, row, list, at) => {
  column[row] = list[at];
};

/** The stitches of one plugin, in the order in which they were made. */
export class Stitches implements StitchColumns {
  count = 0;
  seam = new Uint32Array(0);
  a = new Uint32Array(0);
  vertexA = new Uint32Array(0);
  b = new Uint32Array(0);
  vertexB = new Uint32Array(0);
  compliance = new Float64Array(0);
  strength = new Float64Array(0);
  pull = new Float64Array(0);
  /** The blocks of the vertices: of an entity that was removed, and came again, they are others. */
  bodyA = new Uint32Array(0);
  bodyB = new Uint32Array(0);
  /** Counts changes: who keeps what it read looks here. */
  version = 0;
  /** The name of the last seam. */
  lastSeam = 0;
  readonly #kept = { count: 0, words: new Uint32Array(0), numbers: new Float64Array(0) };

  add(context: Sewable, seam: number, stitch: NewStitch): void {
    this.#write(context, seam, stitch, 0);
    wake(context, stitch);
  }

  #write(context: Sewable, seam: number, stitch: NewStitch, pull: number): void {
    this.#makeRoom(this.count + 1);
    const at = this.count++;
    this.seam[at] = seam;
    this.a[at] = stitch.a;
    this.vertexA[at] = stitch.vertexA;
    this.b[at] = stitch.b;
    this.vertexB[at] = stitch.vertexB;
    this.compliance[at] = stitch.compliance;
    this.strength[at] = stitch.strength;
    this.pull[at] = pull;
    this.bodyA[at] = context.colliders.vertices[stitch.a];
    this.bodyB[at] = context.colliders.vertices[stitch.b];
    this.version++;
  }

  /** Takes out the stitches that are not to stay; the others keep their order. Returns how many are gone. */
  keep(context: Sewable, stays: (stitch: number) => boolean): number {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (!stays(i)) {
        wake(context, this.at(i));
        continue;
      }
      if (kept !== i) {
        for (const name of WHOLE) this[name][kept] = this[name][i];
        for (const name of NUMBERS) this[name][kept] = this[name][i];
      }
      kept++;
    }
    const gone = this.count - kept;
    this.count = kept;
    if (gone > 0) this.version++;
    return gone;
  }

  /** Forgets stitches of what is no deformable any more, or another one. */
  keepSound(context: Sewable): void {
    for (let i = 0; i < this.count; i++) {
      if (this.#isSound(context, i)) continue;
      this.keep(context, (stitch) => this.#isSound(context, stitch));
      return;
    }
  }

  /** `strength` is written by users in their loops. */
  checkStrengths(): void {
    for (let i = 0; i < this.count; i++) if (!(this.strength[i] > 0)) throw noStrength(this, i);
  }

  at(i: number): NewStitch {
    return {
      a: this.a[i],
      vertexA: this.vertexA[i],
      b: this.b[i],
      vertexB: this.vertexB[i],
      compliance: this.compliance[i],
      strength: this.strength[i],
    };
  }

  /** The deformable is in pieces now: each stitch is there once for every copy of its vertices. */
  follow(context: Sewable, entity: number, pieces: readonly FollowedPiece[]): void {
    const rows = Array.from(
      { length: this.count },
      (_, i) => [this.seam[i], this.at(i), this.pull[i]] as const,
    );
    if (!rows.some(([, { a, b }]) => a === entity || b === entity)) return;
    const copies = copiesOf(pieces);
    this.count = 0;
    for (const [seam, stitch, pull] of rows) {
      const { a, b, vertexA, vertexB } = stitch;
      if (a === entity || b === entity) wake(context, stitch);
      for (const [newA, newVertexA] of a === entity ? (copies.get(vertexA) ?? []) : [[a, vertexA]]) {
        for (const [newB, newVertexB] of b === entity ? (copies.get(vertexB) ?? []) : [[b, vertexB]]) {
          const ends = { a: newA, vertexA: newVertexA, b: newB, vertexB: newVertexB };
          this.#write(context, seam, { ...stitch, ...ends }, pull);
        }
      }
    }
    this.version++;
    this.keepSound(context);
  }

  /** Sews copies of vertices that were split to each other: of each vertex the first copy to the others. Returns the seam. */
  sewCopies(
    context: Sewable,
    pieces: readonly FollowedPiece[],
    split: Uint32Array,
    like: StitchKind,
  ): number {
    const seam = ++this.lastSeam;
    const copies = copiesOf(pieces);
    for (const vertex of new Set(split)) {
      const [[a, vertexA], ...others] = copies.get(vertex) as [number, number][];
      for (const [b, vertexB] of others) this.add(context, seam, { a, vertexA, b, vertexB, ...like });
    }
    return seam;
  }

  save(): { readonly words: Uint32Array; readonly numbers: Float64Array } {
    const words = new Uint32Array(STITCH_WORDS * this.count);
    const numbers = new Float64Array(STITCH_NUMBERS * this.count);
    this.#exchange(words, numbers, readColumn);
    return { words, numbers };
  }

  /** Copies all of them, for `putBackAll`. */
  copyAll(): void {
    const kept = this.#kept;
    if (kept.numbers.length < STITCH_NUMBERS * this.count) {
      kept.words = new Uint32Array(2 * STITCH_WORDS * this.count);
      kept.numbers = new Float64Array(2 * STITCH_NUMBERS * this.count);
    }
    kept.count = this.count;
    this.#exchange(kept.words, kept.numbers, readColumn);
  }

  /** Makes them what `copyAll` copied. */
  putBackAll(): void {
    const { count, numbers, words } = this.#kept;
    this.count = count;
    this.version++;
    this.#exchange(words, numbers, writeColumn);
  }

  restore(words: Uint32Array, numbers: Float64Array, lastSeam: number): void {
    this.count = words.length / STITCH_WORDS;
    this.#makeRoom(this.count);
    this.lastSeam = lastSeam;
    this.version++;
    this.#exchange(words, numbers, writeColumn);
  }

  /** Every number of every stitch, with its place in the two lists of a snapshot. */
  #exchange(words: Uint32Array, numbers: Float64Array, pass: Pass): void {
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < WHOLE.length; k++) pass(this[WHOLE[k]], i, words, STITCH_WORDS * i + k);
      for (let k = 0; k < NUMBERS.length; k++) pass(this[NUMBERS[k]], i, numbers, STITCH_NUMBERS * i + k);
    }
  }

  #isSound({ colliders }: Sewable, i: number): boolean {
    const isOwn = (entity: number, body: number) =>
      colliders.isCollider(entity) &&
      colliders.kind[entity] === DEFORMABLE &&
      colliders.vertices[entity] === body;
    return isOwn(this.a[i], this.bodyA[i]) && isOwn(this.b[i], this.bodyB[i]);
  }

  #makeRoom(count: number): void {
    if (count <= this.seam.length) return;
    const room = Math.max(2 * this.seam.length, count, 16);
    for (const name of WHOLE) this[name] = longer(this[name], new Uint32Array(room));
    for (const name of NUMBERS) this[name] = longer(this[name], new Float64Array(room));
  }
}

function longer<Column extends Values>(old: Column, room: Column): Column {
  room.set(old);
  return room;
}

function noStrength({ a, strength }: Stitches, stitch: number): FirstContactError {
  return new FirstContactError(
    'BAD_SETTING',
    `stitches.strength is ${shown(strength[stitch])}`,
    'Use newtons, above 0; Infinity never breaks.',
    { entity: a[stitch], index: stitch },
  );
}

/** Where each vertex of before is now: its piece and its number there, once for each copy. */
function copiesOf(pieces: readonly FollowedPiece[]): Map<number, [entity: number, vertex: number][]> {
  const copies = new Map<number, [number, number][]>();
  for (const { entity, vertices } of pieces) {
    vertices.forEach((old, vertex) => {
      const known = copies.get(old);
      if (known === undefined) copies.set(old, [[entity, vertex]]);
      else known.push([entity, vertex]);
    });
  }
  return copies;
}

/** What is sewn, or is not any more, does not sleep on. */
function wake({ components: { Cloth } }: Sewable, { a, b }: NewStitch): void {
  Cloth.idle[a] = 0;
  Cloth.idle[b] = 0;
}

/** Takes out what was pulled harder in the last step than it bears, and tells it. */
export function breakStitches(context: SewnWorld): void {
  const { brokenStitches, stitches } = context;
  if (stitches === undefined) return;
  if (brokenStitches.length > 0) brokenStitches.length = 0;
  for (let i = 0; i < stitches.count; i++) {
    if (!(stitches.pull[i] > stitches.strength[i])) continue;
    const { a, b, vertexA, vertexB } = stitches.at(i);
    brokenStitches.push({ seam: stitches.seam[i], a, vertexA, b, vertexB, pull: stitches.pull[i] });
  }
  if (brokenStitches.length > 0) stitches.keep(context, (i) => !(stitches.pull[i] > stitches.strength[i]));
}
