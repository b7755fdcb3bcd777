import { beforeAll, describe, expect, it } from 'vitest';
import {
  createElementaryResults,
  type ElementaryContact,
  edgeEdgeContact,
  edgeEdgeContacts,
  FirstContactError,
  initGeometry,
  vertexFaceContact,
  vertexFaceContacts,
} from '../../../src/geometry/index.js';
import * as family from './families.js';

beforeAll(() => initGeometry());

const FACE = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const falling = (x: number, y: number) => [x, y, 1, ...FACE, x, y, -1, ...FACE];

function contactOf(result: { state: string }): ElementaryContact {
  expect(result.state).toBe('contact');
  return result as ElementaryContact;
}

describe('one query', () => {
  it('a vertex falls through a face: time, weights, and a normal to where it came from', () => {
    const contact = contactOf(vertexFaceContact(falling(0.25, 0.5)));
    expect(contact.time).toBeCloseTo(0.5, 8);
    expect(contact.time).toBeLessThanOrEqual(0.5);
    expect(contact.time + contact.timeWidth).toBeGreaterThanOrEqual(0.5);
    expect(contact.barycentric).toHaveLength(3);
    for (const [i, weight] of [0.25, 0.25, 0.5].entries())
      expect(contact.barycentric[i]).toBeCloseTo(weight, 12);
    expect(contact.normal).toEqual([0, 0, 1]);
    expect(contact.exact).toBe(false);
  });

  it('a vertex rises through the same face: the normal is the other one', () => {
    const points = falling(0.25, 0.5);
    const risen = contactOf(vertexFaceContact([...points.slice(12), ...points.slice(0, 12)]));
    expect(risen.normal[2]).toBe(-1);
  });

  it('a vertex misses the face by an ulp, and meets its edge exactly', () => {
    expect(vertexFaceContact(falling(0.5, 0.5))).toMatchObject({ state: 'contact', exact: true });
    expect(vertexFaceContact(falling(0.5, family.beside(0.5, 1)))).toEqual({ state: 'free', exact: true });
    expect(vertexFaceContact(falling(2, 2))).toEqual({ state: 'free', exact: false });
  });

  it('edges cross: weights of both ends of both, and the normal', () => {
    const start = [-1, 0, 1, 3, 0, 1, 0, -1, 0, 0, 1, 0];
    const end = start.map((x, i) => (i < 6 && i % 3 === 2 ? -1 : x));
    const contact = contactOf(edgeEdgeContact([...start, ...end]));
    expect(contact.time).toBeCloseTo(0.5, 8);
    for (const [i, weight] of [0.75, 0.25, 0.5, 0.5].entries()) {
      expect(contact.barycentric[i]).toBeCloseTo(weight, 12);
    }
    expect(contact.normal).toEqual([0, 0, 1]);
  });

  it('touching at the start is time 0 exactly, at the end time 1 at most', () => {
    const resting = [0.25, 0.25, 0, ...FACE, 0.25, 0.25, 1, ...FACE];
    expect(vertexFaceContact(resting)).toMatchObject({ state: 'contact', time: 0, timeWidth: 0 });
    const landing = contactOf(vertexFaceContact([0.25, 0.25, 1, ...FACE, 0.25, 0.25, 0, ...FACE]));
    expect(landing.time).toBeGreaterThan(1 - 1e-8);
    expect(landing.time).toBeLessThanOrEqual(1);
    const hovering = [0.25, 0.25, 1, ...FACE, 0.25, 0.25, Number.MIN_VALUE, ...FACE];
    expect(vertexFaceContact(hovering).state).toBe('free');
  });

  it('neither the order of the face nor the direction of the edges nor which edge is first changes the answer', () => {
    const random = family.randomFrom(5);
    const permuted = (query: number[], order: number[]) =>
      [0, 12].flatMap((end) => order.flatMap((p) => query.slice(end + p * 3, end + p * 3 + 3)));
    for (let i = 0; i < 300; i++) {
      for (const kind of ['vf', 'ee'] as const) {
        const query = i % 2 === 0 ? family.grid(random, 2) : family.edgeRiding(random, kind);
        const ask = kind === 'vf' ? vertexFaceContact : edgeEdgeContact;
        const orders = kind === 'vf' ? [[0, 2, 3, 1], [0, 3, 2, 1]] : [[1, 0, 2, 3], [0, 1, 3, 2], [2, 3, 0, 1]]; // biome-ignore format: orders side by side
        const result = ask(query);
        for (const order of orders) {
          const other = ask(permuted(query, order));
          expect(other.state).toBe(result.state);
          if (result.state !== 'contact' || other.state !== 'contact') continue;
          expect(Math.abs(result.time - other.time)).toBeLessThanOrEqual(
            Math.max(result.timeWidth, other.timeWidth),
          );
        }
      }
    }
  });
});

