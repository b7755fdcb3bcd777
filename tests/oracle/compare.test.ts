import { describe, expect, test } from 'vitest';
import { type Answer, type Candidate, compare, type Fault, reproduction } from './compare.js';
import { approximate } from './exact/dyadic.js';
import { firstContact } from './exact/first-contact.js';
import type { Kind } from './exact/query.js';
import { FAMILIES } from './generators/families.js';
import { makeQuery, type Query, queriesOf } from './generators/family.js';
import { fromHex, neighbour } from './generators/ulp.js';

const queries: Query[] = FAMILIES.flatMap((family) => [...queriesOf(family, 31, 20)]);

/** An f64 that is not later than the exact first contact, and not much earlier. */
function truth(kind: Kind, points: Float64Array): Answer {
  const first = firstContact(kind, points);
  if (!first.contact) return { state: 'free', time: 0 };
  const time = approximate(first.lo);
  return { state: 'contact', time: first.time.compareToNumber(time) >= 0 ? time : neighbour(time, -1) };
}

/** The oracle as a candidate, with its answers changed. */
const changed = (change: (answer: Answer, kind: Kind, points: Float64Array) => Answer): Candidate => ({
  vertexFace: (points) => change(truth('vf', points), 'vf', points),
  edgeEdge: (points) => change(truth('ee', points), 'ee', points),
});

const faultsOf = (candidate: Candidate): Set<Fault> =>
  new Set(compare(candidate, queries).mismatches.map((mismatch) => mismatch.fault));

test('the oracle agrees with itself', () => {
  const { count, contacts, mismatches, maxEarliness } = compare(
    changed((answer) => answer),
    queries,
  );
  expect([count, mismatches]).toEqual([queries.length, []]);
  expect(contacts).toBeGreaterThan(count / 4);
  expect(maxEarliness).toBeLessThan(2 ** -50);
});

describe('wrong candidates are caught', () => {
  test('one that never sees contact', () => {
    expect([...faultsOf(changed(() => ({ state: 'free', time: 0 })))]).toEqual(['missed contact']);
  });

  test('one that always sees contact', () => {
    expect([...faultsOf(changed(() => ({ state: 'contact', time: 0 })))]).toEqual(['false contact']);
  });

  test('one that is late by no more than the width of a bracket', () => {
    const late = changed((answer, kind, points) => {
      const first = firstContact(kind, points);
      if (!first.contact) return answer;
      let time = approximate(first.hi);
      while (time < 1 && first.time.compareToNumber(time) >= 0) time = neighbour(time, 1);
      return { state: 'contact', time };
    });
    expect([...faultsOf(late)]).toEqual(['late']);
  });

  test('one that states a width that does not reach the contact', () => {
    const early = (width: number): Candidate =>
      changed(({ state, time }) => ({ state, time: Math.max(0, time - 2 ** -28), timeWidth: width }));
    expect([...faultsOf(early(2 ** -29))].sort()).toEqual(['start not exact', 'width too small']);
    expect(faultsOf(early(0)).has('width too small')).toBe(true);
    expect([...faultsOf(early(2 ** -27))]).toEqual(['start not exact']);
    expect([...faultsOf(early(2 ** -26))]).toEqual(['width above 1e-8']);
  });

  test('one that forgets contacts at the end of the step', () => {
    const forgetful = changed((answer) => (answer.time === 1 ? { state: 'free', time: 0 } : answer));
    const { mismatches } = compare(forgetful, queries);
    expect(new Set(mismatches.map(({ fault }) => fault))).toEqual(new Set(['missed contact']));
    expect(mismatches.some(({ query }) => query.family.endsWith('-end'))).toBe(true);
  });

  test('one that reports nonsense, and one that throws', () => {
    expect([...faultsOf(changed(({ state }) => ({ state, time: Number.NaN })))]).toEqual([
      'time not in [0, 1]',
    ]);
    expect([...faultsOf(changed(({ state }) => ({ state, time: -1e-9 })))]).toEqual(['time not in [0, 1]']);
    expect([...faultsOf(changed(() => ({ state: 'perhaps', time: 0 })))]).toEqual(['unknown state']);
    const throwing = changed(() => {
      throw new Error('broken');
    });
    expect([...faultsOf(throwing)]).toEqual(['threw']);
  });

  test('one that decides in f64 with a tolerance', () => {
    // Snaps coordinates to a grid of 1e-9, as welding would.
    const snapping: Candidate = {
      vertexFace: (points) =>
        truth(
          'vf',
          points.map((x) => Math.round(x * 1e9) / 1e9),
        ),
      edgeEdge: (points) =>
        truth(
          'ee',
          points.map((x) => Math.round(x * 1e9) / 1e9),
        ),
    };
    const faults = faultsOf(snapping);
    expect(faults.has('missed contact') && faults.has('false contact')).toBe(true);
  });
});

test('earliness is reported, but is no fault', () => {
  const early = changed(({ state, time }) => ({ state, time: Math.max(0, time - 0.125) }));
  const { mismatches, maxEarliness, earliest } = compare(early, queries);
  expect(mismatches).toEqual([]);
  expect(maxEarliness).toBeCloseTo(0.125, 12);
  expect(earliest).toBeDefined();
});

test('a reproduction is the query, to the last bit', () => {
  const query = makeQuery(FAMILIES.find((family) => family.name === 'mixed-exponents')!, 1, 4);
  query.points[5] = -0;
  const [mismatch] = compare(
    { vertexFace: () => ({ state: 'perhaps', time: 0 }), edgeEdge: () => ({ state: '', time: 0 }) },
    [query],
  ).mismatches;
  const text = reproduction(mismatch);
  const numbers = /of\(([^)]*)\)/.exec(text)![1].split(',').slice(0, 24).map(Number);
  const bits = /bits: (.*)/.exec(text)![1].split(' ').map(fromHex);
  expect(numbers).toEqual([...query.points]);
  expect(bits).toEqual([...query.points]);
  expect(text).toContain('family mixed-exponents, seed 1, index 4');
});

test('a reproduction says the last time that is not late', () => {
  const family = FAMILIES.find(({ name }) => name === 'touch-vertex-middle')!;
  const query = makeQuery(family, 1, 0);
  const silent = changed(() => ({ state: 'free', time: 0 }));
  const text = reproduction(compare(silent, [query]).mismatches[0]);
  const { time } = truth(query.kind, query.points);
  expect(text).toContain(`oracle: contact at ${time} `);
});
