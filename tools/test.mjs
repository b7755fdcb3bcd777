// npm test: types, lint, dependency rules, then unit, property, oracle, package and browser tests.
import { existsSync } from 'node:fs';
import { runAll } from './run-all.mjs';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'test: check, build, unit and property tests, package tests, browser tests in a real Chromium\n',
  );
  process.exit(0);
}

runAll([
  ['check', 'node', 'tools/check.mjs'],
  ['build', 'node', 'tools/build-library.mjs'],
  ['unit, property and oracle tests', 'vitest', 'run', '--project', 'unit'],
  ['package tests', 'vitest', 'run', '--project', 'package'],
  ['browser tests', 'vitest', 'run', '--project', 'browser'],
]);

if (!existsSync('../shared/data')) {
  process.stdout.write(
    'skipped: the tests that read ../shared/data (published queries, scenes and motions with known contacts): it is missing\n',
  );
}
