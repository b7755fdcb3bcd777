import type { World } from 'bitecs';
import { checkOptions, checkType, shown } from './check-options.js';
import type { CollisionComponents } from './components/index.js';
import { checkedWorkerFile, checkedWorkers } from './crew/workers.js';
import { FirstContactError, warn } from './errors.js';
import { type Core, openCore } from './memory/open.js';
import { checkBackends, closeBackends, openBackends } from './plugin/backends.js';
import { checkOwnWorld, checkWorld } from './plugin/check-world.js';
import type { CollisionPlugin } from './plugin/collision-plugin.js';
import { checkColumnsFree, claimColumns, giveBackColumns } from './plugin/columns.js';
import { ContactListeners } from './plugin/contact-listeners.js';
import { createContext } from './plugin/create-context.js';
import { addRigidBody, removeCollider } from './plugin/entities.js';
import { Guard } from './plugin/guard.js';
import { hashMotion } from './plugin/hash.js';
import { keepInside } from './plugin/inside.js';
import { buildSectionsInSlices, loadMesh, meshFacts } from './plugin/meshes.js';
import {
  checkedAdvancement,
  checkedDt,
  checkedGravity,
  checkedMaxEntities,
  checkedSleep,
  checkedSubSteps,
  DEFAULT_TIME_STEP,
  PLUGIN_OPTIONS,
  type PluginOptions,
} from './plugin/options.js';
import { checkedParts, kernelFilesOf, type LoadedParts, loadParts, partFor } from './plugin/parts.js';
import { Stepping } from './plugin/stepping.js';
import { readMesh } from './plugin/surface.js';
import type { OcclusionFacts, StepContext, System } from './systems/context.js';
import { createSystems, STEP_ORDER } from './systems/index.js';
import { type PluginPart, requirePart } from './systems/parts.js';
import { Reports } from './systems/reports.js';
import { builtInBackend } from './systems/rigid-backend.js';
import type { StitchColumns } from './systems/stitches.js';
import type { VisibilityBackend } from './visibility/backend.js';

export type { CollisionPlugin };

/**
 * Makes a bitECS world's entities collide.
 *
 * @example
 * import { addEntity, createWorld } from 'bitecs';
 * import { createCollisionPlugin } from 'first-contact';
 * const world = createWorld();
 * const plugin = await createCollisionPlugin(world);
 * const cloth = addEntity(world);
 * plugin.addDeformable(cloth, { positions: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 2, 1] });
 * plugin.moveVertices(cloth, new Float64Array([0, 1, 0, 1, 1, 0, 0, 1, 1]));
 * plugin.step(1 / 60);
 * console.log(plugin.components.Bvh.maxY[cloth].toFixed(2)); // 1.00
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
  checkType('onReport', options.onReport, 'function');
  checkType('clothContacts', options.clothContacts, 'boolean');
  const parts = checkedParts(options.parts);
  const { visibility } = options;
  const backend = options.rigid ?? builtInBackend();
  checkBackends(backend, visibility);
  const timeStep = checkedDt(options.timeStep ?? backend.timeStep ?? DEFAULT_TIME_STEP);
  const handed = {
    parts,
    backend,
    gravity: checkedGravity(options.gravity ?? backend.gravity),
    subSteps: checkedSubSteps(options.subSteps),
    sleep: checkedSleep(options.sleep),
    reports: new Reports(options.onReport ?? warn),
    clothContacts: options.clothContacts ?? true,
  };
  if (options.rigid !== undefined) requirePart(parts, 'dynamics', 'The option rigid');
  const advancement = checkedAdvancement(options.advancement);
  const workers = checkedWorkers(options.workers);
  const workerFile = checkedWorkerFile(options.worker);
  const [loaded, occlusion, core] = await Promise.all([
    loadParts(parts),
    visibility === undefined ? undefined : openOcclusion(visibility),
    openCore({ ...options, shared: options.sharedMemory === true || workers > 1 }, kernelFilesOf(parts)),
  ]);
  const opened = workers > 1 ? await startCrew(core, handed, workerFile) : undefined;
  let components: CollisionComponents | undefined;
  try {
    components = claimColumns(options); // another plugin may have taken them in the meantime
    const context = createContext(world, core, components, { ...handed, occlusion }, loaded, opened);
    if (options.components === undefined) components.CollisionSettings.advancement.fill(advancement);
    return pluginOver(context, loaded, timeStep, options);
  } catch (error) {
    opened?.crew.end();
    if (components !== undefined) giveBackColumns(components);
    throw error;
  }
}

/** What a plugin without the part 'cloth' has. */
const NO_STITCHES: StitchColumns = /* @__PURE__ */ (() => {
  const [words, numbers] = [new Uint32Array(0), new Float64Array(0)];
  const ends = { a: words, vertexA: words, b: words, vertexB: words };
  return { count: 0, seam: words, ...ends, compliance: numbers, strength: numbers, pull: numbers };
})();

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

