import { COLLIDER_SOLID } from '../components/constants.js';
import { DOP_META, DOP_NODE_BYTES } from '../kernels/layout/meshes.js';
import { OPENED_AFTER, OPENED_BEFORE } from '../kernels/layout/opened.js';
import { Mover } from '../queries/mover.js';
import { TreeWalk } from '../queries/tree-walk.js';
import type { StepContext } from '../systems/context.js';
import type { Opened } from './opened.js';

const UPRIGHT = [0, 0, 0, 1] as const;

/**
 * Whether moving the vertices of a cut lets nothing meet that did not meet before: the surface itself, and other colliders, which are so
 * far away that the motion cannot reach them, or stay on their sides of a plane. `src/kernels/sides-keep-off.ts` decides.
 */
export class CutCheck {
  readonly #context: StepContext;
  readonly #walk: TreeWalk;
  readonly #mover = new Mover();

  constructor(context: StepContext) {
    this.#context = context;
    this.#walk = new TreeWalk(context);
  }

  /** `farthest`: no vertex is moved farther than this. */
  isFree(moved: Opened, farthest: number): boolean {
    const { kernels } = this.#context.core;
    return kernels.sidesKeepOff(moved.record(), 2 * farthest) !== 0 && this.#isFreeOfOthers(moved, farthest);
  }

  #isFreeOfOthers(moved: Opened, farthest: number): boolean {
    const { colliders, components } = this.#context;
    for (let i = 0; i < colliders.count; i++) {
      const other = colliders.order[i];
      if (other === moved.entity || components.CollisionSettings.collider[other] !== COLLIDER_SOLID) continue;
      if (!this.#isFreeOf(other, moved, farthest)) return false;
    }
    return true;
  }

  #isFreeOf(other: number, moved: Opened, farthest: number): boolean {
    const { arena, kernels } = this.#context.core;
    const record = moved.record();
    const [mine, first, last] = [record + OPENED_BEFORE, record + OPENED_BEFORE, record + OPENED_AFTER];
    const centre = [0, 0, 0];
    let isFree = true;
    for (const leaf of moved.made.leaves) {
      const nodes = arena.address(this.#context.colliders.nodes[moved.entity]);
      kernels.placeFace(record, arena.u32[(nodes + leaf * DOP_NODE_BYTES + DOP_META) / 4], 0);
      const reach = aroundCorners(arena.f64, mine / 8, centre) + farthest;
      this.#mover.set(centre, UPRIGHT, 0, reach, [0, 0, 0]);
      this.#walk.visit(other, this.#mover, 1, (_, theirs) => {
        if (!isFree) return -1;
        arena.f64.set(theirs, first / 8 + 9);
        arena.f64.set(theirs, last / 8 + 9);
        isFree = kernels.facesKeepApart(record, farthest) !== 0;
        return isFree ? 1 : -1;
      });
      if (!isFree) return false;
    }
    return true;
  }
}

/** The middle of three corners; returns how far the farthest is from it. */
function aroundCorners(f64: Float64Array, first: number, centre: number[]): number {
  for (let k = 0; k < 3; k++) centre[k] = (f64[first + k] + f64[first + 3 + k] + f64[first + 6 + k]) / 3;
  let squared = 0;
  for (let c = first; c < first + 9; c += 3) {
    const [x, y, z] = [f64[c] - centre[0], f64[c + 1] - centre[1], f64[c + 2] - centre[2]];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  return Math.sqrt(squared);
}
