import { entityExists, hasComponent, query } from 'bitecs';
import type { Surface } from '../plugin/surface.js';
import type { CollisionPlugin } from '../plugin.js';
import type { BabylonMesh, BabylonModule } from './engine.js';

const POSITION = 'position';
const NORMAL = 'normal';

export interface ViewOptions<Mesh extends BabylonMesh> {
  /** What `import * as BABYLON from 'babylonjs'` or from '@babylonjs/core' gives. */
  readonly BABYLON: unknown;
  /** The scene that the meshes are put into. */
  readonly scene: unknown;
  readonly plugin: CollisionPlugin;
  /** Called for each mesh that the view makes: give it a material there. */
  readonly onMesh?: (mesh: Mesh, entity: number) => void;
}

/** Babylon meshes that follow a plugin's colliders. */
export interface View<Mesh extends BabylonMesh> {
  /** Makes meshes for new colliders, moves those that moved, removes those whose collider is gone. */
  sync(): void;
  meshOf(entity: number): Mesh | undefined;
  /** Removes the view's meshes from the scene. */
  dispose(): void;
}

interface Shown<Mesh> {
  readonly mesh: Mesh;
  /** Which mesh of the plugin it shows. */
  readonly source: number;
  /** Of a deformable: what was uploaded last, and its version. */
  readonly surface: Surface | undefined;
  version: number;
}

/** Shows a plugin's colliders in a Babylon scene. Call `sync` once a frame, after the steps. */
export function attachView<Mesh extends BabylonMesh = BabylonMesh>(options: ViewOptions<Mesh>): View<Mesh> {
  const { plugin, onMesh } = options;
  const BABYLON = options.BABYLON as BabylonModule;
  const { Bvh, MeshTopology, RigidBody } = plugin.components;
  const shown = new Map<number, Shown<Mesh>>();

  function show(entity: number): Shown<Mesh> {
    const source = MeshTopology.mesh[entity];
    const mesh = new BABYLON.Mesh(`entity ${entity}`, options.scene as never) as Mesh;
    const deforms = Bvh.nodes[entity] !== 0;
    const surface = plugin.readMesh(source);
    const data = new BABYLON.VertexData();
    data.positions = surface.positions;
    data.normals = surface.normals;
    data.indices = surface.triangles;
    data.applyToMesh(mesh as never, deforms);
    if (!deforms) mesh.rotationQuaternion = new BABYLON.Quaternion(0, 0, 0, 1);
    onMesh?.(mesh, entity);
    const entry = { mesh, source, surface: deforms ? surface : undefined, version: -1 };
    shown.set(entity, entry);
    return entry;
  }

  function follow(entity: number, entry: Shown<Mesh>): void {
    if (entry.surface === undefined) {
      entry.mesh.position.set(RigidBody.px[entity], RigidBody.py[entity], RigidBody.pz[entity]);
      const { qx, qy, qz, qw } = RigidBody;
      entry.mesh.rotationQuaternion?.set(qx[entity], qy[entity], qz[entity], qw[entity]);
      return;
    }
    const version = plugin.components.Deformable.version[entity];
    if (entry.version === version) return;
    entry.version = version;
    plugin.readSurface(entity, entry.surface);
    entry.mesh.updateVerticesData(POSITION, entry.surface.positions, true);
    entry.mesh.updateVerticesData(NORMAL, entry.surface.normals);
  }

  function stillShows(entity: number, { source, surface }: Shown<Mesh>): boolean {
    const { world } = plugin;
    if (!entityExists(world, entity) || !hasComponent(world, entity, Bvh)) return false;
    return MeshTopology.mesh[entity] === source && (Bvh.nodes[entity] !== 0) === (surface !== undefined);
  }

  function hide(entity: number): void {
    shown.get(entity)?.mesh.dispose();
    shown.delete(entity);
  }

  return {
    sync() {
      const colliders = query(plugin.world, [Bvh]);
      for (const [entity, entry] of shown) if (!stillShows(entity, entry)) hide(entity);
      for (const entity of colliders) follow(entity, shown.get(entity) ?? show(entity));
    },
    meshOf: (entity) => shown.get(entity)?.mesh,
    dispose() {
      for (const entity of [...shown.keys()]) hide(entity);
    },
  };
}
