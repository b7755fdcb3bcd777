import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ColliderOptions,
  DeformableCollider,
  type DeformableContacts,
  EDGE_EDGE,
  FACE_VERTEX,
  initGeometry,
  STRATEGIES,
  type StrategyName,
} from '../../../src/geometry/index.js';
import { bruteContacts, bruteContactsBetween, contactText } from './support/brute-contacts.js';
import {
  annulus,
  connectivities,
  grid,
  type MovingMesh,
  moving,
  seeded,
  soup,
  tetrahedron,
} from './support/meshes.js';

beforeAll(() => initGeometry());

const strategies = Object.keys(STRATEGIES) as StrategyName[];

function texts(contacts: DeformableContacts): string[] {
  const name = (kind: number) => (kind === EDGE_EDGE ? 'ee' : kind === FACE_VERTEX ? 'fv' : 'vf');
  return Array.from({ length: contacts.count }, (_, i) =>
    contactText(name(contacts.kind[i]), contacts.a[i], contacts.b[i], contacts.time[i]),
  ).sort();
}

function collider(mesh: MovingMesh, options: ColliderOptions = {}): DeformableCollider {
  const made = new DeformableCollider({ positions: mesh.start, triangles: mesh.triangles }, options);
  made.update(mesh.end);
  return made;
}

/** Small whole numbers: features touch exactly, lie in one plane, on one line, at one point. */
function onGrid(mesh: MovingMesh, seed: number): MovingMesh {
  const random = seeded(seed);
  const whole = () => Math.floor(random() * 4);
  return { ...mesh, start: mesh.start.map(whole), end: mesh.end.map(whole) };
}

/** Triangles that go far and meet late or early: the first contact is anywhere in the step. */
function sparse(power: number): MovingMesh {
  const mesh = moving(`soup that meets after 2^${power} of the step`, soup(12), 900 - power, { speed: 0 });
  // all turned about one point, which every triangle passes at about the same time
  const end = mesh.start.map((x) => 0.5 + (0.5 - x) * 2 ** -power);
  return { ...mesh, end };
}

const meshes: MovingMesh[] = [
  ...connectivities.flatMap(([name, triangles], i) => [
    moving(`${name}, fast`, triangles, 100 + i, { speed: 1 }),
    moving(`${name}, slow`, triangles, 200 + i, { speed: 0.1 }),
    moving(`${name} far away`, triangles, 300 + i, { speed: 0.5, offset: 1e6 }),
    moving(`${name}, tiny`, triangles, 400 + i, { scale: 2 ** -40 }),
    onGrid(moving(`${name} on whole numbers`, triangles, 500 + i), 600 + i),
  ]),
  ...[-3, -6, -12].map((power) => sparse(power)),
  moving('grid at rest', grid(4, 4), 1, { speed: 0 }),
  moving('everything in one point', grid(3, 3), 2, { scale: 0 }),
];

describe.each(meshes)('$name', (mesh) => {
  it('has the contacts of brute force with every strategy, times included', () => {
    const expected = bruteContacts(mesh);
    const tested = collider(mesh);
    for (const strategy of strategies) expect(texts(tested.contacts({ strategy }))).toEqual(expected);
    tested.dispose();
  });

  it.each(['14-dop', 'aabb'] as const)('has them with boxes of another kind: %s', (volume) => {
    const tested = collider(mesh, { volume });
    const expected = bruteContacts(mesh);
    for (const strategy of strategies) expect(texts(tested.contacts({ strategy }))).toEqual(expected);
    tested.dispose();
  });

  it('has the earliest of them as the first', () => {
    const times = bruteContacts(mesh).map((text) => [Number(text.split(' at ')[1]), text] as const);
    const earliest = Math.min(...times.map(([time]) => time));
    const expected = times.filter(([time]) => time === earliest).map(([, text]) => text);
    const tested = collider(mesh);
    expect(texts(tested.contacts({ mode: 'first' }))).toEqual(expected);
    // and the boxes of the whole step come back
    expect(texts(tested.contacts())).toEqual(bruteContacts(mesh));
    tested.dispose();
  });

  it('has them with a tree along its edges, too', () => {
    const tested = collider(mesh, { tree: 'connected' });
    const expected = bruteContacts(mesh);
    for (const strategy of strategies) expect(texts(tested.contacts({ strategy }))).toEqual(expected);
    tested.dispose();
  });

  it('has them with stored boxes of edges, too', () => {
    const stored = collider(mesh, { storeEdgeBoxes: true });
    const made = collider(mesh);
    expect(texts(stored.contacts())).toEqual(texts(made.contacts()));
    expect(stored.contacts().counters).toMatchObject({
      afterFeatureBoxes: made.contacts().counters.afterFeatureBoxes,
    });
    stored.dispose();
    made.dispose();
  });
});

