import type { MeshId } from '../../mesh/mesh-store.js';
import type { MeshArrays } from '../../mesh/types.js';
import type { CollisionPlugin } from '../../plugin.js';

/** A mesh of the collision plugin that is loaded when it is first needed, and again where a snapshot that was restored has taken it away. */
export class KeptMesh {
  readonly #plugin: CollisionPlugin;
  readonly #make: () => MeshArrays;
  #loaded: { readonly id: MeshId; readonly fingerprint: number } | undefined;

  constructor(plugin: CollisionPlugin, make: () => MeshArrays) {
    this.#plugin = plugin;
    this.#make = make;
  }

  get id(): MeshId {
    if (this.#loaded === undefined || !this.#isStillThere(this.#loaded)) {
      const id = this.#plugin.loadMesh(this.#make());
      this.#loaded = { id, fingerprint: this.#plugin.meshFacts(id).fingerprint };
    }
    return this.#loaded.id;
  }

  /** Bodies that have it keep it. */
  forget(): void {
    if (this.#loaded !== undefined && this.#isStillThere(this.#loaded))
      this.#plugin.unloadMesh(this.#loaded.id);
    this.#loaded = undefined;
  }

  /** Ids come again after a snapshot is restored: the mesh of that id may be another one. */
  #isStillThere({ id, fingerprint }: { readonly id: MeshId; readonly fingerprint: number }): boolean {
    try {
      return this.#plugin.meshFacts(id).fingerprint === fingerprint;
    } catch {
      return false;
    }
  }
}
