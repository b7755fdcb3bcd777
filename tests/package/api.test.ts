// typedoc reads the sources without a warning. It has a package of its own: where that is not installed, it is not tried.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './packed.js';

const isInstalled = existsSync(join(root, 'docs/api/node_modules/typedoc'));

test.runIf(isInstalled)('the API pages can be written', () => {
  const script = join(root, 'tools/build-api.mjs');
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, '--emit', 'none'], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
