import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createElementaryResults,
  edgeEdgeContacts,
  initGeometry,
  vertexFaceContacts,
} from '../../../src/geometry/index.js';
import { readQueryFile } from '../../../tools/conform/query-file.js';

const DIRECTORY = resolve(import.meta.dirname, '../../../../shared/data/queries');
const SETS = ['erleben-cube-cliff-edges', 'erleben-spikes', 'erleben-wedges', 'unit-tests'];
const FILES = SETS.flatMap((set) => [`${set}.vf`, `${set}.ee`]);
const missing = !existsSync(DIRECTORY);

beforeAll(() => initGeometry());

describe(`published hard queries${missing ? ' (skipped: ../shared/data/queries is missing)' : ''}`, () => {
  it.skipIf(missing).each(FILES)('%s: no miss, no false contact', (name) => {
    const file = readQueryFile(resolve(DIRECTORY, name));
    const results = createElementaryResults(file.points.length / 24);
    if (file.kind === 'vf') vertexFaceContacts(file.points, results);
    else edgeEdgeContacts(file.points, results);
    expect(file.truth!.length).toBeGreaterThan(70);
    expect([...results.contact]).toEqual([...file.truth!]);
    results.contact.forEach((touches, i) => {
      if (touches === 0) return;
      expect(results.timeWidth[i]).toBeLessThanOrEqual(1e-8);
      expect(results.time[i]).toBeGreaterThanOrEqual(0);
      expect(results.time[i]).toBeLessThanOrEqual(1);
    });
  });
});
