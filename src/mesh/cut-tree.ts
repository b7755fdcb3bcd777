import { type BvhTopology, NO_CHILD } from './bvh-build.js';
import type { PieceNumbers } from './cut-pieces.js';
import type { FlatRegions } from './flat-regions.js';
import { TreeLayout } from './tree-layout.js';

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
    const { newFace, newVertex } = this.#numbers;
    const { tree, flat } = this.#whole;
    const layout = new TreeLayout(tree, newFace, triangleCount);
    const put = (node: number, to: number): void => {
      const at = this.#firstWith(piece, node);
      if (this.#pieceOf[at] === piece) {
        layout.take(at, to);
        return;
      }
      const pair = layout.open(to);
      put(tree.child[at], pair);
      put(tree.child[at] + 1, pair + 1);
      layout.close(to);
    };
    put(0, 0);
    return { tree: layout.tree, flat: layout.regions(flat, newVertex) };
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
}
