// What most demos share: a page, a stage, a world with the plugin, a view, layers, an inspector, and the counter of
// triangles that meet. A demo says what there is.

import { addEntity, createWorld, query, removeEntity } from 'bitecs';
import { type CollisionPlugin, createCollisionPlugin, type PluginOptions } from 'first-contact';
import {
  attachInspector,
  attachLayers,
  attachView,
  type DebugLayers,
  type Inspector,
  type View,
} from 'first-contact/babylon';
import { initGeometry } from 'first-contact/geometry';
import * as BABYLON from './babylon.js';
import { openStage, type Stage } from './babylon-stage.js';
import { element } from './element.js';
import { showError } from './errors.js';
import { IntersectionCounter } from './intersections.js';
import { colourOf, dress, isGlass, unpaint } from './paint.js';
import { Rest } from './rest.js';
import { openShell, type Shell } from './shell.js';

export interface DemoOptions {
  /** The demo's folder. */
  readonly name: string;
  /** Metres from the camera to what it looks at, and where that is. */
  readonly distance: number;
  readonly target?: readonly [x: number, y: number, z: number];
  /** Where the camera looks from: radians around the vertical axis, and down from it. */
  readonly from?: readonly [alpha: number, beta: number];
  /** How much wider than high what there is to see is; 1 by default. */
  readonly wide?: number;
  readonly plugin?: PluginOptions;
  /** Puts things into the empty world. */
  readonly build: (demo: Demo) => void;
  /** What moves by itself: before each step, with the time at its end. */
  readonly drive?: (demo: Demo, time: number) => void;
  /** After each step: what runs beside the plugin. */
  readonly after?: (demo: Demo) => void;
  /** Notes what runs beside the plugin, and returns what makes it so again: for steps that are taken back. */
  readonly remember?: () => () => void;
  /** Each step waits for the visibility backend's pictures of that very step. */
  readonly waitsForPictures?: boolean;
  /** How many steps can be taken back. */
  readonly history?: number;
  /** While it runs, a step of so many is noted to be taken back: all by default, fewer where each costs more than a frame has. */
  readonly noteEvery?: number;
  /** The share of the real time that it goes at first; 1 by default. */
  readonly pace?: number;
  /** Only what steps end with is shown: where things cross metres in one, what is made up between two would be wrong. */
  readonly showsSteps?: boolean;
}

export interface Demo {
  readonly shell: Shell;
  readonly stage: Stage;
  readonly plugin: CollisionPlugin;
  readonly view: View<BABYLON.Mesh>;
  readonly layers: DebugLayers;
  readonly inspector: Inspector;
  /** A new entity of the demo's world. */
  add(): number;
  /** Empties the world and builds it anew. */
  restart(): void;
  /** Makes steps without drawing: for tests, and for the console. */
  step(count: number): Promise<void>;
  /** One of them, and nothing counted: for benchmarks. */
  makeStep(): Promise<void>;
  /** Edges that meet faces now. */
  intersections(): number;
}

/** How often triangles that meet are counted: often enough to be live, seldom enough to leave time for the rest. */
const COUNTS_A_SECOND = 4;

