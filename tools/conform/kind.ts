/** What some kinds can be told, as it was typed. */
export interface ConformOptions {
  readonly method: string | undefined;
  readonly tolerance: string | undefined;
}

/** What `npm run conform -- KIND FILES... [--out FILE]` does for one kind of file. */
export interface ConformKind {
  /** One line for --help: the files it reads. */
  readonly summary: string;
  /** Runs the files, writes the answers to `out` if there is one, and returns the summary to print. */
  run(files: readonly string[], out: string | undefined, options: ConformOptions): Promise<object>;
}

/** Something that whoever typed the command can mend: shown without a stack. */
export class ConformError extends Error {}
