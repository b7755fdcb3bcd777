import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { BLOCK_EDGE_COUNT, BLOCK_TRIANGLE_COUNT, BLOCK_VERTEX_COUNT } from '../kernels/layout/meshes.js';
import type { Arena, BlockId } from '../memory/arena.js';
import { checksum } from '../memory/checksum.js';
import { IdTable } from '../memory/id-table.js';
import type { MassProperties } from './mass-properties.js';
import { type MeshSections, meshBlockBytes, readMeshBlock, writeMeshBlock } from './mesh-block.js';
import { radiusOf } from './mesh-bounds.js';
import { buildRigidBlock, placeRigidBlock } from './rigid-block.js';
import { RigidShape } from './rigid-shape.js';
import type { MeshUse } from './types.js';

/** A loaded mesh's generational id. 0 is no mesh. */
export type MeshId = number;

/** What the store knows of a mesh without reading its block. */
export interface MeshRecord {
  /** The block that holds it. */
  readonly block: BlockId;
  /** What it was checked for. */
  readonly use: MeshUse;
  /** How many there are of each. */
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  /** No vertex is farther from the origin: the largest distance, rounded up, when the mesh was loaded. */
  readonly radius: number;
  /** Of the volume that the mesh encloses: 0 where it is open. */
  readonly solid: MassProperties;
  /** Of the whole block: two meshes that differ have different ones, but for one in four billion. */
  readonly fingerprint: number;
  /** How many entities have the mesh. */
  users: number;
  /** Loaded by its owner, who unloads it too; otherwise it goes with its last user. */
  kept: boolean;
  /** The mesh that it is a piece of, while that is loaded; 0 for others. */
  whole: MeshId;
  /**
   * The number of this content among all that the store took in. An id comes again after a restore, this number never names another
   * mesh: caches outside of snapshots are keyed by it.
   */
  readonly serial: number;
}

/** What a snapshot says of a mesh. */
export type SavedRecord = Omit<MeshRecord, 'serial'>;

/** Blocks of a mesh's rigid shape: its boxes, and its swept spheres or 0. */
export type ShapeBlocks = readonly [boxes: BlockId, swept: BlockId];

/** A mesh as it is loaded: with the boxes for rigid queries, where it is loaded for rigid bodies. */
export interface LoadedMesh extends MeshSections {
  readonly boxes: Uint8Array | undefined;
  readonly solid: MassProperties;
}

/** What a snapshot keeps of the store: ids, and what is known of each mesh in their order. */
export interface SavedMeshes {
  readonly ids: Uint32Array;
  readonly records: readonly SavedRecord[];
  readonly shapes: readonly ShapeBlocks[];
}

const NO_PIECES: readonly MeshId[] = [];

/** The meshes of one plugin: loaded once, shared by any number of entities. */
export class MeshStore {
  readonly #arena: Arena;
  #meshes = new IdTable<MeshRecord>();
  /** Of meshes that rigid bodies have, or are meant to have. */
  readonly #shapes = new Map<MeshId, RigidShape>();
  /** What each mesh breaks into, in the order of the ids. */
  readonly #pieces = new Map<MeshId, readonly MeshId[]>();
  /** Meshes that nobody keeps and no entity has yet. */
  readonly #unclaimed = new Set<MeshId>();
  #lastSerial = 0;

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

  add(mesh: LoadedMesh, use: MeshUse, kept: boolean): MeshId {
    return this.#arena.allOrNone(() => this.#add(mesh, use, kept));
  }

  /** A mesh and the pieces that it breaks into, which stay as long as it does, and longer where bodies have them. */
  addBreakable(mesh: LoadedMesh, use: MeshUse, pieces: readonly LoadedMesh[], become: MeshUse): MeshId {
    return this.#arena.allOrNone(() => {
      const made: MeshId[] = [];
      try {
        made.push(this.#add(mesh, use, true));
        for (const each of pieces) made.push(this.#add(each, become, true));
      } catch (error) {
        for (const id of made) this.#forget(id);
        throw error;
      }
      const [whole, ...parts] = made;
      for (const part of parts) this.record(part).whole = whole;
      this.#pieces.set(whole, parts);
      return whole;
    });
  }

  /** What the mesh breaks into. */
  piecesOf(mesh: MeshId): readonly MeshId[] {
    return this.#pieces.get(mesh) ?? NO_PIECES;
  }

  /** A mesh that deforms, in a block that was written already and is the store's from now on; nobody keeps it. */
  addBlock(block: BlockId, facts: Pick<MeshRecord, 'radius' | 'solid'>): MeshId {
    return this.#addRecord(block, 'deformable', false, facts);
  }