export async function openDemo(options: DemoOptions): Promise<Demo> {
  const shell = openShell(options.name);
  const stage = openStage(shell.canvas, options.distance, options);
  const { scene } = stage;
  const world = createWorld();
  const [plugin] = await Promise.all([
    createCollisionPlugin(world, { maxEntities: 2000, ...options.plugin }),
    initGeometry(),
  ]);
  const counter = new IntersectionCounter(plugin);
  const rest = new Rest(stage);
  const layers = attachLayers({ BABYLON, scene, plugin });
  const view = attachView<BABYLON.Mesh>({
    BABYLON,
    scene,
    plugin,
    thinInstances: true,
    isPicked: (entity) => !isGlass(entity),
    colourOf: (entity, out, at) => colourOf(plugin, entity, out, at),
    sharpEdges: true,
    onMesh: (mesh, entity) => dress(plugin, stage, mesh, entity),
    onBeforeStep: beforeStep,
    onAfterStep: afterStep,
  });
  const holder = element('div', { className: 'inspector' });
  const inspector = attachInspector({
    plugin,
    layers,
    container: holder,
    step: () => void oneStep(),
    onPause: (paused) => shell.setRunning(!paused),
    history: options.history ?? 120,
    noteEvery: options.noteEvery ?? 1,
    ...(options.remember && { remember: options.remember }),
  });
  let { pace = 1 } = options;
  let met = 0;
  let isWaiting = false;
  let isAskedAgain = false;
  let milliseconds: number | undefined;

  const demo: Demo = {
    shell,
    stage,
    plugin,
    view,
    layers,
    inspector,
    add: () => addEntity(world),
    restart() {
      isAskedAgain = isWaiting;
      if (isAskedAgain) return;
      for (const entity of [...query(world, [plugin.components.MeshTopology])]) removeEntity(world, entity);
      unpaint();
      build();
      inspector.forget();
      view.sync();
      rest.wake();
    },
    async step(count) {
      const start = performance.now();
      for (let i = 0; i < count; i++) await oneStep();
      noteTime((performance.now() - start) / count);
      view.sync();
      met = counter.count();
      rest.wake();
      report();
    },
    makeStep: oneStep,
    intersections: () => counter.count(),
  };

  /** What is there is seen before the first step, too. */
  function build(): void {
    options.build(demo);
    plugin.systems.ingest(world);
  }

  function beforeStep(): void {
    inspector.beforeStep();
    options.drive?.(demo, plugin.clock.time + plugin.clock.dt);
  }

  function afterStep(): void {
    inspector.afterStep();
    options.after?.(demo);
  }

  /** Nothing else may be asked of the plugin while it waits. */
  async function oneStep(): Promise<void> {
    if (!options.waitsForPictures) {
      view.step();
      return;
    }
    if (isWaiting) return;
    const start = performance.now();
    beforeStep();
    view.beforeStep();
    isWaiting = true;
    try {
      await plugin.stepAsync();
    } finally {
      isWaiting = false;
    }
    afterStep();
    noteTime(performance.now() - start);
    if (isAskedAgain) demo.restart();
  }

  /** Smoothed: a figure that changes with every frame cannot be read. */
  function noteTime(ofAStep: number): void {
    milliseconds = milliseconds === undefined ? ofAStep : milliseconds + 0.1 * (ofAStep - milliseconds);
  }

  function report(): void {
    const { triangleCount } = plugin.components.MeshTopology;
    let triangles = 0;
    for (const entity of query(world, [plugin.components.Bvh])) triangles += triangleCount[entity];
    shell.counter(met);
    const time = milliseconds === undefined ? '' : `, a step takes ${milliseconds.toFixed(1)} ms`;
    shell.status(`${triangles.toLocaleString('en')} triangles${time}`);
    Object.assign(document.documentElement.dataset, { steps: plugin.clock.step, intersections: met });
  }

  build();
  shell.controls.button('Start again', () => demo.restart());
  if (!options.waitsForPictures) {
    shell.controls.pace(pace, (share) => {
      pace = share;
    });
  }
  shell.controls.panel.after(holder);
  shell.onPause((running) => {
    inspector.paused = !running;
  });
  view.enableDragging();
  let nextCount = 0;
  shell.run((seconds) => {
    if ((inspector.paused && rest.skips()) || isWaiting) return;
    rest.drawing();
    const start = performance.now();
    const isStopped = inspector.paused || options.waitsForPictures;
    const steps = isStopped ? 0 : view.advance(seconds * pace);
    if (steps > 0) noteTime((performance.now() - start) / steps);
    if (isStopped || options.showsSteps) view.sync();
    if (view.dragged !== undefined) inspector.choose(view.dragged);
    layers.sync();
    inspector.sync();
    scene.render();
    if (start >= nextCount) {
      met = counter.count();
      // Where counting takes long, it is done less often.
      nextCount = performance.now() + Math.max(1000 / COUNTS_A_SECOND, 10 * (performance.now() - start));
      report();
    }
    if (options.waitsForPictures && !inspector.paused) oneStep().catch(showError);
  });
  Object.assign(globalThis, { demo });
  return demo;
}