describe('details of a contact', () => {
  const makers: Record<string, (random: family.Random, kind: family.Kind) => family.Query> = {
    'whole numbers': (r) => family.grid(r, 1),
    'zero edges and faces': (r) => family.coincident(r),
    'sliding in one plane': (r) => family.sliding(r),
    'on one line': (r) => family.onLine(r),
    'touches, scaled by 2^-1060': (r, kind) =>
      family.scaled(family.touch(r, kind, 0), [2 ** -1060, 2 ** -1060, 2 ** -1060]),
    'touches, scaled by 2^1010': (r, kind) =>
      family.scaled(family.touch(r, kind, 0), [2 ** 1010, 2 ** 1010, 2 ** 1010]),
    'all in one point': () => new Array(24).fill(7),
  };

  it.each(Object.keys(makers))('%s: weights sum to 1 and are in [0,1], the normal has length 1', (name) => {
    const random = family.randomFrom(7);
    let contacts = 0;
    for (let i = 0; i < 400; i++) {
      for (const kind of ['vf', 'ee'] as const) {
        const query = makers[name](random, kind);
        const result = (kind === 'vf' ? vertexFaceContact : edgeEdgeContact)(query);
        if (result.state === 'free') continue;
        contacts++;
        const { barycentric: b, normal } = result;
        for (const weight of b) expect(weight >= 0 && weight <= 1, query.join()).toBe(true);
        const sums = kind === 'vf' ? [b[0] + b[1] + b[2]] : [b[0] + b[1], b[2] + b[3]];
        for (const sum of sums) expect(Math.abs(sum - 1), query.join()).toBeLessThan(1e-14);
        expect(Math.abs(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2 - 1), query.join()).toBeLessThan(
          1e-14,
        );
      }
    }
    expect(contacts).toBeGreaterThan(50);
  });

  it('the weighted points of both features meet at the time', () => {
    const random = family.randomFrom(8);
    for (let i = 0; i < 500; i++) {
      for (const kind of ['vf', 'ee'] as const) {
        const query = family.touch(random, kind, 0);
        const result = contactOf((kind === 'vf' ? vertexFaceContact : edgeEdgeContact)(query));
        const { barycentric: b, time, timeWidth } = result;
        const weights = kind === 'vf' ? [1, -b[0], -b[1], -b[2]] : [b[0], b[1], -b[2], -b[3]];
        const size = Math.max(...query.map(Math.abs));
        for (let axis = 0; axis < 3; axis++) {
          let gap = 0;
          for (let p = 0; p < 4; p++) {
            gap += weights[p] * (query[p * 3 + axis] * (1 - time) + query[12 + p * 3 + axis] * time);
          }
          expect(Math.abs(gap)).toBeLessThanOrEqual(size * (4 * timeWidth + 1e-13));
        }
      }
    }
  });

  it('the normal is at right angles to both features', () => {
    const contact = contactOf(
      edgeEdgeContact([0, 0, 1, 2, 1, 1, 0, 1, 0, 2, 0, 1, 0, 0, -1, 2, 1, -1, 0, 1, 0, 2, 0, 1]),
    );
    const [x, y, z] = contact.normal;
    expect(Math.abs(2 * x + y)).toBeLessThan(1e-15);
    expect(Math.abs(2 * x - y + z)).toBeLessThan(1e-15);
    expect(z).toBeGreaterThan(0);
  });
});

