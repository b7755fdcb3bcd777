import { CONTACTS_FIRST, type CollisionPlugin, EDGE_EDGE, FACE_VERTEX } from '../../../src/index.js';
import { type Contact, contactName } from './exact-contacts.js';
import { pairKey, type Truth } from './truth.js';

/** A time is never later than the true one, and earlier by no more. */
const EARLIEST = 1e-8;
const SHOWN = 4;

type Told = Map<string, Map<string, number>>;

/** What is wrong with the contacts of the last step; empty where nothing is. */
export function faultsOf(plugin: CollisionPlugin, truth: Truth): string[] {
  const faults: string[] = [];
  const told = contactsOf(plugin, faults);
  for (const pair of told.keys())
    if (!truth.has(pair)) faults.push(`contacts of ${pair}, which may have none`);
  for (const [pair, expected] of truth) {
    const found = told.get(pair) ?? new Map<string, number>();
    for (const [name, time] of found) {
      const contact = expected.get(name);
      const fault = contact === undefined ? 'false' : faultOfTime(contact, time);
      if (fault !== undefined) faults.push(`${fault}: ${name} at ${time}`);
    }
    if (isFirstOnly(plugin, pair)) {
      faults.push(...faultOfFirst(pair, found, expected));
      continue;
    }
    for (const name of expected.keys()) if (!found.has(name)) faults.push(`missed: ${name}`);
  }
  return faults.length > SHOWN ? [...faults.slice(0, SHOWN), `and ${faults.length - SHOWN} more`] : faults;
}

function contactsOf({ contacts }: CollisionPlugin, faults: string[]): Told {
  const told: Told = new Map();
  for (let i = 0; i < contacts.count; i++) {
    const [a, b] = [contacts.a[i], contacts.b[i]];
    const [kindA, kindB] =
      contacts.kind[i] === EDGE_EDGE
        ? (['e', 'e'] as const)
        : contacts.kind[i] === FACE_VERTEX
          ? (['f', 'v'] as const)
          : (['v', 'f'] as const);
    const name = contactName(a, kindA, contacts.featureA[i], b, kindB, contacts.featureB[i]);
    const pair = told.get(pairKey(a, b)) ?? new Map<string, number>();
    if (pair.has(name)) faults.push(`twice: ${name}`);
    told.set(pairKey(a, b), pair.set(name, contacts.time[i]));
  }
  return told;
}

function faultOfTime({ time }: Contact, told: number): string | undefined {
  if (!(told >= 0 && told <= 1)) return 'no time of the step';
  if (time.compareToNumber(told) < 0) return 'late';
  return time.compareToNumber(told + EARLIEST) > 0 ? 'early' : undefined;
}

function isFirstOnly({ components }: CollisionPlugin, pair: string): boolean {
  const { contacts } = components.CollisionSettings;
  return pair.split(' ').every((entity) => contacts[Number(entity)] === CONTACTS_FIRST);
}

/** Of those that are the earliest one at least is told, and none that is later. */
function faultOfFirst(
  pair: string,
  found: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, Contact>,
): string[] {
  if (expected.size === 0) return [];
  if (found.size === 0) return [`missed: the first of ${expected.size} contacts of ${pair}`];
  const all = [...expected.values()];
  return [...found].flatMap(([name, time]) =>
    all.some((other) => other.time.compareToNumber(time - EARLIEST) < 0) ? [`not the first: ${name}`] : [],
  );
}
