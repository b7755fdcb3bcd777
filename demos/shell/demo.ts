// What most demos share: a page, a stage, a world with the plugin, a view, layers, an inspector, and the counter of
// triangles that meet. A demo says what there is.
import * as BABYLON from 'babylonjs';
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
import { openStage, type Stage } from './babylon-stage.js';
import { element } from './element.js';
import { IntersectionCounter } from './intersections.js';
import { colourOf, isGlass, materialFor, unpaint } from './paint.js';
import { openShell, type Shell } from './shell.js';

export interface DemoOptions {
  /** The demo's folder. */
  readonly name: string;
  /** Metres from the camera to what it looks at, and where that is. */
  readonly distance: number;
  readonly target?: readonly [x: number, y: number, z: number];
  /** Where the camera looks from: radians around the vertical axis, and down from it. */
  readonly from?: readonly [alpha: number, beta: number];
  readonly plugin?: PluginOptions;
  /** Puts things into the empty world. */
  readonly build: (demo: Demo) => void;
  /** What moves by itself: before each step, with the time at its end. */
  readonly drive?: (demo: Demo, time: number) => void;
  /** After each step: what runs beside the plugin. */
  readonly after?: (demo: Demo) => void;
  /** How many steps can be taken back. */
  readonly history?: number;
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
  step(count: number): void;
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
  const layers = attachLayers({ BABYLON, scene, plugin });
  const view = attachView<BABYLON.Mesh>({
    BABYLON,
    scene,
    plugin,
    thinInstances: true,
    isPicked: (entity) => !isGlass(entity),
    colourOf: (entity, out, at) => colourOf(plugin, entity, out, at),
    onMesh: (mesh, entity) => {
      mesh.material = materialFor(plugin, scene, entity);
    },
    onBeforeStep() {
      inspector.beforeStep();
      options.drive?.(demo, plugin.clock.time + plugin.clock.dt);
    },
    onAfterStep() {
      inspector.afterStep();
      options.after?.(demo);
    },
  });
  const holder = element('div', { className: 'inspector' });
  const inspector = attachInspector({
    plugin,
    layers,
    container: holder,
    step: () => view.step(),
    onPause: (paused) => shell.setRunning(!paused),
    history: options.history ?? 120,
  });
  let met = 0;
  let milliseconds = 0;

  const demo: Demo = {
    shell,
    stage,
    plugin,
    view,
    layers,
    inspector,
    add: () => addEntity(world),
    restart() {
      for (const entity of [...query(world, [plugin.components.MeshTopology])]) removeEntity(world, entity);
      unpaint();
      options.build(demo);
      inspector.forget();
      view.sync();
    },
    step(count) {
      for (let i = 0; i < count; i++) view.step();
      view.sync();
      met = counter.count();
      report();
    },
    intersections: () => counter.count(),
  };

  function report(): void {
    const { triangleCount } = plugin.components.MeshTopology;
    let triangles = 0;
    for (const entity of query(world, [plugin.components.Bvh])) triangles += triangleCount[entity];
    shell.counter(met);
    shell.status(`${triangles.toLocaleString('en')} triangles, a step takes ${milliseconds.toFixed(1)} ms`);
    Object.assign(document.documentElement.dataset, { steps: plugin.clock.step, intersections: met });
  }

  options.build(demo);
  shell.controls.button('Start again', () => demo.restart());
  shell.controls.panel.after(holder);
  shell.onPause((running) => {
    inspector.paused = !running;
  });
  view.enableDragging();
  let nextCount = 0;
  shell.run((seconds) => {
    const start = performance.now();
    const steps = inspector.paused ? 0 : view.advance(seconds, 2);
    if (steps === 0) view.sync();
    else milliseconds += ((performance.now() - start) / steps - milliseconds) * 0.1;
    if (view.dragged !== undefined) inspector.choose(view.dragged);
    layers.sync();
    inspector.sync();
    scene.render();
    if (start < nextCount) return;
    met = counter.count();
    // Where counting takes long, it is done less often.
    nextCount = performance.now() + Math.max(1000 / COUNTS_A_SECOND, 10 * (performance.now() - start));
    report();
  });
  Object.assign(globalThis, { demo });
  return demo;
}
