import { FirstContactError } from '../errors.js';
import type { CollisionPlugin } from '../plugin.js';
import type { BabylonMesh, BabylonModule, BabylonNode, BabylonScene } from './engine.js';
import { importMesh } from './mesh-input.js';
import type { Poses } from './poses.js';
import { type Shown, ShownBody, ShownDeformable, ShownSkin } from './shown.js';

type Settings = { readonly body?: object; readonly settings?: object };

/** Makes colliders of meshes that the scene has already, and gives the meshes back as they were. */
export class Adoption<Mesh extends BabylonMesh> {
  readonly #BABYLON: BabylonModule;
  readonly #scene: BabylonScene;
  readonly #plugin: CollisionPlugin;
  readonly #poses: Poses;

  constructor(BABYLON: BabylonModule, scene: BabylonScene, plugin: CollisionPlugin, poses: Poses) {
    this.#BABYLON = BABYLON;
    this.#scene = scene;
    this.#plugin = plugin;
    this.#poses = poses;
  }

  /** The mesh hangs on a node with the body's pose, where its own scaling and whatever hangs on it stay as they are. */
  rigidBody(entity: number, mesh: Mesh, options: Settings): Shown<Mesh> {
    const { positions, triangles, position, rotation } = importMesh(mesh, 'body');
    this.#plugin.addRigidBody(entity, { ...options, positions, triangles, position, rotation });
    const node = new this.#BABYLON.TransformNode(`body ${entity}`, this.#scene as never);
    node.position.set(position[0], position[1], position[2]);
    node.rotationQuaternion = new this.#BABYLON.Quaternion(
      rotation[0],
      rotation[1],
      rotation[2],
      rotation[3],
    );
    node.computeWorldMatrix(true);
    const parent = mesh.parent;
    mesh.setParent(node);
    return new ShownBody(this.#plugin, this.#poses, mesh, node, () => {
      if (!mesh.isDisposed()) mesh.setParent(parent);
      node.dispose();
    });
  }

  /** The mesh gets the deformable's vertices as its own, in the world's frame. */
  deformable(entity: number, mesh: Mesh, options: Settings): Shown<Mesh> {
    if (mesh.skeleton) {
      throw new FirstContactError(
        'BAD_SETTING',
        'The Babylon mesh has a skeleton, which would move vertices that are moved already',
        'Use followMesh(), which lets the skeleton decide; or take the skeleton off the mesh.',
        { entity },
      );
    }
    const { positions, triangles, newVertexOf } = importMesh(mesh, 'world');
    this.#plugin.addDeformable(entity, { ...options, positions, triangles });
    const giveBack = takeOver(mesh);
    const surface = this.#plugin.readMesh(this.#plugin.components.MeshTopology.mesh[entity]);
    return new ShownDeformable(this.#plugin, mesh, surface, giveBack, newVertexOf);
  }

  follower(entity: number, mesh: Mesh, options: Settings): Shown<Mesh> {
    const imported = importMesh(mesh, 'world');
    const { positions, triangles } = imported;
    this.#plugin.addDeformable(entity, { ...options, positions, triangles });
    return new ShownSkin(this.#plugin, mesh, imported);
  }
}

const KINDS = ['position', 'normal'] as const;

/** Makes the mesh's frame the world's and its vertices writable. Returns how to undo it. */
function takeOver(mesh: BabylonMesh): () => void {
  const { parent, rotationQuaternion } = mesh;
  const position = numbersOf(mesh.position);
  const scaling = numbersOf(mesh.scaling);
  const turn = (mesh as unknown as { rotation: BabylonNode['position'] }).rotation;
  const rotation = numbersOf(turn);
  const data = KINDS.map((kind) => Float32Array.from(mesh.getVerticesData(kind) ?? []));
  mesh.parent = null;
  mesh.rotationQuaternion = null;
  mesh.position.set(0, 0, 0);
  turn.set(0, 0, 0);
  mesh.scaling.set(1, 1, 1);
  const room = Float32Array.from(data[0]);
  for (const kind of KINDS) mesh.setVerticesData(kind, room, true);
  return () => {
    if (mesh.isDisposed()) return;
    for (const [i, kind] of KINDS.entries()) mesh.setVerticesData(kind, data[i], false);
    mesh.position.set(...position);
    mesh.scaling.set(...scaling);
    turn.set(...rotation);
    mesh.rotationQuaternion = rotationQuaternion;
    mesh.parent = parent;
  };
}

function numbersOf({ x, y, z }: BabylonNode['position']): [number, number, number] {
  return [x, y, z];
}
