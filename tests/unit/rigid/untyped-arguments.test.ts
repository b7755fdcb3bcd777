import { beforeAll, describe, expect, test } from 'vitest';
import {
  contactsOfBodies,
  DeformableCollider,
  distance,
  FirstContactError,
  initGeometry,
  penetrationDepth,
  proximity,
  rigidMesh,
  timeOfContact,
  timeOfContactAlong,
  timeOfContactOfLinks,
} from '../../../src/geometry/index.js';
import { callUntyped } from '../../repro/untyped.js';
import { boxSoup } from './soups.js';

// What JavaScript may hand over where types would have stopped it.
const NONSENSE: readonly unknown[] = [
  null,
  0,
  -1,
  NaN,
  7n,
  'text',
  true,
  [],
  [1, 2],
  [null],
  {},
  { start: null },
  { position: 5, rotation: 'x' },
  { a: null, b: null },
  { mesh: null, motion: null },
  { tolerance: 'small' },
  { tolerence: 1 },
  { until: '0.5' },
  { method: 'fast' },
  { separating: 'maybe' },
  { maxPairs: 1e99 },
  { maxSteps: null },
  { strategy: 'none' },
  { mode: 3 },
  { details: 'yes' },
  { volume: null },
  { at: 'middle' },
  { positions: 'p', triangles: 't' },
  new Float64Array(3),
  new Map(),
  Symbol('s'),
  () => 1,
];

const soup = boxSoup(1, 1, 1);
const pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
const still = { start: pose, end: pose };
let calls: [name: string, call: (...args: never[]) => unknown, args: readonly unknown[]][];

beforeAll(async () => {
  await initGeometry();
  const mesh = rigidMesh(soup.positions, soup.triangles);
  const away = { start: { ...pose, position: [3, 0, 0] }, linear: [-2, 0, 0], angular: [0, 1, 0] };
  const collider = new DeformableCollider(soup);
  const other = new DeformableCollider(soup);
  const links = [{ mesh, motion: still }];
  const others = [{ mesh, motion: away }];
  calls = [
    ['rigidMesh', rigidMesh, [soup.positions, soup.triangles]],
    ['timeOfContact', timeOfContact, [mesh, still, mesh, away, {}]],
    ['distance', distance, [mesh, pose, mesh, pose]],
    ['proximity', proximity, [mesh, pose, mesh, pose, 0.1]],
    ['penetrationDepth', penetrationDepth, [mesh, pose, mesh, pose]],
    ['timeOfContactAlong', timeOfContactAlong, [mesh, mesh, [{ a: still, b: away }], {}]],
    ['timeOfContactOfLinks', timeOfContactOfLinks, [links, others, {}]],
    ['contactsOfBodies', contactsOfBodies, [[...links, ...others], {}]],
    ['new DeformableCollider', (...args) => Reflect.construct(DeformableCollider, args), [soup, {}]],
    ['update', collider.update.bind(collider), [soup.positions, soup.positions]],
    ['contacts', collider.contacts.bind(collider), [{}]],
    ['contactsWith', collider.contactsWith.bind(collider), [other, {}]],
    ['intersections', collider.intersections.bind(collider), [{}]],
    ['intersectionsWith', collider.intersectionsWith.bind(collider), [other, {}]],
  ];
});

describe('arguments without types', () => {
  test('answer, or are refused with a code, in every place of every function', () => {
    let refused = 0;
    for (const [name, call, args] of calls) {
      expect(() => callUntyped(call, ...args), name).not.toThrow();
      for (let place = 0; place < args.length; place++) {
        for (const value of NONSENSE) {
          const given = args.map((arg, i) => (i === place ? value : arg));
          refused += Number(isRefused(call, given, `${name}, argument ${place}`));
        }
      }
      // Nothing at all: every first argument but options is needed.
      if (!/^(contacts|intersections)$/.test(name)) expect(isRefused(call, [], name), name).toBe(true);
    }
    expect(refused).toBeGreaterThan(1000);
  });

  test('are refused inside of motions too', () => {
    const [, call, [meshA, , meshB]] = calls[1]!;
    for (const value of NONSENSE) {
      for (const motion of [
        { start: value, end: pose },
        { start: pose, end: value },
        { start: pose, linear: value, angular: [0, 0, 0] },
        { start: pose, linear: [0, 0, 0], angular: value },
        { start: pose, end: pose, pivot: value },
      ]) {
        if (value instanceof Float64Array) continue;
        expect(isRefused(call, [meshA, motion, meshB, still], 'timeOfContact')).toBe(true);
      }
    }
    expect(
      isRefused(
        call,
        [meshA, { start: pose, linear: [0, 0, 0], angular: [1e6, 0, 0] }, meshB, still],
        'turn',
      ),
    ).toBe(true);
  });
});

/** False where it answered. Fails the test where it threw anything that has no code. */
function isRefused(call: (...args: never[]) => unknown, args: readonly unknown[], what: string): boolean {
  try {
    callUntyped(call, ...args);
    return false;
  } catch (error) {
    if (!(error instanceof FirstContactError)) throw new Error(`${what}: ${String(error)}`, { cause: error });
    return true;
  }
}
