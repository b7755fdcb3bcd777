// Compares any implementation of the elementary tests with the exact oracle.
import { approximate, rationalOf, subtractRationals } from './exact/dyadic.js';
import { certainNotBefore, type FirstContact, firstContact } from './exact/first-contact.js';
import type { Query } from './generators/family.js';
import { hexOf, neighbour } from './generators/ulp.js';

export interface Answer {
  readonly state: string;
  readonly time: number;
  /** The time is earlier than the true one by at most this. Not compared where it is not stated. */
  readonly timeWidth?: number;
}

/** What is compared. `time` counts when the state is 'contact'. */
export interface Candidate {
  vertexFace(points: Float64Array): Answer;
  edgeEdge(points: Float64Array): Answer;
}

export type Fault =
  | 'missed contact'
  | 'false contact'
  | 'unknown state'
  | 'time not in [0, 1]'
  | 'late'
  | 'width too small'
  | 'width above 1e-8'
  | 'start not exact'
  | 'threw';

export interface Mismatch {
  readonly query: Query;
  readonly fault: Fault;
  readonly oracle: FirstContact;
  readonly answer: Answer | undefined;
}

export interface Comparison {
  readonly count: number;
  readonly contacts: number;
  readonly mismatches: readonly Mismatch[];
  /** The largest (exact first contact - reported time) over agreeing contacts, and where it occurred. */
  readonly maxEarliness: number;
  readonly earliest: Query | undefined;
  readonly oracleMilliseconds: number;
}

export function compare(candidate: Candidate, queries: Iterable<Query>): Comparison {
  const mismatches: Mismatch[] = [];
  let count = 0;
  let contacts = 0;
  let maxEarliness = 0;
  let earliest: Query | undefined;
  let oracleMilliseconds = 0;
  for (const query of queries) {
    const started = performance.now();
    const oracle = firstContact(query.kind, query.points);
    oracleMilliseconds += performance.now() - started;
    count++;
    if (oracle.contact) contacts++;
    const answer = answerOf(candidate, query);
    const fault = faultOf(answer, oracle);
    if (fault !== undefined) {
      mismatches.push({ query, fault, oracle, answer });
      continue;
    }
    const earliness = oracle.contact
      ? approximate(subtractRationals(oracle.hi, rationalOf(answer!.time)))
      : 0;
    if (earliness > maxEarliness) {
      maxEarliness = earliness;
      earliest = query;
    }
  }
  return { count, contacts, mismatches, maxEarliness, earliest, oracleMilliseconds };
}

/** undefined when the candidate throws. It gets a copy, so that it cannot change the question. */
function answerOf(candidate: Candidate, query: Query): Answer | undefined {
  try {
    const points = query.points.slice();
    return query.kind === 'vf' ? candidate.vertexFace(points) : candidate.edgeEdge(points);
  } catch {
    return undefined;
  }
}

function faultOf(answer: Answer | undefined, oracle: FirstContact): Fault | undefined {
  if (answer === undefined) return 'threw';
  if (answer.state !== 'free' && answer.state !== 'contact') return 'unknown state';
  if (answer.state === 'free') return oracle.contact ? 'missed contact' : undefined;
  if (!oracle.contact) return 'false contact';
  if (!(answer.time >= 0 && answer.time <= 1)) return 'time not in [0, 1]';
  if (!certainNotBefore(oracle, answer.time)) return 'late';
  return answer.timeWidth === undefined ? undefined : faultOfWidth(answer.time, answer.timeWidth, oracle);
}

/** No stated width is larger. */
const WIDEST = 1e-8;

function faultOfWidth(
  time: number,
  width: number,
  { time: truth }: FirstContact & { contact: true },
): Fault | undefined {
  if (!(width <= WIDEST)) return 'width above 1e-8';
  // The sum is rounded: what it lost is allowed for, unless the width says that nothing was.
  const latest = width === 0 ? time : neighbour(time + width, 1);
  if (truth.compareToNumber(latest) > 0) return 'width too small';
  return truth.compareToNumber(0) === 0 && width !== 0 ? 'start not exact' : undefined;
}

function describeFirst(first: FirstContact): string {
  if (!first.contact) return 'free';
  // Far enough below the last place of an f64 for the number shown to be the last one that is not late.
  first.time.narrowTo({ num: 1n, den: 1n << 128n });
  let time = approximate(first.time.bracket().lo);
  while (!certainNotBefore(first, time)) time = neighbour(time, -1);
  return `contact at ${time}${first.time.compareToNumber(time) === 0 ? ' exactly' : ' or less than an ulp later'}`;
}

/** A few lines that say what is wrong and can be pasted into a test: numbers as f64 that round-trip, and as bits. */
export function reproduction({ query, fault, oracle, answer }: Mismatch): string {
  const numbers = [...query.points];
  const rows = (text: (x: number) => string): string =>
    Array.from(
      { length: 8 },
      (_, i) =>
        `  ${numbers
          .slice(3 * i, 3 * i + 3)
          .map(text)
          .join(', ')},`,
    ).join('\n');
  const decimal = (x: number): string => (Object.is(x, -0) ? '-0' : String(x));
  return [
    `// ${fault}: ${query.kind}, family ${query.family}, seed ${query.seed}, index ${query.index}`,
    `// oracle: ${describeFirst(oracle)}`,
    `// candidate: ${answer === undefined ? 'threw' : `${answer.state} at ${answer.time}`}`,
    `const points = Float64Array.of(\n${rows(decimal)}\n);`,
    `// bits: ${numbers.map(hexOf).join(' ')}`,
  ].join('\n');
}
