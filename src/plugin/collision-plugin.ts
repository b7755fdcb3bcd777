import type { World } from 'bitecs';
import type { ResolvedMotion } from '../cloth/resolve-motion.js';
import type { CollisionComponents } from '../components/index.js';
import type { FirstContactError } from '../errors.js';
import type { ArenaStats } from '../memory/arena.js';
import type { MeshInput, SlicedBuildOptions } from '../mesh/index.js';
import type { MeshId, MeshRecord } from '../mesh/mesh-store.js';
import type { Character, CharacterOptions } from '../queries/character.js';
import type { Ray } from '../queries/check-arguments.js';
import type {
  CastHit,
  OverlapHit,
  QueryFilter,
  QueryShape,
  RayHit,
  ShapePose,
  Vector,
} from '../queries/hits.js';
import type { Break } from '../systems/break.js';
import type { ContactEventColumns } from '../systems/contact-events.js';
import type { ContactColumns } from '../systems/contact-list.js';
import type { Clock } from '../systems/context.js';
import type { Impacts } from '../systems/impacts.js';
import type { CollisionSystems } from '../systems/index.js';
import type { MaterialPair } from '../systems/materials.js';
import type { Tangle } from '../systems/start.js';
import type { StepCounters } from '../systems/step-counters.js';
import type { BrokenStitch, StitchColumns } from '../systems/stitches.js';
import type { Tear } from '../systems/tear.js';
import type { Untangled } from '../systems/untangle.js';
import type { ContactListener } from './contact-listeners.js';
import type { CutResult } from './cut.js';
import type { CutOptions } from './cut-choice.js';
import type { DeformableOptions } from './deformable.js';
import type { RigidBodyOptions } from './entities.js';
import type { LoadOptions } from './load-options.js';
import type { SewOptions } from './sew-options.js';
import type { SnapshotOptions } from './snapshot.js';
import type { MeshSurface, Surface } from './surface.js';
import type { VertexArray } from './vertices.js';

/** Collision for one bitECS world. */
export interface CollisionPlugin {
  /** The bitECS world that it belongs to. */
  readonly world: World;
  /** Columns indexed by entity, to be read and, where their comments say so, written. */
  readonly components: CollisionComponents;
  /** The stages of a step, to be run alone or among other systems; `step` runs them in order. */
  readonly systems: CollisionSystems;
  /** How many steps were made, of what length, and how much time they took in all. */
  readonly clock: Readonly<Clock>;
  /** What each stage did in the last step. */
  readonly counters: Readonly<StepCounters>;
  /** What deformables touched in the last step, or were pushed from: themselves, each other, and rigid bodies. */
  readonly contacts: ContactColumns;
  /** Who touches whom, since when and how hard: one entry a pair, as columns. */
  readonly contactEvents: ContactEventColumns;
  /**
   * Rigid bodies that were set aside because of what is written to their columns, or because the backend lost them, with
   * what is wrong. They are no colliders until it is mended: then the next step takes them in again.
   */
  readonly quarantined: ReadonlyMap<number, FirstContactError>;
  /** What its memory holds. */
  readonly memory: ArenaStats;
  /** How many threads a step has: 2 where they were asked for and memory is shared, as long as the other lives. */
  readonly workers: number;
  /** What pairs of rigid bodies did to each other in the last step: times, points, normals, features. */
  readonly impacts: Readonly<Impacts>;
  /** Rigid bodies and deformables that broke in the last step, because contacts pushed them harder than they bear. */
  readonly breaks: readonly Break[];
  /** What is sewn together, as columns: who, by which vertices, and with what each stitch pulls. */
  readonly stitches: StitchColumns;
  /** Stitches that broke in the last step, because they were pulled harder than they bear. */
  readonly brokenStitches: readonly BrokenStitch[];
  /** Cloths that tore in the last step, because they were stretched farther than they bear. */
  readonly tears: readonly Tear[];
  /** What was tangled when deformables with cloth entered last, and still is: it freezes where it is. Of two, or of one with itself, no more than 65,536 are listed. */
  readonly tangled: readonly Tangle[];

  /** Loads a mesh that any number of entities may share, until `unloadMesh`. */
  loadMesh(input: MeshInput, options?: LoadOptions): MeshId;
  /** The same in slices of some milliseconds, with progress, so that a page stays alive. */
  loadMeshAsync(
    input: MeshInput,
    options?: Pick<LoadOptions, 'use' | 'meetsDeformables'> & SlicedBuildOptions,
  ): Promise<MeshId>;
  /** Gives the mesh up: it goes in the next step, or with the last entity that has it. */
  unloadMesh(mesh: MeshId): void;
  /** What is known of a loaded mesh. */
  meshFacts(mesh: MeshId): Readonly<MeshRecord>;
  /** Copies of a loaded mesh's arrays, with normals, for drawing it. */
  readMesh(mesh: MeshId): MeshSurface;

