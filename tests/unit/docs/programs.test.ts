// Every program in README.md and docs compiles against the public types; tests/package/docs.test.ts runs them.
import { beforeAll, expect, test } from 'vitest';
import { CompiledPrograms } from '../../support/compiled-programs.js';

let programs: CompiledPrograms;
beforeAll(() => {
  programs = new CompiledPrograms();
});

test('there are some', () => {
  expect(programs.sources.size).toBeGreaterThan(30);
});

test('all of them compile', () => {
  expect(programs.problems()).toEqual([]);
});

// By its type: a variable of another thing that has the same name is no use of it.
test('together they use all that a plugin has, and each of its options', () => {
  expect(programs.unusedMembers('src/plugin/collision-plugin.ts', 'CollisionPlugin')).toEqual([]);
  expect(programs.unusedMembers('src/plugin/options.ts', 'PluginOptions')).toEqual([]);
});
