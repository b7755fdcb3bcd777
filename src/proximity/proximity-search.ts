import type { Core } from '../memory/open.js';
import { ClosestFaces } from './closest-faces.js';
import { CONE_NUMBERS, leastCosine } from './cones.js';
import type { Closest } from './gjk.js';
import type { ProximityBody } from './proximity-body.js';
import { overlap } from './volumes.js';

export interface SearchRules {
  readonly distance: number;
  readonly dt: number;
  /** Cosine of the angle below which faces of one or of adjacent groups are no candidates for self-proximity (Mezger 5.1). */
  readonly cosOfAngle: number;
  /** Pairs that moved against each other by no more than this keep their closest points, by their weights (6.3). 0: none do. */
  readonly reuse: number;
  /** Begins where the last search stopped (Li and Chen's separation list, 6.3), and at the roots every so many searches. 0: always there. */
  readonly listFor: number;
}

/** What a search did. */
export interface SearchCounts {
  boxTests: number;
  /** Pairs of faces whose closest points were looked at, and those of them that kept the ones they had. */
  pairs: number;
  reused: number;
}

/** A pair of faces that are near, or may be within the time; the points are overwritten by the next one. */
export type TakePair = (faceA: number, faceB: number, closest: Closest, expected: number) => void;

/** Finds near faces of two bodies, or of one with itself. Keeps what the next search may use. */
export class ProximitySearch {
  readonly counts: SearchCounts = { boxTests: 0, pairs: 0, reused: 0 };
  readonly #closest: ClosestFaces;
  readonly #stack: number[] = [];
  #stops: number[] = [];
  #sinceRoots = 0;
  readonly #a: ProximityBody;
  readonly #b: ProximityBody;

  constructor(core: Core, a: ProximityBody, b: ProximityBody) {
    this.#a = a;
    this.#b = b;
    this.#closest = new ClosestFaces(core, a, b);
  }

  run(rules: SearchRules, take: TakePair): void {
    const { counts } = this;
    counts.boxTests = counts.pairs = counts.reused = 0;
    const stack = this.#stack;
    const keeps = rules.listFor > 0;
    this.#closest.begin();
    // a search that keeps no list leaves none to the next one
    if (keeps && this.#stops.length > 0 && this.#sinceRoots < rules.listFor) {
      for (let i = 0; i < this.#stops.length; i++) stack.push(this.#stops[i]);
    } else {
      stack.push(0, 0);
      this.#sinceRoots = 0;
    }
    this.#sinceRoots++;
    this.#stops = [];
    while (stack.length > 0) {
      const a = stack.pop()!;
      const b = stack.pop()!;
      if (!this.#visit(a, b, rules, take) && keeps) this.#stops.push(b, a);
    }
  }

  /** Whether a pair of nodes was replaced by others. */
  #visit(a: number, b: number, rules: SearchRules, take: TakePair): boolean {
    const [p, q] = [this.#a, this.#b];
    if (p === q && a === b) return this.#within(a, rules);
    this.counts.boxTests++;
    if (!overlap(p.low, p.high, a * p.slabs, q.low, q.high, b * q.slabs, p.slabs)) return false;
    const [inA, inB] = [p.tree.count[a], q.tree.count[b]];
    if (inA === 0 && inB === 0) {
      this.#look(a, b, rules, take);
      return false;
    }
    // all children of the longer one against the shorter one (Mezger 6)
    if (inB === 0 || (inA > 0 && lengthOf(p, a) >= lengthOf(q, b))) {
      for (let i = p.tree.first[a]; i < p.tree.first[a] + inA; i++) this.#stack.push(b, i);
    } else for (let i = q.tree.first[b]; i < q.tree.first[b] + inB; i++) this.#stack.push(i, a);
    return true;
  }

  /** Mezger 6.2: children with themselves and with each other, unless all of them face one way and lie side by side. */
  #within(node: number, { cosOfAngle }: SearchRules): boolean {
    const body = this.#a;
    const { count, first } = body.tree;
    if (body.groups.isCompact[node] === 1 && body.isFlat(node, cosOfAngle)) return false;
    for (let i = first[node]; i < first[node] + count[node]; i++) {
      for (let k = i; k < first[node] + count[node]; k++) this.#stack.push(k, i);
    }
    return count[node] > 0;
  }

  #look(a: number, b: number, rules: SearchRules, take: TakePair): void {
    const [p, q] = [this.#a, this.#b];
    const [faceA, faceB] = [p.tree.face[a], q.tree.face[b]];
    if (p === q && !this.#maySelfTouch(a, b, rules.cosOfAngle)) return;
    this.counts.pairs++;
    const closest = this.#closest;
    if (closest.look(faceA, faceB, rules.reuse)) this.counts.reused++;
    if (!closest.mayComeWithin(rules.distance, faceA, faceB, rules.dt)) return;
    take(faceA, faceB, closest.closest, closest.expectedAfter(faceA, faceB, rules.dt));
  }

  /** Faces with a vertex in common are no candidates, nor are those of one or adjacent groups that face the same way. */
  #maySelfTouch(a: number, b: number, cosOfAngle: number): boolean {
    const { groups, mesh, normals, tree } = this.#a;
    const [faceA, faceB] = [tree.face[a], tree.face[b]];
    const { corners, faces } = mesh;
    for (let i = corners * faceA; i < corners * (faceA + 1); i++) {
      for (let k = corners * faceB; k < corners * (faceB + 1); k++) if (faces[i] === faces[k]) return false;
    }
    if (!groups.areNear(groups.ofFace[faceA], groups.ofFace[faceB])) return true;
    return leastCosine(normals, a * CONE_NUMBERS, b * CONE_NUMBERS) <= cosOfAngle;
  }
}

function lengthOf({ high, low, slabs }: ProximityBody, node: number): number {
  let most = 0;
  for (let k = node * slabs; k < (node + 1) * slabs; k++) most = Math.max(most, high[k] - low[k]);
  return most;
}
