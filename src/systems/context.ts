import type { World } from 'bitecs';
import type { SharedPairs } from '../cloth/shared-pairs.js';
import type { CollisionComponents } from '../components/index.js';
import type { Crew } from '../crew/crew.js';
import type { BlockId } from '../memory/arena.js';
import type { Core } from '../memory/open.js';
import type { StepBuffer } from '../memory/step-buffer.js';
import type { BodyBlocks } from '../mesh/body-blocks.js';
import type { SurfaceBuilding } from '../mesh/build-stages.js';
import type { MeshStore } from '../mesh/mesh-store.js';
import type { RigidQueries } from '../rigid/queries.js';
import type { SharedImpacts } from '../rigid/shared-impacts.js';
import type { Break } from './break.js';
import type { Changes } from './changes.js';
import type { Colliders } from './colliders.js';
import type { ContactEvents } from './contact-events.js';
import type { ContactList } from './contact-list.js';
import type { Impacts } from './impacts.js';
import type { Materials } from './materials.js';
import type { PairList } from './pair-list.js';
import type { PluginPart } from './parts.js';
import type { Reports } from './reports.js';
import type { RigidBackend } from './rigid-backend.js';
import type { RigidBodies } from './rigid-bodies.js';
import type { RigidJoints } from './rigid-joints.js';
import type { RigidLinks } from './rigid-links.js';
import type { Searches } from './searches.js';
import type { Start, Tangle } from './start.js';
import type { StepCounters } from './step-counters.js';
import type { BrokenStitch, Stitches } from './stitches.js';
import type { Tear } from './tear.js';

/** Time as the systems see it. */
export interface Clock {
  /** Seconds that the step in progress, or else the last one, covers. */
  dt: number;
  /** Steps made. */
  step: number;
  /** Seconds simulated. */
  time: number;
}

/** A cluster's class (visible-classes.ts), and its box: six numbers from `at` on. */
export type ClusterVisit = (found: number, boxes: Float64Array, at: number) => void;

/** What a visibility backend has shown about the step in progress. */
export interface OcclusionFacts {
  /** Asks that came back without an answer, since the plugin was created. */
  readonly faults: number;
  /** Asks about this step's own motion and waits for the answers: after the broad phase. */
  ask(context: StepContext): Promise<void>;
  /** Asks about the next step, whose motion is guessed and padded, and does not wait: before a step ends. */
  askAhead(context: StepContext): void;
  /** What is still asked for is not waited for, and tells nobody. */
  close(): void;
  /** Looks which facts hold for the step in progress. */
  begin(context: StepContext): void;
  /** False where the facts show the two to be apart wherever contacts push them in this step. */
  mayTouch(a: number, b: number): boolean;
  /** False where the facts show the two to be apart along the ways that their velocities make of the step. */
  mayMeetOnTheirWays(context: StepContext, a: number, b: number): boolean;
  /**
   * LOSSY, where the backend was asked for it: for each triangle of a deformable whether it may touch another one of it;
   * undefined where all may.
   */
  selfSet(entity: number): Uint8Array | undefined;
  /** How long the step took, asking included: what automatic culling is decided by. */
  took(milliseconds: number): void;
  /** The clusters that the facts of the last step are about. */
  forEachCluster(visit: ClusterVisit): void;
}

/** What a deformable of the plugin has besides what every deforming body has: its velocities and pins. */
export interface DeformableBlocks extends BodyBlocks {
  readonly motion: BlockId;
}

/** What the stages that all colliders go through do with deformables. */
export interface DeformableWork {
  /** How their meshes are made. */
  readonly surfaces: SurfaceBuilding;
  /** Memory for one that enters, */
  allocate(context: StepContext, entity: number): DeformableBlocks;
  /** which becomes its own, */
  adopt(context: StepContext, entity: number, blocks: DeformableBlocks): void;
  /** until it leaves. */
  free(context: StepContext, entity: number): void;
  /** Bounds its motion. */
  refit(context: StepContext, entity: number): void;
  /** Splits the tree anew that needs it most. */
  rebuildMostWorn(context: StepContext): void;
  /** It is where it was going. */
  arrive(context: StepContext, entity: number): void;
}

