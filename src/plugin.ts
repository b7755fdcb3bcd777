import type { World } from 'bitecs';
import { checkOptions, checkType, shown } from './check-options.js';
import type { CollisionComponents } from './components/index.js';
import { FirstContactError } from './errors.js';
import type { ArenaStats } from './memory/arena.js';
import { type Core, openCore } from './memory/open.js';
import { StepBuffer } from './memory/step-buffer.js';
import type { MeshInput, SlicedBuildOptions } from './mesh/index.js';
import { type MeshId, type MeshRecord, MeshStore } from './mesh/mesh-store.js';
import { checkOwnWorld, checkSameWorld, checkWorld, identityOf } from './plugin/check-world.js';
import { checkColumnsFree, claimColumns, giveBackColumns } from './plugin/columns.js';
import {
  addDeformable,
  addRigidBody,
  type DeformableOptions,
  type RigidBodyOptions,
  removeCollider,
} from './plugin/entities.js';
import { keepInside } from './plugin/inside.js';
import { buildSectionsInSlices, type LoadOptions, loadMesh, meshFacts } from './plugin/meshes.js';
import {
  checkedAdvancement,
  checkedDt,
  checkedGravity,
  checkedMaxEntities,
  checkedSubSteps,
  DEFAULT_TIME_STEP,
  PLUGIN_OPTIONS,
  type PluginOptions,
} from './plugin/options.js';
import { restoreSnapshot, type SnapshotOptions, takeSnapshot } from './plugin/snapshot.js';
import { type MeshSurface, meshArrays, readMesh, readSurface, type Surface } from './plugin/surface.js';
import { moveVertices, placeVertices, readVertices, type VertexArray } from './plugin/vertices.js';
import { Character, type CharacterOptions } from './queries/character.js';
import type { Ray } from './queries/check-arguments.js';
import type {
  CastHit,
  OverlapHit,
  QueryFilter,
  QueryShape,
  RayHit,
  ShapePose,
  Vector,
} from './queries/hits.js';
import { Queries } from './queries/queries.js';
import { RigidQueries } from './rigid/queries.js';
import { Crew } from './search/crew.js';
import { checkedWorkers } from './search/workers.js';
import { Changes } from './systems/changes.js';
import { Colliders } from './systems/colliders.js';
import { type ContactColumns, ContactList } from './systems/contact-list.js';
import type { Clock, StepContext, StepCounters, System } from './systems/context.js';
import { Impacts } from './systems/impacts.js';
import { type CollisionSystems, createSystems, STEP_ORDER } from './systems/index.js';
import { Occlusion } from './systems/occlusion.js';
import { PairList } from './systems/pair-list.js';
import { builtInBackend, type RigidBackend } from './systems/rigid-backend.js';
import { RigidBodies } from './systems/rigid-bodies.js';
import { RigidLinks } from './systems/rigid-links.js';
import { Searches } from './systems/searches.js';

/** Collision for one bitECS world. */
export interface CollisionPlugin {
  readonly world: World;
  /** Columns indexed by entity, to be read and, where their comments say so, written. */
  readonly components: CollisionComponents;
  /** The stages of a step, to be run alone or among other systems; `step` runs them in order. */
  readonly systems: CollisionSystems;
  readonly clock: Readonly<Clock>;
  /** What each stage did in the last step. */
  readonly counters: Readonly<StepCounters>;
  /** What deformables touched in the last step: themselves, each other, and rigid bodies. */
  readonly contacts: ContactColumns;
  readonly memory: ArenaStats;
  /** How many threads look for contacts of deformables: 2 where they were asked for and memory is shared. */
  readonly workers: number;
  /** What pairs of rigid bodies did to each other in the last step: times, points, normals, features. */
  readonly impacts: Readonly<Impacts>;

  /** Loads a mesh that any number of entities may share, until `unloadMesh`. */
  loadMesh(input: MeshInput, options?: LoadOptions): MeshId;
  /** The same in slices of some milliseconds, with progress, so that a page stays alive. */
  loadMeshAsync(input: MeshInput, options?: LoadOptions & SlicedBuildOptions): Promise<MeshId>;
  /** Gives the mesh up: it goes in the next step, or with the last entity that has it. */
  unloadMesh(mesh: MeshId): void;
  meshFacts(mesh: MeshId): Readonly<MeshRecord>;
  /** Copies of a loaded mesh's arrays, with normals, for drawing it. */
  readMesh(mesh: MeshId): MeshSurface;

