import { IntStack } from './int-stack.js';

/** World boxes by entity, as the component Bvh has them. */
export interface Boxes {
  readonly minX: Float64Array;
  readonly minY: Float64Array;
  readonly minZ: Float64Array;
  readonly maxX: Float64Array;
  readonly maxY: Float64Array;
  readonly maxZ: Float64Array;
}

/** Up to so many objects the tree is built anew in each step: that is quicker than to find out where it is worn. */
const FEW = 64;
/** A part of the tree is built anew when its root is so many times as large, beside its children, as after its build. */
const WORN = 1.5;
const LEAF = 0;
/** Of a node whose box is not known yet. */
const JUST_BUILT = Number.POSITIVE_INFINITY;
/** f64 numbers a box: the smallest x, y, z, then the largest. */
const BOX = 6;

/**
 * The upper level of the two-level tree (ICCD VI): a binary tree over the boxes of objects. Node 0 is the root, siblings
 * are adjacent, children have higher indices, and all below a node is one range, so that a part of the tree can be
 * built anew in its place.
 */
export class ObjectTree {
  /** How many nodes' subtrees the last update built anew. */
  rebuilt = 0;
  count = 0;

  #child = new Uint32Array(0);
  /** A leaf's rank, an inner node's number of leaves. */
  #meta = new Uint32Array(0);
  #box = new Float64Array(0);
  /** Half the surface of each node, since a flat box has no volume. */
  #size = new Float64Array(0);
  /** Size of a node over that of its children, after its build. */
  #fresh = new Float64Array(0);
  #centre = new Float64Array(0);
  #ranks = new Uint32Array(0);
  readonly #stack = new IntStack();

  /** Boxes of the objects as they are now; `objects[rank]` is an entity. Where objects came or went, all is built anew. */
  update(boxes: Boxes, objects: Uint32Array, count: number, changed: boolean): void {
    this.rebuilt = 0;
    if (changed || count !== this.count || count <= FEW) {
      this.#resize(count);
      this.#takeCentres(boxes, objects);
      if (count > 0) this.#buildAll();
    } else {
      this.#refit(boxes, objects);
      this.#rebuildWorn(boxes, objects);
      if (this.rebuilt === 0) return;
    }
    this.#refit(boxes, objects);
    this.#rememberFresh();
  }

  /** Hands on the ranks of all pairs of objects whose boxes touch, each pair once. */
  pairs(out: PairSink): void {
    if (this.count < 2) return;
    const stack = this.#stack;
    this.#pushPair(0, 0);
    while (stack.size > 0) {
      const b = stack.pop();
      const a = stack.pop();
      if (a === b) this.#openNode(a);
      else if (this.#touch(a, b)) this.#openPair(a, b, out);
    }
  }

  #pushPair(a: number, b: number): void {
    this.#stack.push(a);
    this.#stack.push(b);
  }

