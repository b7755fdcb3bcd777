// How long the page's own thread is busy with handing passes to the GPU: not the drawing.

import { SWEPT_SCENES } from '../scenes/swept/index.js';
import { FOOTPRINT_WORDS } from '../src/visibility/footprint.js';
import { PassWriter } from '../src/visibility/pass-writer.js';
import { DEFAULT_VIEWS } from '../src/visibility/view.js';
import { cullScene } from '../tools/gpu/culled-scene.js';
import { openVisibility } from '../tools/gpu/places.js';
import { type SweptInput, sweptInput } from '../tools/gpu/swept-input.js';
import { median } from './measure.js';
import { type Row, rowsOf, type Table } from './report/row.js';

const CLUSTERS = 1000;
const SIZE = 64;
const REPETITIONS = 15;
const SCENES = ['leaves', 'cloth', 'closed'];

/** A pass over so many clusters, each of which is asked about, with a draw for so many asks. */
function batchOf(asksADraw: number) {
  const writer = new PassWriter();
  writer.begin(SIZE);
  const first = writer.footprintCount;
  for (let k = 0; k < CLUSTERS; k++) {
    const at = writer.room();
    writer.footprints.fill(0, at, at + FOOTPRINT_WORDS);
    writer.footprints.set([2 + (k % 50), 2 + Math.floor(k / 50), 4 + (k % 50), 4 + Math.floor(k / 50)], at);
    writer.footprints.set([k * 100, k * 100 + 50], at + FOOTPRINT_WORDS - 2);
    writer.advance();
  }
  writer.beginPass();
  for (let k = 0; k < CLUSTERS; k += asksADraw) {
    writer.draw(first + k, asksADraw);
    for (let i = 0; i < asksADraw; i++) writer.ask(first + k + i, 1);
  }
  writer.endPass();
  return writer.batch();
}

const LABELS = { node: 'WebGPU in Node', webgpu: 'WebGPU in Chromium', webgl2: 'WebGL2 in Chromium' };

/** Medians, and the least: other work on the machine only ever adds. */
export async function gpuEncode(): Promise<Table> {
  const rows: Row[] = [];
  const inputs = SCENES.map((scene) => [scene, sweptInput(SWEPT_SCENES[scene](1))] as const);
  for (const name of ['node', 'webgpu', 'webgl2'] as const) {
    await using place = await openVisibility(name);
    const backend = place.backend(SIZE);
    const timed = async (
      label: string,
      clusters: number,
      run: () => Promise<{ asks: number; ms: number }>,
    ) => {
      let asks = 0;
      const times: number[] = [];
      for (let i = 0; i <= REPETITIONS; i++) {
        const ran = await run();
        asks = ran.asks;
        // The first one compiles shaders and makes buffers.
        if (i > 0) times.push(ran.ms);
      }
      rows.push(
        ...rowsOf(`${LABELS[name]}: ${label}`, {
          clusters: [clusters, ''],
          asks: [asks, ''],
          median: [median(times), 'ms', { target: { most: 2 } }],
          least: [Math.min(...times), 'ms'],
        }),
      );
    };
    for (const [scene, input] of inputs) {
      await timed(`a step of ${scene}`, clustersWithPartner(input), async () => {
        const { asks, encodeMs } = await cullScene(input, backend, 'step', DEFAULT_VIEWS);
        return { asks, ms: encodeMs };
      });
    }
    for (const asksADraw of [1, 10]) {
      const batch = batchOf(asksADraw);
      await timed(`one pass, a draw for ${asksADraw} asks`, CLUSTERS, async () => {
        const answer = await backend.ask(batch);
        return { asks: CLUSTERS, ms: answer.state === 'answered' ? answer.encodeMs : Number.NaN };
      });
    }
  }
  return {
    title: 'Encoding',
    about:
      'Elapsed time from the first call to the submitted commands. Clusters: those that have a partner. A step asks 3 oblique views, objects first.',
    rows,
  };
}

function clustersWithPartner({ pairs }: SweptInput): number {
  const { a, b, count } = pairs;
  return new Set([...a.subarray(0, count), ...b.subarray(0, count)]).size;
}
