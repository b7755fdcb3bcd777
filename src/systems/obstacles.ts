import { BLOCK_FEATURES } from '../kernels/layout/meshes.js';
import type { Core } from '../memory/open.js';
import { connect } from '../mesh/connectivity.js';
import { readMeshBlock, searchBlockBytes, writeSearchBlock } from '../mesh/mesh-block.js';
import type { MeshId, MeshStore } from '../mesh/mesh-store.js';
import { searchOfRigidMesh } from '../mesh/search-sections.js';
import { drain } from '../mesh/steps.js';
import { Obstacle } from '../search/obstacle.js';
import { type Colliders, RIGID } from './colliders.js';

/** What searches need of a rigid mesh that was not loaded with it. */
interface SearchedMesh {
  readonly region: number;
  /** Of the mesh that it was made from: after a restore the same id may name another. */
  readonly serial: number;
}

interface Entered {
  readonly obstacle: Obstacle;
  readonly mesh: MeshId;
  readonly serial: number;
  /** The step in which it was told where it is. */
  movedIn: number;
}

/**
 * Rigid bodies that meet deformables, with memory of their own. It all follows from the meshes and the bodies' columns:
 * no snapshot holds it.
 */
export class Obstacles {
  readonly #core: Core;
  readonly #meshes = new Map<MeshId, SearchedMesh>();
  readonly #bodies = new Map<number, Entered>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** The entity's body. */
  of(meshes: MeshStore, entity: number, mesh: MeshId): Obstacle {
    const { serial } = meshes.record(mesh);
    const entered = this.#bodies.get(entity);
    if (entered?.serial === serial) return entered.obstacle;
    entered?.obstacle.free();
    this.#bodies.delete(entity);
    const obstacle = this.#make(meshes, mesh);
    this.#bodies.set(entity, { obstacle, mesh, serial, movedIn: -1 });
    return obstacle;
  }

  /** Whether the entity's body has not been asked about in a step with this number. */
  isNew(entity: number, step: number): boolean {
    const entered = this.#bodies.get(entity);
    if (entered === undefined || entered.movedIn === step) return false;
    entered.movedIn = step;
    return true;
  }

  /** Where the sections of a mesh for searches lie: with it, or in memory made for them. Ingest asks first, so that no stage builds them. */
  sections(meshes: MeshStore, mesh: MeshId): number {
    const { arena } = this.#core;
    const record = meshes.record(mesh);
    const block = arena.address(record.block);
    if (arena.u32[(block + BLOCK_FEATURES) / 4] !== 0) return block;
    let searched = this.#meshes.get(mesh);
    if (searched === undefined || searched.serial !== record.serial) {
      if (searched !== undefined) arena.freeRegion(searched.region);
      this.#meshes.delete(mesh);
      searched = { region: this.#sectionsFor(block), serial: record.serial };
      this.#meshes.set(mesh, searched);
    }
    return arena.regionAddress(searched.region);
  }

  /** Gives back what belongs to entities and meshes that are no more. */
  tidy(colliders: Colliders, meshes: MeshStore): void {
    if (this.#bodies.size > 0) {
      for (const [entity, { obstacle, mesh }] of this.#bodies) {
        if (colliders.mesh[entity] === mesh && colliders.kind[entity] === RIGID) continue;
        obstacle.free();
        this.#bodies.delete(entity);
      }
    }
    if (this.#meshes.size > 0) {
      for (const [mesh, { region }] of this.#meshes) {
        if (meshes.has(mesh)) continue;
        this.#core.arena.freeRegion(region);
        this.#meshes.delete(mesh);
      }
    }
  }

  #make(meshes: MeshStore, mesh: MeshId): Obstacle {
    const search = this.sections(meshes, mesh);
    const block = this.#core.arena.address(meshes.record(mesh).block);
    return new Obstacle(this.#core, block, search);
  }

  #sectionsFor(block: number): number {
    const { arena } = this.#core;
    const { positions, triangles } = readMeshBlock(arena.memory.buffer, block);
    const connectivity = drain(connect(triangles, positions.length / 3));
    const search = drain(searchOfRigidMesh(positions, triangles, connectivity));
    const region = arena.allocateRegion(searchBlockBytes(search));
    writeSearchBlock(arena.u8, arena.regionAddress(region), search);
    return region;
  }
}
