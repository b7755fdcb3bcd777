import { beforeAll, describe, expect, it } from 'vitest';
import {
  contactsOfBodies,
  distance,
  initGeometry,
  meshesIntersect,
  type RigidMesh,
  rigidMesh,
  timeOfContact,
  timeOfContactOfLinks,
} from '../../../src/geometry/index.js';
import { callUntyped } from '../../repro/untyped.js';
import { boxSoup } from './soups.js';

let box: RigidMesh;
const pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
const still = { start: pose, end: pose };

beforeAll(async () => {
  await initGeometry();
  const { positions, triangles } = boxSoup(1, 1, 1);
  box = rigidMesh(positions, triangles);
});

describe('rigid queries refuse', () => {
  const bad: [string, () => unknown, string][] = [
    [
      'a position that is not finite',
      () => timeOfContact(box, { start: pose, end: { ...pose, position: [0, NaN, 0] } }, box, still),
      'NON_FINITE_QUERY',
    ],
    [
      'a velocity that is not finite',
      () => timeOfContact(box, { start: pose, linear: [1, 0, 0], angular: [Infinity, 0, 0] }, box, still),
      'NON_FINITE_QUERY',
    ],
    [
      'a quaternion that is no rotation',
      () => distance(box, { ...pose, rotation: [0, 0, 0, 0.5] }, box, pose),
      'NON_UNIT_QUATERNION',
    ],
    [
      'poses that are none',
      () => meshesIntersect(box, pose, box, { ...pose, rotation: [0, 0, 0, NaN] }),
      'NON_FINITE_QUERY',
    ],
    ['too few numbers', () => distance(box, { ...pose, position: [0, 0] }, box, pose), 'BAD_QUERY'],
    ['a negative tolerance', () => timeOfContact(box, still, box, still, { tolerance: -1 }), 'BAD_SETTING'],
    ['a heap without room', () => timeOfContact(box, still, box, still, { maxPairs: 1 }), 'BAD_SETTING'],
    ['a time beyond the step', () => timeOfContact(box, still, box, still, { until: 2 }), 'BAD_SETTING'],
    ['an empty mesh', () => rigidMesh([], []), 'EMPTY_MESH'],
    [
      'a body so far away that nothing is left of its shape',
      () => distance(box, { ...pose, position: [0, 2e12, 0] }, box, pose),
      'BAD_QUERY',
    ],
    [
      'a velocity that is as large',
      () => timeOfContact(box, { start: pose, linear: [0, 0, -1e300], angular: [0, 0, 0] }, box, still),
      'BAD_QUERY',
    ],
    ['a list of bodies with a hole', () => contactsOfBodies(new Array(2)), 'BAD_QUERY'],
    ['a list of links with a hole', () => timeOfContactOfLinks(new Array(1), []), 'BAD_QUERY'],
    [
      'a mesh of what no message can show',
      () => callUntyped(rigidMesh, [Object.create(null), 0, 0], [0, 0, 0]),
      'WRONG_ARRAY_TYPE',
    ],
  ];

  it.each(bad)('%s', (_, call, code) => {
    expect(call).toThrowError(expect.objectContaining({ code }));
  });

  it('a mesh that was disposed of', () => {
    const { positions, triangles } = boxSoup(1, 1, 1);
    const gone = rigidMesh(positions, triangles);
    gone.dispose();
    gone.dispose();
    expect(() => distance(gone, pose, box, pose)).toThrowError(expect.objectContaining({ code: 'DISPOSED' }));
  });
});

describe('limits of a query', () => {
  const coming = { start: { ...pose, position: [4, 0.3, 0.2] }, linear: [-4, 0, 0], angular: [1, 2, 3] };

  it('gives up after the steps that it was given, with the time that is certain', () => {
    const whole = timeOfContact(box, coming, box, still);
    const short = timeOfContact(box, coming, box, still, { maxSteps: 5 });
    expect(short.state).toBe('failed');
    expect(short.time).toBeLessThanOrEqual(whole.time);
  });

  it('looks no further than it was asked to', () => {
    const whole = timeOfContact(box, coming, box, still);
    expect(whole.state).toBe('contact');
    expect(timeOfContact(box, coming, box, still, { until: whole.time * 0.99 })).toMatchObject({
      state: 'free',
      time: whole.time * 0.99,
    });
  });

  it('answers the same in little room, and counts how often room was short', () => {
    const roomy = timeOfContact(box, coming, box, still);
    const tight = timeOfContact(box, coming, box, still, { maxPairs: 8 });
    expect(tight.counts.heapFull).toBeGreaterThan(0);
    expect(roomy.counts.heapFull).toBe(0);
    expect(tight.state).toBe('contact');
    expect(Math.abs(tight.time - roomy.time)).toBeLessThan(1e-6);
  });

  it('answers the same bits every time', () => {
    expect(timeOfContact(box, coming, box, still)).toEqual(timeOfContact(box, coming, box, still));
  });

  it('works for the tiny and the huge', () => {
    const times = [1e-15, 1, 1e11].map((scale) => {
      const { positions, triangles } = boxSoup(scale, scale, scale);
      using mesh = rigidMesh(positions, triangles);
      const motion = {
        start: { ...pose, position: coming.start.position.map((x) => x * scale) },
        linear: coming.linear.map((x) => x * scale),
        angular: coming.angular,
      };
      return timeOfContact(mesh, motion, mesh, still).time;
    });
    for (const time of times) expect(Math.abs(time - times[1])).toBeLessThan(1e-5);
  });
});
