/** Two lists in columns swap what they hold, by the names of their fields. */
export function exchangeFields<List>(one: List, other: List, fields: readonly (keyof List)[]): void {
  for (let i = 0; i < fields.length; i++) {
    const value = one[fields[i]];
    one[fields[i]] = other[fields[i]];
    other[fields[i]] = value;
  }
}
