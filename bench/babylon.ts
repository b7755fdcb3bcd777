// What it costs to bring a scene up to date, and what that allocates. NullEngine takes what is uploaded and draws nothing.
import { createRequire } from 'node:module';
import type * as BabylonTypes from 'babylonjs';
import { addEntity, createWorld } from 'bitecs';
import { gridMesh, icosphereMesh } from '../scenes/meshes/index.js';
import { attachView } from '../src/babylon/index.js';
import { type CollisionPlugin, createCollisionPlugin } from '../src/index.js';
import { allocatedBytes } from './allocated-bytes.js';
import { medianMilliseconds } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

const BODIES = 1000;
const SQUARES = 100;
const REPETITIONS = 15;
const SYNCS = 500;

export const babylon: Measure = async ({ quick }) => {
  const repetitions = quick ? 5 : REPETITIONS;
  const rows = [
    ...(await measured(`${BODIES} bodies, as instances`, await bodies(true), repetitions)),
    ...(await measured(`${BODIES} bodies, a mesh each`, await bodies(false), repetitions)),
    ...(await measured(`cloth of ${SQUARES} x ${SQUARES}, with normals`, await cloth(), repetitions)),
  ];
  return [{ title: 'Bringing a scene up to date (NullEngine: nothing is drawn)', rows }];
};

interface Shown {
  /** Makes everything move, without a step. */
  readonly move: (turn: number) => void;
  readonly sync: () => void;
}

async function measured(name: string, { move, sync }: Shown, repetitions: number): Promise<Row[]> {
  let turn = 0;
  const both = medianMilliseconds(repetitions, () => {
    move(turn++);
    sync();
  });
  const moving = medianMilliseconds(repetitions, () => move(turn++));
  const run = (syncs: boolean) => () => {
    for (let i = 0; i < SYNCS; i++) {
      move(turn++);
      if (syncs) sync();
    }
  };
  run(true)();
  const bytes = sum(await allocatedBytes(run(true))) - sum(await allocatedBytes(run(false)));
  return rowsOf(name, {
    sync: [both - moving, 'ms', { target: { most: 1 } }],
    allocated: [Math.max(0, bytes) / SYNCS, 'bytes'],
  });
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
