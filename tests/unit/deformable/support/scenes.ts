import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DeformableContacts } from '../../../../src/geometry/index.js';

/** Data that is not in the repository: see the README there. */
export const SCENES = fileURLToPath(new URL('../../../../../shared/data/scenes/', import.meta.url));

export function hasScene(name: string): boolean {
  return existsSync(`${SCENES}${name}.mesh`);
}

/** How many contacts of a kind are not true, and how many true ones are not there. */
export function compareWithTruth(contacts: DeformableContacts, kind: number, truth: ReadonlySet<number>) {
  const found = new Set<number>();
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.kind[i] === kind) found.add(contacts.a[i] * 2 ** 25 + contacts.b[i]);
  }
  const isIn = (set: ReadonlySet<number>) => (key: number) => set.has(key);
  return {
    found: found.size,
    false: [...found].filter((key) => !isIn(truth)(key)).length,
    missed: [...truth].filter((key) => !isIn(found)(key)).length,
  };
}
