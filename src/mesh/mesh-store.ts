import { FirstContactError } from '../errors.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { checksum } from '../memory/checksum.js';
import { IdTable } from '../memory/id-table.js';
import { type MassProperties, massProperties } from './mass-properties.js';
import { type MeshSections, meshBlockBytes, writeMeshBlock } from './mesh-block.js';
import type { MeshUse } from './types.js';

/** A loaded mesh's generational id. 0 is no mesh. */
export type MeshId = number;

/** What the store knows of a mesh without reading its block. */
export interface MeshRecord {
  readonly block: BlockId;
  readonly use: MeshUse;
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  /** Largest distance of a vertex from the origin, rounded up. */
  readonly radius: number;
  /** Of the volume that the mesh encloses: 0 where it is open. */
  readonly solid: MassProperties;
  /** Of the whole block: two meshes that differ have different ones, but for one in four billion. */
  readonly fingerprint: number;
  /** How many entities have the mesh. */
  users: number;
  /** Loaded by its owner, who unloads it too; otherwise it goes with its last user. */
  kept: boolean;
}

/** The meshes of one plugin: loaded once, shared by any number of entities. */
export class MeshStore {
  readonly #arena: Arena;
  #meshes = new IdTable<MeshRecord>();
  /** Meshes that nobody keeps and no entity has yet. */
  readonly #unclaimed = new Set<MeshId>();

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  get count(): number {
    return this.#meshes.count;
  }

  #fingerprint(block: BlockId): number {
    const first = this.#arena.address(block) / 4;
    return checksum(this.#arena.u32.subarray(first, first + this.#arena.bytes(block) / 4));
  }

  add(mesh: MeshSections, use: MeshUse, kept: boolean): MeshId {
    const block = this.#arena.allocate(meshBlockBytes(mesh));
    writeMeshBlock(this.#arena.u8, this.#arena.address(block), mesh);
    const record: MeshRecord = {
      block,
      use,
      vertexCount: mesh.positions.length / 3,
      triangleCount: mesh.triangles.length / 3,
      edgeCount: mesh.edges.length / 2,
      radius: radiusOf(mesh.positions),
      solid: massProperties(mesh.positions, mesh.triangles),
      fingerprint: this.#fingerprint(block),
      users: 0,
      kept,
    };
    const id = this.#meshes.add(record);
    if (!kept) this.#unclaimed.add(id);
    return id;
  }

  has(mesh: MeshId): boolean {
    return this.#meshes.get(mesh) !== undefined;
  }

  record(mesh: MeshId): MeshRecord {
    const record = this.#meshes.get(mesh);
    if (record !== undefined) return record;
    throw new FirstContactError(
      'STALE_MESH',
      `Mesh ${mesh} was unloaded or never loaded`,
      'Use an id that loadMesh() of the same plugin gave, before unloadMesh().',
    );
  }

  retain(mesh: MeshId): void {
    this.record(mesh).users++;
    this.#unclaimed.delete(mesh);
  }

  release(mesh: MeshId): void {
    const record = this.record(mesh);
    record.users--;
    if (record.users === 0 && !record.kept) this.#unclaimed.add(mesh);
  }

  /** Gives up the owner's hold: the mesh goes once no entity has it or is about to have it. */
  unload(mesh: MeshId): void {
    const record = this.record(mesh);
    record.kept = false;
    if (record.users === 0) this.#unclaimed.add(mesh);
  }

  /** Frees the meshes that nobody has. Ingest calls it when every new entity has claimed its mesh. */
  removeUnclaimed(): void {
    if (this.#unclaimed.size === 0) return; // looping over an empty set makes an object, in each step
    for (const mesh of this.#unclaimed) {
      this.#arena.free(this.record(mesh).block);
      this.#meshes.remove(mesh);
    }
    this.#unclaimed.clear();
  }

  /** For a snapshot: the ids, and what the store knows of each mesh in their order. */
  save(): { readonly ids: Uint32Array; readonly records: readonly MeshRecord[] } {
    return { ids: this.#meshes.save(), records: Array.from(this.#meshes.ids(), (mesh) => this.record(mesh)) };
  }

  restore(ids: Uint32Array, records: readonly MeshRecord[]): void {
    let next = 0;
    this.#meshes = IdTable.restore(ids, () => records[next++]);
    this.#unclaimed.clear();
  }
}

/** Rounded up, so that no vertex lies outside. */
function radiusOf(positions: Float64Array): number {
  let unit = 0;
  for (let i = 0; i < positions.length; i++) unit = Math.max(unit, Math.abs(positions[i]));
  if (unit === 0) return 0;
  // In units of the largest coordinate: the square of a small one would vanish.
  let largest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] / unit;
    const y = positions[i + 1] / unit;
    const z = positions[i + 2] / unit;
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return Math.sqrt(largest) * unit * (1 + 8 * Number.EPSILON);
}
