// npm run build: core.wasm (release and debug), then the library into dist/.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { runAll } from './run-all.mjs';

if (process.argv.includes('--help')) {
  process.stdout.write('build: compiles the kernels to core.wasm and the library to dist/\n');
  process.exit(0);
}

rmSync('dist', { recursive: true, force: true });
runAll([
  ['kernels', 'asc', '--config', 'src/kernels/asconfig.json', '--target', 'release'],
  ['kernels, debug', 'asc', '--config', 'src/kernels/asconfig.json', '--target', 'debug'],
  ['types', 'tsc', '-p', 'tsconfig.build.json', '--emitDeclarationOnly'],
  ['library', 'tsc', '-p', 'tsconfig.build.json', '--declaration', 'false', '--removeComments'],
]);
mkdirSync('dist/memory', { recursive: true });
copyFileSync('src/memory/core.wasm', 'dist/memory/core.wasm');
