// From which size on culling by pictures can pay: two layers that wave above each other and are apart. The processor's time of a
// step with and without it; pictures themselves are left out, as if a GPU took none of the page's time.
import { addEntity, createWorld } from 'bitecs';
import { gridMesh } from '../scenes/meshes/index.js';
import { sin } from '../scenes/meshes/trig.js';
import { createCollisionPlugin, GPU_CULLING_ON } from '../src/index.js';
import type { VisibilityBackend } from '../src/visibility/backend.js';
import { rasterise } from '../tests/gpu/rasteriser.js';
import { median } from './measure.js';
import { type Row, rowsOf, type Table } from './report/row.js';

const QUADS = [8, 16, 32, 48, 64, 96, 128];
const STEPS = 9;
const PIXELS = 256;
/** Of the layers' width: at the first one they are far apart for their waves, at the last one they nearly touch. */
const GAPS = [0.05, 0.01];

export async function gpuSizes(progress: (text: string) => void): Promise<Table> {
  const rows: Row[] = [];
  for (const gap of GAPS) {
    for (const quads of QUADS) {
      progress(`two layers of ${2 * quads * quads} triangles`);
      const bare = await timeOf(quads, gap);
      const backend = freeBackend();
      const culled = await timeOf(quads, gap, backend);
      rows.push(
        ...rowsOf(`${4 * quads * quads} triangles, ${gap} apart`, {
          'without pictures': [bare.milliseconds, 'ms'],
          'with pictures': [culled.milliseconds, 'ms'],
          'with / without': [culled.milliseconds / bare.milliseconds, ''],
          'pairs removed': [culled.occluded, ''],
          asks: [backend.asks, ''],
        }),
      );
    }
  }
  return {
    title: 'From which size on pictures can pay',
    about: `Two waving layers that are apart. Processor time of a step, ${STEPS} steps, medians; drawing and encoding left out. ${PIXELS} pixels, 3 oblique views.`,
    rows,
  };
}

async function timeOf(quads: number, gap: number, visibility?: ReturnType<typeof freeBackend>) {
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, visibility === undefined ? {} : { visibility });
  const { positions, triangles } = gridMesh({ columns: quads, rows: quads, width: 1, depth: 1 });
  const at = (layer: number, step: number) =>
    positions.map((value, p) =>
      p % 3 === 1
        ? gap * layer + 0.05 * sin(9 * positions[p - 1] + 7 * positions[p + 1] + 0.02 * step)
        : value,
    );
  const settings = { gpuCulling: GPU_CULLING_ON, selfCollision: 0 };
  const layers = [0, 1].map((layer) => {
    const entity = addEntity(world);
    plugin.addDeformable(entity, { positions: at(layer, 0), triangles, settings });
    return entity;
  });
  const times: number[] = [];
  let occluded = 0;
  for (let step = 1; step <= STEPS + 2; step++) {
    for (const [layer, entity] of layers.entries()) plugin.moveVertices(entity, at(layer, step));
    const drawn = visibility?.drawn ?? 0;
    const start = process.cpuUsage();
    await plugin.stepAsync(1 / 60);
    const { user, system } = process.cpuUsage(start);
    // The first ones grow buffers.
    if (step > 2) times.push((user + system) / 1000 - ((visibility?.drawn ?? 0) - drawn));
    occluded = plugin.counters.occludedPairs;
  }
  plugin.dispose();
  return { milliseconds: median(times), occluded };
}

/** Says what pictures would, and how long that took the processor. */
function freeBackend(): VisibilityBackend & { drawn: number; asks: number } {
  const backend = {
    name: 'reference',
    size: PIXELS,
    drawn: 0,
    asks: 0,
    open() {},
    close() {},
    ask: async (batch: Parameters<VisibilityBackend['ask']>[0]) => {
      const start = process.cpuUsage();
      const seen = rasterise(batch, PIXELS);
      const { user, system } = process.cpuUsage(start);
      backend.drawn += (user + system) / 1000;
      backend.asks = seen.length;
      return { state: 'answered' as const, seen, encodeMs: 0 };
    },
  };
  return backend;
}
