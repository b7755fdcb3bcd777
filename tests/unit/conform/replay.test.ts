import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import { replay } from '../../../tools/conform/replay.js';
import { addSheet, openScene } from '../../support/colliders.js';
import { rejectedBy } from '../../support/thrown.js';

const folder = mkdtempSync(join(tmpdir(), 'first-contact-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('conform replay', () => {
  test('steps an exported frame to the same bits as the page that exported it', async () => {
    const scene = await openScene();
    const sheet = gridMesh({ columns: 5, rows: 5 });
    const cloth = addSheet(scene, sheet);
    scene.plugin.step(1 / 30);
    scene.plugin.moveVertices(
      cloth,
      sheet.positions.map((value) => value * 1.5),
    );
    const frame = join(folder, 'frame.bin');
    const out = join(folder, 'after.bin');
    writeFileSync(frame, scene.plugin.snapshot());
    const summary = await replay.run([frame], out, {});
    scene.plugin.step(1 / 30);
    expect(summary).toMatchObject({ kind: 'replay', step: 2, colliders: 1, counters: { refitted: 1 } });
    const again = await replay.run([frame], undefined, {});
    expect(again).toMatchObject({ hash: (summary as { hash: string }).hash });
    expect(Buffer.compare(readFileSync(out), scene.plugin.snapshot())).toBe(0);
  });

  test('says what is wrong with a file', async () => {
    const frame = join(folder, 'text.bin');
    writeFileSync(frame, 'this is not a snapshot, whatever its name says');
    expect(await rejectedBy(() => replay.run([frame], undefined, {}))).toMatchObject({
      code: 'SNAPSHOT_CORRUPT',
    });
    expect(await rejectedBy(() => replay.run([join(folder, 'none.bin')], undefined, {}))).toMatchObject({
      message: expect.stringContaining('none.bin'),
    });
  });
});
