// Two random trees (LaValle and Kuffner 2000) in the plane, one from the start and one from the goal: places and turns of
// a piece, joined by motions that are certified.
import {
  type RigidMesh,
  type RigidMotion,
  rigidMesh,
  timeOfContact,
  timeOfContactAlong,
} from 'first-contact/geometry';
import { cos, lengthOf, type SceneMesh, sin } from '../../scenes/meshes/index.js';

/** Where the piece is on the floor, and how it is turned about the vertical axis. */
export interface Place {
  readonly x: number;
  readonly z: number;
  readonly turn: number;
}

export interface Node extends Place {
  readonly parent: Node | undefined;
}

/** Metres that a turn by a radian counts as, and how far a branch goes at most. */
const TURN = 0.35;
const BRANCH = 0.25;
/** Of a blocked branch, what is kept: not all, so that the next branch does not begin in contact. */
const KEPT = 0.95;
const SHORTEST = 0.02;
/** Branches that one tree sends after the other at most. */
const REACH = 20;

export class Planner {
  /** The tree from the start, and the one from the goal. */
  readonly trees: readonly [Node[], Node[]];
  /** Motions asked about, and those that met a wall. */
  asked = 0;
  blocked = 0;
  readonly #piece: RigidMesh;
  readonly #walls: RigidMesh;
  readonly #next: () => number;
  #turn: 0 | 1 = 0;

  constructor(piece: SceneMesh, walls: SceneMesh, start: Place, goal: Place, next: () => number) {
    this.#piece = rigidMesh(piece.positions, piece.triangles);
    this.#walls = rigidMesh(walls.positions, walls.triangles);
    this.#next = next;
    this.trees = [[{ ...start, parent: undefined }], [{ ...goal, parent: undefined }]];
  }

  /** One more branch anywhere, and branches of the other tree towards it. Returns the path as soon as they meet. */
  grow(): Place[] | undefined {
    const turn = this.#turn;
    const [one, other] = [this.trees[turn], this.trees[1 - turn]];
    this.#turn = turn === 0 ? 1 : 0;
    const goal = this.#extend(one, this.#target());
    if (goal === undefined) return undefined;
    for (let i = 0; i < REACH; i++) {
      const node = this.#extend(other, goal);
      if (node === undefined) return undefined;
      if (apart(node, goal) > 0) continue;
      const [here, there] = turn === 0 ? [goal, node] : [node, goal];
      return [...pathTo(here), ...pathTo(there).reverse().slice(1)];
    }
    return undefined;
  }

  /** From where the tree is nearest, as far towards the target as a branch is long and nothing is in the way. */
  #extend(tree: Node[], target: Place): Node | undefined {
    const from = nearest(tree, target);
    const far = apart(from, target);
    const share = Math.min(1, BRANCH / far);
    const to = share === 1 ? target : between(from, target, share);
    this.asked++;
    const result = timeOfContact(this.#piece, motion(from, to), this.#walls, STILL, { tolerance: 1e-4 });
    const isFree = result.state === 'free';
    if (!isFree) this.blocked++;
    const reached = isFree ? 1 : KEPT * result.time;
    if (reached * share * far < SHORTEST && !(isFree && share === 1)) return undefined;
    const { x, z, turn } = isFree ? to : between(from, to, reached);
    const node = { x, z, turn, parent: from };
    tree.push(node);
    return node;
  }

  /** Leaves places out as long as the straight way past them is free. */
  shorten(path: readonly Place[]): Place[] {
    const short = [path[0]];
    for (let i = 0; i < path.length - 1; ) {
      let k = path.length - 1;
      while (k > i + 1 && !this.#isFree(path[i], path[k])) k--;
      short.push(path[k]);
      i = k;
    }
    return short;
  }

  /** The whole path as one trajectory, checked piece by piece. */
  check(path: readonly Place[]): boolean {
    const pieces = path.slice(1).map((to, i) => ({ a: motion(path[i], to), b: STILL }));
    return timeOfContactAlong(this.#piece, this.#walls, pieces).state === 'free';
  }

  dispose(): void {
    this.#piece.dispose();
    this.#walls.dispose();
  }

  #isFree(from: Place, to: Place): boolean {
    this.asked++;
    return timeOfContact(this.#piece, motion(from, to), this.#walls, STILL).state === 'free';
  }

  #target(): Place {
    const next = this.#next;
    return { x: -1 + 3.4 * next(), z: -1 + 2 * next(), turn: 2 * Math.PI * next() };
  }
}

function nearest(tree: readonly Node[], target: Place): Node {
  let best = tree[0];
  let least = Number.POSITIVE_INFINITY;
  for (const node of tree) {
    const distance = apart(node, target);
    if (distance < least) [best, least] = [node, distance];
  }
  return best;
}

export function poseOf({ x, z, turn }: Place) {
  return {
    position: [x, 0, z],
    rotation: [0, sin(turn / 2), 0, cos(turn / 2)],
  } as const;
}

/** Places along a path, each at most `step` from the one before. */
export function places(path: readonly Place[], step: number): Place[] {
  return path.slice(1).flatMap((to, i) => {
    const count = Math.ceil(apart(path[i], to) / step);
    return Array.from({ length: count }, (_, k) => between(path[i], to, (k + 1) / count));
  });
}

const STILL: RigidMotion = {
  start: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
  linear: [0, 0, 0],
  angular: [0, 0, 0],
};

function motion(from: Place, to: Place): RigidMotion {
  return { start: poseOf(from), end: poseOf(to) };
}

/** The shorter way around. */
function turnBetween(from: Place, to: Place): number {
  const turn = (to.turn - from.turn) % (2 * Math.PI);
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

function apart(from: Place, to: Place): number {
  return lengthOf([to.x - from.x, to.z - from.z, TURN * turnBetween(from, to)]);
}

function between(from: Place, to: Place, share: number): Place {
  return {
    x: from.x + share * (to.x - from.x),
    z: from.z + share * (to.z - from.z),
    turn: from.turn + share * turnBetween(from, to),
  };
}

function pathTo(node: Node): Place[] {
  const path: Node[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) path.unshift(at);
  return path;
}
