import { beforeAll, expect, it } from 'vitest';
import {
  type ColliderOptions,
  DeformableCollider,
  type DeformableContacts,
  initGeometry,
} from '../../../src/geometry/index.js';
import { grid, seeded } from './support/meshes.js';

beforeAll(() => initGeometry());

const PATCHES = 64;
const SIDE = 4;
const patch = grid(SIDE, SIDE);
const corners = (SIDE + 1) ** 2;

/** Square patches that nothing holds together: patch `i` at `at(i)`. */
const triangles = Uint32Array.from({ length: PATCHES * patch.length * 3 }, (_, i) => {
  const own = Math.floor(i / 3) % patch.length;
  return patch[own][i % 3] + corners * Math.floor(i / (3 * patch.length));
});
function places(at: (patch: number) => readonly number[]): Float64Array {
  return Float64Array.from({ length: PATCHES * corners * 3 }, (_, i) => {
    const vertex = Math.floor(i / 3);
    const own = vertex % corners;
    const rest = [own % (SIDE + 1), 0, Math.floor(own / (SIDE + 1))][i % 3];
    return (0.9 / SIDE) * rest + at(Math.floor(vertex / corners))[i % 3];
  });
}

const inRows = places((i) => [i % 8, 0, Math.floor(i / 8)]);
const random = seeded(3);
const thrownTo = Array.from({ length: PATCHES }, () => [4 * random(), 4 * random(), 4 * random()]);
const thrown = places((i) => thrownTo[i]);
const crumpled = thrown.map((x) => x + 0.3 * (random() - 0.5));

function bits({ kind, a, b, time }: DeformableContacts): unknown[] {
  return [kind, a, b, new BigUint64Array(time.buffer)];
}

it.each<ColliderOptions>([
  {},
  { tree: 'connected' },
  { storeEdgeBoxes: true },
  { volume: 'aabb' },
  { thickness: 0.01 },
])('a worn tree is made anew, with its regions: %o', (options) => {
  const tested = new DeformableCollider({ positions: inRows, triangles }, options);
  const fresh = new DeformableCollider({ positions: thrown, triangles }, options);
  expect(tested.wear).toBe(1);
  tested.update(thrown, thrown);
  const before = tested.bytes;
  const flat = tested.contacts();
  expect(tested.wear).toBe(1); // measured, and made anew
  fresh.update(thrown, thrown);
  const made = fresh.contacts();
  expect(bits(flat)).toEqual(bits(made));
  expect(flat.counters.boxTests).toBe(made.counters.boxTests);
  expect(flat.counters.skippedTriangles).toBe(made.counters.skippedTriangles);
  if (options.thickness === undefined) expect(flat.counters.skippedTriangles).toBeGreaterThan(400);
  for (const collider of [tested, fresh]) collider.update(crumpled);
  expect(tested.contacts().count).toBeGreaterThan(50);
  expect(bits(tested.contacts())).toEqual(bits(fresh.contacts()));
  expect(tested.bytes).toBeLessThan(1.2 * before);
  tested.dispose();
  fresh.dispose();
});

it('a tree that a fast motion alone makes larger is left alone', () => {
  const tested = new DeformableCollider({ positions: inRows, triangles });
  const { boxTests } = tested.contacts().counters;
  tested.update(inRows.map((x, i) => (i % 3 === 1 ? x + 30 : x)));
  tested.contacts();
  expect(tested.wear).toBeGreaterThan(1.6);
  tested.update(inRows, inRows);
  expect(tested.contacts().counters.boxTests).toBe(boxTests);
  expect(tested.wear).toBeCloseTo(1, 5);
  tested.dispose();
});
