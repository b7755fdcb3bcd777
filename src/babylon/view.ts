import { entityExists, hasComponent, query } from 'bitecs';
import type { MeshId } from '../mesh/mesh-store.js';
import type { DeformableOptions } from '../plugin/deformable.js';
import type { RigidBodyOptions } from '../plugin/entities.js';
import type { MeshSurface } from '../plugin/surface.js';
import type { CollisionPlugin } from '../plugin.js';
import { Adoption } from './adoption.js';
import { withCreases } from './creases.js';
import { Dragging, type DragOptions } from './dragging.js';
import type { BabylonMesh, BabylonModule, BabylonScene } from './engine.js';
import { InstanceGroup, newMesh } from './instances.js';
import { type Picked, Picker } from './picking.js';
import { Poses } from './poses.js';
import { type Shown, ShownBody, ShownDeformable } from './shown.js';
import { Ticks } from './ticks.js';

/** Writes red, green, blue and opacity, 0 to 1. */
export type ColourOf = (entity: number, out: Float32Array, offset: number) => void;

/** What `attachView` takes. */
export interface ViewOptions<Mesh extends BabylonMesh> {
  /** What `import * as BABYLON from 'babylonjs'` or from '@babylonjs/core' gives. */
  readonly BABYLON: unknown;
  /** The scene that the meshes are put into. */
  readonly scene: unknown;
  /** Whose colliders are shown. */
  readonly plugin: CollisionPlugin;
  /** Called for each mesh that the view makes: give it a material there. */
  readonly onMesh?: (mesh: Mesh, entity: number) => void;
  /**
   * Draws all rigid bodies of one mesh as instances of one Babylon mesh, at once however many they are. `onMesh` is called
   * once a mesh then, with the first of its entities. Off by default.
   */
  readonly thinInstances?: boolean;
  /** Shows edges of rigid bodies at which triangles meet at more than 50 degrees as edges. Everything is smooth by default. */
  readonly sharpEdges?: boolean;
  /** What `pick` and dragging see; everything by default. */
  readonly isPicked?: (entity: number) => boolean;
  /** Called by `advance` before and after each step: for what moves by itself, and for inspectors. */
  readonly onBeforeStep?: () => void;
  readonly onAfterStep?: () => void;
  /** What `advance` tells by how long steps take, in milliseconds; `performance.now` by default. */
  readonly clock?: () => number;
  /** With thin instances: the colour that each body's material colour is multiplied by. */
  readonly colourOf?: ColourOf;
}

/** How a collider of a Babylon mesh is made; the mesh itself and its place come from there. */
export type AdoptedBodyOptions = Omit<
  Extract<RigidBodyOptions, { mesh: MeshId }>,
  'mesh' | 'position' | 'rotation'
>;
/** The same for a deformable. */
export type AdoptedDeformableOptions = Omit<Extract<DeformableOptions, { mesh: MeshId }>, 'mesh'>;

/** Babylon meshes that follow a plugin's colliders. */
export interface View<Mesh extends BabylonMesh> {
  /**
   * Makes meshes for new colliders, moves those that moved, removes those whose collider is gone. With a fraction below 1,
   * shows what was noted before the last step, that part of the way to now: `beforeStep` has to be called before each step.
   */
  sync(fraction?: number): void;
  /** Before a step: notes where things are, hands over what skeletons did, pulls what is dragged. */
  beforeStep(): void;
  /**
   * Once a frame, in place of all of the above: makes as many of the plugin's steps as fit into the time, shows the rest as a
   * fraction, and returns how many steps it made. What does not fit into `mostSteps` (4 by default) is dropped, and so is what
   * comes after steps that took longer than a step lasts: a scene that is too much for the machine goes slowly, and does not
   * take longer and longer to catch up.
   */
  advance(seconds: number, mostSteps?: number): number;
  /** One step as `advance` makes them. */
  step(): void;

  /** Makes the entity a rigid body of a Babylon mesh, which from then on is where the body is. */
  adoptRigidBody(entity: number, mesh: Mesh, options?: AdoptedBodyOptions): void;
  /** Makes the entity a deformable of a Babylon mesh, which from then on has the deformable's vertices and normals. */
  adoptDeformable(entity: number, mesh: Mesh, options?: AdoptedDeformableOptions): void;
  /** Makes the entity a deformable that goes where a Babylon mesh goes: by its skeleton, its parents, or by hand. */
  followMesh(entity: number, mesh: Mesh, options?: AdoptedDeformableOptions): void;

  /** The mesh that shows the entity; with thin instances, that of all bodies of its mesh. */
  meshOf(entity: number): Mesh | undefined;
  /** What is seen at a point of the canvas, in CSS pixels: `scene.pointerX, scene.pointerY`. */
  pick(x: number, y: number): Picked | undefined;
  /** Lets the pointer drag dynamic bodies until the function that it returns is called. */
  enableDragging(options?: DragOptions): () => void;
  /** The body that the pointer holds. */
  readonly dragged: number | undefined;

  /** Removes the view's meshes from the scene, and gives those that it adopted back as they were. */
  dispose(): void;
}

interface Entry<Mesh> extends Shown<Mesh> {
  /** Which mesh of the plugin it shows, by its serial: after a restore an id may name another mesh. */
  readonly serial: number;
  readonly deforms: boolean;
}

