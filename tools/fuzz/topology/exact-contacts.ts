// Contacts of a step where vertices go straight and nothing is thick: each pair of features is decided by exact arithmetic, and nothing
// of the package takes part.
import type { AlgebraicTime } from '../../../tests/oracle/exact/algebraic-time.js';
import { firstContact } from '../../../tests/oracle/exact/first-contact.js';
import { isCertainlyApart } from './apart.js';
import { EARLIEST, type Expected, type ExpectedContact } from './expected.js';
import { type FeaturePair, nameOf } from './feature-pairs.js';

export function exactContacts(pairs: Iterable<FeaturePair>): Expected {
  const found: Expected = new Map();
  for (const pair of pairs) {
    const contact = decided(pair);
    if (contact !== undefined) found.set(nameOf(pair), contact);
  }
  return found;
}

class ExactContact implements ExpectedContact {
  readonly isCertain = true;

  constructor(private readonly time: AlgebraicTime) {}

  faultAt(told: number): string | undefined {
    if (this.time.compareToNumber(told) < 0) return 'late';
    return this.time.compareToNumber(told + EARLIEST) > 0 ? 'early' : undefined;
  }

  isBefore(time: number): boolean {
    return this.time.compareToNumber(time) < 0;
  }
}

const POINTS = new Float64Array(24);

function decided({ corners, kind }: FeaturePair): ExactContact | undefined {
  corners.forEach(([{ start, end }, vertex], i) => {
    for (let k = 0; k < 3; k++) {
      POINTS[3 * i + k] = start[3 * vertex + k];
      POINTS[12 + 3 * i + k] = end[3 * vertex + k];
    }
  });
  if (isCertainlyApart(kind, POINTS)) return undefined;
  const first = firstContact(kind, POINTS);
  return first.contact ? new ExactContact(first.time) : undefined;
}
