import { describe, expect, test } from 'vitest';
import { firstContact, touches } from './exact/first-contact.js';
import type { Kind } from './exact/query.js';
import { QUERY_FILES, queryFileExists, readQueryFile } from './query-files.js';
import { readSceneTruth, SCENES, sceneExists } from './scene-files.js';

const note = (there: boolean): string => (there ? '' : ' (data missing: ../shared/data)');

describe('the oracle agrees with the truth that came with the data', () => {
  for (const { name, kind } of QUERY_FILES) {
    const there = queryFileExists(name, kind);
    test.skipIf(!there)(`${name}.${kind}${note(there)}`, () => {
      const wrong = readQueryFile(name, kind).flatMap(({ points, truth }, i) =>
        touches(kind, points) === truth && firstContact(kind, points, { shortcut: false }).contact === truth
          ? []
          : [i],
      );
      expect(wrong).toEqual([]);
    });
  }

  for (const name of SCENES) {
    const there = sceneExists(name);
    test.skipIf(!there)(`scene ${name}${note(there)}`, () => {
      for (const kind of ['vf', 'ee'] as const satisfies readonly Kind[]) {
        const wrong: number[][] = [];
        let checked = 0;
        for (const { points, truth, pair } of readSceneTruth(name, kind)) {
          checked++;
          if (touches(kind, points) !== truth) wrong.push(pair);
        }
        expect(checked).toBeGreaterThan(100);
        expect(wrong).toEqual([]);
      }
    });
  }
});