// What most pages do without is imported when it is asked for.
async function openOcclusion(visibility: VisibilityBackend): Promise<OcclusionFacts> {
  const { Occlusion } = await import('./systems/occlusion.js');
  const isLossy = visibility.lossy?.rawTriangles || visibility.lossy?.selfCollision;
  return new Occlusion(visibility, isLossy ? await import('./systems/lossy-occlusion.js') : undefined);
}

async function startCrew(
  core: Core,
  { parts, reports }: { parts: ReadonlySet<PluginPart>; reports: Reports },
  worker: string | URL | undefined,
) {
  const { openCrew } = await import('./plugin/open-crew.js');
  return openCrew(core, parts, worker, (report) => reports.tell(report));
}

function pluginOver(
  context: StepContext,
  parts: LoadedParts,
  timeStep: number,
  options: PluginOptions,
): CollisionPlugin {
  const { world, components, clock, counters, core, meshes } = context;
  const stages = createSystems(context, {
    ...parts.deformables?.searchStages(context),
    ...parts.dynamics?.dynamicsStages(context),
    ...(parts.cloth && { deformableLoop: parts.cloth.createClothStage(context) }),
    ...(parts.breaking && { fracture: parts.breaking.createFracture(context) }),
  });
  const resolving = parts.cloth && new parts.cloth.Resolving(context);
  const queries = parts.queries && new parts.queries.Queries(context);
  const listeners = new ContactListeners();
  const guard = new Guard(world);
  const whileReady: Guard['whileReady'] = (call) => guard.whileReady(call);
  const inside = { context, milliseconds: new Float64Array(STEP_ORDER.length), isTimed: false };
  const stepping = new Stepping(guard, inside, stages, listeners);
  const stepWaiting = guard.whileNobodyListens((dt: number) => stepping.stepWaiting(dt));
  clock.dt = timeStep;
  if (options.components !== undefined) context.changes.noteAll(world, components);
  const backends = openBackends(context, options.visibility);

  const plugin: CollisionPlugin = {
    world,
    components,
    systems: stepping.systems(),
    clock,
    counters,
    impacts: context.impacts,
    breaks: context.breaks,
    tears: context.tears,
    stitches: context.stitches ?? NO_STITCHES,
    brokenStitches: context.brokenStitches,
    tangled: context.tangled,
    contacts: context.contacts,
    contactEvents: context.events,
    quarantined: context.reports.quarantined,
    onContact: whileReady((listener) => listeners.add(listener)),
    get workers() {
      return context.crew === undefined || context.crew.isLost ? 1 : 2;
    },
    get memory() {
      return core.arena.stats;
    },
    loadMesh: whileReady((input, options = {}) =>
      loadMesh(context, input, options, parts.breaking?.loadBreakable),
    ),
    async loadMeshAsync(input, options = {}) {
      guard.refuseDisposed();
      const mesh = await buildSectionsInSlices(context, input, options);
      await guard.stepIsDone();
      guard.refuseDisposed();
      return meshes.add(mesh, options.use ?? 'rigid', true);
    },
    unloadMesh: whileReady((mesh) => meshes.unload(mesh)),
    meshFacts: whileReady((mesh) => meshFacts(context, mesh)),
    readMesh: whileReady((mesh) => readMesh(context, mesh)),
    addRigidBody: whileReady((entity, options) => addRigidBody(context, entity, options)),
    addDeformable: whileReady((entity, options) =>
      partFor(parts.deformables, 'deformables', 'addDeformable()').addDeformable(context, entity, options),
    ),
    setMaterialPair: whileReady((a, b, pair) => context.materials.set(a, b, pair)),
    removeCollider: whileReady((entity) => removeCollider(context, entity)),
    cut: whileReady((entity, options) =>
      partFor(parts.breaking, 'breaking', 'cut()', entity).cut(context, entity, options),
    ),
    break: whileReady((entity) =>
      partFor(parts.breaking, 'breaking', 'break()', entity).breakNow(context, entity),
    ),
    sew: whileReady((a, verticesA, b, verticesB, options) =>
      partFor(parts.cloth, 'cloth', 'sew()', a).sew(context, a, verticesA, b, verticesB, options),
    ),
    unpick: whileReady((seam) => partFor(parts.cloth, 'cloth', 'unpick()').unpick(context, seam)),
    moveVertices: whileReady((entity, next) =>
      partFor(parts.deformables, 'deformables', 'moveVertices()').moveVertices(context, entity, next),
    ),
    resolve: whileReady((entities, proposed) =>
      partFor(resolving, 'cloth', 'resolve()').resolve(entities, proposed),
    ),
    tangles: whileReady((entities) =>
      partFor(parts.cloth, 'cloth', 'tangles()').findTangles(context, entities),
    ),
    untangle: whileReady((entities) =>
      partFor(parts.cloth, 'cloth', 'untangle()').untangleNow(context, entities),
    ),
    placeVertices: whileReady((entity, positions) =>
      partFor(parts.deformables, 'deformables', 'placeVertices()').placeVertices(context, entity, positions),
    ),
    readVertices: whileReady((entity, out) =>
      partFor(parts.deformables, 'deformables', 'readVertices()').readVertices(context, entity, out),
    ),
    readSurface: whileReady((entity, out) =>
      partFor(parts.deformables, 'deformables', 'readSurface()').readSurface(context, entity, out),
    ),
    raycast: whileReady((ray, filter) => partFor(queries, 'queries', 'raycast()').raycast(ray, filter)),
    shapeCast: whileReady((shape, pose, way, filter) =>
      partFor(queries, 'queries', 'shapeCast()').shapeCast(shape, pose, way, filter),
    ),
    overlap: whileReady((shape, pose, filter) =>
      partFor(queries, 'queries', 'overlap()').overlap(shape, pose, filter),
    ),
    createCharacter: whileReady(
      (options) =>
        new (partFor(parts.queries, 'queries', 'createCharacter()').Character)(
          partFor(queries, 'queries', 'createCharacter()'),
          options,
          whileReady((move: () => void) => move()),
        ),
    ),
    hash: whileReady(() => hashMotion(context)),
    snapshot: whileReady((options) =>
      partFor(parts.snapshots, 'snapshots', 'snapshot()').takeSnapshot(context, options),
    ),
    restore: guard.whileNobodyListens((snapshot) =>
      partFor(parts.snapshots, 'snapshots', 'restore()').restoreSnapshot(context, snapshot),
    ),
    step: guard.whileNobodyListens((dt = timeStep) => stepping.step(dt)),
    stepAsync: async (dt = timeStep) => guard.whileStepping(stepWaiting(dt)), // what is refused rejects, as it does everywhere else
    dispose() {
      if (!guard.dispose()) return;
      listeners.clear();
      context.occlusion?.close();
      context.changes.dispose();
      giveBackColumns(components);
      context.crew?.end();
      closeBackends(backends);
    },
  };
  keepInside(plugin, inside);
  return plugin;
}
