// What is no number where an entity, a mesh, seconds or a size is meant: found by `npm run fuzz -- calls`.
import { expect, test } from 'vitest';
import { openScene } from '../support/colliders.js';
import { thrownBy } from '../support/thrown.js';

const ODD: readonly unknown[] = [10n, Symbol('odd'), Object.create(null), null, 'mesh'];

test('whatever stands for an entity, a mesh or a size is refused by a code', async () => {
  const { plugin } = await openScene({ maxEntities: 4 });
  for (const odd of ODD as readonly never[]) {
    const calls: [string, () => unknown][] = [
      ['STALE_ENTITY', () => plugin.removeCollider(odd)],
      ['STALE_ENTITY', () => plugin.readVertices(odd, new Float64Array(3))],
      ['STALE_MESH', () => plugin.unloadMesh(odd)],
      ['STALE_MESH', () => plugin.meshFacts(odd)],
      ['BAD_DT', () => plugin.step(odd)],
      ['BAD_QUERY', () => plugin.overlap({ radius: odd }, { position: [0, 0, 0] })],
      ['BAD_SETTING', () => plugin.addRigidBody(odd, odd)],
    ];
    for (const [code, call] of calls) {
      if (code === 'BAD_SETTING' && typeof odd === 'object' && odd !== null) continue; // no option is missing there
      expect(thrownBy(call), `${code} of ${typeof odd}`).toMatchObject({ code });
    }
  }
  const noShape = thrownBy(() => plugin.overlap(3 as never, { position: [0, 0, 0] }));
  expect(noShape).toMatchObject({ code: 'BAD_SETTING' });
});
