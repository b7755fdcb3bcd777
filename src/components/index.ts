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
  readonly maxEntities: number;
  readonly MeshTopology: MeshTopology;
  readonly Bvh: Bvh;
  readonly NormalCones: NormalCones;
  readonly RigidBody: RigidBody;
  readonly Deformable: Deformable;
  readonly Contacts: Contacts;
  readonly CollisionSettings: CollisionSettings;
  readonly Cloth: Cloth;
  readonly Obstacle: Obstacle;
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
