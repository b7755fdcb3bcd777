import { shown } from '../../check-options.js';
import { FirstContactError } from '../../errors.js';
import type { MassProperties } from '../../mesh/mass-properties.js';
import type { MeshId } from '../../mesh/mesh-store.js';
import type { MeshArrays } from '../../mesh/types.js';
import type { CollisionPlugin } from '../../plugin.js';
import { cross, type Four, type Three } from '../rotation.js';
import { nameOf } from './given.js';
import { KeptMesh } from './kept-mesh.js';
import { type Made, madeOf } from './shape-making.js';
import { bothPlacings, growthOf, type Placing, placed, placingOf, WHERE_IT_IS } from './solids.js';
import {
  MAXIMUM,
  type Material,
  MINIMUM,
  type PhysicsShape,
  type ShapeParameters,
  type ShapeType,
} from './types.js';

/** A part of a container, and where it is there. */
interface Child {
  /** Of no other child of any container. */
  readonly id: number;
  readonly shape: ShapeRecord;
  readonly placing: Placing;
}

/** A part that has triangles, of whatever depth: masks, material and trigger are its own, as its container's say nothing. */
export interface Leaf {
  readonly shape: ShapeRecord;
  readonly placing: Placing;
}

/** As in Babylon's documentation of PhysicsMaterial. Havok leaves the modes of a shape without a material to chance. */
const DEFAULT_MATERIAL: Required<Material> = {
  friction: 0.5,
  staticFriction: 0.5,
  restitution: 0,
  frictionCombine: MINIMUM,
  restitutionCombine: MAXIMUM,
};
/** Kilograms a cubic metre where nobody says. */
const DEFAULT_DENSITY = 1000;
const EVERY_GROUP = -1;

let added = 0;

/** What stands behind a PhysicsShape. */
export class ShapeRecord {
  readonly owner: PhysicsShape;
  readonly type: ShapeType;
  /** Made by a PhysicsAggregate, which hands over all of its own options. */
  readonly isOfAggregate: boolean;
  /** What messages call it: by its Babylon mesh, where it has one. */
  readonly name: string;
  children: readonly Child[] = [];
  material = DEFAULT_MATERIAL;
  /** Bits, as the signed numbers that Babylon's other plugin gives back. */
  membership = EVERY_GROUP;
  collideWith = EVERY_GROUP;
  density = DEFAULT_DENSITY;
  isTrigger = false;
  readonly #made: Made | undefined;
  readonly #plugin: CollisionPlugin;
  #solid: MassProperties | undefined;
  /** By the numbers of the leaves that each has, of the parts that `#keptOf` is the stamp of. */
  readonly #kept = new Map<string, KeptMesh>();
  #keptOf = '';

  constructor(plugin: CollisionPlugin, owner: PhysicsShape, type: ShapeType, parameters: ShapeParameters) {
    this.#plugin = plugin;
    this.owner = owner;
    this.type = type;
    this.isOfAggregate = parameters.mass !== undefined;
    const node = parameters.mesh ?? parameters.groundMesh;
    this.name = node ? `mesh ${nameOf(node)}` : type;
    this.#made = type === 'container' ? undefined : madeOf(type, parameters);
    this.#solid = this.#made?.solid;
  }

  /** All of it that can be set. */
  get settings() {
    const { children, collideWith, isTrigger, material, membership } = this;
    return { children, collideWith, isTrigger, material, membership };
  }

  /** Its own triangles; a container has none. */
  get triangles(): MeshArrays {
    return this.#made ?? { positions: new Float64Array(0), triangles: new Uint32Array(0) };
  }

  /** What Babylon's mesh has as this triangle; -1 where there is no Babylon mesh. */
  originalOf(triangle: number): number {
    return this.#made?.originals?.[triangle] ?? -1;
  }

  /** Whether it is full inside: a ray that begins there does not meet it. */
  get isSolid(): boolean {
    return this.type !== 'mesh' && this.type !== 'height field';
  }

  /** Its own, without density. Of a mesh that encloses nothing, nothing. */
  get solid(): MassProperties {
    this.#solid ??= this.#plugin.meshFacts(this.meshOf([0])).solid;
    return this.#solid;
  }