  addRigidBody(entity: number, options: RigidBodyOptions): void;
  addDeformable(entity: number, options: DeformableOptions): void;
  removeCollider(entity: number): void;

  /** Where a deformable's vertices shall be at the end of the next step: x, y, z a vertex. */
  moveVertices(entity: number, next: VertexArray): void;
  /** Puts a deformable's vertices somewhere else without a motion. */
  placeVertices(entity: number, positions: VertexArray): void;
  /** Copies a deformable's vertices into `out`. */
  readVertices<Out extends VertexArray>(entity: number, out: Out): Out;
  /** Fills a renderer's arrays with a deformable's vertices and normals. */
  readSurface(entity: number, out: Surface): void;

  /** Where a ray meets colliders as they are now: the closest, or with `all` the first point of each. */
  raycast(ray: Ray, filter?: QueryFilter): RayHit[];
  /** Where a shape that goes `way` without turning first meets them. */
  shapeCast(shape: QueryShape, pose: ShapePose, way: Vector, filter?: QueryFilter): CastHit[];
  /** The entities whose surface a shape reaches; the first one alone where `all` is false. */
  overlap(shape: QueryShape, pose: ShapePose, filter?: QueryFilter): OverlapHit[];
  /** A capsule that walks on colliders and among them: `move` it between steps. */
  createCharacter(options: CharacterOptions): Character;

