import type { ClothWorld } from '../cloth/cloth-world.js';
import {
  NOTE_BYTES,
  NOTE_DIRECTION,
  NOTE_IMPULSE,
  NOTE_TIME,
  NOTE_WEIGHTS,
} from '../kernels/layout/cloth.js';
import {
  BLOCK_TRIANGLES,
  BLOCK_VERTEX_FACE_START,
  BLOCK_VERTEX_FACES,
  NONE,
} from '../kernels/layout/meshes.js';
import { KIND_EDGE_EDGE, KIND_FACE_VERTEX, KIND_VERTEX_FACE } from '../kernels/layout/search.js';
import { edgeOf } from './block-edges.js';
import { ContactList } from './contact-list.js';
import type { StepContext } from './context.js';
import { SortedOrder } from './sorted-order.js';

/** What the cloth solver's contacts of a step are called: parts, kinds and features, a column each. */
class NamedNotes {
  count = 0;
  a = new Uint32Array(0);
  b = new Uint32Array(0);
  kind = new Uint8Array(0);
  featureA = new Uint32Array(0);
  featureB = new Uint32Array(0);
  /** Where the two ends of an edge are to be taken in turn: bit 0 for a, bit 1 for b. */
  turned = new Uint8Array(0);
  isSwapped = new Uint8Array(0);

  clear(room: number): void {
    this.count = 0;
    if (room <= this.a.length) return;
    for (const name of ['a', 'b', 'featureA', 'featureB'] as const) this[name] = new Uint32Array(2 * room);
    for (const name of ['kind', 'turned', 'isSwapped'] as const) this[name] = new Uint8Array(2 * room);
  }

  order(i: number, other: NamedNotes, k: number): number {
    return (
      this.a[i] - other.a[k] ||
      this.b[i] - other.b[k] ||
      this.kind[i] - other.kind[k] ||
      this.featureA[i] - other.featureA[k] ||
      this.featureB[i] - other.featureB[k]
    );
  }
}

/** Puts what the cloth solver's contacts pushed in a step among the contacts of the step. */
export class ClothContacts {
  readonly #named = new NamedNotes();
  readonly #order = new SortedOrder();
  readonly #found = new ContactList();
  readonly #place = new Map<number, number>();

  publish(context: StepContext, cloths: ClothWorld, entities: readonly number[]): void {
    const { address, count } = cloths.notes;
    if (count === 0) return;
    this.#name(context, cloths, entities, address, count);
    const { contacts } = context;
    const order = this.#order.of(this.#named);
    if (contacts.count === 0) {
      this.#append(context, contacts, entities, address, order);
      return;
    }
    this.#found.clear();
    this.#append(context, this.#found, entities, address, order);
    this.#place.clear();
    const { colliders } = context;
    for (let i = 0; i < colliders.count; i++) this.#place.set(colliders.order[i], i);
    contacts.merge(this.#found, this.#place);
  }

  #name(
    context: StepContext,
    cloths: ClothWorld,
    entities: readonly number[],
    notes: number,
    count: number,
  ): void {
    const named = this.#named;
    const { f64, u32 } = context.core.arena;
    named.clear(count);
    for (let i = 0; i < count; i++) {
      const at = notes + i * NOTE_BYTES;
      const v = at >> 2;
      const first = cloths.partOf(u32[v]);
      const second = cloths.partOf(u32[v + 3]);
      const ownFirst = cloths.firstVertexOf(first);
      const ownSecond = cloths.firstVertexOf(second);
      // Of an edge both ends weigh something: it is a contact in between.
      const isEdges = f64[((at + NOTE_WEIGHTS) >> 3) + 1] > 0;
      let one: number;
      let other: number;
      if (isEdges) {
        one = edgeOf(
          context,
          context.colliders.mesh[entities[first]],
          u32[v] - ownFirst,
          u32[v + 1] - ownFirst,
        );
        other = edgeOf(
          context,
          context.colliders.mesh[entities[second]],
          u32[v + 2] - ownSecond,
          u32[v + 3] - ownSecond,
        );
      } else {
        one = u32[v] - ownFirst;
        other = faceWith(context, entities[second], v + 1, ownSecond);
      }
      const isSwapped = first > second || (first === second && isEdges && one > other);
      named.isSwapped[i] = isSwapped ? 1 : 0;
      named.a[i] = isSwapped ? second : first;
      named.b[i] = isSwapped ? first : second;
      named.featureA[i] = isSwapped ? other : one;
      named.featureB[i] = isSwapped ? one : other;
      named.kind[i] = isEdges ? KIND_EDGE_EDGE : isSwapped ? KIND_FACE_VERTEX : KIND_VERTEX_FACE;
      const turned = isEdges ? (u32[v] > u32[v + 1] ? 1 : 0) | (u32[v + 2] > u32[v + 3] ? 2 : 0) : 0;
      named.turned[i] = turned;
      named.count++;
    }
  }

