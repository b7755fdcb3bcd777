/** Milliseconds of one run: the median of `repetitions`, after one that warms up. */
export function medianMilliseconds(repetitions: number, run: () => void): number {
  run();
  const times = Array.from({ length: repetitions }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return times[repetitions >> 1]!;
}

/** Prints rows of cells in columns, the first row as a head. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row: readonly (string | number)[]) =>
    row
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]!) : String(cell).padStart(widths[i]!)))
      .join('  ');
  process.stdout.write(`${rows.map(line).join('\n')}\n\n`);
}