  /** One step of `dt` seconds. */
  step(dt?: number): void;
  /**
   * The same, waiting for the visibility backend's facts about this very step. Other calls are refused until it resolves.
   * Without a backend it is `step`.
   */
  stepAsync(dt?: number): Promise<void>;
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

/**
 * Makes a bitECS world's entities collide.
 *
 * @example
 * const world = createWorld();
 * const plugin = await createCollisionPlugin(world);
 * const cloth = addEntity(world);
 * plugin.addDeformable(cloth, { positions, triangles });
 * plugin.moveVertices(cloth, next);
 * plugin.step(1 / 60);
 */
export async function createCollisionPlugin(
  world: World,
  options: PluginOptions = {},
): Promise<CollisionPlugin> {
  checkOptions('createCollisionPlugin()', options, PLUGIN_OPTIONS);
  checkWorld(world);
  checkedMaxEntities(options.maxEntities);
  if (options.components !== undefined) checkColumnsFree(options.components, options.maxEntities);
  checkType('sharedMemory', options.sharedMemory, 'boolean');
  const timeStep = checkedDt(options.timeStep ?? DEFAULT_TIME_STEP);
  const { visibility } = options;
  const handed = {
    occlusion: visibility === undefined ? undefined : new Occlusion(visibility),
    backend: options.rigid ?? builtInBackend(),
    gravity: checkedGravity(options.gravity),
    subSteps: checkedSubSteps(options.subSteps),
  };
  checkBackend(handed.backend, RIGID_BACKEND_CALLS);
  if (visibility !== undefined) checkBackend(visibility, ['ask']);
  const advancement = checkedAdvancement(options.advancement);
  const workers = checkedWorkers(options.workers);
  const core = await openCore({ ...options, shared: options.sharedMemory === true || workers > 1 });
  const crew = workers > 1 ? await Crew.start(core, options.worker) : undefined;
  const components = claimColumns(options); // another plugin may have taken them in the meantime
  try {
    const context = createContext(world, core, components, { ...handed, searches: new Searches(core, crew) });
    if (options.components === undefined) components.CollisionSettings.advancement.fill(advancement);
    return pluginOver(context, timeStep, options);
  } catch (error) {
    crew?.end();
    giveBackColumns(components);
    throw error;
  }
}

/** The whole plugin as one system for `pipe`: a step of the plugin's time step, or of what `dt` says. */
export function collisionSystem(plugin: CollisionPlugin, dt?: number | ((world: World) => number)): System {
  if (typeof plugin?.step !== 'function') {
    throw new FirstContactError(
      'BAD_SETTING',
      `The plugin of collisionSystem() is ${shown(plugin)}`,
      'Pass what createCollisionPlugin() gave, once it is there: await it.',
    );
  }
  return (world) => {
    checkOwnWorld(world, plugin.world);
    plugin.step(typeof dt === 'function' ? dt(world) : dt);
    return world;
  };
}

type Handed = Pick<StepContext, 'backend' | 'gravity' | 'subSteps' | 'occlusion' | 'searches'>;

function createContext(
  world: World,
  core: Core,
  components: CollisionComponents,
  handed: Handed,
): StepContext {
  const { maxEntities } = components;
  const bodies = new RigidBodies(core.arena, maxEntities);
  return {
    world,
    components,
    core,
    meshes: new MeshStore(core.arena),
    colliders: new Colliders(maxEntities),
    changes: new Changes(world, components),
    buffers: { surface: new StepBuffer(core.arena), rebuild: new StepBuffer(core.arena) },
    pairs: new PairList(),
    contacts: new ContactList(),
    bodies,
    links: new RigidLinks(core, bodies),
    ...handed,
    rigid: new RigidQueries(core),
    impacts: new Impacts(),
    pins: new Map(),
    revision: { count: 0 },
    clock: { dt: DEFAULT_TIME_STEP, step: 0, time: 0 },
    counters: {
      entered: 0,
      left: 0,
      refitted: 0,
      rebuiltTrees: 0,
      unmoved: 0,
      boxPairs: 0,
      pairs: 0,
      occludedPairs: 0,
      occlusionFaults: 0,
      rigidPairs: 0,
      impacts: 0,
      failedImpacts: 0,
      impactBoxTests: 0,
      impactTriangleTests: 0,
      touches: 0,
      stops: 0,
      rounds: 0,
      givenUp: 0,
      bytesCompacted: 0,
      searches: 0,
      apartByDops: 0,
      skippedByCones: 0,
      boxTests: 0,
      trianglePairs: 0,
      featureTests: 0,
      afterFeatureBoxes: 0,
      orphanTests: 0,
      elementaryTests: 0,
      exactFallbacks: 0,
      contacts: 0,
      clothContacts: 0,
      clothDetections: 0,
      stepBacks: 0,
      blocked: 0,
    },
  };
}

function pluginOver(context: StepContext, timeStep: number, options: PluginOptions): CollisionPlugin {
  const { world, components, clock, counters, core, meshes } = context;
  const stages = createSystems(context);
  const queries = new Queries(context);
  let state: 'ready' | 'stepping' | 'waiting' | 'disposed' = 'ready';
  const milliseconds = new Float64Array(STEP_ORDER.length);
  clock.dt = timeStep;
  const identity = identityOf(world);
  if (options.components !== undefined) context.changes.noteAll(world, components);
  const backends = openAll(context, options.visibility);

  /** Guards a public call: not after dispose, not from within a step. */
  function whileReady<Args extends unknown[], Result>(call: (...args: Args) => Result) {
    return (...args: Args): Result => {
      if (state !== 'ready') throw notReady(state);
      checkSameWorld(world, identity);
      return call(...args);
    };
  }

  function refuseDisposed(): void {
    if (state === 'disposed') throw notReady(state);
    checkSameWorld(world, identity);
  }

  /** Some stages of a step. */
  function run(names: readonly (keyof CollisionSystems)[]): void {
    state = 'stepping';
    try {
      for (const name of names) {
        const start = performance.now();
        stages[name](world);
        milliseconds[STEP_ORDER.indexOf(name)] = performance.now() - start;
      }
    } finally {
      state = 'ready';
    }
  }

  const alone = (name: keyof CollisionSystems): System =>
    whileReady((given) => {
      checkOwnWorld(given, world);
      state = 'stepping';
      try {
        return stages[name](given);
      } finally {
        state = 'ready';
      }
    });

  const plugin: CollisionPlugin = {
    world,
    components,
    systems: Object.fromEntries(STEP_ORDER.map((name) => [name, alone(name)])) as unknown as CollisionSystems,
    clock,
    counters,
    impacts: context.impacts,
    contacts: context.contacts,
    workers: context.searches.workers,
    get memory() {
      return core.arena.stats;
    },
    loadMesh: whileReady((input, options = {}) => loadMesh(context, input, options)),
    async loadMeshAsync(input, options = {}) {
      refuseDisposed();
      const mesh = await buildSectionsInSlices(input, options);
      refuseDisposed();
      return meshes.add(mesh, options.use ?? 'rigid', true);
    },
    unloadMesh: whileReady((mesh) => meshes.unload(mesh)),
    meshFacts: whileReady((mesh) => meshFacts(context, mesh)),
    readMesh: whileReady((mesh) => readMesh(context, mesh)),
    addRigidBody: whileReady((entity, options) => addRigidBody(context, entity, options)),
    addDeformable: whileReady((entity, options) => addDeformable(context, entity, options)),
    removeCollider: whileReady((entity) => removeCollider(context, entity)),
    moveVertices: whileReady((entity, next) => moveVertices(context, entity, next)),
    placeVertices: whileReady((entity, positions) => placeVertices(context, entity, positions)),
    readVertices: whileReady((entity, out) => readVertices(context, entity, out)),
    readSurface: whileReady((entity, out) => readSurface(context, entity, out)),
    raycast: whileReady((ray, filter) => queries.raycast(ray, filter)),
    shapeCast: whileReady((shape, pose, way, filter) => queries.shapeCast(shape, pose, way, filter)),
    overlap: whileReady((shape, pose, filter) => queries.overlap(shape, pose, filter)),
    createCharacter: whileReady(
      (options) =>
        new Character(
          queries,
          options,
          whileReady((move: () => void) => move()),
        ),
    ),
    snapshot: whileReady((options) => takeSnapshot(context, options)),
    restore: whileReady((snapshot) => restoreSnapshot(context, snapshot)),
    step: whileReady((dt = timeStep) => {
      const before = clock.dt;
      clock.dt = checkedDt(dt);
      try {
        run(STEP_ORDER);
      } catch (error) {
        clock.dt = before;
        throw error;
      }
    }),
    stepAsync: whileReady(async (dt = timeStep) => {
      const before = clock.dt;
      clock.dt = checkedDt(dt);
      const asks = STEP_ORDER.indexOf('occlusionCulling');
      try {
        run(STEP_ORDER.slice(0, asks));
        state = 'waiting';
        await context.occlusion?.ask(context);
        refuseDisposed();
        run(STEP_ORDER.slice(asks));
      } catch (error) {
        clock.dt = before;
        if (state === 'waiting') state = 'ready';
        throw error;
      }
    }),
    dispose() {
      if (state === 'disposed') return;
      if (state === 'stepping') throw notReady(state);
      state = 'disposed';
      context.occlusion?.close();
      context.changes.dispose();
      giveBackColumns(components);
      context.searches.close();
      closeAll(backends);
    },
  };
  keepInside(plugin, { context, milliseconds });
  return plugin;
}

interface Backend {
  close(): void;
}

const RIGID_BACKEND_CALLS: readonly (keyof RigidBackend)[] = ['enter', 'leave', 'step', 'place'];

/** Opens them in order; where one fails, those before it are closed and the world is let go. */
function openAll(context: StepContext, visibility: PluginOptions['visibility']): readonly Backend[] {
  const { backend, core, gravity } = context;
  const opened: Backend[] = [];
  try {
    backend.open({
      gravity,
      kernels: core.kernels,
      settings: context.components.CollisionSettings,
      meshOf: context.colliders.mesh,
      surfaceOf: (entity) => meshArrays(context, context.colliders.mesh[entity]),
    });
    opened.push(backend);
    visibility?.open();
    if (visibility !== undefined) opened.push(visibility);
  } catch (error) {
    context.changes.dispose();
    closeAll(opened);
    throw error;
  }
  return opened;
}

function checkBackend(backend: object, calls: readonly string[]): void {
  const has = (call: string) => typeof (backend as Record<string, unknown> | null)?.[call] === 'function';
  const missing = ['open', 'close', ...calls].filter((call) => !has(call));
  if (missing.length === 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `A backend has no ${missing.join('() and no ')}()`,
    'Pass what rapierBackend() of first-contact/rapier or noVisibility() of first-contact/gpu gave.',
  );
}

/** Closes all of them, whatever one of them throws; the first error is told afterwards. */
function closeAll(backends: readonly Backend[]): void {
  const errors: unknown[] = [];
  for (const backend of backends) {
    try {
      backend.close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

function notReady(state: 'stepping' | 'waiting' | 'disposed'): FirstContactError {
  return state === 'disposed'
    ? new FirstContactError(
        'DISPOSED',
        'The plugin was disposed of',
        'Create a new one with createCollisionPlugin().',
      )
    : new FirstContactError(
        'STEP_IN_PROGRESS',
        'The plugin was called from within its own step',
        'Collect such calls, and make them after step() has returned.',
      );
}
