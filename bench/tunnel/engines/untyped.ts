/** An engine that the repository has no types of. */
export type Untyped = ((...args: unknown[]) => Untyped) &
  (new (
    ...args: unknown[]
  ) => Untyped) & { [name: string]: Untyped };

/** What an engine of numbers in typed memory gives back. */
export const number = (value: unknown): number => value as number;
