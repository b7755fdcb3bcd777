// Answers batches in a page. Typed arrays travel as base64.
import { webgl2, webgpu } from '../../../src/gpu/index.js';
import { COMMAND_WORDS } from '../../../src/visibility/backend.js';
import { remoteBackends } from '../remote.js';
import './faults.js';
import type { PageAnswer, PageBatch } from './wire.js';

const deadline = 300_000;
const PLACES = {
  webgl2: remoteBackends((size) => webgl2({ size, deadline })),
  webgpu: remoteBackends((size) => webgpu({ size, deadline })),
};

async function ask(name: keyof typeof PLACES, batch: PageBatch): Promise<PageAnswer> {
  const passes = batch.passes.map(({ commands, askCount }) => {
    const words = new Uint32Array(bytesOf(commands).buffer);
    return { commands: words, commandCount: words.length / COMMAND_WORDS, askCount };
  });
  const footprints = new Int32Array(bytesOf(batch.footprints).buffer);
  const { size, footprintCount } = batch;
  const { answer, milliseconds } = await PLACES[name]({ size, footprintCount, footprints, passes });
  if (answer.state === 'unknown') return { answer, milliseconds };
  return { answer: { ...answer, seen: [...answer.seen].join('') }, milliseconds };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

Object.assign(globalThis, { askVisibility: ask });
