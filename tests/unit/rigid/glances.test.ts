import { beforeAll, expect, test } from 'vitest';
import { initGeometry, rigidMesh, timeOfContact } from '../../../src/geometry/index.js';
import { Seeded } from './seeded.js';

beforeAll(() => initGeometry());

const TRIANGLES = Uint32Array.from([0, 1, 2]);

// Earliest-first advancement dismisses pairs of triangles that are seen to stay apart for the rest of the motion; plain conservative
// advancement measures all of them.
test('no pair of turning triangles that meets later is dismissed at a glance', () => {
  const seeded = new Seeded(2027);
  const vector = (size: number) => [0, 1, 2].map(() => seeded.between(-size, size));
  const soup = () => Float64Array.from({ length: 9 }, () => seeded.between(-0.3, 0.3));
  let contacts = 0;
  for (let i = 0; i < 2000; i++) {
    using a = rigidMesh(soup(), TRIANGLES);
    using b = rigidMesh(soup(), TRIANGLES);
    const move = (position: number[]) => {
      const rotation = [0, 0, 0, 1];
      // long arms: a corner goes in an arc, away first and back again
      return { start: { position, rotation }, linear: vector(0.5), angular: vector(2.5), pivot: vector(1.5) };
    };
    const [moveA, moveB] = [move(vector(0.8)), move(vector(0.8))];
    const [quick, plain] = (['earliest-first', 'ca'] as const).map((method) =>
      timeOfContact(a, moveA, b, moveB, { method }),
    );
    expect(quick!.state, `${i}`).toBe(plain!.state);
    expect(Math.abs(quick!.time - plain!.time), `${i}`).toBeLessThan(1e-3);
    if (quick!.state === 'contact') contacts++;
  }
  expect(contacts).toBeGreaterThan(30);
});
