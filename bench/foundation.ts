// What the house itself costs: loading meshes, bounding a cloth, snapshots.
import { addEntity, createWorld } from 'bitecs';
import { gridMesh, type SceneMesh } from '../scenes/meshes/index.js';
import { createCollisionPlugin, type MeshUse } from '../src/index.js';
import { medianMilliseconds, printTable } from './measure.js';

const REPETITIONS = 5;

export async function foundation(): Promise<void> {
  const large = gridMesh({ columns: 354, rows: 354 });
  const level = gridMesh({ columns: 708, rows: 708 });
  printTable([
    ['load', 'triangles', 'ms', 'target ms'],
    ['deformable', count(large), await loading(large, 'deformable'), '1500'],
    ['rigid', count(large), await loading(large, 'rigid'), '1500'],
    ['rigid, a level', count(level), await loading(level, 'rigid'), ''],
  ]);
  const cloth = gridMesh({ columns: 215, rows: 215 });
  printTable([
    ['cloth', 'triangles', 'ms'],
    ['a step: take vertices in, refit, publish', count(cloth), await stepping(cloth)],
    ['a snapshot without meshes', count(cloth), await snapshots(cloth)],
  ]);
}

const count = (mesh: SceneMesh): string => (mesh.triangles.length / 3).toLocaleString('en');

async function loading(mesh: SceneMesh, use: MeshUse): Promise<string> {
  const plugin = await createCollisionPlugin(createWorld());
  const ms = medianMilliseconds(REPETITIONS, () => plugin.unloadMesh(plugin.loadMesh(mesh, { use })));
  return ms.toFixed(0);
}

async function stepping(mesh: SceneMesh): Promise<string> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world);
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, mesh);
  const places = [mesh.positions, mesh.positions.map((value) => value + 0.01)];
  let turn = 0;
  const ms = medianMilliseconds(REPETITIONS * 10, () => {
    plugin.moveVertices(cloth, places[++turn & 1]);
    plugin.step();
  });
  return ms.toFixed(2);
}

async function snapshots(mesh: SceneMesh): Promise<string> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world);
  plugin.addDeformable(addEntity(world), mesh);
  plugin.step();
  return medianMilliseconds(REPETITIONS, () => plugin.snapshot({ meshes: false })).toFixed(1);
}
