// One part of the table, in a process that does nothing else: `report/measure-apart.ts` starts it.
import { processorTimeSince } from './measure.js';
import { PARTS } from './parts.js';

const [name, size] = process.argv.slice(2);
const measure = await PARTS[name].load();
const tables = await measure({
  quick: size === 'quick',
  progress: (text) => process.stderr.write(`  ${text}\n`),
});
process.send?.({ tables, processorSeconds: processorTimeSince() / 1000 }, () => process.exit(0));
