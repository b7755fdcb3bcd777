import { addComponent, entityExists, hasComponent, removeComponent } from 'bitecs';
import { checkNumbers, checkOptions, shown } from '../check-options.js';
import type { Cloth, CollisionSettings, Deformable, RigidBody } from '../components/index.js';
import { aboutEntity, FirstContactError } from '../errors.js';
import type { MeshId } from '../mesh/mesh-store.js';
import type { MeshInput } from '../mesh/types.js';
import { checkMake } from '../systems/body-make.js';
import { checkColumns, checkMesh, checkRow } from '../systems/check-entity.js';
import { DEFORMABLE, RIGID } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import { type Row, rowOf, writeRow } from '../systems/rows.js';
import type { Start } from '../systems/start.js';
import { buildSections } from './meshes.js';

type RowOf<Component> = { readonly [Column in keyof Component]?: number };

/** A mesh that is loaded already, or the arrays of one that this entity alone will have. */
export type MeshChoice = { readonly mesh: MeshId } | MeshInput;

/** What `addRigidBody` takes. */
export type RigidBodyOptions = MeshChoice & {
  /** Where the mesh's origin is; the world's origin unless given. */
  readonly position?: readonly [x: number, y: number, z: number];
  /** A unit quaternion. */
  readonly rotation?: readonly [x: number, y: number, z: number, w: number];
  /** Columns of RigidBody: velocities, mass, motion and the like. */
  readonly body?: RowOf<Omit<RigidBody, 'radius'>>;
  /** Newton seconds of contact in one step above which it breaks, where its mesh was loaded with pieces. */
  readonly strength?: number;
  /** Columns of CollisionSettings. */
  readonly settings?: RowOf<CollisionSettings>;
};

/** Columns of Cloth that the plugin writes. */
const NOT_CHOSEN = ['simulated', 'held', 'asleep', 'idle', 'frozen'] as const;

/** How a deformable moves by itself; all of it has a default. */
export type ClothOptions = RowOf<Omit<Cloth, (typeof NOT_CHOSEN)[number]>> & {
  /** Vertices that stay where they are, or go where `moveVertices` says. */
  readonly pins?: readonly number[] | Uint32Array;
  /**
   * What is done where it starts tangled with itself or others: 'report' (by default) lists it in `plugin.tangled`, 'untangle' takes it apart
   * first, 'let be' does not look. With the part 'queries'.
   */
  readonly start?: Start;
};

/** What `addDeformable` takes. */
export type DeformableOptions = MeshChoice & {
  /** Columns of CollisionSettings. */
  readonly settings?: RowOf<CollisionSettings>;
  /** The cloth solver moves it. */
  readonly cloth?: ClothOptions;
};

const MESH_OPTIONS = ['mesh', 'positions', 'triangles'];
/** What weldVertices() gives besides a mesh: its result may be passed as it is. */
const WELDING_MAPS = ['newVertexOf', 'oldTriangleOf'];
const ORIGIN = [0, 0, 0] as const;
const NO_ROTATION = [0, 0, 0, 1] as const;

/** Makes the entity a rigid collider: checks everything first, so that a refused call has changed nothing. */
export function addRigidBody(context: StepContext, entity: number, options: RigidBodyOptions): void {
  checkOptions(
    'addRigidBody()',
    options,
    [...MESH_OPTIONS, 'position', 'rotation', 'body', 'settings', 'strength'],
    entity,
    WELDING_MAPS,
  );
  checkOptions(
    'addRigidBody() under body',
    options.body ?? {},
    Object.keys(context.components.RigidBody).filter((name) => name !== 'radius'), // the mesh decides it
    entity,
  );
  checkNumbers('position', options.position ?? ORIGIN, ['x', 'y', 'z'], entity);
  checkNumbers('rotation', options.rotation ?? NO_ROTATION, ['x', 'y', 'z', 'w'], entity);
  const [px, py, pz] = options.position ?? ORIGIN;
  const [qx, qy, qz, qw] = options.rotation ?? NO_ROTATION;
  const row = { px, py, pz, qx, qy, qz, qw, ...options.body };
  const { strength } = options;
  if (strength !== undefined) checkStrength(context, entity, options, strength);
  addCollider(context, entity, RIGID, options, context.components.RigidBody, row);
  if (strength === undefined) return;
  addComponent(context.world, entity, context.components.Breaking);
  writeRow(context.components.Breaking, entity, { strength });
}