  #add(mesh: LoadedMesh, use: MeshUse, kept: boolean): MeshId {
    const block = this.#arena.allocate(meshBlockBytes(mesh));
    writeMeshBlock(this.#arena.u8, this.#arena.address(block), mesh);
    const shape = mesh.boxes && new RigidShape(this.#arena, placeRigidBlock(this.#arena, mesh.boxes));
    const id = this.#addRecord(block, use, kept, { radius: radiusOf(mesh.positions), solid: mesh.solid });
    if (shape !== undefined) this.#shapes.set(id, shape);
    return id;
  }

  #addRecord(
    block: BlockId,
    use: MeshUse,
    kept: boolean,
    { radius, solid }: Pick<MeshRecord, 'radius' | 'solid'>,
  ): MeshId {
    let known: number | undefined;
    const fingerprintOf = () => this.#fingerprint(block);
    const { u32 } = this.#arena;
    const at = this.#arena.address(block);
    const record: MeshRecord = {
      block,
      use,
      vertexCount: u32[(at + BLOCK_VERTEX_COUNT) / 4],
      triangleCount: u32[(at + BLOCK_TRIANGLE_COUNT) / 4],
      edgeCount: u32[(at + BLOCK_EDGE_COUNT) / 4],
      radius,
      solid,
      // of the whole block: it is worked out when somebody asks
      get fingerprint() {
        known ??= fingerprintOf();
        return known;
      },
      users: 0,
      kept,
      whole: 0,
      serial: ++this.#lastSerial,
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
      `Mesh ${shown(mesh)} was unloaded or never loaded`,
      'Use an id that loadMesh() of the same plugin gave, before unloadMesh().',
    );
  }

  /** What rigid queries need of the mesh, shared by all that have it. Built when a rigid body first has the mesh. */
  shape(mesh: MeshId): RigidShape {
    const known = this.#shapes.get(mesh);
    if (known !== undefined) return known;
    const arena = this.#arena;
    const { positions, triangles } = readMeshBlock(
      arena.memory.buffer,
      arena.address(this.record(mesh).block),
    );
    // Copies: memory may grow.
    const shape = new RigidShape(arena, buildRigidBlock(arena, positions.slice(), triangles.slice()));
    this.#shapes.set(mesh, shape);
    return shape;
  }

  /** Gives back what rigid queries needed of a mesh that no rigid body has. */
  freeShape(mesh: MeshId): void {
    this.#shapes.get(mesh)?.free();
    this.#shapes.delete(mesh);
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
    if (record.whole !== 0) {
      throw new FirstContactError(
        'BAD_SETTING',
        `Mesh ${mesh} is a piece of mesh ${record.whole}`,
        'Unload that one: its pieces go with it, or with the last bodies that have them.',
      );
    }
    record.kept = false;
    if (record.users === 0) this.#unclaimed.add(mesh);
  }

  /** Frees the meshes that nobody has. Ingest calls it when every new entity has claimed its mesh. */
  removeUnclaimed(): void {
    if (this.#unclaimed.size === 0) return; // looping over an empty set makes an object, in each step
    // releasing pieces makes the set longer while it is walked
    for (const mesh of this.#unclaimed) {
      for (const piece of this.piecesOf(mesh)) {
        this.record(piece).whole = 0;
        this.unload(piece);
      }
      this.#arena.free(this.record(mesh).block);
      this.#shapes.get(mesh)?.free();
      this.#forget(mesh);
    }
    this.#unclaimed.clear();
  }

  #forget(mesh: MeshId): void {
    this.#pieces.delete(mesh);
    this.#shapes.delete(mesh);
    this.#meshes.remove(mesh);
  }

  save(): SavedMeshes {
    const ids = [...this.#meshes.ids()];
    return {
      ids: this.#meshes.save(),
      records: ids.map((mesh) => this.record(mesh)),
      shapes: ids.map((mesh) => {
        const shape = this.#shapes.get(mesh);
        return [shape?.block ?? 0, shape?.sweptIfBuilt ?? 0];
      }),
    };
  }

  /** The blocks that the records name are in the arena again. `isUnchanged`: a block whose bytes are those that it had. */
  restore({ ids, records, shapes }: SavedMeshes, isUnchanged: (block: BlockId) => boolean): void {
    let next = 0;
    const before = this.#meshes;
    this.#meshes = IdTable.restore(ids, (mesh) => {
      const record = records[next++];
      const known = before.get(mesh);
      const isSame = known?.block === record.block && isUnchanged(record.block);
      return { ...record, serial: isSame ? known.serial : ++this.#lastSerial };
    });
    this.#unclaimed.clear();
    this.#shapes.clear();
    this.#pieces.clear();
    next = 0;
    for (const mesh of this.#meshes.ids()) {
      const { whole } = this.record(mesh);
      if (whole !== 0) this.#pieces.set(whole, [...this.piecesOf(whole), mesh]);
      const [boxes, swept] = shapes[next++];
      if (boxes !== 0) this.#shapes.set(mesh, new RigidShape(this.#arena, boxes, swept));
    }
  }
}
