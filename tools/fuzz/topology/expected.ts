/** What is known of the contact of two features in a step. */
export interface ExpectedContact {
  /** Whether it has to be told. */
  readonly isCertain: boolean;
  /** What is wrong with it being told at this time; undefined where nothing is. */
  faultAt(time: number): string | undefined;
  /** Whether it is certain, and before this time. */
  isBefore(time: number): boolean;
}

/** By what `contactName` calls them. What is not in it must not be told. */
export type Expected = Map<string, ExpectedContact>;

/** A time is never later than the true one, and earlier by no more. */
export const EARLIEST = 1e-8;
