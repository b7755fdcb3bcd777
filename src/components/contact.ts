/**
 * What an entity touched in the last step: a range of the plugin's contact list.
 */
export interface Contacts {
  /** Where its contacts begin in `plugin.contacts.byEntity`, and how many they are. */
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  /** Time of the earliest contact in the step, 0 to 1; Infinity where there is none. */
  readonly earliest: Float64Array;
  /** How many other things the entity touched when the step ended, or overlapped where one of them is a sensor. */
  readonly touching: Uint32Array;
}

export function createContacts(maxEntities: number): Contacts {
  return {
    first: new Uint32Array(maxEntities),
    count: new Uint32Array(maxEntities),
    earliest: new Float64Array(maxEntities).fill(Number.POSITIVE_INFINITY),
    touching: new Uint32Array(maxEntities),
  };
}