  /** Makes the entity a rigid collider: the next step takes it in. */
  addRigidBody(entity: number, options: RigidBodyOptions): void;
  /** Makes the entity a deformable collider: the next step takes it in. */
  addDeformable(entity: number, options: DeformableOptions): void;
  /** The entity is no collider any more; what it owned goes with the next step. */
  removeCollider(entity: number): void;

  /** Cuts a deformable along edges or around faces. What is separated becomes entities of its own. */
  cut(entity: number, options: CutOptions): CutResult;
  /**
   * Sews vertices of two deformables together, or of one with itself: each to the one at the same place of the other list. The solver
   * draws them to each other, as near as surfaces may come, and never into each other. Returns the seam's name.
   */
  sew(
    a: number,
    verticesA: ArrayLike<number>,
    b: number,
    verticesB: ArrayLike<number>,
    options?: SewOptions,
  ): number;
  /** Takes a seam out. Returns how many of its stitches were left. */
  unpick(seam: number): number;
  /** Takes a rigid body or a deformable apart into the pieces that its mesh was loaded with. */
  break(entity: number): Break;

  /** Where a deformable's vertices shall be at the end of the next step: x, y, z a vertex. */
  moveVertices(entity: number, next: VertexArray): void;
  /**
   * For deformables that a solver of your own moves: takes them from where they are as far towards `proposed` as they may go
   * without meeting themselves, each other or any collider, and moves them there in the next step, as `moveVertices` does.
   */
  resolve(
    entities: number | readonly number[],
    proposed: VertexArray | readonly VertexArray[],
  ): ResolvedMotion;
  /** Where deformables meet themselves, each other or bodies, as they are now: each edge with each triangle, exactly. Of two no more than 65,536. */
  tangles(entities?: readonly number[]): Tangle[];
  /** Takes tangled deformables apart: without what is nearer to where they were than that. */
  untangle(entities?: readonly number[]): Untangled;
  /** Puts a deformable's vertices somewhere else without a motion. */
  placeVertices(entity: number, positions: VertexArray): void;
  /** Copies a deformable's vertices into `out`. */
  readVertices<Out extends VertexArray>(entity: number, out: Out): Out;
  /** Fills a renderer's arrays with a deformable's vertices and normals. */
  readSurface(entity: number, out: Surface): void;

  /**
   * What two materials (`CollisionSettings.material`, 0 to 255) have where they meet: friction, restitution or both, in the place of what
   * their entities' settings give. Without a third argument, nothing of their own any more.
   */
  setMaterialPair(a: number, b: number, pair?: MaterialPair): void;

  /** Where a ray meets colliders as they are now: the closest, or with `all` the first point of each. */
  raycast(ray: Ray, filter?: QueryFilter): RayHit[];
  /** Where a shape that goes `way` without turning first meets them. */
  shapeCast(shape: QueryShape, pose: ShapePose, way: Vector, filter?: QueryFilter): CastHit[];
  /** The entities whose surface a shape reaches; the first one alone where `all` is false. */
  overlap(shape: QueryShape, pose: ShapePose, filter?: QueryFilter): OverlapHit[];
  /** A capsule that walks on colliders and among them: `move` it between steps. */
  createCharacter(options: CharacterOptions): Character;

  /**
   * Calls `begin`, `persist` and `end` of `contactEvents` after each step, of one entity or of all. They may call the plugin, but
   * not step it. Returns what takes the listener away.
   */
  onContact(listener: ContactListener): () => void;

  /** One step of `dt` seconds. */
  step(dt?: number): void;
  /**
   * The same, waiting for the visibility backend's facts about this very step. Other calls are refused until it resolves.
   * Without a backend it is `step`.
   */
  stepAsync(dt?: number): Promise<void>;
  /**
   * Sixteen hexadecimal digits of all poses, vertices and velocities, which are the same wherever these are the same bits: for comparing
   * machines. What enters with the next step is not in it.
   */
  hash(): string;
  /** Everything that decides how the plugin goes on, to be restored bit by bit. */
  snapshot(options?: SnapshotOptions): Uint8Array<ArrayBuffer>;
  /** Makes the plugin what it was then: meshes that were loaded since are gone, and those that were unloaded are back. */
  restore(snapshot: Uint8Array): void;
  /**
   * Lets go of the world and the backends; the memory goes with the last reference to the plugin. The collision
   * components of its entities stay, and mean nothing.
   */
  dispose(): void;
}
