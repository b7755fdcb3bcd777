// npm run check: everything that needs no run of the code. Under 30 seconds.
import { runTogether } from './run-all.mjs';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'check: compiles the kernels, checks types, lint, format and dependency rules (under 30 s)\n',
  );
  process.exit(0);
}

await runTogether([
  ['lint and format', 'biome', 'ci', '.'],
  ['kernels compile', 'node', 'tools/build-kernels.mjs', '--target', 'release'],
  ['types: kernels, as an editor sees them', 'tsc', '--noEmit', '-p', 'src/kernels'],
  ['types: library, tools and tests', 'tsc', '-p', 'tsconfig.json'],
  ['no view outlives growing memory', 'node', 'tools/check-views.mjs'],
  ['mathematics that engines share', 'node', 'tools/own-math.mjs'],
  ['dependency rules', 'depcruise', 'src', 'tools', 'tests', 'scenes', 'bench', 'demos'],
]);
