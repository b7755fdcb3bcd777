// The package's worker, which comes to its end in the middle of its work: DYING_WORKER says after how many pieces of work that
// it took, how, and of which kind they are (any unless it says so): "3 exits", "1 hangs 4".
import { register } from 'tsx/esm/api';

/** As in src/crew/crew-layout.ts. */
const TAKEN = 1;
const STATE = 16;
const SLOTS = 8;

const [pieces, how, kind] = process.env.DYING_WORKER.split(' ');
const take = Atomics.compareExchange;
let taken = 0;

Atomics.compareExchange = (words, index, expected, next) => {
  const found = take(words, index, expected, next);
  if (found !== expected || index !== TAKEN) return found;
  const isCounted = kind === undefined || words[STATE + (expected % SLOTS)] === Number(kind);
  if (isCounted && ++taken === Number(pieces)) end();
  return found;
};

function end() {
  if (how === 'exits') process.exit(0);
  for (;;);
}

register();
await import('../../../src/crew/worker.ts');
