// The package's worker, which comes to its end in the middle of its work: DYING_WORKER says after how many pieces of work that
// it took, and how: "3 exits", "1 hangs".
import { register } from 'tsx/esm/api';

const [pieces, how] = process.env.DYING_WORKER.split(' ');
const take = Atomics.compareExchange;
let taken = 0;

Atomics.compareExchange = (words, index, expected, next) => {
  const found = take(words, index, expected, next);
  if (found === expected && ++taken === Number(pieces)) end();
  return found;
};

function end() {
  if (how === 'exits') process.exit(0);
  for (;;);
}

register();
await import('../../../src/crew/worker.ts');
