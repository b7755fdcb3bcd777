// What a batch of passes must answer, pixel by pixel in whole numbers: the meaning of the commands, without a GPU.
import {
  ASK,
  COMMAND_WORDS,
  type VisibilityAnswer,
  type VisibilityBackend,
  type VisibilityBatch,
} from '../../src/visibility/backend.js';

const FOOTPRINT = 20;
const LEVELS = 2 ** 22;

export function rasterise({ footprints, passes }: VisibilityBatch, size: number): Uint8Array {
  const seen: number[] = [];
  for (const { commands, commandCount } of passes) {
    const depth = new Int32Array(size * size).fill(LEVELS);
    for (let c = 0; c < commandCount; c++) {
      const [what, first, count] = commands.subarray(c * COMMAND_WORDS, (c + 1) * COMMAND_WORDS);
      let hit = 0;
      for (let f = first; f < first + count; f++) {
        const w = footprints.subarray(f * FOOTPRINT, (f + 1) * FOOTPRINT);
        forEachPixel(w, size, (x, y) => {
          const at = y * size + x;
          const plane = (word: number) => Math.max(0, Math.min(LEVELS - 1, w[word] + w[16] * x + w[17] * y));
          if (what === ASK) hit |= plane(19) >= depth[at] ? 1 : 0;
          else depth[at] = Math.min(depth[at], plane(18));
        });
      }
      if (what === ASK) seen.push(hit);
    }
  }
  return Uint8Array.from(seen);
}

function forEachPixel(w: Int32Array, size: number, visit: (x: number, y: number) => void): void {
  for (let y = Math.max(0, w[1]); y < Math.min(size, w[3]); y++) {
    for (let x = Math.max(0, w[0]); x < Math.min(size, w[2]); x++) {
      if ([4, 7, 10, 13].every((cut) => w[cut] * x + w[cut + 1] * y + w[cut + 2] >= 0)) visit(x, y);
    }
  }
}

/** A backend on the processor, for tests. */
export function processorBackend(size: number): VisibilityBackend {
  return {
    name: 'processor',
    size,
    open() {},
    close() {},
    ask: async (batch): Promise<VisibilityAnswer> => ({
      state: 'answered',
      seen: rasterise(batch, size),
      encodeMs: 0,
    }),
  };
}