describe('two meshes', () => {
  const shapes = [grid(3, 2), annulus(5, 1), tetrahedron, soup(4), soup(1)];
  const pairs = shapes.flatMap((a, i) => shapes.map((b, j) => [a, b, 10 * i + j] as const));

  it.each(pairs)('have the contacts of brute force (%#)', (a, b, seed) => {
    const first = moving('first', a, 700 + seed, { speed: 0.6 });
    const second = moving('second', b, 800 + seed, { speed: 0.6 });
    const expected = bruteContactsBetween(first, second);
    const [one, other] = [collider(first), collider(second)];
    for (const strategy of strategies) expect(texts(one.contactsWith(other, { strategy }))).toEqual(expected);
    one.dispose();
    other.dispose();
  });
});

it('steps from the end of the last step, or from where it is told', () => {
  const mesh = moving('grid', grid(4, 3), 9);
  const onward = moving('grid', grid(4, 3), 10).end;
  const tested = collider(mesh);
  tested.update(onward);
  expect(texts(tested.contacts())).toEqual(bruteContacts({ ...mesh, start: mesh.end, end: onward }));
  tested.update(mesh.end, mesh.start);
  expect(texts(tested.contacts())).toEqual(bruteContacts(mesh));
  tested.dispose();
});

it('says where and along which normal, from b to the side that a comes from', () => {
  const sheet = collider({
    name: 'sheet',
    start: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0),
    end: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0),
    triangles: Uint32Array.of(0, 1, 2),
  });
  const tip = collider({
    name: 'tip',
    start: Float64Array.of(1, 1, 2, 1, 1.5, 4, 1.5, 1, 4),
    end: Float64Array.of(1, 1, -2, 1, 1.5, 0.5, 1.5, 1, 0.5),
    triangles: Uint32Array.of(0, 1, 2),
  });
  const down = tip.contactsWith(sheet, { details: true });
  expect([down.count, down.a[0], down.b[0]]).toEqual([1, 0, 0]);
  expect(down.time[0]).toBeCloseTo(0.5, 12);
  expect([...down.weights!].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([1, 0.5, 0.25, 0.25]);
  expect([...down.normals!].map((x) => x + 0)).toEqual([0, 0, 1]);
  const up = sheet.contactsWith(tip, { details: true });
  expect([up.kind[0], up.a[0], up.b[0]]).toEqual([FACE_VERTEX, 0, 0]);
  expect([...up.normals!].map((x) => x + 0)).toEqual([0, 0, -1]);
});

it('refuses what it cannot use and stays as it was', () => {
  const mesh = moving('grid', grid(2, 2), 11);
  const tested = collider(mesh);
  const before = texts(tested.contacts());
  expect(() => tested.update([1, 2, 3])).toThrow('START_END_LENGTH');
  expect(() => tested.update(mesh.end.map((x, i) => (i === 7 ? Number.NaN : x)))).toThrow(
    'NON_FINITE_POSITION: vertex 2',
  );
  expect(() => tested.update(mesh.end.map((x, i) => (i === 3 ? 1e13 : x)))).toThrow(
    'POSITION_TOO_LARGE: vertex 1',
  );
  expect(() => tested.contacts({ strategy: 'magic' as StrategyName })).toThrow('BAD_SETTING');
  expect(texts(tested.contacts())).toEqual(before);
  tested.dispose();
  expect(() => tested.contacts()).toThrow('DISPOSED');
});
