import type { FoundContacts } from './found-contacts.js';

/** Where a search for the earliest contact begins to look, as a part of the step, and how it goes on. */
export const SHORTEST = 2 ** -10;
const LONGER = 8;
/** A contact's time may be this much before the contact: one that is not in the boxes yet may have an earlier time. */
const EARLY = 1e-8;

/**
 * Boxes up to a time hold every contact up to it: short times first, since an early contact makes the rest needless. Returns
 * up to when to look next, 0 where the earliest of the contacts from an offset on is the earliest of the step.
 */
export function lookOn(contacts: FoundContacts, first: number, until: number): number {
  return until === 1 || contacts.earliest(first) <= until - EARLY ? 0 : Math.min(1, until * LONGER);
}
