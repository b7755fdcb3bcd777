import { addEntity, entityExists, hasComponent, removeEntity } from 'bitecs';
import {
  COLLIDER_OFF,
  COLLIDER_SENSOR,
  COLLIDER_SOLID,
  COMBINE_AVERAGE_FIRST,
  COMBINE_GEOMETRIC,
  COMBINE_MAXIMUM,
  COMBINE_MINIMUM,
  COMBINE_MULTIPLY_FIRST,
  MOTION_FIXED,
  MOTION_KINEMATIC,
} from '../../components/constants.js';
import type { CollisionSettings, RigidBody } from '../../components/index.js';
import type { MeshId } from '../../mesh/mesh-store.js';
import type { CollisionPlugin } from '../../plugin.js';
import { type Row, type RowOf, rowOf, writeRow } from '../../systems/rows.js';
import { bodyName } from './given.js';
import type { KeptMesh } from './kept-mesh.js';
import type { Leaf, ShapeRecord } from './shapes.js';
import { DYNAMIC, type PhysicsBody, STATIC } from './types.js';
import { unsupported } from './unsupported.js';

/** COMBINE_* by Babylon's PhysicsMaterialCombineMode: of two modes the later one counts there, of two rules the higher one here. */
const RULES = [
  COMBINE_GEOMETRIC,
  COMBINE_MINIMUM,
  COMBINE_MAXIMUM,
  COMBINE_AVERAGE_FIRST,
  COMBINE_MULTIPLY_FIRST,
];
export const COMBINE_MODES = RULES.length;

/** The settings that a shape decides. */
type Own = Record<
  'friction' | 'restitution' | 'frictionRule' | 'restitutionRule' | 'group' | 'mask' | 'collider',
  number
>;
type Settings = RowOf<CollisionSettings>;

/** Leaves of a shape, by number, that are one collider: they differ in nothing that a collider has one of. */
interface Part {
  readonly leaves: readonly number[];
  readonly settings: Settings;
}

interface PlacedPart extends Part {
  readonly entity: number;
}

/** Who is told which entities are a body's. */
export interface EntityIndex {
  add(entity: number): void;
  remove(entity: number): void;
}

/** What a body without a shape has: it moves, and nothing meets it. */
const NOTHING: Part = { leaves: [], settings: { collider: COLLIDER_OFF } };

/**
 * The colliders of one body. The first belongs to the body's own entity; the others go along with it: triggers, and in a
 * body that nothing pushes what has other masks or another material.
 */
export class BodyParts {
  readonly #plugin: CollisionPlugin;
  readonly #entity: number;
  readonly #nothing: KeptMesh;
  readonly #index: EntityIndex;
  #all: readonly PlacedPart[] = [];
  #followers: readonly number[] = [];
  #isMixed = false;
  #shape: ShapeRecord | undefined;
  #stamp = '';

  constructor(plugin: CollisionPlugin, entity: number, nothing: KeptMesh, index: EntityIndex) {
    this.#plugin = plugin;
    this.#entity = entity;
    this.#nothing = nothing;
    this.#index = index;
    index.add(entity);
  }

  /** Solid leaves of a dynamic body whose settings differ are one collider all the same. */
  get isMixed(): boolean {
    return this.#isMixed;
  }

  /** The entities that go along. */
  get followers(): readonly number[] {
    return this.#followers;
  }

  /** The leaves of each collider, the body's own first. */
  get leavesOfEach(): readonly (readonly Leaf[])[] {
    const all = this.#shape?.leaves() ?? [];
    return this.#all.map(({ leaves }) => leaves.map((i) => all[i]));
  }

