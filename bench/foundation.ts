// What the house itself costs: starting, loading meshes, bounding a cloth, snapshots.
import { addEntity, createWorld } from 'bitecs';
import { gridMesh, icosphereMesh, type SceneMesh } from '../scenes/meshes/index.js';
import { createCollisionPlugin, type MeshUse, type PluginOptions } from '../src/index.js';
import { median, medianMilliseconds, processorTimeSince } from './measure.js';
import type { Measure, Row } from './report/row.js';

export const foundation: Measure = async ({ quick }) => {
  const repetitions = quick ? 3 : 5;
  const large = gridMesh({ columns: 354, rows: 354 });
  const level = gridMesh({ columns: 708, rows: 708 });
  const cloth = gridMesh({ columns: 215, rows: 215 });
  const balls = icosphereMesh({ subdivisions: 4 });
  return [
    {
      title: 'Starting',
      about: 'The kernels are compiled and a world is made; the first in a process, then others.',
      rows: await starts(repetitions),
    },
    {
      title: 'Loading a mesh',
      rows: [
        await loading('deformable', large, 'deformable', repetitions, 1500),
        await loading('rigid', large, 'rigid', repetitions, 1500),
        ...(quick ? [] : [await loading('rigid, a level', level, 'rigid', repetitions)]),
        await loading('rigid, a ball', balls, 'rigid', repetitions),
      ],
    },
    {
      title: 'A cloth that is moved from outside',
      rows: [await stepping(cloth, repetitions), await snapshots(cloth, repetitions)],
    },
  ];
};

const withCount = (name: string, mesh: SceneMesh): string =>
  `${name}, ${(mesh.triangles.length / 3).toLocaleString('en')} triangles`;

async function starts(repetitions: number): Promise<Row[]> {
  const start = async (options: PluginOptions) => {
    const before = process.cpuUsage();
    (await createCollisionPlugin(createWorld(), options)).dispose();
    return processorTimeSince(before);
  };
  const first = await start({});
  const rows: Row[] = [{ name: 'the first plugin, all parts', unit: 'ms', value: first }];
  for (const [name, options] of [
    ['another, all parts', {}],
    ['another, of the core alone', { parts: [] }],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < repetitions; i++) times.push(await start(options));
    rows.push({ name, unit: 'ms', value: median(times) });
  }
  return rows;
}

async function loading(
  name: string,
  mesh: SceneMesh,
  use: MeshUse,
  repetitions: number,
  most?: number,
): Promise<Row> {
  const plugin = await createCollisionPlugin(createWorld());
  const value = medianMilliseconds(repetitions, () => plugin.unloadMesh(plugin.loadMesh(mesh, { use })));
  return { name: withCount(name, mesh), unit: 'ms', value, ...(most !== undefined && { target: { most } }) };
}

async function stepping(mesh: SceneMesh, repetitions: number): Promise<Row> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world);
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, mesh);
  const places = [mesh.positions, mesh.positions.map((value) => value + 0.01)];
  let turn = 0;
  const value = medianMilliseconds(repetitions * 10, () => {
    plugin.moveVertices(cloth, places[++turn & 1]);
    plugin.step();
  });
  return { name: withCount('a step: take vertices in, refit, publish', mesh), unit: 'ms', value };
}

async function snapshots(mesh: SceneMesh, repetitions: number): Promise<Row> {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world);
  plugin.addDeformable(addEntity(world), mesh);
  plugin.step();
  const value = medianMilliseconds(repetitions, () => plugin.snapshot({ meshes: false }));
  return { name: withCount('a snapshot without meshes', mesh), unit: 'ms', value };
}
