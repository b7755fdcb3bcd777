import type { MeshSurface } from '../plugin/surface.js';
import type { CollisionPlugin } from '../plugin.js';
import { Deformed } from './deformed.js';
import type { BabylonMesh, BabylonNode } from './engine.js';
import type { ImportedMesh } from './mesh-input.js';
import type { Poses } from './poses.js';
import { Skin } from './skin.js';

/** What stands in the scene for an entity. */
export interface Shown<Mesh> {
  readonly mesh: Mesh;
  /** Before a step, of a deformable: notes where it is, or hands over where something else takes it. */
  note(entity: number): void;
  /** Brings the mesh to where the entity is, or was at a fraction of the last step. */
  show(entity: number, fraction: number): void;
  dispose(): void;
}

/** A rigid body, shown by a node that its pose is written to. */
export class ShownBody<Mesh extends BabylonMesh> implements Shown<Mesh> {
  readonly mesh: Mesh;
  readonly #plugin: CollisionPlugin;
  readonly #poses: Poses;
  readonly #node: BabylonNode;
  readonly #giveBack: () => void;

  constructor(plugin: CollisionPlugin, poses: Poses, mesh: Mesh, node: BabylonNode, giveBack: () => void) {
    this.mesh = mesh;
    this.#plugin = plugin;
    this.#poses = poses;
    this.#node = node;
    this.#giveBack = giveBack;
  }

  /** Poses are noted for all bodies at once. */
  note(): void {}

  show(entity: number, fraction: number): void {
    const { x, y, z, qx, qy, qz, qw } = this.#poses.at(entity, this.#plugin.clock.step, fraction);
    this.#node.position.set(x, y, z);
    this.#node.rotationQuaternion?.set(qx, qy, qz, qw);
  }

  dispose(): void {
    this.#giveBack();
  }
}

/** A deformable whose vertices are uploaded. */
export class ShownDeformable<Mesh extends BabylonMesh> implements Shown<Mesh> {
  readonly mesh: Mesh;
  readonly #plugin: CollisionPlugin;
  readonly #deformed: Deformed;
  readonly #giveBack: () => void;

  constructor(
    plugin: CollisionPlugin,
    mesh: Mesh,
    surface: MeshSurface,
    giveBack: () => void,
    renderVertexOf?: Uint32Array,
  ) {
    this.mesh = mesh;
    this.#plugin = plugin;
    this.#deformed = new Deformed(surface, renderVertexOf);
    this.#giveBack = giveBack;
  }

  note(entity: number): void {
    this.#deformed.note(this.#plugin, entity);
  }

  show(entity: number, fraction: number): void {
    this.#deformed.show(this.#plugin, entity, fraction, this.mesh);
  }

  dispose(): void {
    this.#giveBack();
  }
}

/** A deformable that a skeleton moves: Babylon draws it, we are told where it goes. */
export class ShownSkin<Mesh extends BabylonMesh> implements Shown<Mesh> {
  readonly mesh: Mesh;
  readonly #plugin: CollisionPlugin;
  readonly #skin: Skin;
  readonly #newVertexOf: Uint32Array;
  readonly #local: Float64Array;
  readonly #next: Float64Array;

  constructor(plugin: CollisionPlugin, mesh: Mesh, { newVertexOf, positions }: ImportedMesh) {
    this.mesh = mesh;
    this.#plugin = plugin;
    this.#skin = new Skin(mesh);
    this.#newVertexOf = newVertexOf;
    this.#local = new Float64Array(3 * newVertexOf.length);
    this.#next = new Float64Array(positions.length);
  }

  note(entity: number): void {
    const { m } = this.mesh.computeWorldMatrix(true);
    const local = this.#skin.read(this.#local);
    for (let v = 0; v < this.#newVertexOf.length; v++) {
      const to = 3 * this.#newVertexOf[v];
      if (to >= this.#next.length) continue; // no triangle uses it
      const x = local[3 * v];
      const y = local[3 * v + 1];
      const z = local[3 * v + 2];
      for (let k = 0; k < 3; k++) this.#next[to + k] = x * m[k] + y * m[4 + k] + z * m[8 + k] + m[12 + k];
    }
    this.#plugin.moveVertices(entity, this.#next);
  }

  show(): void {}

  dispose(): void {}
}