describe('batches', () => {
  it('are what single queries are, through the chunks, in arrays that are used again', () => {
    const random = family.randomFrom(11);
    const queries = Array.from({ length: 2500 }, () => family.grid(random, 2));
    const points = Float64Array.from(queries.flat());
    const out = createElementaryResults(queries.length);
    out.time.fill(-1);
    out.normal.fill(5);
    expect(vertexFaceContacts(points, out)).toBe(out);
    queries.forEach((query, i) => {
      const result = vertexFaceContact(query);
      expect(out.exact[i] === 1).toBe(result.exact);
      if (result.state === 'free') {
        expect([out.contact[i], out.time[i], out.timeWidth[i], out.normal[3 * i]]).toEqual([
          0,
          Infinity,
          0,
          0,
        ]);
      } else {
        expect([out.contact[i], out.time[i], out.timeWidth[i]]).toEqual([1, result.time, result.timeWidth]);
        expect([...out.weights.subarray(4 * i, 4 * i + 4)]).toEqual([1, ...result.barycentric]);
        expect([...out.normal.subarray(3 * i, 3 * i + 3)]).toEqual([...result.normal]);
      }
    });
    expect(edgeEdgeContacts(new Float64Array(0)).contact).toHaveLength(0);
  });
});

describe('bad queries are refused', () => {
  const code = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      if (error instanceof FirstContactError) return `${error.code} ${error.index ?? ''}`.trim();
      throw error;
    }
    return 'accepted';
  };
  const numbers = falling(0, 0);

  it('with a code and the query', () => {
    expect(code(() => vertexFaceContact(numbers.slice(1)))).toBe('BAD_QUERY');
    expect(code(() => edgeEdgeContact(undefined as never))).toBe('BAD_QUERY');
    expect(code(() => vertexFaceContact(numbers.with(5, Number.NaN)))).toBe('NON_FINITE_QUERY 0');
    expect(code(() => vertexFaceContact(numbers.with(5, '1' as never)))).toBe('NON_FINITE_QUERY 0');
    expect(code(() => edgeEdgeContacts(numbers as never))).toBe('WRONG_ARRAY_TYPE');
    expect(code(() => edgeEdgeContacts(null as never))).toBe('WRONG_ARRAY_TYPE');
    expect(code(() => edgeEdgeContacts(new Float64Array(25)))).toBe('BAD_QUERY 1');
    const batch = Float64Array.from([...numbers, ...numbers]);
    batch[30] = Number.POSITIVE_INFINITY;
    expect(code(() => edgeEdgeContacts(batch))).toBe('NON_FINITE_QUERY 1');
    batch[30] = Number.MAX_VALUE;
    expect(code(() => edgeEdgeContacts(batch))).toBe('accepted');
    expect(code(() => edgeEdgeContacts(batch, createElementaryResults(1)))).toBe('BAD_QUERY');
    expect(code(() => createElementaryResults(-1))).toBe('BAD_QUERY');
  });

  it('without touching the results', () => {
    const out = createElementaryResults(1);
    out.time.fill(3);
    expect(code(() => vertexFaceContacts(Float64Array.from(numbers.with(0, Number.NaN)), out))).toBe(
      'NON_FINITE_QUERY 0',
    );
    expect(out.time[0]).toBe(3);
  });
});

describe('arguments without types', () => {
  const wrong = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it('names a string among the numbers', () => {
    const points = new Array(24).fill('1') as unknown as number[];
    expect(wrong(() => vertexFaceContact(points))).toMatchObject({
      code: 'NON_FINITE_QUERY',
      message: expect.stringContaining("the string '1'"),
    });
  });

  it('refuses arrays for results in which times would be rounded to later ones', () => {
    const out = { ...createElementaryResults(1), time: new Float32Array(1) as never };
    expect(wrong(() => vertexFaceContacts(new Float64Array(24), out))).toMatchObject({
      code: 'WRONG_ARRAY_TYPE',
      message: expect.stringContaining('out.time is of type Float32Array. Give a Float64Array.'),
    });
  });

  it('says which array of the results is too short, or not there', () => {
    const out = {} as ReturnType<typeof createElementaryResults>;
    expect(wrong(() => vertexFaceContacts(new Float64Array(24), out))).toMatchObject({
      code: 'WRONG_ARRAY_TYPE',
      message: expect.stringContaining('out.contact is undefined'),
    });
    const short = { ...createElementaryResults(2), normal: new Float64Array(5) };
    expect(wrong(() => vertexFaceContacts(new Float64Array(48), short))).toMatchObject({
      code: 'BAD_QUERY',
      message: expect.stringContaining('out.normal has 5 elements, and 2 queries need 6'),
    });
    expect(wrong(() => createElementaryResults(1e12))).toMatchObject({ code: 'BAD_QUERY' });
  });
});
