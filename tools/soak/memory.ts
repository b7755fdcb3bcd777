import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CollisionPlugin } from '../../src/index.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * From now on no function is compiled to machine code: the engine goes on with that for hours, and its code (0.4 to 0.9 MB in 35 scenes)
 * would hide what the library leaks. What has been compiled stays.
 */
export function compileNoMore(): void {
  for (const flag of ['--no-opt', '--no-maglev', '--no-sparkplug']) setFlagsFromString(flag);
}

/**
 * Bytes that are in use when nothing is left to collect: of the script, and what the plugin holds in its memory. The memory
 * itself stays as large as the most violent step made it: WebAssembly gives none back.
 */
export function bytesInUse(plugin: CollisionPlugin): number {
  for (let k = 0; k < 3; k++) collect();
  const { heapUsed, external } = process.memoryUsage();
  const { liveBytes, memoryBytes } = plugin.memory;
  return heapUsed + external - memoryBytes + liveBytes;
}
