import { CONTACTS_FIRST, type CollisionPlugin, EDGE_EDGE, FACE_VERTEX } from '../../../src/index.js';
import { EARLIEST, type Expected } from './expected.js';
import { contactName } from './feature-pairs.js';
import { pairKey, type Truth } from './truth.js';

const SHOWN = 4;

type Told = Map<string, Map<string, number>>;

/** What is wrong with the contacts of the last step; empty where nothing is. */
export function faultsOf(plugin: CollisionPlugin, { contacts, pushed }: Truth): string[] {
  const faults: string[] = [];
  const told = contactsOf(plugin, faults);
  for (const pair of told.keys())
    if (!contacts.has(pair) && !pushed.has(pair)) faults.push(`contacts of ${pair}, which may have none`);
  for (const [pair, expected] of contacts) {
    const found = told.get(pair) ?? new Map<string, number>();
    for (const [name, time] of found) {
      const fault = isInStep(time) ? (expected.get(name)?.faultAt(time) ?? undefined) : 'no time of the step';
      if (!expected.has(name)) faults.push(`false: ${name} at ${time}`);
      else if (fault !== undefined) faults.push(`${fault}: ${name} at ${time}`);
    }
    if (isFirstOnly(plugin, pair)) {
      faults.push(...faultOfFirst(pair, found, expected));
      continue;
    }
    for (const [name, { isCertain }] of expected)
      if (isCertain && !found.has(name)) faults.push(`missed: ${name}`);
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
    const length = Math.hypot(...contacts.normals.subarray(3 * i, 3 * i + 3));
    if (!(Math.abs(length - 1) < 1e-6)) faults.push(`a normal of length ${length}: ${name}`);
  }
  return told;
}

const isInStep = (time: number): boolean => time >= 0 && time <= 1;

function isFirstOnly({ components }: CollisionPlugin, pair: string): boolean {
  const { contacts } = components.CollisionSettings;
  return pair.split(' ').every((entity) => contacts[Number(entity)] === CONTACTS_FIRST);
}

/** Of those that are the earliest one at least is told, and none that is later. */
function faultOfFirst(pair: string, found: ReadonlyMap<string, number>, expected: Expected): string[] {
  const certain = [...expected.values()].filter(({ isCertain }) => isCertain);
  if (certain.length > 0 && found.size === 0)
    return [`missed: the first of ${certain.length} contacts of ${pair}`];
  return [...found].flatMap(([name, time]) =>
    certain.some((other) => other.isBefore(time - EARLIEST)) ? [`not the first: ${name}`] : [],
  );
}