/** When bodies fall asleep. */
export interface SleepRule {
  /** Metres a second that no vertex exceeds, */
  readonly speed: number;
  /** for so many seconds. */
  readonly time: number;
}

/** Everything that a stage may read and write. One a plugin; nothing is global. */
export interface StepContext {
  readonly world: World;
  readonly components: CollisionComponents;
  readonly core: Core;
  /** The other thread: with the option `workers`, where memory can be shared. */
  readonly crew: Crew | undefined;
  /** What looks for times of contact with it. */
  readonly sharedImpacts: SharedImpacts | undefined;
  /** What looks for pairs of features of cloth with it. */
  readonly sharedPairs: SharedPairs | undefined;
  readonly meshes: MeshStore;
  readonly colliders: Colliders;
  readonly changes: Changes;
  readonly buffers: {
    /** Positions and normals on their way to a renderer. */
    readonly surface: StepBuffer;
    /** For trees that are split anew. */
    readonly rebuild: StepBuffer;
  };
  /** What the broad phase found in this step. */
  readonly pairs: PairList;
  /** What the visibility backend knows; undefined without a backend. */
  readonly occlusion: OcclusionFacts | undefined;
  /** What is done with deformables, and what is searched for their contacts in this step: with the part 'deformables'. */
  readonly deformables: DeformableWork | undefined;
  readonly searches: Searches | undefined;
  /** What the searches found. */
  readonly contacts: ContactList;
  /** Who touches whom, and since when. */
  readonly events: ContactEvents;
  /** Of two that touched when the last step ended and pushed nobody in this one: whether they still do. The cloth solver's to say. */
  readonly touching: { lasts(a: number, b: number): boolean };
  /** Whether contacts of the cloth solver are told. */
  readonly clothContacts: boolean;
  /** What was set aside, and whom to tell. */
  readonly reports: Reports;
  /** Who moves rigid bodies. */
  readonly backend: RigidBackend;
  /** The bodies as they are moved, and the pairs that touch: with the part 'dynamics'. */
  readonly bodies: RigidBodies | undefined;
  readonly links: RigidLinks | undefined;
  readonly joints: RigidJoints | undefined;
  /** When bodies fall asleep; undefined where none do. */
  readonly sleep: SleepRule | undefined;
  /** What pairs of materials have of their own. */
  readonly materials: Materials;
  /** Written by `changeGravity` and the backend alone. */
  readonly gravity: [x: number, y: number, z: number];
  /** Parts that a step is made in for rigid bodies. */
  readonly subSteps: number;
  /** Queries between rigid shapes, and what they found of the pairs in this step. */
  readonly rigid: RigidQueries;
  readonly impacts: Impacts;
  /** Bodies that broke in the last step. */
  readonly breaks: Break[];
  /** Cloths that tore in the last step. */
  readonly tears: Tear[];
  /** What is to be done about each deformable that enters, where it starts tangled, and what was found of the last ones. */
  readonly starts: Map<number, Start>;
  readonly tangled: Tangle[];
  /** Vertices to be pinned of deformables that the next ingest takes in. */
  readonly pins: Map<number, Uint32Array>;
  /** What is sewn together, and what of it broke in the last step: with the part 'cloth'. */
  readonly stitches: Stitches | undefined;
  readonly brokenStitches: BrokenStitch[];
  /** Changes of vertices so far. Never goes back, not even by a restore: a renderer compares it. */
  readonly revision: { count: number };
  readonly clock: Clock;
  readonly counters: StepCounters;
  /** What the plugin was created with besides times of contact. */
  readonly parts: ReadonlySet<PluginPart>;
}

/** What the stages that move rigid bodies work on. */
export interface DynamicsContext extends StepContext {
  readonly bodies: RigidBodies;
  readonly links: RigidLinks;
  readonly joints: RigidJoints;
}

/** What the stages that search for contacts of deformables work on. */
export interface SearchContext extends StepContext {
  readonly searches: Searches;
}

/** A stage, as bitECS's `pipe` takes it. */
export type System = (world: World) => World;
