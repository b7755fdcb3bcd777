// npm run build:kernels: the WebAssembly files of src/memory, each from its own list of kernels.
import { statSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { KERNEL_FILES } from './kernel-files.mjs';

const usage =
  'build:kernels: compiles the kernels to src/memory/core*.wasm (--target release or debug alone)';
if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const only = process.argv.indexOf('--target');
const targets = only > 0 ? [process.argv[only + 1]] : ['release', 'debug'];

for (const target of targets) {
  for (const { name, entry } of KERNEL_FILES) {
    const file = `src/memory/${name}${target === 'debug' ? '.debug' : ''}.wasm`;
    const { error } = await asc.main(
      [entry, '--config', 'src/kernels/asconfig.json', '--target', target, '--outFile', file],
      { stdout: { write: () => undefined }, stderr: process.stderr },
    );
    if (error) process.exit(1);
    process.stdout.write(`${file}: ${statSync(file).size} bytes\n`);
  }
}
