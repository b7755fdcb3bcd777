import { type Breaking, createBreaking } from './breaking.js';
import { type Bvh, createBvh } from './bvh.js';
import { type Cloth, createCloth } from './cloth.js';
import { type CollisionSettings, createCollisionSettings } from './collision-settings.js';
import { type Contacts, createContacts } from './contact.js';
import { createDeformable, type Deformable } from './deformable.js';
import { createMeshTopology, type MeshTopology } from './mesh-topology.js';
import { createNormalCones, type NormalCones } from './normal-cone.js';
import { createObstacle, type Obstacle } from './obstacle.js';
import { createRigidBody, type RigidBody } from './rigid-body.js';

/** The components of one world: columns of typed arrays, indexed by entity. */
export interface CollisionComponents {
  /** The length of every column. */
  readonly maxEntities: number;
  /** Which mesh each entity has. */
  readonly MeshTopology: MeshTopology;
  /** Boxes over the step. */
  readonly Bvh: Bvh;
  /** What may be skipped of deformables. */
  readonly NormalCones: NormalCones;
  /** Poses, velocities, masses and forces. */
  readonly RigidBody: RigidBody;
  /** Where vertices are, and when they changed. */
  readonly Deformable: Deformable;
  /** What each entity touched in the last step. */
  readonly Contacts: Contacts;
  /** What users choose for each entity. */
  readonly CollisionSettings: CollisionSettings;
  /** How deformables move by themselves. */
  readonly Cloth: Cloth;
  /** What cloth made of rigid bodies. */
  readonly Obstacle: Obstacle;
  /** Bodies that break, and what broke off them. */
  readonly Breaking: Breaking;
}

/** Names of the components, in the order in which snapshots hold them. */
export const COMPONENT_NAMES = [
  'MeshTopology',
  'Bvh',
  'NormalCones',
  'RigidBody',
  'Deformable',
  'Contacts',
  'CollisionSettings',
  'Cloth',
  'Obstacle',
  'Breaking',
] as const;

/** Columns for entities 1 to `maxEntities`. */
export function createColumns(maxEntities: number): CollisionComponents {
  const rows = maxEntities + 1; // bitECS counts entities from 1
  return {
    maxEntities,
    MeshTopology: createMeshTopology(rows),
    Bvh: createBvh(rows),
    NormalCones: createNormalCones(rows),
    RigidBody: createRigidBody(rows),
    Deformable: createDeformable(rows),
    Contacts: createContacts(rows),
    CollisionSettings: createCollisionSettings(rows),
    Cloth: createCloth(rows),
    Obstacle: createObstacle(rows),
    Breaking: createBreaking(rows),
  };
}

export type {
  Breaking,
  Bvh,
  Cloth,
  CollisionSettings,
  Contacts,
  Deformable,
  MeshTopology,
  NormalCones,
  Obstacle,
  RigidBody,
};