/** Shows a plugin's colliders in a Babylon scene. Call `advance`, or `sync` after the steps, once a frame. */
export function attachView<Mesh extends BabylonMesh = BabylonMesh>(options: ViewOptions<Mesh>): View<Mesh> {
  const { plugin, onMesh, thinInstances = false, sharpEdges = false, colourOf } = options;
  const clock = options.clock ?? (() => performance.now());
  const BABYLON = options.BABYLON as BabylonModule;
  const scene = options.scene as BabylonScene;
  const { Bvh, Deformable, MeshTopology, RigidBody } = plugin.components;
  const shown = new Map<number, Entry<Mesh>>();
  /** By the serials of their meshes. */
  const groups = new Map<number, InstanceGroup<Mesh>>();
  const poses = new Poses(RigidBody);
  const picker = new Picker(plugin, options.isPicked ?? (() => true));
  const adoption = new Adoption<Mesh>(BABYLON, scene, plugin, poses);
  const ticks = new Ticks(plugin.clock.dt);
  let dragging: Dragging | undefined;

  const poseNow = (entity: number) => poses.at(entity, plugin.clock.step, 1);
  const isDeformable = (entity: number) => Bvh.nodes[entity] !== 0;

  /** What deforms keeps its own vertices: they are uploaded one by one. */
  function surfaceOf(entity: number, deforms: boolean): MeshSurface {
    const surface = plugin.readMesh(MeshTopology.mesh[entity]);
    return sharpEdges && !deforms ? withCreases(surface) : surface;
  }

  function show(entity: number): Entry<Mesh> {
    const deforms = isDeformable(entity);
    const surface = surfaceOf(entity, deforms);
    const mesh = newMesh<Mesh>(BABYLON, scene, `entity ${entity}`, surface, deforms);
    const remove = () => mesh.dispose();
    if (!deforms) mesh.rotationQuaternion = new BABYLON.Quaternion(0, 0, 0, 1);
    onMesh?.(mesh, entity);
    const made = deforms
      ? new ShownDeformable(plugin, mesh, surface, remove)
      : new ShownBody(plugin, poses, mesh, mesh, remove);
    return enter(entity, made, deforms);
  }

  function enter(entity: number, made: Shown<Mesh>, deforms: boolean): Entry<Mesh> {
    const entry = Object.assign(made, { serial: MeshTopology.serial[entity], deforms });
    shown.set(entity, entry);
    return entry;
  }

  function stillShows(entity: number, { serial, deforms }: Entry<Mesh>): boolean {
    const { world } = plugin;
    if (!entityExists(world, entity)) return false;
    const component = deforms ? Deformable : RigidBody;
    return hasComponent(world, entity, component) && MeshTopology.serial[entity] === serial;
  }

  function hide(entity: number): void {
    shown.get(entity)?.dispose();
    shown.delete(entity);
  }

  function groupOf(entity: number): InstanceGroup<Mesh> {
    const serial = MeshTopology.serial[entity];
    let group = groups.get(serial);
    if (group === undefined) {
      group = new InstanceGroup<Mesh>(BABYLON, scene, serial, surfaceOf(entity, false));
      groups.set(serial, group);
      onMesh?.(group.mesh, entity);
    }
    return group;
  }

  const isInstanced = (entity: number) => thinInstances && !isDeformable(entity) && !shown.has(entity);

  function sync(fraction = 1): void {
    for (const [entity, entry] of shown) if (!stillShows(entity, entry)) hide(entity);
    for (const group of groups.values()) group.begin();
    const colliders = query(plugin.world, [Bvh]);
    for (let i = 0; i < colliders.length; i++) {
      const entity = colliders[i];
      if (isInstanced(entity)) groupOf(entity).add(entity, poses.at(entity, plugin.clock.step, fraction));
      else (shown.get(entity) ?? show(entity)).show(entity, fraction);
    }
    for (const group of groups.values()) {
      group.end(colourOf);
      if (group.count > 0) continue;
      group.mesh.dispose();
      groups.delete(group.serial);
    }
  }

  function beforeStep(): void {
    dragging?.pull();
    const bodies = query(plugin.world, [RigidBody]);
    for (let i = 0; i < bodies.length; i++) poses.note(bodies[i], plugin.clock.step);
    for (const [entity, entry] of shown) if (entry.deforms && stillShows(entity, entry)) entry.note(entity);
  }

  function pick(x: number, y: number): Picked | undefined {
    return picker.pick(scene.createPickingRay(x, y, null, null), poseNow);
  }

  function step(): void {
    options.onBeforeStep?.();
    beforeStep();
    plugin.step(ticks.step);
    options.onAfterStep?.();
  }

  return {
    sync,
    beforeStep,
    step,
    advance(seconds, mostSteps = 4) {
      const steps = ticks.take(seconds, mostSteps);
      const end = clock() + 1000 * ticks.step;
      let made = 0;
      while (made < steps && (made === 0 || clock() < end)) {
        step();
        made++;
      }
      sync(ticks.fraction);
      return made;
    },
    adoptRigidBody(entity, mesh, given = {}) {
      enter(entity, adoption.rigidBody(entity, mesh, given), false);
    },
    adoptDeformable(entity, mesh, given = {}) {
      enter(entity, adoption.deformable(entity, mesh, given), true);
    },
    followMesh(entity, mesh, given = {}) {
      enter(entity, adoption.follower(entity, mesh, given), true);
    },
    meshOf: (entity) =>
      shown.get(entity)?.mesh ??
      (thinInstances && RigidBody.radius[entity] > 0
        ? groups.get(MeshTopology.serial[entity])?.mesh
        : undefined),
    pick,
    enableDragging(drag = {}) {
      dragging?.dispose();
      const mine = new Dragging(plugin, scene, pick, drag);
      dragging = mine;
      return () => {
        mine.dispose();
        if (dragging === mine) dragging = undefined;
      };
    },
    get dragged() {
      return dragging?.entity;
    },
    dispose() {
      dragging?.dispose();
      dragging = undefined;
      for (const entity of [...shown.keys()]) hide(entity);
      for (const group of groups.values()) group.mesh.dispose();
      groups.clear();
    },
  };
}
