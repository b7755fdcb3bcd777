// The package's worker, which comes to its end in the middle of its work: DYING_WORKER says after how many pieces of work that
// it took, how, and of which kind they are (any unless it says so): "3 exits", "1 hangs 4"; "1 hangs-with-part 7": with a part of it.
import { register } from 'tsx/esm/api';

/** As in src/crew/crew-layout.ts. */
const TAKEN = 1;
const STATE = 16;
const SLOTS = 8;
const PARTS_TAKEN = 9;
/** As in src/cloth/stage-parts.ts: a job's first part, and the one behind its last. */
const FIRST = 32 + 2;
const END = 32 + 3;

const [pieces, how, kind] = process.env.DYING_WORKER.split(' ');
const take = Atomics.compareExchange;
const add = Atomics.add;
let taken = 0;
let isDying = false;

Atomics.compareExchange = (words, index, expected, next) => {
  const found = take(words, index, expected, next);
  if (found !== expected || index !== TAKEN) return found;
  const isCounted = kind === undefined || words[STATE + (expected % SLOTS)] === Number(kind);
  isDying = isCounted && ++taken >= Number(pieces);
  if (isDying && !how.endsWith('with-part')) end();
  return found;
};

/** Where it came too late for a part, the next piece is as good. */
Atomics.add = (words, index, more) => {
  const part = add(words, index, more);
  if (isDying && index === PARTS_TAKEN && part < words[END] - words[FIRST]) end();
  return part;
};

function end() {
  if (how.startsWith('exits')) process.exit(0);
  for (;;);
}

register();
await import('../../../src/crew/worker.ts');
