import { parentOf } from './at-rest.js';
import { OURS } from './collider.js';
import type { RapierCollider, RapierModule, RapierWorld } from './engine.js';
import { ShapeListener } from './shape-listener.js';

/** Rapier's ShapeType of a heightfield. */
export const HEIGHTFIELD = 7;

/** What a mesh has of its heightfield, besides its place and whom it meets. */
const FOLLOWED = [
  ['friction', 'setFriction'],
  ['frictionCombineRule', 'setFrictionCombineRule'],
  ['restitution', 'setRestitution'],
  ['restitutionCombineRule', 'setRestitutionCombineRule'],
  ['contactSkin', 'setContactSkin'],
  ['solverGroups', 'setSolverGroups'],
  ['isSensor', 'setSensor'],
] as const;

/** A mesh collider in the place of a heightfield, for our bodies alone, by handles. */
export interface Twin {
  readonly field: number;
  readonly mesh: number;
}

/**
 * Rapier lets triangle meshes fall through heightfields, and not through other meshes: beside each heightfield that is to meet our
 * bodies stands a mesh of the same triangles, that meets nothing else.
 */
export class Heightfields {
  readonly #module: RapierModule;
  #world: RapierWorld;
  /** Mesh by heightfield. */
  readonly #meshOf = new Map<number, number>();
  readonly #fieldOf = new Map<number, number>();
  /** Who of them was given a shape since its mesh was made. */
  readonly #shapes = new ShapeListener();
  readonly #stale: number[] = [];

  constructor(module: RapierModule, world: RapierWorld) {
    this.#module = module;
    this.#world = world;
  }

  /** The heightfield that a collider stands for; the collider itself where it stands for none. */
  readonly originalOf = (handle: number): number => this.#fieldOf.get(handle) ?? handle;

  has(field: number): boolean {
    return this.#meshOf.has(field);
  }

  add(field: RapierCollider): void {
    const desc = this.#module.ColliderDesc.trimesh(verticesOf(field), trianglesOf(field));
    desc.setDensity(0);
    const mesh = this.#world.createCollider(desc, parentOf(field) ?? undefined);
    this.#note(field, mesh.handle);
    this.#follow(field, mesh);
  }

  /** Before a step, or a snapshot: meshes are where their heightfields are, of the same heights, and go with them. */
  sync(): void {
    this.#stale.length = 0;
    for (const [field, handle] of this.#meshOf) {
      const original = this.#fieldAt(field);
      const mesh = this.#world.getCollider(handle);
      if (original === null || mesh === null || this.#shapes.wasGiven(field)) this.#stale.push(field);
      else this.#follow(original, mesh);
    }
    // after the loop: what is deleted from a Map and set again is visited again
    for (const field of this.#stale) {
      this.#remove(field);
      const original = this.#fieldAt(field);
      if (original !== null) this.add(original);
    }
  }

  #fieldAt(handle: number): RapierCollider | null {
    const collider = this.#world.getCollider(handle);
    return collider?.shapeType() === HEIGHTFIELD ? collider : null;
  }

  clear(): void {
    for (const field of this.#meshOf.keys()) this.#remove(field);
  }

  save(): Twin[] {
    return Array.from(this.#meshOf, ([field, mesh]) => ({ field, mesh }));
  }

  restore(world: RapierWorld, twins: readonly Twin[]): void {
    this.#world = world;
    this.#meshOf.clear();
    this.#fieldOf.clear();
    this.#shapes.clear();
    for (const { field, mesh } of twins) {
      const original = world.getCollider(field);
      if (original !== null) this.#note(original, mesh);
    }
  }

  #note(field: RapierCollider, mesh: number): void {
    this.#meshOf.set(field.handle, mesh);
    this.#fieldOf.set(mesh, field.handle);
    this.#shapes.listen(field);
  }

  #remove(field: number): void {
    const handle = this.#meshOf.get(field) as number;
    this.#meshOf.delete(field);
    this.#fieldOf.delete(handle);
    this.#shapes.leave(field);
    const mesh = this.#world.getCollider(handle);
    if (mesh !== null) this.#world.removeCollider(mesh, true);
  }

  /** Rapier forgets contacts of what is written to: only what differs is. */
  #follow(field: RapierCollider, mesh: RapierCollider): void {
    const groups = ((field.collisionGroups() & 0xffff0000) | OURS) >>> 0;
    if (mesh.collisionGroups() !== groups) mesh.setCollisionGroups(groups);
    for (const [read, write] of FOLLOWED) {
      const value = field[read]();
      if (mesh[read]() !== value) (mesh[write] as (value: unknown) => void)(value);
    }
    const isMet = field.isEnabled() && (field.collisionGroups() & OURS) !== 0;
    if (mesh.isEnabled() !== isMet) mesh.setEnabled(isMet);
    const at = field.translationWrtParent() ?? field.translation();
    const turned = field.rotationWrtParent() ?? field.rotation();
    const nowAt = mesh.translationWrtParent() ?? mesh.translation();
    const nowTurned = mesh.rotationWrtParent() ?? mesh.rotation();
    const hasParent = parentOf(field) !== null;
    if (at.x !== nowAt.x || at.y !== nowAt.y || at.z !== nowAt.z) {
      if (hasParent) mesh.setTranslationWrtParent(at);
      else mesh.setTranslation(at);
    }
    const { x, y, z, w } = turned;
    if (x !== nowTurned.x || y !== nowTurned.y || z !== nowTurned.z || w !== nowTurned.w) {
      if (hasParent) mesh.setRotationWrtParent(turned);
      else mesh.setRotation(turned);
    }
  }
}

/** Rows go along z, columns along x, and heights are kept column by column. */
function verticesOf(field: RapierCollider): Float32Array {
  const [rows, columns] = [field.heightfieldNRows(), field.heightfieldNCols()];
  const heights = field.heightfieldHeights();
  const scale = field.heightfieldScale();
  const vertices = new Float32Array(3 * heights.length);
  if (scale === null) return vertices;
  for (let i = 0; i < heights.length; i++) {
    const row = i % (rows + 1);
    const column = Math.floor(i / (rows + 1));
    vertices[3 * i] = (column / columns - 0.5) * scale.x;
    vertices[3 * i + 1] = heights[i] * scale.y;
    vertices[3 * i + 2] = (row / rows - 0.5) * scale.z;
  }
  return vertices;
}

/** As Rapier cuts cells: from one row's end to the next column's beginning. */
function trianglesOf(field: RapierCollider): Uint32Array {
  const [rows, columns] = [field.heightfieldNRows(), field.heightfieldNCols()];
  const triangles = new Uint32Array(6 * rows * columns);
  let filled = 0;
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const corner = row + column * (rows + 1);
      const across = corner + rows + 1;
      for (const vertex of [corner, corner + 1, across, corner + 1, across + 1, across])
        triangles[filled++] = vertex;
    }
  }
  return triangles;
}
