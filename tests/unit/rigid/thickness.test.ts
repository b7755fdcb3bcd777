import { beforeAll, describe, expect, it } from 'vitest';
import { torusMesh } from '../../../scenes/meshes/index.js';
import {
  type ContactMethod,
  contactsOfBodies,
  initGeometry,
  type RigidMesh,
  rigidMesh,
  timeOfContact,
} from '../../../src/geometry/index.js';
import { Seeded } from './seeded.js';
import { boxSoup, scaled } from './soups.js';
import { gapAt, motionOf, randomTrial, type TrialShape } from './trials.js';

beforeAll(() => initGeometry());

const METHODS: readonly ContactMethod[] = ['earliest-first', 'c2a', 'ca'];
const SAMPLES = 60;

/** The distance by all pairs of triangles is the judge, at many times up to the answer. */
function check(
  count: number,
  shape: TrialShape,
  thicknessOf: (seeded: Seeded) => number,
  method: ContactMethod,
  tally: { contact: number; free: number },
): void {
  const seeded = new Seeded(count + method.length);
  for (let i = 0; i < count; i++) {
    const trial = randomTrial(seeded, shape);
    const thickness = thicknessOf(seeded) * trial.scale;
    using a = rigidMesh(trial.a.positions, trial.a.triangles);
    using b = rigidMesh(trial.b.positions, trial.b.triangles);
    const options = { method, thickness, maxPairs: i & 1 ? 8 : 32768 };
    const result = timeOfContact(a, motionOf(trial.screws[0]), b, motionOf(trial.screws[1]), options);
    if (gapAt(trial, 0) <= thickness) {
      expect(result.state).toBe('initial-overlap');
      continue;
    }
    for (let k = 0; k <= SAMPLES; k++) {
      expect(gapAt(trial, (result.time * k) / SAMPLES)).toBeGreaterThan(thickness * (1 - 1e-12));
    }
    if (result.state === 'free') {
      tally.free++;
      continue;
    }
    expect(result.state).toBe('contact');
    if (result.state !== 'contact') continue;
    tally.contact++;
    const noise = 1e-12 * trial.scale;
    expect(gapAt(trial, result.time)).toBeLessThanOrEqual(thickness + result.tolerance + noise);
    expect(Math.abs(result.distance - gapAt(trial, result.time))).toBeLessThanOrEqual(noise);
    expect(result.manifold.length).toBeGreaterThan(0);
  }
}

describe('a thickness', () => {
  it.each(METHODS)('is the distance of contact, early by a tolerance at most: %s', (method) => {
    const tally = { contact: 0, free: 0 };
    const near: TrialShape = { scale: 1e-3, spin: 3, offCentre: true };
    const large: TrialShape = { scale: 1e3, names: ['needles', 'shell'], aside: 1.5 };
    check(method === 'ca' ? 20 : 40, {}, (seeded) => seeded.between(0.001, 0.4), method, tally);
    check(15, near, (seeded) => seeded.between(1e-6, 0.1), method, tally);
    check(15, large, (seeded) => seeded.between(0.01, 0.2), method, tally);
    expect(tally.contact).toBeGreaterThan(10);
    expect(tally.free).toBeGreaterThan(0);
  });

  it('is an overlap where bodies start within it, and found between bodies whose boxes are apart', () => {
    const soup = boxSoup(0.5, 0.5, 0.5);
    using box = rigidMesh(soup.positions, soup.triangles);
    const at = (x: number, v: number) => ({
      start: { position: [x, 0, 0], rotation: [0, 0, 0, 1] },
      linear: [v, 0, 0],
      angular: [0, 0, 0],
    });
    const inside = timeOfContact(box, at(1.2, 1), box, at(0, 0), { thickness: 0.25 });
    expect(inside.state).toBe('initial-overlap');
    const near = [
      { mesh: box, motion: at(0, 0) },
      { mesh: box, motion: at(1.5, -0.1) },
    ];
    const [contact] = contactsOfBodies(near, { thickness: 0.45, tolerance: 1e-6 });
    expect(contact.time).toBeCloseTo(0.5, 4);
    expect(contactsOfBodies(near, { thickness: 0.35, tolerance: 1e-6 })).toEqual([]);
  });
});

describe('bodies too small for f32', () => {
  // Squares of such lengths vanish in f32: bounds on how far something turns would become too small.
  it.each([1e-16, 1e-19, 1e-22, 1e-25, 1e-30])('are never late: size %s', (scale) => {
    const ring = torusMesh({ around: 12, tube: 6, radius: 0.8, tubeRadius: 0.15 });
    const small = scaled(ring, scale);
    using usual: RigidMesh = rigidMesh(ring.positions, ring.triangles);
    using tiny: RigidMesh = rigidMesh(small.positions, small.triangles);
    for (const method of METHODS) {
      for (let i = 0; i < 4; i++) {
        const ask = (mesh: RigidMesh, k: number) =>
          timeOfContact(
            mesh,
            {
              start: { position: [2.2 * k, 0.3 * k * i, 0.1 * k], rotation: [0, 0, 0, 1] },
              linear: [-2 * k, 0.1 * k, 0],
              angular: [1, 2, i],
            },
            mesh,
            {
              start: { position: [0, 0, 0], rotation: [0.6, 0, 0, 0.8] },
              linear: [0, 0, 0],
              angular: [0, -1, 2],
            },
            { method },
          );
        const exact = ask(usual, 1);
        const result = ask(tiny, scale);
        expect(exact.state).toBe('contact');
        expect(['contact', 'initial-overlap']).toContain(result.state);
        expect(result.time).toBeLessThanOrEqual(exact.time + 2e-6);
      }
    }
  });
});
