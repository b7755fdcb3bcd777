import { beforeAll, describe, expect, it } from 'vitest';
import {
  initGeometry,
  rigidMesh,
  type TimeOfContactOptions,
  timeOfContact,
} from '../../../src/geometry/index.js';
import { Seeded } from './seeded.js';
import { bracketOf, gapAt, motionOf, randomTrial, type Trial, type TrialShape } from './trials.js';

// Every answer against a bracket that shares no code with the kernels: contact is never reported after a time at which
// triangles are seen to cross, freedom never where they are, and a contact is within tolerance by another distance.

beforeAll(() => initGeometry());

interface Tally {
  contacts: number;
  free: number;
}

function check(trial: Trial, options: TimeOfContactOptions, tally: Tally): void {
  using a = rigidMesh(trial.a.positions, trial.a.triangles);
  using b = rigidMesh(trial.b.positions, trial.b.triangles);
  const result = timeOfContact(a, motionOf(trial.screws[0]), b, motionOf(trial.screws[1]), options);
  const { crossing } = bracketOf(trial);
  if (result.state === 'free') {
    expect(crossing).toBeUndefined();
    tally.free++;
    return;
  }
  expect(result.state).toBe('contact');
  if (result.state !== 'contact') return;
  tally.contacts++;
  // relative to size, whatever the size: an absolute threshold would be coarse for the small
  expect(result.tolerance).toBeLessThanOrEqual(options.tolerance ?? 2e-6 * trial.scale);
  if (crossing !== undefined) expect(result.time).toBeLessThanOrEqual(crossing);
  const noise = 1e-12 * trial.scale;
  const gap = gapAt(trial, result.time);
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThanOrEqual(result.tolerance + noise);
  expect(Math.abs(gap - result.distance)).toBeLessThanOrEqual(1e-6 * gap + noise);
  expect(result.manifold.length).toBeGreaterThan(0);
}

const FAMILIES: readonly [string, number, TrialShape, TimeOfContactOptions?][] = [
  ['both move and turn', 300, {}],
  ['only A moves', 200, { bothMove: false }],
  ['no rotation', 150, { spin: 0 }],
  ['turns of up to pi a step', 250, { spin: Math.PI * 1.0001 }],
  ['turning about points off the centre', 250, { offCentre: true, spin: 2 }],
  ['size a thousandth', 120, { scale: 1e-3 }],
  ['size a thousand', 120, { scale: 1e3 }],
  ['a hundred thousand sizes from the origin', 150, { away: 1e5 }],
  ['grazing', 300, { aside: 1.9, spin: 0.3 }],
  ['needles', 150, { names: ['needles'] }],
  ['sheets and plates', 200, { names: ['shell', 'plate'] }],
  ['a heap bounded at 8 pairs', 100, { names: ['ring', 'sphere', 'box'] }, { maxPairs: 8 }],
  ['C2A', 150, { offCentre: true }, { method: 'c2a' }],
  ['C2A, rods that spin', 150, { names: ['rod'], offCentre: true }, { method: 'c2a' }],
  ['rods that spin', 150, { names: ['rod'], offCentre: true }],
  ['plain conservative advancement', 60, { offCentre: true }, { method: 'ca' }],
  ['a coarse tolerance', 100, {}, { tolerance: 1e-2 }],
];

describe('time of contact of random pairs', () => {
  it.each(FAMILIES)('%s', (name, count, shape, options = {}) => {
    const seeded = new Seeded(name.length * 7919 + count);
    const tally = { contacts: 0, free: 0 };
    for (let i = 0; i < count; i++) check(randomTrial(seeded, shape), options, tally);
    expect(tally.contacts).toBeGreaterThan(count / 10);
    expect(tally.free).toBeGreaterThan(0);
  });
});
