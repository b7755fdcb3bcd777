import { FirstContactError } from '../errors.js';
import { type MeshSections, meshBlockBytes, writeMeshBlock } from '../mesh/mesh-block.js';
import type { MeshUse } from '../mesh/types.js';
import type { Arena, BlockId } from './arena.js';
import { IdTable } from './id-table.js';

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
  /** How many entities have the mesh. */
  users: number;
  /** Loaded by its owner, who unloads it too; otherwise it goes with its last user. */
  kept: boolean;
}

/** The meshes of one plugin: loaded once, shared by any number of entities. */
export class MeshStore {
  readonly #arena: Arena;
  #meshes = new IdTable<MeshRecord>();

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  get count(): number {
    return this.#meshes.count;
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
      users: 0,
      kept,
    };
    return this.#meshes.add(record);
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
  }

  release(mesh: MeshId): void {
    const record = this.record(mesh);
    record.users--;
    if (record.users === 0 && !record.kept) this.#remove(mesh);
  }

  /** Gives up the owner's hold: the mesh goes now, or with its last user. */
  unload(mesh: MeshId): void {
    const record = this.record(mesh);
    record.kept = false;
    if (record.users === 0) this.#remove(mesh);
  }

  /** For a snapshot: the ids, and what the store knows of each mesh in their order. */
  save(): { readonly ids: Uint32Array; readonly records: readonly MeshRecord[] } {
    return { ids: this.#meshes.save(), records: Array.from(this.#meshes.ids(), (mesh) => this.record(mesh)) };
  }

  restore(ids: Uint32Array, records: readonly MeshRecord[]): void {
    let next = 0;
    this.#meshes = IdTable.restore(ids, () => records[next++]);
  }

  #remove(mesh: MeshId): void {
    this.#arena.free(this.record(mesh).block);
    this.#meshes.remove(mesh);
  }
}

/** Rounded up, so that no vertex lies outside. */
function radiusOf(positions: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const squared = positions[i] ** 2 + positions[i + 1] ** 2 + positions[i + 2] ** 2;
    if (squared > largest) largest = squared;
  }
  return Math.sqrt(largest) * (1 + 2 ** -50);
}
