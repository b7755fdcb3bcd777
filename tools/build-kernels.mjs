// npm run build:kernels: the WebAssembly files of src/memory, each from its own list of kernels.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';
import { KERNEL_FILES } from './kernel-files.mjs';

const usage =
  'build:kernels: compiles the kernels to src/memory/core*.wasm (--target release or debug alone)';
if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const only = process.argv.indexOf('--target');
const targets = only > 0 ? [process.argv[only + 1]] : ['release', 'debug'];

/** The compiler's own limit: functions of up to so many nodes are put where they are called. */
const INLINED = 65;

for (const target of targets) {
  for (const { name, entry, inlined } of KERNEL_FILES) {
    const file = `src/memory/${name}${target === 'debug' ? '.debug' : ''}.wasm`;
    const { error } = await asc.main(
      [entry, '--config', 'src/kernels/asconfig.json', '--target', target, '--outFile', file],
      { stdout: { write: () => undefined }, stderr: process.stderr },
    );
    if (error) process.exit(1);
    if (target === 'release') optimizeAgain(file, inlined ?? INLINED);
    process.stdout.write(`${file}: ${statSync(file).size} bytes\n`);
  }
}

/** What the compiler leaves is smaller and faster once its optimizer has seen it again, and may inline more. */
function optimizeAgain(file, inlined) {
  const { Features } = binaryen;
  const module = binaryen.readBinary(readFileSync(file));
  module.setFeatures(
    Features.MutableGlobals |
      Features.SignExt |
      Features.BulkMemory |
      Features.BulkMemoryOpt |
      Features.NontrappingFPToInt |
      Features.SIMD128 |
      Features.Atomics,
  );
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setLowMemoryUnused(true); // the lowest 1024 bytes hold nothing: constants go into the addresses of loads
  binaryen.setAllowInliningFunctionsWithLoops(true);
  binaryen.setFlexibleInlineMaxSize(inlined);
  binaryen.setOneCallerInlineMaxSize(4000); // that of what is called in one place
  module.optimize();
  module.optimize();
  writeFileSync(file, module.emitBinary());
  module.dispose();
}
