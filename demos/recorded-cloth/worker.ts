// The recording thread: a bitECS world with the plugin, which makes a step as soon as the one before it is told.
import { addEntity, createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';
import { initGeometry } from 'first-contact/geometry';
import { largeTurningBall } from '../../scenes/simulated/ball.js';
import { addToPlugin } from '../../scenes/simulated/in-plugin.js';
import { IntersectionCounter } from '../shell/intersections.js';
import type { RecordedStep, Told, Wanted } from './messages.js';
import { quantised } from './quantised.js';

let steps = 0;
let isBegun = false;
let heard = (): void => {};

addEventListener('message', ({ data }: MessageEvent<Wanted>) => {
  ({ steps } = data);
  heard();
  if (isBegun) return;
  isBegun = true;
  record(data.quads).catch(tellFailure);
});

async function record(quads: number): Promise<never> {
  const scene = largeTurningBall(1, quads);
  const world = createWorld();
  const [plugin] = await Promise.all([
    createCollisionPlugin(world, { maxEntities: scene.parts.length + 1, timeStep: scene.dt }),
    initGeometry(),
  ]);
  const { entities, drive } = addToPlugin(plugin, scene, () => addEntity(world));
  plugin.systems.ingest(world);
  const counter = new IntersectionCounter(plugin);
  const [cloth, ball] = entities;
  const vertices = new Float64Array(scene.parts[0].mesh.positions.length);
  const { px, py, pz, qx, qy, qz, qw } = plugin.components.RigidBody;
  const state = (milliseconds: number): RecordedStep => {
    plugin.readVertices(cloth, vertices);
    return {
      cloth: quantised(vertices),
      ball: [px, py, pz, qx, qy, qz, qw].map((column) => column[ball]),
      milliseconds,
      stepBacks: plugin.counters.stepBacks,
      met: counter.count(),
    };
  };
  tell(state(0));
  for (let made = 0; ; made++) {
    while (made >= steps) await another();
    drive((made + 1) * scene.dt);
    const start = performance.now();
    plugin.step();
    tell(state(performance.now() - start));
    // What the page says is heard between two steps.
    await new Promise((go) => setTimeout(go));
  }
}

/** Waits for what the page says next. */
function another(): Promise<void> {
  return new Promise((go) => {
    heard = go;
  });
}

/** The vertices are handed over, not copied. */
function tell(step: RecordedStep): void {
  const told: Told = { kind: 'step', step };
  postMessage(told, { transfer: [step.cloth.values.buffer] });
}

function tellFailure(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const told: Told = { kind: 'failure', failure: { name, message, stack } };
  postMessage(told);
}
