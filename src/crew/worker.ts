import { clothPieces } from '../cloth/cloth-jobs.js';
import { clothStage } from '../cloth/stage-parts.js';
import type { CoreKernels } from '../memory/core.js';
import { linkNow } from '../memory/link-kernels.js';
import { impacts } from '../rigid/impact-jobs.js';
import { linkCertificates, linkTouches } from '../rigid/link-jobs.js';
import { searchRecord, searchShare } from '../search/search-jobs.js';
import {
  ASLEEP,
  CREW_WORDS,
  FILLED,
  QUIT,
  READY,
  STATE,
  slotOf,
  TAKEN,
  takeSlot,
  VALUE,
  type WorkerStart,
} from './crew-layout.js';
import { Hand } from './hand.js';
import {
  CLOTH_PIECES,
  CLOTH_STAGE,
  FREE,
  IMPACTS,
  LINK_CERTIFICATES,
  LINK_TOUCHES,
  SEARCH_RECORD,
  SEARCH_SHARE,
} from './job-kinds.js';

/** Looks so often for work before it goes to sleep: some microseconds, about what waking up takes. */
const LOOKS = 4000;
const LONGEST_SLEEP_MS = 1000;

/** What is done about each kind of work; `value` is what the slot says besides. */
const JOBS: Readonly<Record<number, (hand: Hand, value: number) => void>> = {
  [SEARCH_SHARE]: searchShare,
  [SEARCH_RECORD]: searchRecord,
  [LINK_TOUCHES]: linkTouches,
  [LINK_CERTIFICATES]: linkCertificates,
  [IMPACTS]: impacts,
  [CLOTH_PIECES]: clothPieces,
  [CLOTH_STAGE]: clothStage,
};

function begin({ crew, memory, modules, scratch }: WorkerStart): void {
  const kernels = linkNow(modules, memory) as unknown as CoreKernels;
  if (scratch !== 0) kernels.useExactScratch(scratch);
  const words = new Int32Array(memory.buffer, crew, CREW_WORDS);
  const hand = new Hand(kernels, memory, crew);
  Atomics.store(words, READY, 1);
  while (Atomics.load(words, QUIT) === 0) {
    const number = takeSlot(words);
    if (number < 0) {
      sleep(words);
      continue;
    }
    const slot = slotOf(number);
    JOBS[Atomics.load(words, STATE + slot)](hand, Atomics.load(words, VALUE + slot) >>> 0);
    Atomics.store(words, STATE + slot, FREE);
  }
}

function sleep(words: Int32Array): void {
  for (let look = 0; look < LOOKS; look++) if (takesWork(words)) return;
  const filled = Atomics.load(words, FILLED);
  Atomics.store(words, ASLEEP, 1);
  if (!takesWork(words)) Atomics.wait(words, FILLED, filled, LONGEST_SLEEP_MS);
  Atomics.store(words, ASLEEP, 0);
}

function takesWork(words: Int32Array): boolean {
  return Atomics.load(words, FILLED) !== Atomics.load(words, TAKEN) || Atomics.load(words, QUIT) !== 0;
}

type Port = { once(event: 'message', hear: (start: WorkerStart) => void): void };

// A worker of a page hears messages as its own events, one of Node through its port.
const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
const threads = process?.getBuiltinModule?.('node:worker_threads') as { parentPort: Port | null } | undefined;
if (threads?.parentPort) threads.parentPort.once('message', begin);
else {
  globalThis.addEventListener('message', (event) => begin((event as MessageEvent<WorkerStart>).data), {
    once: true,
  });
}
