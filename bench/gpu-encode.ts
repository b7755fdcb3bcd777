// How long the page's own thread is busy with handing passes to the GPU: not the drawing.

import { SWEPT_SCENES } from '../scenes/swept/index.js';
import { FOOTPRINT_WORDS } from '../src/visibility/footprint.js';
import { PassWriter } from '../src/visibility/pass-writer.js';
import { DEFAULT_VIEWS } from '../src/visibility/view.js';
import { cullScene } from '../tools/gpu/culled-scene.js';
import { type OpenedPlace, openVisibility } from '../tools/gpu/places.js';
import { type SweptInput, sweptInput } from '../tools/gpu/swept-input.js';
import { median } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

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

const PLACES = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** Medians, and the least: other work on the machine only ever adds. */
export const gpuEncode: Measure = async ({ progress, quick }) => {
  const inputs = SCENES.map((scene) => [scene, sweptInput(SWEPT_SCENES[scene](1))] as const);
  const rows: Row[] = [];
  const without: string[] = [];
  for (const name of quick ? PLACES.slice(0, 1) : PLACES) {
    progress(LABELS[name]);
    const opened = await openVisibility(name).catch((error: unknown) => String(error));
    if (typeof opened === 'string') {
      without.push(`${LABELS[name]} (${opened})`);
      continue;
    }
    await using place = opened;
    rows.push(...(await encodedIn(place, LABELS[name], inputs)));
  }
  const about =
    'Elapsed time from the first call to the submitted commands. Clusters: those that have a partner. A step asks 3 oblique views, objects first.';
  const missing = without.length > 0 ? ` Not there: ${without.join(', ')}.` : '';
  return [{ title: 'Encoding', about: about + missing, rows }];
};

type Input = readonly [scene: string, input: SweptInput];

async function encodedIn(place: OpenedPlace, label: string, inputs: readonly Input[]): Promise<Row[]> {
  const rows: Row[] = [];
  const backend = place.backend(SIZE);
  const timed = async (what: string, clusters: number, run: () => Promise<{ asks: number; ms: number }>) => {
    let asks = 0;
    const times: number[] = [];
    for (let i = 0; i <= REPETITIONS; i++) {
      const ran = await run();
      asks = ran.asks;
      // The first one compiles shaders and makes buffers.
      if (i > 0) times.push(ran.ms);
    }
    rows.push(
      ...rowsOf(`${label}: ${what}`, {
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
  return rows;
}

function clustersWithPartner({ pairs }: SweptInput): number {
  const { a, b, count } = pairs;
  return new Set([...a.subarray(0, count), ...b.subarray(0, count)]).size;
}
