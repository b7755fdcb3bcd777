/** What a benchmark found: the one shape of all of them. */
export interface Row {
  /** What was measured. */
  readonly name: string;
  /** What of it, where a table says several things of each: a column. */
  readonly quantity?: string;
  /** Empty where things are counted. */
  readonly unit: string;
  readonly value: number;
  readonly target?: Target | undefined;
  /** The same in a paper, on that paper's machine. */
  readonly paper?: number | undefined;
  readonly note?: string | undefined;
}

/** How much it may be, or shall be. */
export type Target = { readonly most: number } | { readonly least: number };

export interface Table {
  readonly title: string;
  /** What to know before reading it. */
  readonly about?: string;
  readonly rows: readonly Row[];
  readonly plot?: Plot;
}

/** A picture of a table, written beside it. Both axes are logarithmic. */
export interface Plot {
  /** Of the file. */
  readonly name: string;
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly PlotLine[];
}

export interface PlotLine {
  readonly name: string;
  /** A line to compare with, and no measurement. */
  readonly isGuide?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface How {
  /** Fewer repetitions and scenes: it says less, and says so. */
  readonly quick: boolean;
  /** Told on stderr. */
  readonly progress: (text: string) => void;
}

/** A benchmark: its tables. */
export type Measure = (how: How) => Promise<readonly Table[]>;

/** More about a figure: its target, and what a paper has. */
export type More = Pick<Row, 'target' | 'paper' | 'note'>;

/** Several quantities of one thing, each with its value, its unit, and more. */
export function rowsOf(
  name: string,
  quantities: Readonly<Record<string, readonly [value: number, unit: string, more?: More]>>,
): Row[] {
  return Object.entries(quantities).map(([quantity, [value, unit, more]]) => ({
    name,
    quantity,
    unit,
    value,
    ...more,
  }));
}

export function isMissed({ target, value }: Row): boolean {
  if (target === undefined) return false;
  return 'most' in target ? !(value <= target.most) : !(value >= target.least);
}

/** A line for what could not be measured here, and why: what is missing is seen in the table. */
export function leftOut(name: string, quantity: string, unit: string, why: string): Row {
  return { name, quantity, unit, value: Number.NaN, note: `left out: ${why}` };
}