  /** The leaves that an entity is the collider of. */
  leavesOf(entity: number): readonly Leaf[] {
    return this.leavesOfEach[this.#all.findIndex((part) => part.entity === entity)] ?? [];
  }

  /**
   * Makes the colliders what the shape and the kind of motion ask for. What is a setting is written; for other triangles
   * they are made anew, and `true` says so. What throws has changed nothing.
   */
  arrange(shape: ShapeRecord | undefined, motionType: number, body: RowOf<RigidBody>): boolean {
    const leaves = shape?.leaves() ?? [];
    const parts = partsOf(leaves, motionType === DYNAMIC);
    const stamp = shape?.stamp ?? '';
    const isOther = this.#shape !== shape || this.#stamp !== stamp || !this.#hasThose(parts);
    if (isOther) this.#makeAnew(shape, parts, motionType, body);
    else this.#write(parts, motionType, body);
    this.#followers = this.#all.slice(1).map(({ entity }) => entity);
    this.#isMixed = new Set(parts[0].leaves.map((i) => keyOf(leaves[i].shape))).size > 1;
    this.#shape = shape;
    this.#stamp = stamp;
    return isOther;
  }

  dispose(): void {
    for (const entity of [this.#entity, ...this.followers]) this.#remove(entity);
    this.#all = [];
    this.#followers = [];
  }

  #hasThose(parts: readonly Part[]): boolean {
    return (
      parts.length === this.#all.length &&
      parts.every(({ leaves }, i) => leaves.join() === this.#all[i].leaves.join())
    );
  }

  #write(parts: readonly Part[], motionType: number, body: RowOf<RigidBody>): void {
    const { CollisionSettings, RigidBody } = this.#plugin.components;
    this.#all = parts.map((part, i) => ({ ...part, entity: this.#all[i].entity }));
    for (const { entity, settings } of this.#all) writeRow(CollisionSettings, entity, settings as Row);
    for (const { entity } of this.#all.slice(1)) RigidBody.motion[entity] = motionOfFollowers(motionType);
    writeRow(RigidBody, this.#entity, body as Row);
  }

  #makeAnew(
    shape: ShapeRecord | undefined,
    parts: readonly Part[],
    motionType: number,
    body: RowOf<RigidBody>,
  ): void {
    const before = this.followers;
    const made: PlacedPart[] = [];
    try {
      for (const part of parts.slice(1)) {
        made.push({ ...part, entity: this.#addEntity() });
        this.#makeFollower(made[made.length - 1], this.#meshOf(shape, part), motionType, body);
      }
      this.#makeOwn(parts[0], this.#meshOf(shape, parts[0]), body);
    } catch (error) {
      for (const { entity } of made) this.#remove(entity);
      throw error;
    }
    for (const entity of before) this.#remove(entity);
    this.#all = [{ ...parts[0], entity: this.#entity }, ...made];
  }

  #meshOf(shape: ShapeRecord | undefined, { leaves }: Part): MeshId {
    return shape === undefined || leaves.length === 0 ? this.#nothing.id : shape.meshOf(leaves);
  }

  /** Where the body is, as fast as it is, with all that a user wrote to its columns. */
  #makeOwn({ settings }: Part, mesh: MeshId, body: RowOf<RigidBody>): void {
    const plugin = this.#plugin;
    const { CollisionSettings, MeshTopology, RigidBody } = plugin.components;
    const entity = this.#entity;
    if (!hasComponent(plugin.world, entity, RigidBody)) {
      plugin.addRigidBody(entity, { mesh, body, settings });
      return;
    }
    const { radius, ...columns } = rowOf(RigidBody, entity);
    const before = {
      mesh: MeshTopology.mesh[entity],
      body: columns,
      settings: rowOf(CollisionSettings, entity),
    };
    plugin.removeCollider(entity);
    try {
      plugin.addRigidBody(entity, {
        mesh,
        body: { ...columns, ...body },
        settings: { ...before.settings, ...settings },
      });
    } catch (error) {
      plugin.addRigidBody(entity, before);
      throw error;
    }
  }

  /** It takes its place with the body's next. */
  #makeFollower(
    { entity, settings }: PlacedPart,
    mesh: MeshId,
    motionType: number,
    body: RowOf<RigidBody>,
  ): void {
    const { px = 0, py = 0, pz = 0, qx = 0, qy = 0, qz = 0, qw = 1 } = { ...this.#pose(), ...body };
    const motion = motionOfFollowers(motionType);
    this.#plugin.addRigidBody(entity, { mesh, body: { px, py, pz, qx, qy, qz, qw, motion }, settings });
  }

  #pose(): Row {
    const { RigidBody } = this.#plugin.components;
    return hasComponent(this.#plugin.world, this.#entity, RigidBody) ? rowOf(RigidBody, this.#entity) : {};
  }

  #addEntity(): number {
    const entity = addEntity(this.#plugin.world);
    this.#index.add(entity);
    return entity;
  }

  #remove(entity: number): void {
    this.#index.remove(entity);
    if (entityExists(this.#plugin.world, entity)) removeEntity(this.#plugin.world, entity);
  }
}

/** Who goes along is moved by the body: nothing else does. */
function motionOfFollowers(motionType: number): number {
  return motionType === STATIC ? MOTION_FIXED : MOTION_KINEMATIC;
}

/** Solids first. Those of a dynamic body are one collider, which meets whom any of them meets. */
function partsOf(leaves: readonly Leaf[], isDynamic: boolean): readonly Part[] {
  const solids = new Map<string, number[]>();
  const triggers: Part[] = [];
  leaves.forEach(({ shape }, i) => {
    const key = isDynamic ? '' : keyOf(shape);
    if (shape.isTrigger) triggers.push({ leaves: [i], settings: settingsOf(shape) });
    else solids.set(key, [...(solids.get(key) ?? []), i]);
  });
  const parts = [...solids.values()].map((of) => ({
    leaves: of,
    settings: joined(of.map((i) => settingsOf(leaves[i].shape))),
  }));
  return parts.length + triggers.length > 0 ? [...parts, ...triggers] : [NOTHING];
}

function keyOf(shape: ShapeRecord): string {
  return Object.values(settingsOf(shape)).join();
}

function settingsOf({ collideWith, isTrigger, material, membership }: ShapeRecord): Own {
  const { friction, frictionCombine, restitution, restitutionCombine } = material;
  return {
    friction,
    restitution,
    frictionRule: RULES[frictionCombine],
    restitutionRule: RULES[restitutionCombine],
    group: membership >>> 0,
    mask: collideWith >>> 0,
    collider: isTrigger ? COLLIDER_SENSOR : COLLIDER_SOLID,
  };
}

function joined([first, ...others]: readonly Own[]): Own {
  const all = { ...first };
  for (const { group, mask } of others) {
    all.group = (all.group | group) >>> 0;
    all.mask = (all.mask | mask) >>> 0;
  }
  return all;
}

/** A body, as far as its parts go. */
interface WithParts {
  readonly owner: PhysicsBody;
  readonly parts: BodyParts;
}

/** The solid parts of a dynamic body are one collider: refuses what would have to tell them apart. */
export function checkMixedParts(body: WithParts, bodies: Iterable<WithParts>): void {
  if (!body.parts.isMixed) return;
  const [solids] = body.parts.leavesOfEach;
  if (solids.some(({ shape }) => materialOf(shape) !== materialOf(solids[0].shape))) {
    throw unsupported(
      `materials of single children in a dynamic body: those of ${bodyName(body.owner)} differ`,
      'Give all children of its container the same material, or make each a body of its own.',
    );
  }
  for (const other of bodies) {
    if (other === body || other.parts.leavesOfEach.every((leaves) => meetsAsOne(solids, leaves))) continue;
    throw unsupported(
      `filter masks of single children in a dynamic body: some of ${bodyName(body.owner)} meet ${bodyName(other.owner)}, and some do not`,
      'Give all children of its container the same filterMembershipMask and filterCollideMask, or make each a body of its own.',
    );
  }
}

function materialOf({ material }: ShapeRecord): string {
  return Object.values(material).join();
}

/** Whether all of the one meet all of the other, or none do; and the masks of all together say the same. */
function meetsAsOne(some: readonly Leaf[], others: readonly Leaf[]): boolean {
  const together = meets(allMasks(some), allMasks(others));
  return some.every(({ shape }) => others.every((other) => meets(shape, other.shape) === together));
}

type Masks = Pick<ShapeRecord, 'membership' | 'collideWith'>;

function meets(a: Masks, b: Masks): boolean {
  return (a.membership & b.collideWith) !== 0 && (b.membership & a.collideWith) !== 0;
}

function allMasks(leaves: readonly Leaf[]): Masks {
  let [membership, collideWith] = [0, 0];
  for (const { shape } of leaves) {
    membership |= shape.membership;
    collideWith |= shape.collideWith;
  }
  return { membership, collideWith };
}
