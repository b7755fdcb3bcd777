import type { RigidBody } from '../components/index.js';
import { DOP_CHILD, DOP_HI03, DOP_LO03, DOP_NODE_BYTES } from '../kernels/layout/meshes.js';
import {
  RIGID_CENTRE,
  RIGID_LEAF,
  RIGID_NODES,
  WIDE_AXES,
  WIDE_BASE,
  WIDE_BYTES,
  WIDE_CENTRE,
  WIDE_COUNT,
  WIDE_HALF,
  WIDE_LINKS,
} from '../kernels/layout/rigid-meshes.js';
import type { Arena } from '../memory/arena.js';
import { DEFORMABLE } from '../systems/colliders.js';
import { toWorld } from '../systems/contact-point.js';
import type { StepContext } from '../systems/context.js';
import { locateDeformable } from '../systems/deformable-blocks.js';
import type { DebugLines } from './debug-lines.js';

/** Boxes of one level of a collider's tree, and of leaves above it: a deformable's over the last step, a rigid body's where it is. */
export function treeBoxes(context: StepContext, entity: number, level: number, lines: DebugLines): void {
  const { colliders, components, core, meshes } = context;
  if (!colliders.isCollider(entity)) return;
  if (colliders.kind[entity] === DEFORMABLE) {
    dopBoxes(core.arena, locateDeformable(context, entity).nodes, level, lines);
    return;
  }
  const shape = meshes.shape(colliders.mesh[entity]);
  const boxes = new OrientedBoxes(core.arena, core.arena.address(shape.block), components.RigidBody, entity);
  boxes.draw(0, level, lines);
}

/** Of a node's 18 slabs, the six along the world's axes. */
function dopBoxes(arena: Arena, nodes: number, level: number, lines: DebugLines): void {
  const { f32 } = arena;
  forEachDop(arena, nodes, level, (_, at) => {
    const [lo, hi] = [at + DOP_LO03 / 4, at + DOP_HI03 / 4];
    lines.addBox(f32[lo], f32[lo + 1], f32[lo + 2], f32[hi], f32[hi + 1], f32[hi + 2]);
  });
}

/** Visits the nodes of a level, and leaves above it: their numbers, and where they lie, in words. */
export function forEachDop(
  { u32 }: Arena,
  nodes: number,
  level: number,
  visit: (node: number, at: number) => void,
): void {
  const stack = [0];
  const depths = [level];
  while (stack.length > 0) {
    const node = stack.pop()!;
    const at = (nodes + node * DOP_NODE_BYTES) / 4;
    const depth = depths.pop()!;
    const child = u32[at + DOP_CHILD / 4];
    if (depth > 0 && child !== 0) {
      stack.push(child, child + 1);
      depths.push(depth - 1, depth - 1);
    } else visit(node, at);
  }
}

const CORNERS = 8;
const LANES = 4;

/** The oriented boxes of a rigid mesh, where its body is. */
class OrientedBoxes {
  readonly #arena: Arena;
  readonly #block: number;
  readonly #body: RigidBody;
  readonly #entity: number;
  readonly #local = new Float64Array(3);
  readonly #corners = Array.from({ length: CORNERS }, () => new Float64Array(3));

  constructor(arena: Arena, block: number, body: RigidBody, entity: number) {
    this.#arena = arena;
    this.#block = block;
    this.#body = body;
    this.#entity = entity;
  }

  draw(node: number, level: number, lines: DebugLines): void {
    const { u32 } = this.#arena;
    const at = this.#block + u32[(this.#block + RIGID_NODES) / 4] + node * WIDE_BYTES;
    for (let lane = 0; lane < u32[(at + WIDE_COUNT) / 4]; lane++) {
      const link = u32[(at + WIDE_LINKS) / 4 + lane];
      if (level > 0 && (link & RIGID_LEAF) === 0) this.draw(link, level - 1, lines);
      else this.#box(at, lane, lines);
    }
  }

  #box(node: number, lane: number, lines: DebugLines): void {
    const { f32, f64 } = this.#arena;
    const number = (field: number, row: number) => f32[(node + field) / 4 + LANES * row + lane];
    for (let corner = 0; corner < CORNERS; corner++) {
      for (let i = 0; i < 3; i++) {
        const base = f64[(node + WIDE_BASE) / 8 + i] + f64[(this.#block + RIGID_CENTRE) / 8 + i];
        let sum = base + number(WIDE_CENTRE, i);
        for (let j = 0; j < 3; j++) {
          const side = corner & (1 << j) ? 1 : -1;
          sum += side * number(WIDE_AXES, 3 * j + i) * number(WIDE_HALF, j);
        }
        this.#local[i] = sum;
      }
      toWorld(this.#body, this.#entity, this.#local, 0, this.#corners[corner]);
    }
    for (let corner = 0; corner < CORNERS; corner++) {
      for (let j = 0; j < 3; j++) {
        if (corner & (1 << j)) continue;
        const [a, b] = [this.#corners[corner], this.#corners[corner | (1 << j)]];
        lines.add(a[0], a[1], a[2], b[0], b[1], b[2]);
      }
    }
  }
}
