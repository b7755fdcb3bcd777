import { beforeAll, describe, expect, it } from 'vitest';
import { meshOf } from '../../../scenes/meshes/mesh.js';
import {
  initGeometry,
  rigidMesh,
  type TimeOfContactOptions,
  timeOfContact,
} from '../../../src/geometry/index.js';
import { Seeded } from './seeded.js';
import { bracketOf, gapAt, motionOf, randomTrial, type Trial } from './trials.js';

// Triangles that are points or segments, and faces that meet flat where little is left above rounding.

const METHODS = ['earliest-first', 'c2a', 'ca'] as const;

beforeAll(() => initGeometry());

function ask({ a, b, screws }: Trial, options: TimeOfContactOptions) {
  using meshA = rigidMesh(a.positions, a.triangles);
  using meshB = rigidMesh(b.positions, b.triangles);
  return timeOfContact(meshA, motionOf(screws[0]), meshB, motionOf(screws[1]), options);
}

describe.each(METHODS)('%s', (method) => {
  it('measures triangles that are points or segments', () => {
    const seeded = new Seeded(41);
    let contacts = 0;
    for (let i = 0; i < 150; i++) {
      const trial = randomTrial(seeded, { aside: 0.7, names: ['degenerate'] });
      const result = ask(trial, { method, maxSteps: 10_000 });
      const { crossing } = bracketOf(trial);
      expect(result.state).not.toBe('failed');
      if (crossing !== undefined) expect(result.time).toBeLessThanOrEqual(crossing);
      if (result.state !== 'contact') continue;
      contacts++;
      const gap = gapAt(trial, result.time);
      expect(gap).toBeLessThanOrEqual(result.tolerance * (1 + 1e-6));
      expect(Math.abs(gap - result.distance)).toBeLessThanOrEqual(1e-9);
    }
    expect(contacts).toBeGreaterThan(40);
  });

  it('stops a face in front of a face, however fast it is and however small the tolerance', () => {
    const sheet = meshOf([-1, 0, -1, 1, 0, -1, 0, 0, 1], [0, 2, 1]);
    const still = { rotation: [0, 0, 0, 1], angular: [0, 0, 0], pivot: [0, 0, 0] } as const;
    for (const speed of [1e-3, 1, 1e4, 1e7, 1e10]) {
      for (const tolerance of [0, 1e-12, 1e-6]) {
        for (const turn of [0, 1]) {
          const height = 0.37 * speed;
          const result = ask(
            {
              a: sheet,
              b: sheet,
              scale: 1,
              screws: [
                { ...still, position: [0.1, height, 0.1], linear: [0, -speed, 0], angular: [0, turn, 0] },
                { ...still, position: [0, 0, 0], linear: [0, 0, 0] },
              ],
            },
            { method, tolerance },
          );
          expect(result.state).toBe('contact');
          expect(result.time).toBeLessThanOrEqual(0.37);
          expect((0.37 - result.time) * speed).toBeLessThanOrEqual(result.tolerance * 1.01);
        }
      }
    }
  });
});
