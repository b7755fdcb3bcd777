import { type BvhTopology, bvhNodeCount, NO_CHILD } from './bvh-build.js';
import type { PieceNumbers } from './cut-pieces.js';
import type { FlatRegions } from './flat-regions.js';
import { type KeptRegion, keepRegions } from './fracture-regions.js';

const MIXED = 0xffffffff;

/** A tree and the regions that are nodes of it. */
export interface TreeWithRegions {
  readonly tree: BvhTopology;
  readonly flat: FlatRegions;
}

/** The tree of each piece: the whole's, without what belongs to others. Regions that a piece has whole stay its regions. */
export class TreeCutter {
  readonly #whole: TreeWithRegions;
  readonly #numbers: PieceNumbers;
  /** The piece that all triangles below a node belong to, or MIXED. */
  readonly #pieceOf: Uint32Array;

  constructor(whole: TreeWithRegions, ofTriangle: Uint32Array, numbers: PieceNumbers) {
    this.#whole = whole;
    this.#numbers = numbers;
    const { child, meta } = whole.tree;
    const pieceOf = new Uint32Array(child.length);
    for (let node = child.length - 1; node >= 0; node--) {
      const first = child[node];
      if (first === NO_CHILD) pieceOf[node] = ofTriangle[meta[node]];
      else pieceOf[node] = pieceOf[first] === pieceOf[first + 1] ? pieceOf[first] : MIXED;
    }
    this.#pieceOf = pieceOf;
  }

  piece(piece: number, triangleCount: number): TreeWithRegions {
    const nodeCount = bvhNodeCount(triangleCount);
    const tree = { child: new Uint32Array(nodeCount), meta: new Uint32Array(nodeCount) };
    const newNode = new Map<number, number>();
    let free = 1;
    const put = (node: number, to: number): void => {
      const { child, meta } = this.#whole.tree;
      const at = this.#firstWith(piece, node);
      const first = child[at];
      if (first === NO_CHILD) {
        tree.meta[to] = this.#numbers.newFace[meta[at]];
        return;
      }
      if (this.#pieceOf[at] === piece) {
        free = this.#copyBelow(at, to, free, tree);
        newNode.set(at, to);
        return;
      }
      const pair = free;
      free += 2;
      tree.child[to] = pair;
      put(first, pair);
      put(first + 1, pair + 1);
      tree.meta[to] = countOf(tree, pair) + countOf(tree, pair + 1);
    };
    put(0, 0);
    return { tree, flat: this.#regions(piece, newNode, tree) };
  }

  /** Down to where the piece is on both sides, or alone. */
  #firstWith(piece: number, node: number): number {
    const { child } = this.#whole.tree;
    let at = node;
    while (this.#pieceOf[at] === MIXED) {
      const left = this.#has(piece, child[at]);
      if (left && this.#has(piece, child[at] + 1)) return at;
      at = left ? child[at] : child[at] + 1;
    }
    return at;
  }

  readonly #known = new Map<number, boolean>();
  #knownPiece = -1;
  #has(piece: number, node: number): boolean {
    if (this.#pieceOf[node] !== MIXED) return this.#pieceOf[node] === piece;
    if (this.#knownPiece !== piece) {
      this.#known.clear();
      this.#knownPiece = piece;
    }
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const first = this.#whole.tree.child[node];
    const has = this.#has(piece, first) || this.#has(piece, first + 1);
    this.#known.set(node, has);
    return has;
  }

  /** A whole subtree: its descendants are one range, and stay one. Returns the next free node. */
  #copyBelow(node: number, to: number, free: number, tree: BvhTopology): number {
    const { child, meta } = this.#whole.tree;
    const { newFace } = this.#numbers;
    const first = child[node];
    const count = 2 * meta[node] - 2;
    tree.child[to] = free;
    tree.meta[to] = meta[node];
    for (let i = 0; i < count; i++) {
      const below = child[first + i];
      tree.child[free + i] = below === NO_CHILD ? NO_CHILD : below - first + free;
      tree.meta[free + i] = below === NO_CHILD ? newFace[meta[first + i]] : meta[first + i];
    }
    return free + count;
  }

  /** `roots`: the whole subtrees that were copied, and where to: a region is one of them or below one. */
  #regions(piece: number, roots: ReadonlyMap<number, number>, own: BvhTopology): FlatRegions {
    const { tree, flat } = this.#whole;
    const sorted = [...roots].sort(([a], [b]) => tree.child[a] - tree.child[b]);
    const firsts = sorted.map(([root]) => tree.child[root]);
    const kept: KeptRegion[] = [];
    flat.nodes.forEach((node, region) => {
      if (this.#pieceOf[node] !== piece) return;
      const root = roots.get(node);
      if (root !== undefined) kept.push({ node: root, region });
      else {
        const at = lastNotAbove(firsts, node);
        kept.push({ node: own.child[sorted[at][1]] + node - firsts[at], region });
      }
    });
    kept.sort((a, b) => a.node - b.node);
    return keepRegions(flat, kept, own, this.#numbers.newVertex);
  }
}

function countOf({ child, meta }: BvhTopology, node: number): number {
  return child[node] === NO_CHILD ? 1 : meta[node];
}

/** The index of the last of ascending numbers that is not above `value`. */
function lastNotAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
