/** What `npm run conform -- KIND FILES... [--out FILE]` does for one kind of file. */
export interface ConformKind {
  /** One line for --help: the files it reads. */
  readonly summary: string;
  /** Runs the files, writes the answers to `out` if there is one, and returns the summary to print. */
  run(files: readonly string[], out: string | undefined): Promise<object>;
}

/** Something that whoever typed the command can mend: shown without a stack. */
export class ConformError extends Error {}
