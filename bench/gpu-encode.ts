// How long the page's own thread is busy with handing passes to WebGPU: not the drawing.

import { FOOTPRINT_WORDS } from '../src/visibility/footprint.js';
import { PassWriter } from '../src/visibility/pass-writer.js';
import { openVisibility } from '../tools/gpu/places.js';
import { median } from './measure.js';
import { type Row, rowsOf, type Table } from './report/row.js';

const CLUSTERS = 1000;
const SIZE = 64;
const REPETITIONS = 9;

/** Passes over so many clusters; every cluster is drawn and asked in each, a draw for so many asks. */
function batchOf(passes: number, asksADraw: number) {
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
  for (let pass = 0; pass < passes; pass++) {
    writer.beginPass();
    for (let k = 0; k < CLUSTERS; k += asksADraw) {
      writer.draw(first + k, asksADraw);
      for (let i = 0; i < asksADraw; i++) writer.ask(first + k + i, 1);
    }
    writer.endPass();
  }
  return writer.batch();
}

const LABELS = { node: 'WebGPU in Node', webgpu: 'WebGPU in Chromium', webgl2: 'WebGL2 in Chromium' };

/** Medians, and the least: other work on the machine only ever adds. */
export async function gpuEncode(): Promise<Table> {
  const rows: Row[] = [];
  for (const name of ['node', 'webgpu', 'webgl2'] as const) {
    await using place = await openVisibility(name);
    const backend = place.backend(SIZE);
    for (const [passes, asksADraw] of [
      [1, 1],
      [1, 10],
      [2, 10],
      [12, 10],
    ]) {
      const batch = batchOf(passes, asksADraw);
      const times: number[] = [];
      for (let i = 0; i < REPETITIONS; i++) {
        const answer = await backend.ask(batch);
        if (answer.state === 'answered') times.push(answer.encodeMs);
      }
      rows.push(
        ...rowsOf(`${LABELS[name]}, passes: ${passes}, asks a draw: ${asksADraw}`, {
          asks: [passes * CLUSTERS, ''],
          median: [median(times), 'ms'],
          least: [Math.min(...times), 'ms'],
        }),
      );
    }
  }
  return { title: 'Encoding 1,000 clusters', about: 'Elapsed time.', rows };
}
