// The programs of docs that need no browser, and the examples in sources, run as they stand, against the packed tarball. readme.test.ts has README's.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { docPrograms, fileNameOf } from '../support/doc-programs.js';
import { install, root, temporaryFolder } from './packed.js';

interface Outcome {
  readonly output: string;
  readonly problem: string | null;
}

const consumer = temporaryFolder();
afterAll(() => consumer[Symbol.dispose]());
install(consumer.path, [
  'bitecs',
  'babylonjs',
  '@dimforge/rapier3d-compat',
  '@dimforge/rapier3d-deterministic-compat',
]);

const programs = docPrograms().filter(
  ({ place, needsBrowser }) => !place.startsWith('README') && !needsBrowser,
);
const outcomes = runAll();

test.each(programs)('$place runs, and prints what it says', ({ place, output }) => {
  const outcome = outcomes[place];
  expect(outcome.problem).toBeNull();
  if (output !== undefined) expect(outcome.output).toBe(output);
});

/** One process for all of them, each in a thread of its own: nothing of one is left for the next. */
function runAll(): Readonly<Record<string, Outcome>> {
  const files = programs.map((program) => {
    const file = join(consumer.path, fileNameOf(program, '.mjs'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withoutTypes(program.code));
    return [program.place, file];
  });
  const meshes = readFileSync(join(root, 'docs/guide/meshes.ts'), 'utf8');
  writeFileSync(join(consumer.path, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(consumer.path, 'docs/guide/meshes.js'), withoutTypes(meshes));
  const runner = join(root, 'tests/package/run-programs.mjs');
  const answer = execFileSync(process.execPath, [runner, JSON.stringify(files)], {
    cwd: consumer.path,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(answer);
}

function withoutTypes(code: string): string {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  return outputText;
}
