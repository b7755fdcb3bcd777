// Hashes of what programs compute, kept in the repository: the same bits as when they were written, on any machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const file = join(import.meta.dirname, 'determinism.json');

/** Compares a program's hash with the repository's; UPDATE_DETERMINISM=1 stores it, where another result is meant. */
export function expectPinned(name: string, hash: string): void {
  const pinned = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  if (process.env.UPDATE_DETERMINISM) {
    writeFileSync(file, `${JSON.stringify({ ...pinned, [name]: hash }, null, 2)}\n`);
    return;
  }
  expect(hash, `${name}: where another result is meant, UPDATE_DETERMINISM=1 stores it`).toBe(pinned[name]);
}
