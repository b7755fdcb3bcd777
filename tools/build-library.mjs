// npm run build: the kernels (release and debug), then the library into dist/.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { KERNEL_FILES } from './kernel-files.mjs';
import { runAll } from './run-all.mjs';

if (process.argv.includes('--help')) {
  process.stdout.write('build: compiles the kernels to core*.wasm and the library to dist/\n');
  process.exit(0);
}

rmSync('dist', { recursive: true, force: true });
runAll([
  ['kernels', 'node', 'tools/build-kernels.mjs'],
  ['types', 'tsc', '-p', 'tsconfig.build.json', '--emitDeclarationOnly'],
  ['library', 'tsc', '-p', 'tsconfig.build.json', '--declaration', 'false', '--removeComments'],
]);
mkdirSync('dist/memory', { recursive: true });
for (const { name } of KERNEL_FILES) copyFileSync(`src/memory/${name}.wasm`, `dist/memory/${name}.wasm`);