  /** Another one for each other list of parts, of it and of those. */
  get stamp(): string {
    return this.children.map(({ id, shape }) => `${id}(${shape.stamp})`).join();
  }

  leaves(outer: Placing = WHERE_IT_IS): Leaf[] {
    if (this.type !== 'container') return [{ shape: this, placing: outer }];
    return this.children.flatMap(({ shape, placing }) => shape.leaves(bothPlacings(outer, placing)));
  }

  /** Whether it is that shape, or has it as a part. */
  has(other: ShapeRecord): boolean {
    return this === other || this.children.some(({ shape }) => shape.has(other));
  }

  add(shape: ShapeRecord, position: Three, rotation: Four, scale: Three): void {
    if (this.type !== 'container') {
      throw new FirstContactError(
        'BAD_SETTING',
        `A ${this.type} takes no child`,
        'Add children to a PhysicsShapeContainer.',
      );
    }
    if (shape.has(this)) {
      throw new FirstContactError(
        'BAD_SETTING',
        'The container would hold itself',
        'Add shapes to a container that they do not hold.',
      );
    }
    added++;
    const placing = placingOf(position, rotation, scale);
    this.children = [...this.children, { id: added, shape, placing }];
  }

  removeAt(index: number): void {
    if (this.children[index] === undefined) {
      throw new FirstContactError(
        'BAD_SETTING',
        `The container has ${this.children.length} children, and none at ${shown(index)}`,
        'Use 0 for the first; getNumChildren() says how many there are.',
      );
    }
    this.children = this.children.filter((_, i) => i !== index);
  }

  /** The mesh of some of its leaves, which all bodies of this shape share. */
  meshOf(leaves: readonly number[]): MeshId {
    const { stamp } = this;
    if (stamp !== this.#keptOf) this.forget();
    this.#keptOf = stamp;
    const key = leaves.join();
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      const all = this.leaves();
      const chosen = leaves.map((i) => all[i]);
      kept = new KeptMesh(this.#plugin, () => trianglesOf(chosen));
      this.#kept.set(key, kept);
    }
    return kept.id;
  }

  /** Its parts have changed, or nobody needs it any more. Bodies that have it keep what they have. */
  forget(): void {
    for (const kept of this.#kept.values()) kept.forget();
    this.#kept.clear();
  }
}

/** All triangles of some leaves, one leaf after the other. */
export function trianglesOf(leaves: readonly Leaf[]): MeshArrays {
  if (leaves.length === 1 && leaves[0].placing === WHERE_IT_IS) return leaves[0].shape.triangles;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const { shape, placing } of leaves) {
    const own = shape.triangles;
    const first = positions.length / 3;
    for (let i = 0; i < own.positions.length; i += 3) {
      positions.push(...placed(placing, pointOf(own.positions, i)));
    }
    const [second, third] = growthOf(placing) < 0 ? [2, 1] : [1, 2];
    for (let t = 0; t < own.triangles.length; t += 3) {
      const [a, b, c] = [0, second, third].map((k) => first + own.triangles[t + k]);
      triangles.push(a, b, c);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/**
 * A triangle of `trianglesOf`: whose it is, which one there, and where it looks, out of what it encloses. Undefined where
 * there are not as many: an entity may have been given another mesh.
 */
export function triangleOf(
  leaves: readonly Leaf[],
  triangle: number,
): { leaf: Leaf; own: number; outwards: Three } | undefined {
  let own = triangle;
  const leaf = leaves.find(({ shape }) => {
    const count = shape.triangles.triangles.length / 3;
    if (own < count) return true;
    own -= count;
    return false;
  });
  if (leaf === undefined) return undefined;
  const { positions, triangles } = leaf.shape.triangles;
  const [a, b, c] = [0, 1, 2].map((k) =>
    placed(leaf.placing, pointOf(positions, 3 * triangles[3 * own + k])),
  );
  const [x, y, z] = cross(between(a, b), between(a, c));
  const side = growthOf(leaf.placing) < 0 ? -1 : 1;
  return { leaf, own, outwards: [side * x, side * y, side * z] };
}

function pointOf(positions: Float64Array, at: number): Three {
  return [positions[at], positions[at + 1], positions[at + 2]];
}

function between(a: Three, b: Three): Three {
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
}