  #openNode(node: number): void {
    const child = this.#child[node];
    if (child === LEAF) return;
    this.#pushPair(child, child);
    this.#pushPair(child + 1, child + 1);
    this.#pushPair(child, child + 1);
  }

  /** The larger of the two is replaced by its children; two leaves are a pair. */
  #openPair(a: number, b: number, out: PairSink): void {
    const childA = this.#child[a];
    const childB = this.#child[b];
    if (childA === LEAF && childB === LEAF) out.add(this.#meta[a], this.#meta[b]);
    else if (childB === LEAF || (childA !== LEAF && this.#size[a] >= this.#size[b])) {
      this.#pushPair(childA, b);
      this.#pushPair(childA + 1, b);
    } else {
      this.#pushPair(a, childB);
      this.#pushPair(a, childB + 1);
    }
  }

  #touch(a: number, b: number): boolean {
    const box = this.#box;
    const i = BOX * a;
    const k = BOX * b;
    return (
      box[i] <= box[k + 3] &&
      box[k] <= box[i + 3] &&
      box[i + 1] <= box[k + 4] &&
      box[k + 1] <= box[i + 4] &&
      box[i + 2] <= box[k + 5] &&
      box[k + 2] <= box[i + 5]
    );
  }

  #resize(count: number): void {
    this.count = count;
    const nodes = Math.max(0, 2 * count - 1);
    if (nodes <= this.#child.length) return;
    const room = 2 * nodes;
    this.#child = new Uint32Array(room);
    this.#meta = new Uint32Array(room);
    this.#box = new Float64Array(BOX * room);
    this.#size = new Float64Array(room);
    this.#fresh = new Float64Array(room);
    this.#centre = new Float64Array(3 * room);
    this.#ranks = new Uint32Array(room);
  }

  #takeCentres(boxes: Boxes, objects: Uint32Array): void {
    for (let rank = 0; rank < this.count; rank++) {
      const entity = objects[rank];
      this.#centre[3 * rank] = boxes.minX[entity] + boxes.maxX[entity];
      this.#centre[3 * rank + 1] = boxes.minY[entity] + boxes.maxY[entity];
      this.#centre[3 * rank + 2] = boxes.minZ[entity] + boxes.maxZ[entity];
    }
  }

  #buildAll(): void {
    for (let rank = 0; rank < this.count; rank++) this.#ranks[rank] = rank;
    this.#split(0, 1, this.count);
  }

  /** Top-down, at the median of the axis along which the centres are spread most. */
  #split(node: number, firstFree: number, count: number): void {
    this.rebuilt++;
    this.#fresh[node] = JUST_BUILT;
    this.#fresh.fill(JUST_BUILT, firstFree, firstFree + 2 * count - 2);
    this.#pushPart(node, 0, count);
    let free = firstFree;
    while (this.#stack.size > 0) {
      const end = this.#stack.pop();
      const begin = this.#stack.pop();
      const parent = this.#stack.pop();
      if (end - begin === 1) {
        this.#child[parent] = LEAF;
        this.#meta[parent] = this.#ranks[begin];
        continue;
      }
      const middle = (begin + end) >>> 1;
      this.#selectMiddle(this.#widestAxis(begin, end), begin, end - 1, middle);
      this.#child[parent] = free;
      this.#meta[parent] = end - begin;
      this.#pushPart(free + 1, middle, end);
      this.#pushPart(free, begin, middle);
      free += 2;
    }
  }

  #pushPart(node: number, begin: number, end: number): void {
    this.#stack.push(node);
    this.#stack.push(begin);
    this.#stack.push(end);
  }

  #widestAxis(begin: number, end: number): number {
    let widest = 0;
    let most = -1;
    for (let axis = 0; axis < 3; axis++) {
      let lo = Number.POSITIVE_INFINITY;
      let hi = Number.NEGATIVE_INFINITY;
      for (let i = begin; i < end; i++) {
        const centre = this.#centre[3 * this.#ranks[i] + axis];
        if (centre < lo) lo = centre;
        if (centre > hi) hi = centre;
      }
      if (hi - lo > most) {
        most = hi - lo;
        widest = axis;
      }
    }
    return widest;
  }

  /** Hoare's selection. Equal centres are told apart by rank, so that the tree does not depend on history. */
  #selectMiddle(axis: number, begin: number, end: number, middle: number): void {
    const ranks = this.#ranks;
    let low = begin;
    let high = end;
    while (low < high) {
      const pivot = ranks[(low + high) >>> 1];
      let i = low;
      let j = high;
      while (i <= j) {
        while (this.#precedes(axis, ranks[i], pivot)) i++;
        while (this.#precedes(axis, pivot, ranks[j])) j--;
        if (i > j) break;
        const rank = ranks[i];
        ranks[i++] = ranks[j];
        ranks[j--] = rank;
      }
      if (middle <= j) high = j;
      else if (middle >= i) low = i;
      else return;
    }
  }

  #precedes(axis: number, a: number, b: number): boolean {
    const difference = this.#centre[3 * a + axis] - this.#centre[3 * b + axis];
    return difference < 0 || (difference === 0 && a < b);
  }

  #refit(boxes: Boxes, objects: Uint32Array): void {
    for (let node = 2 * this.count - 2; node >= 0; node--) {
      const child = this.#child[node];
      if (child === LEAF) this.#takeBox(node, boxes, objects[this.#meta[node]]);
      else this.#unite(node, child);
      this.#measure(node);
    }
  }

  #takeBox(node: number, boxes: Boxes, entity: number): void {
    const box = this.#box;
    const at = BOX * node;
    box[at] = boxes.minX[entity];
    box[at + 1] = boxes.minY[entity];
    box[at + 2] = boxes.minZ[entity];
    box[at + 3] = boxes.maxX[entity];
    box[at + 4] = boxes.maxY[entity];
    box[at + 5] = boxes.maxZ[entity];
  }

  #unite(node: number, child: number): void {
    const box = this.#box;
    const at = BOX * node;
    const a = BOX * child;
    const b = a + BOX;
    for (let k = 0; k < 3; k++) {
      box[at + k] = Math.min(box[a + k], box[b + k]);
      box[at + 3 + k] = Math.max(box[a + 3 + k], box[b + 3 + k]);
    }
  }

  #rememberFresh(): void {
    for (let node = 0; node < 2 * this.count - 1; node++) {
      if (this.#fresh[node] === JUST_BUILT) this.#fresh[node] = this.#looseness(node);
    }
  }

  /** How much larger a node is than its children together: what a worn part of a tree shows (ICCD VI-B). */
  #looseness(node: number): number {
    const child = this.#child[node];
    if (child === LEAF) return 1;
    const children = this.#size[child] + this.#size[child + 1];
    return children > 0 ? this.#size[node] / children : 1;
  }

  #measure(node: number): void {
    const at = BOX * node;
    const x = this.#box[at + 3] - this.#box[at];
    const y = this.#box[at + 4] - this.#box[at + 1];
    const z = this.#box[at + 5] - this.#box[at + 2];
    this.#size[node] = x * y + y * z + z * x;
  }

  /** Builds the topmost worn parts anew; what is below one is JUST_BUILT, and so not looked at. */
  #rebuildWorn(boxes: Boxes, objects: Uint32Array): void {
    this.#takeCentres(boxes, objects);
    for (let node = 0; node < 2 * this.count - 1; node++) {
      const child = this.#child[node];
      if (child === LEAF || this.#looseness(node) <= WORN * this.#fresh[node]) continue;
      let leaves = 0;
      for (let i = child; i < child + 2 * this.#meta[node] - 2; i++) {
        if (this.#child[i] === LEAF) this.#ranks[leaves++] = this.#meta[i];
      }
      this.#split(node, child, leaves);
    }
  }
}

/** Takes pairs of ranks. */
export interface PairSink {
  add(a: number, b: number): void;
}
