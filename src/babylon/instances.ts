import type { MeshSurface } from '../plugin/surface.js';
import { type BabylonMesh, type BabylonModule, type BabylonScene, frontOf } from './engine.js';
import { type Pose, writeMatrix } from './poses.js';

const MATRIX = 16;
const COLOUR = 4;

/** All rigid bodies of one mesh, drawn at once: a thin instance each. */
export class InstanceGroup<Mesh extends BabylonMesh> {
  readonly mesh: Mesh;
  /** Of the mesh that they share. */
  readonly serial: number;
  /** What was drawn last; the first `count` are valid. */
  entities = new Uint32Array(0);
  count = 0;
  #matrices = new Float32Array(0);
  #colours = new Float32Array(0);
  #filled = 0;

  constructor(BABYLON: BabylonModule, scene: BabylonScene, serial: number, surface: MeshSurface) {
    this.serial = serial;
    this.mesh = newMesh<Mesh>(BABYLON, scene, `bodies of mesh ${serial}`, surface, false);
    // Its own box is of the mesh at rest, which says nothing about where the bodies are.
    this.mesh.alwaysSelectAsActiveMesh = true;
  }

  begin(): void {
    this.#filled = 0;
  }

  add(entity: number, pose: Pose): void {
    if (this.#filled === this.entities.length) this.#grow();
    this.entities[this.#filled] = entity;
    writeMatrix(pose, this.#matrices, this.#filled++ * MATRIX);
  }

  /** Uploads; `colour` writes red, green, blue and opacity of an entity. */
  end(colour: ((entity: number, out: Float32Array, offset: number) => void) | undefined): void {
    this.count = this.#filled;
    if (this.count === 0) return;
    if (colour !== undefined) {
      for (let i = 0; i < this.count; i++) colour(this.entities[i], this.#colours, i * COLOUR);
    }
    this.mesh.thinInstanceCount = this.count;
    this.mesh.thinInstanceBufferUpdated('matrix');
    if (colour !== undefined) this.mesh.thinInstanceBufferUpdated('color');
  }

  #grow(): void {
    const room = Math.max(16, 2 * this.entities.length);
    const longer = <Column extends Uint32Array | Float32Array>(column: Column, length: number): Column => {
      const copy = new (column.constructor as new (length: number) => Column)(length);
      copy.set(column);
      return copy;
    };
    this.entities = longer(this.entities, room);
    this.#matrices = longer(this.#matrices, MATRIX * room);
    this.#colours = longer(this.#colours, COLOUR * room).fill(1);
    this.mesh.thinInstanceSetBuffer('matrix', this.#matrices, MATRIX, false);
    this.mesh.thinInstanceSetBuffer('color', this.#colours, COLOUR, false);
  }
}

/** A Babylon mesh of ours, seen from where its normals point. */
export function newMesh<Mesh extends BabylonMesh>(
  BABYLON: BabylonModule,
  scene: BabylonScene,
  name: string,
  surface: MeshSurface,
  updatable: boolean,
): Mesh {
  const mesh = new BABYLON.Mesh(name, scene as never) as Mesh;
  const data = new BABYLON.VertexData();
  data.positions = surface.positions;
  data.normals = surface.normals;
  data.indices = surface.triangles;
  data.applyToMesh(mesh as never, updatable);
  mesh.sideOrientation = frontOf(scene);
  return mesh;
}
