// The compute shader's pairs are the processor's, in their order: WebGPU in Node.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SMALL_SWEPT_SCENES } from '../../scenes/swept/index.js';
import { softwareVulkan } from '../../tools/gpu/node-place.js';

test('sweep and prune on the GPU', () => {
  const script = join(import.meta.dirname, '../../tools/gpu/compare-sweeps.ts');
  const scenes = [...SMALL_SWEPT_SCENES, 'leaves'];
  const out = execFileSync(process.execPath, ['--import', 'tsx', script, ...scenes], {
    env: softwareVulkan(),
    encoding: 'utf8',
  });
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, number>);
  // The same with the option of the backend; one that was not opened leaves it to the processor.
  expect(answers.pop()).toEqual({ backend: true, afterClosing: false });
  expect(answers).toHaveLength(scenes.length);
  for (const answer of answers) {
    expect(answer).toMatchObject({ differ: 0 });
    expect(answer.pairs).toBeGreaterThan(100);
  }
  // More than there was room for at first.
  expect(Math.max(...answers.map(({ pairs }) => pairs))).toBeGreaterThan(1 << 14);
});
