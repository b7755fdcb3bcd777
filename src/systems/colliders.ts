export const NOT_A_COLLIDER = 0;
export const RIGID = 1;
export const DEFORMABLE = 2;

/**
 * Which entities are colliders, in the order in which they became one, and what each of them owns. The columns of
 * components are the users' to write; these are not, so that what an entity owned is known after its id was given to
 * another.
 */
export class Colliders {
  /** Entities in order of creation; the first `count` are valid. */
  readonly order: Uint32Array;
  count = 0;
  /** Counts up whenever a collider comes or goes. */
  version = 0;
  /** NOT_A_COLLIDER, RIGID or DEFORMABLE. */
  readonly kind: Uint8Array;
  readonly mesh: Uint32Array;
  /** Blocks of a deformable: its swept vertices, their slabs and its tree's nodes. */
  readonly vertices: Uint32Array;
  readonly slabs: Uint32Array;
  readonly nodes: Uint32Array;
  /** And the directions of its normals, and how its flat regions fared. */
  readonly masks: Uint32Array;
  readonly regions: Uint32Array;
  /** And its velocities and pins. */
  readonly motion: Uint32Array;

  constructor(maxEntities: number) {
    const rows = maxEntities + 1;
    this.order = new Uint32Array(rows);
    this.kind = new Uint8Array(rows);
    this.mesh = new Uint32Array(rows);
    this.vertices = new Uint32Array(rows);
    this.slabs = new Uint32Array(rows);
    this.nodes = new Uint32Array(rows);
    this.masks = new Uint32Array(rows);
    this.regions = new Uint32Array(rows);
    this.motion = new Uint32Array(rows);
  }

  isCollider(entity: number): boolean {
    return this.kind[entity] > NOT_A_COLLIDER;
  }

  append(entity: number, kind: number, mesh: number): void {
    this.kind[entity] = kind;
    this.mesh[entity] = mesh;
    this.order[this.count++] = entity;
    this.version++;
  }

  /** The collider has another mesh, in its place in the order. */
  replaceMesh(entity: number, mesh: number): void {
    this.mesh[entity] = mesh;
    this.version++;
  }

  /** Keeps the order of the others. All at once: one by one would cost the square of their number. */
  remove(entities: readonly number[]): void {
    if (entities.length === 0) return;
    for (const entity of entities) this.#forget(entity);
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.isCollider(this.order[i])) this.order[kept++] = this.order[i];
    }
    this.order.fill(0, kept, this.count);
    this.count = kept;
    this.version++;
  }

  clear(): void {
    this.remove(Array.from(this.order.subarray(0, this.count)));
  }

  #forget(entity: number): void {
    this.kind[entity] = NOT_A_COLLIDER;
    this.mesh[entity] = 0;
    this.vertices[entity] = 0;
    this.slabs[entity] = 0;
    this.nodes[entity] = 0;
    this.masks[entity] = 0;
    this.regions[entity] = 0;
    this.motion[entity] = 0;
  }
}
