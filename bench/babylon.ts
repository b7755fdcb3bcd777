// What it costs to bring a scene up to date, and what that allocates. NullEngine takes what is uploaded and draws nothing.
import { createRequire } from 'node:module';
import type * as BabylonTypes from 'babylonjs';
import { addEntity, createWorld } from 'bitecs';
import { gridMesh, icosphereMesh } from '../scenes/meshes/index.js';
import { attachView } from '../src/babylon/index.js';
import { type CollisionPlugin, createCollisionPlugin } from '../src/index.js';
import { allocatedBytes } from './allocated-bytes.js';
import { medianMilliseconds, printTable } from './measure.js';

const BODIES = 1000;
const SQUARES = 100;
const REPETITIONS = 15;
const SYNCS = 500;

export async function babylon(): Promise<void> {
  printTable([
    ['sync', 'ms', 'target ms', 'bytes allocated'],
    [`${BODIES} bodies, as instances`, ...(await measured(await bodies(true)))],
    [`${BODIES} bodies, a mesh each`, ...(await measured(await bodies(false)))],
    [`cloth of ${SQUARES} x ${SQUARES}, with normals`, ...(await measured(await cloth()))],
  ]);
}

interface Shown {
  /** Makes everything move, without a step. */
  readonly move: (turn: number) => void;
  readonly sync: () => void;
}

async function measured({ move, sync }: Shown): Promise<[ms: string, target: string, bytes: string]> {
  let turn = 0;
  const both = medianMilliseconds(REPETITIONS, () => {
    move(turn++);
    sync();
  });
  const moving = medianMilliseconds(REPETITIONS, () => move(turn++));
  const run = (syncs: boolean) => () => {
    for (let i = 0; i < SYNCS; i++) {
      move(turn++);
      if (syncs) sync();
    }
  };
  run(true)();
  const bytes = sum(await allocatedBytes(run(true))) - sum(await allocatedBytes(run(false)));
  return [(both - moving).toFixed(3), '1', (Math.max(0, bytes) / SYNCS).toFixed(0)];
}

const sum = (bytes: ReadonlyMap<string, number>): number =>
  [...bytes.values()].reduce((all, each) => all + each, 0);

async function open(): Promise<{
  plugin: CollisionPlugin;
  scene: BabylonTypes.Scene;
  BABYLON: typeof BabylonTypes;
}> {
  const BABYLON = createRequire(import.meta.url)('babylonjs') as typeof BabylonTypes;
  BABYLON.Logger.LogLevels = 0;
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  return { plugin: await createCollisionPlugin(createWorld(), { gravity: [0, 0, 0] }), scene, BABYLON };
}

async function bodies(thinInstances: boolean): Promise<Shown> {
  const { plugin, scene, BABYLON } = await open();
  const mesh = plugin.loadMesh(icosphereMesh({ subdivisions: 1, radius: 0.2 }));
  for (let i = 0; i < BODIES; i++) {
    const position = [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)] as const;
    plugin.addRigidBody(addEntity(plugin.world), { mesh, position });
  }
  plugin.step();
  const view = attachView({ BABYLON, scene, plugin, thinInstances });
  const { px } = plugin.components.RigidBody;
  return {
    move(turn) {
      for (let e = 1; e <= BODIES; e++) px[e] += turn & 1 ? 0.01 : -0.01;
    },
    sync: () => view.sync(),
  };
}

async function cloth(): Promise<Shown> {
  const { plugin, scene, BABYLON } = await open();
  const sheet = gridMesh({ columns: SQUARES, rows: SQUARES });
  const entity = addEntity(plugin.world);
  plugin.addDeformable(entity, sheet);
  plugin.step();
  const view = attachView({ BABYLON, scene, plugin });
  const places = [sheet.positions, sheet.positions.map((value) => value + 0.01)];
  return { move: (turn) => plugin.placeVertices(entity, places[turn & 1]), sync: () => view.sync() };
}
