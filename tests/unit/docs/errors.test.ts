// Every error code has a row in the guide's troubleshooting page, and no other code does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('every code has its cause and remedy', () => {
  const codes = [...read('src/errors.ts').matchAll(/^ {2}\| '([A-Z0-9_]+)'/gm)].map(([, code]) => code);
  const rows = [...read('docs/guide/troubleshooting.md').matchAll(/^\| `([A-Z0-9_]+)` \| .+ \|$/gm)];
  expect(codes.length).toBeGreaterThan(40);
  expect(rows.map(([, code]) => code)).toEqual(codes);
});
