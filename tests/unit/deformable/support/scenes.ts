import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DeformableContacts } from '../../../../src/geometry/index.js';

/** Data that is not in the repository: see the README there. */
export const SCENES = fileURLToPath(new URL('../../../../../shared/data/scenes/', import.meta.url));

export function hasScene(name: string): boolean {
  return existsSync(`${SCENES}${name}.mesh`);
}

/** The true contacts of a kind, as `a * 2^25 + b`. */
export function readTruth(path: string): Set<number> {
  const file = readFileSync(path);
  const words = new Int32Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const truth = new Set<number>();
  for (let i = 0; i < words[0]!; i++) {
    if (words[3 + 3 * i] !== 0) truth.add(words[1 + 3 * i]! * 2 ** 25 + words[2 + 3 * i]!);
  }
  return truth;
}

/** How many contacts of a kind are not true, and how many true ones are not there. */
export function compareWithTruth(contacts: DeformableContacts, kind: number, truth: ReadonlySet<number>) {
  const found = new Set<number>();
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.kind[i] === kind) found.add(contacts.a[i]! * 2 ** 25 + contacts.b[i]!);
  }
  const isIn = (set: ReadonlySet<number>) => (key: number) => set.has(key);
  return {
    found: found.size,
    false: [...found].filter((key) => !isIn(truth)(key)).length,
    missed: [...truth].filter((key) => !isIn(found)(key)).length,
  };
}
