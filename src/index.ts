// The public API, listed by hand.
export type { ResolvedMotion } from './cloth/resolve-motion.js';
export * from './components/constants.js';
export type {
  Breaking,
  Bvh,
  Cloth,
  CollisionComponents,
  CollisionSettings,
  Contacts,
  Deformable,
  MeshTopology,
  NormalCones,
  Obstacle,
  RigidBody,
} from './components/index.js';
export { type ErrorCode, type ErrorPlace, FirstContactError } from './errors.js';
export type { ArenaStats } from './memory/arena.js';
export type { CoreSource, CoreSources, KernelFile } from './memory/kernel-files.js';
export {
  type BoundaryLoops,
  type BuildReport,
  type Components,
  type Connectivity,
  type MeshArrays,
  type MeshInput,
  type MeshLimits,
  type MeshTopology as SurfaceTopology,
  type MeshUse,
  meshTopology,
  removeUnreferenced,
  type SlicedBuildOptions,
  type TopologyFacts,
  type WeldedMesh,
  type WeldOptions,
  weldVertices,
} from './mesh/index.js';
export type { MeshId, MeshRecord } from './mesh/mesh-store.js';
export type { ClothOptions } from './plugin/cloth-options.js';
export { createCollisionComponents } from './plugin/columns.js';
export type { ContactEvent, ContactListener } from './plugin/contact-listeners.js';
export type { CutPiece, CutResult } from './plugin/cut.js';
export type { CutOptions } from './plugin/cut-choice.js';
export { type CandidatePairs, DebugLines, type Inspection, inspect } from './plugin/debug.js';
export type { DeformableOptions } from './plugin/deformable.js';
export type { MeshChoice, RigidBodyOptions } from './plugin/entities.js';
export type { LoadOptions } from './plugin/load-options.js';
export type { PluginOptions } from './plugin/options.js';
export type { SewOptions } from './plugin/sew-options.js';
export type { SnapshotOptions } from './plugin/snapshot.js';
export { snapshotEntities } from './plugin/snapshot-entities.js';
export type { MeshSurface, Surface } from './plugin/surface.js';
export type { VertexArray } from './plugin/vertices.js';
export { type CollisionPlugin, collisionSystem, createCollisionPlugin } from './plugin.js';
export type { Character, CharacterOptions } from './queries/character.js';
export type { Ray } from './queries/check-arguments.js';
export type {
  CastHit,
  MeshShape,
  OverlapHit,
  QueryFilter,
  QueryShape,
  RayHit,
  RoundShape,
  ShapePose,
} from './queries/hits.js';
export type { NearPoints } from './rigid/near-points.js';
export type { ContactMethod } from './rigid/settings.js';
export { EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from './search/contact-kinds.js';
export { BODY_NUMBERS, BODY_WORDS } from './systems/body-record.js';
export type { Break } from './systems/break.js';
export {
  CONTACT_BEGIN,
  CONTACT_END,
  CONTACT_PERSIST,
  type ContactEventColumns,
} from './systems/contact-events.js';
export type { ContactColumns } from './systems/contact-list.js';
export type { Clock, System } from './systems/context.js';
export {
  IMPACT_CONTACT,
  IMPACT_FAILED,
  IMPACT_FREE,
  IMPACT_INITIAL_OVERLAP,
  type Impacts,
} from './systems/impacts.js';
export type { CollisionSystems } from './systems/index.js';
export type { MaterialPair } from './systems/materials.js';
export type { PluginPart } from './systems/parts.js';
export {
  builtInBackend,
  type ContactSink,
  type RigidBackend,
  type RigidBodyTable,
  type RigidSetup,
} from './systems/rigid-backend.js';
export type { Tangle } from './systems/start.js';
export type { StepCounters } from './systems/step-counters.js';
export type { BrokenStitch, StitchColumns } from './systems/stitches.js';
export type { Tear } from './systems/tear.js';
export type { Untangled } from './systems/untangle.js';
export type {
  LossyModes,
  SweepPlace,
  VisibilityAnswer,
  VisibilityBackend,
  VisibilityBatch,
  VisibilityPass,
} from './visibility/backend.js';
