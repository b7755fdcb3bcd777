import type {
  RapierBody,
  RapierCollider,
  RapierModule,
  RapierRawShape,
  RapierWorld,
  Trimesh,
} from './engine.js';

/** A mesh's arrays. */
export interface Surface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/** A mesh as Rapier has it: its boxes are built, and any number of colliders share them. */
interface Kept {
  readonly desc: Trimesh;
  readonly raw: RapierRawShape;
  /** What Rapier is given: it frees what it made a collider of, and this one is to last. */
  readonly lent: RapierRawShape;
  colliders: number;
}

/** Bits that make Rapier tell of a collider's contacts, and of their forces. */
const ALL_EVENTS = 3;

/** Meshes as Rapier's shapes, built once each: before the step where there is time, a millisecond for 2,000 triangles. */
export class MeshShapes {
  readonly #module: RapierModule;
  readonly #surfaceOf: (mesh: number) => Surface;
  readonly #kept = new Map<number, Kept>();
  /** Whether some may be kept for bodies that never came. */
  #isAhead = false;

  constructor(module: RapierModule, surfaceOf: (mesh: number) => Surface) {
    this.#module = module;
    this.#surfaceOf = surfaceOf;
  }

  /** Builds it for colliders that are made later. */
  prepare(mesh: number): void {
    if (this.#kept.has(mesh)) return;
    this.#kept.set(mesh, this.#build(mesh));
    this.#isAhead = true;
  }

  makeCollider(world: RapierWorld, body: RapierBody, mesh: number): RapierCollider {
    const kept = this.#kept.get(mesh) ?? this.#build(mesh);
    this.#kept.set(mesh, kept);
    const { desc, lent } = kept;
    const { shape } = desc;
    // a collider keeps the description's shape, for whoever asks for it later: that one builds its own
    const own = shape.intoRaw;
    shape.intoRaw = () => lent;
    const collider = world.createCollider(desc, body);
    shape.intoRaw = own;
    collider.setActiveEvents(ALL_EVENTS);
    collider.setContactForceEventThreshold(0);
    kept.colliders++;
    return collider;
  }

  /** A collider that `makeCollider` made is gone. */
  release(mesh: number): void {
    const kept = this.#kept.get(mesh);
    if (kept !== undefined && --kept.colliders <= 0) this.#free(mesh, kept);
  }

  /** Frees what was prepared for bodies that did not come. */
  freeUnused(): void {
    if (!this.#isAhead) return;
    this.#isAhead = false;
    for (const [mesh, kept] of this.#kept) if (kept.colliders === 0) this.#free(mesh, kept);
  }

  clear(): void {
    for (const [mesh, kept] of this.#kept) this.#free(mesh, kept);
  }

  #build(mesh: number): Kept {
    const { positions, triangles } = this.#surfaceOf(mesh);
    const desc = this.#module.ColliderDesc.trimesh(positions, triangles);
    desc.setDensity(0); // a body's mass is what the plugin says
    const raw = desc.shape.intoRaw();
    return { desc, raw, lent: Object.create(raw, { free: { value: () => undefined } }), colliders: 0 };
  }

  #free(mesh: number, { raw }: Kept): void {
    this.#kept.delete(mesh);
    raw.free();
  }
}