/** Makes the entity a deformable collider. Its vertices start where those of the mesh are. */
export function addDeformable(context: StepContext, entity: number, options: DeformableOptions): void {
  checkOptions('addDeformable()', options, [...MESH_OPTIONS, 'settings', 'cloth'], entity, WELDING_MAPS);
  const { cloth } = options;
  if (cloth !== undefined) {
    requirePart(context.parts, 'cloth', 'addDeformable() with the option cloth', entity);
    checkCloth(context, entity, cloth);
  }
  addCollider(context, entity, DEFORMABLE, options, context.components.Deformable, {});
  if (cloth !== undefined) simulate(context, entity, cloth);
}

function checkStrength({ meshes }: StepContext, entity: number, choice: MeshChoice, strength: number): void {
  if (!(strength >= 0)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `strength is ${shown(strength)}`,
      'Use newton seconds, 0 or more.',
      {
        entity,
      },
    );
  }
  if ('mesh' in choice && meshes.has(choice.mesh) && meshes.piecesOf(choice.mesh).length > 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'The body has a strength, and its mesh was loaded without pieces',
    'Load it with loadMesh(input, { pieces }), and give the body that mesh.',
    { entity },
  );
}

const STARTS: readonly Start[] = ['report', 'untangle', 'let be'];

/** Columns that may be below 0. */
const SIGNED = ['gravityScale', 'windX', 'windY', 'windZ'];

function checkCloth({ components }: StepContext, entity: number, cloth: ClothOptions): void {
  const names = Object.keys(components.Cloth).filter(
    (name) => !(NOT_CHOSEN as readonly string[]).includes(name),
  );
  checkOptions('addDeformable() under cloth', cloth, [...names, 'pins', 'start'], entity);
  const { pins: _, start = 'report', ...columns } = cloth;
  if (!STARTS.includes(start)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `cloth.start is ${shown(start)}`,
      `Use one of ${STARTS.join(', ')}.`,
      {
        entity,
      },
    );
  }
  for (const [name, value] of Object.entries(columns)) {
    if (Number.isFinite(value) && (SIGNED.includes(name) || value > 0 || (value === 0 && name !== 'density')))
      continue;
    throw new FirstContactError(
      name === 'density' ? 'NON_POSITIVE_MASS' : 'BAD_SETTING',
      `cloth.${name} is ${shown(value)}`,
      name === 'density' ? 'Use kilograms a square metre, above 0.' : 'Use a finite number, 0 or more.',
      { entity },
    );
  }
}

function simulate(
  context: StepContext,
  entity: number,
  { pins = [], start = 'report', ...columns }: ClothOptions,
): void {
  const { components, world } = context;
  try {
    checkVolume(context, entity, columns);
    context.pins.set(entity, checkedPins(context, entity, pins));
    context.starts.set(entity, start);
    addComponent(world, entity, components.Cloth);
    writeRow(components.Cloth, entity, { ...columns, simulated: 1 });
  } catch (error) {
    removeCollider(context, entity);
    throw error;
  }
}

/** Refuses to keep the volume of what encloses none, and shapes stiffer than stiff. */
function checkVolume({ components, meshes }: StepContext, entity: number, columns: RowOf<Cloth>): void {
  const { volume = 0, shapeStiffness = 0 } = columns;
  if (shapeStiffness > 1) {
    throw new FirstContactError(
      'BAD_SETTING',
      `cloth.shapeStiffness is ${shapeStiffness}`,
      'Use a number from 0 to 1.',
      { entity },
    );
  }
  if (volume === 0 || meshes.record(components.MeshTopology.mesh[entity]).solid.volume > 0) return;
  throw new FirstContactError(
    'OPEN_MESH',
    `cloth.volume is ${volume}, and the mesh encloses no volume`,
    'Close the mesh, or leave cloth.volume out.',
    { entity },
  );
}