  #append(
    { core }: StepContext,
    list: ContactList,
    entities: readonly number[],
    notes: number,
    order: Uint32Array,
  ): void {
    const named = this.#named;
    const { f64 } = core.arena;
    list.makeRoom(list.count + named.count);
    for (let k = 0; k < named.count; k++) {
      const i = order[k];
      const to = list.count++;
      const at = (notes + i * NOTE_BYTES) >> 3;
      const isSwapped = named.isSwapped[i] === 1;
      list.kind[to] = named.kind[i];
      list.a[to] = entities[named.a[i]];
      list.b[to] = entities[named.b[i]];
      list.featureA[to] = named.featureA[i];
      list.featureB[to] = named.featureB[i];
      list.time[to] = f64[at + NOTE_TIME / 8];
      list.impulse[to] = f64[at + NOTE_IMPULSE / 8];
      const weights = at + NOTE_WEIGHTS / 8;
      if (named.kind[i] !== KIND_EDGE_EDGE) {
        list.weights[4 * to] = 1;
        for (let c = 1; c < 4; c++) list.weights[4 * to + c] = 0 - f64[weights + c];
      } else {
        for (let c = 0; c < 4; c++) {
          const turns = (named.turned[i] & (c < 2 ? 1 : 2)) !== 0;
          const from = f64[weights + (turns ? c ^ 1 : c)];
          list.weights[4 * to + (isSwapped ? c ^ 2 : c)] = c < 2 ? from : 0 - from;
        }
      }
      const normal = at + NOTE_DIRECTION / 8;
      // no negative zeros
      for (let c = 0; c < 3; c++)
        list.normals[3 * to + c] = isSwapped ? 0 - f64[normal + c] : f64[normal + c];
    }
  }
}

function blockOf({ colliders, core, meshes }: StepContext, entity: number): number {
  return core.arena.address(meshes.record(colliders.mesh[entity]).block);
}

/** The face of an entity's mesh with three corners, which are words of memory from `corners` on, above their part's first one. */
function faceWith(context: StepContext, entity: number, corners: number, ownFirst: number): number {
  const { u32 } = context.core.arena;
  const block = blockOf(context, entity);
  const triangles = (block + u32[(block + BLOCK_TRIANGLES) >> 2]) >> 2;
  const starts = (block + u32[(block + BLOCK_VERTEX_FACE_START) >> 2]) >> 2;
  const faces = (block + u32[(block + BLOCK_VERTEX_FACES) >> 2]) >> 2;
  const vertex = u32[corners] - ownFirst;
  for (let i = u32[starts + vertex]; i < u32[starts + vertex + 1]; i++) {
    const face = u32[faces + i];
    let isIt = true;
    for (let c = 0; c < 3; c++) isIt &&= u32[triangles + 3 * face + c] === u32[corners + c] - ownFirst;
    if (isIt) return face;
  }
  return NONE;
}
