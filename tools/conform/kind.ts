/** What was typed for a kind's own options. */
export type ConformValues = Readonly<Record<string, unknown>>;

/** What `npm run conform -- KIND FILES... [--out FILE]` does for one kind of file. */
export interface ConformKind {
  /** One line for --help: the files it reads. */
  readonly summary: string;
  /** Options of its own, for `parseArgs`. */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** Whether it can do what was asked without a file. */
  needsNoFile?(values: ConformValues): boolean;
  /** Runs the files, writes the answers to `out` if there is one, and returns the summary to print. */
  run(files: readonly string[], out: string | undefined, values: ConformValues): Promise<object>;
}

/** Something that whoever typed the command can mend: shown without a stack. */
export class ConformError extends Error {}