/** Refuses a pin to a vertex that the mesh does not have. */
function checkedPins(
  { components, meshes }: StepContext,
  entity: number,
  pins: ArrayLike<number>,
): Uint32Array {
  const { vertexCount } = meshes.record(components.MeshTopology.mesh[entity]);
  for (let i = 0; i < pins.length; i++) {
    if (Number.isInteger(pins[i]) && pins[i] >= 0 && pins[i] < vertexCount) continue;
    throw new FirstContactError(
      'INDEX_OUT_OF_RANGE',
      `cloth.pins[${i}] is ${shown(pins[i])}, and the mesh has ${vertexCount} vertices`,
      'Pin vertices of the mesh, numbered from 0.',
      { entity, index: i },
    );
  }
  return Uint32Array.from(pins);
}

/** The entity is no collider any more; what it owned is given back in the next step. */
export function removeCollider(context: StepContext, entity: number): void {
  const { world, components } = context;
  const { Breaking, Cloth, MeshTopology, RigidBody, Deformable, CollisionSettings } = components;
  checkAlive(context, entity);
  const collider = hasComponent(world, entity, RigidBody) || hasComponent(world, entity, Deformable);
  if (!collider) throw notACollider(entity);
  context.pins.delete(entity);
  context.starts.delete(entity);
  removeComponent(world, entity, RigidBody, Deformable, MeshTopology, CollisionSettings, Cloth, Breaking);
}

export function checkAlive({ world }: StepContext, entity: number): void {
  if (typeof entity === 'number' && entityExists(world, entity)) return;
  throw new FirstContactError(
    'STALE_ENTITY',
    typeof entity === 'number' ? 'The entity is not in this world' : `The entity is ${shown(entity)}`,
    'It was removed, or belongs to another world: create it with addEntity(world).',
    { entity },
  );
}

export function notACollider(entity: number): FirstContactError {
  return new FirstContactError(
    'NOT_A_COLLIDER',
    'The entity has no collider',
    'Give it one with addRigidBody() or addDeformable().',
    { entity },
  );
}

function addCollider(
  context: StepContext,
  entity: number,
  kind: number,
  options: MeshChoice & { readonly settings?: RowOf<CollisionSettings> },
  component: RigidBody | Deformable,
  row: Row,
): void {
  checkAlive(context, entity);
  checkRow(context, entity);
  checkFree(context, entity);
  checkOptions('settings', options.settings ?? {}, Object.keys(context.components.CollisionSettings), entity);
  const { world, components } = context;
  const { MeshTopology, CollisionSettings } = components;
  const choice = chosenMesh(context, entity, options, kind);
  const before = rowOf(CollisionSettings, entity);
  const added = [MeshTopology, CollisionSettings, component].filter((each) =>
    addComponent(world, entity, each),
  );
  try {
    writeRow(component, entity, row);
    writeRow(CollisionSettings, entity, options.settings ?? {});
    checkColumns(context, entity, kind);
    const mesh = choice();
    if (kind === RIGID) checkMake(components.RigidBody, entity, context.meshes.record(mesh).solid);
    writeRow(MeshTopology, entity, { mesh });
  } catch (error) {
    writeRow(CollisionSettings, entity, before);
    removeComponent(world, entity, ...added);
    throw error;
  }
}

/** Checks the mesh; what it returns gives its id, and loads it first where it is not loaded. */
function chosenMesh(context: StepContext, entity: number, choice: MeshChoice, kind: number): () => MeshId {
  if ('mesh' in choice) {
    if (typeof choice.mesh !== 'number' || 'positions' in choice || 'triangles' in choice) {
      throw new FirstContactError(
        'BAD_SETTING',
        typeof choice.mesh === 'number' ? 'Both mesh and arrays are given' : `mesh is ${shown(choice.mesh)}`,
        'Give an id that loadMesh() returned as mesh, or positions and triangles without it.',
        { entity },
      );
    }
    checkMesh(context, entity, choice.mesh, kind);
    return () => choice.mesh;
  }
  const use = kind === RIGID ? 'rigid' : 'deformable';
  try {
    const sections = buildSections(choice, use);
    return () => context.meshes.add(sections, use, false);
  } catch (error) {
    throw aboutEntity(error, entity);
  }
}

function checkFree({ world, components }: StepContext, entity: number): void {
  const { RigidBody, Deformable } = components;
  if (![RigidBody, Deformable].some((component) => hasComponent(world, entity, component))) return;
  throw new FirstContactError(
    'ALREADY_A_COLLIDER',
    'The entity has a collider already',
    'Remove it first with removeCollider(), or use another entity.',
    { entity },
  );
}
