/**
 * Milliseconds of processor time of one run, the median of `repetitions`: on a machine that others use as well, elapsed
 * time says more about them. Short runs are repeated until they take `enough`: the clock can tell then.
 */
export function medianMilliseconds(repetitions: number, run: () => void, enough = 20): number {
  run();
  let runs = 1;
  while (processorTime(runs, run) < enough) runs *= 2;
  const times = Array.from({ length: repetitions }, () => processorTime(runs, run) / runs).sort(
    (a, b) => a - b,
  );
  return times[repetitions >> 1];
}

function processorTime(runs: number, run: () => void): number {
  const before = process.cpuUsage();
  for (let i = 0; i < runs; i++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Prints rows of cells in columns, the first row as a head. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row: readonly (string | number)[]) =>
    row
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
      .join('  ');
  process.stdout.write(`${rows.map(line).join('\n')}\n\n`);
}
