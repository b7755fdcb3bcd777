import type { Machine } from './machine.js';
import { isMissed, type Row, type Table } from './row.js';

/** A part of the table: a benchmark that ran, or why it did not. */
export interface Part {
  readonly name: string;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly tables: readonly Table[];
  readonly problem?: string;
}

export interface Report {
  readonly machine: Machine;
  readonly quick: boolean;
  readonly seconds: number;
  readonly parts: readonly Part[];
}

export function markdownOf(report: Report, pictureOf: (plot: string) => string | undefined): string {
  const { machine, parts, quick, seconds } = report;
  const rows = parts.flatMap(({ tables }) => tables.flatMap((table) => table.rows));
  const missed = rows.filter(isMissed).length;
  const measured = rows.filter(({ target }) => target !== undefined).length;
  return [
    '# first-contact: bench',
    headOf({
      ...machine,
      run: `${quick ? '--quick: fewer repetitions and scenes' : 'whole'}, ${seconds.toFixed(0)} s`,
      targets: `${measured - missed} of ${measured} met`,
    }),
    [
      'Times are processor time and medians unless a table says otherwise. "≤ 70" is a target; **bold** figures miss theirs.',
      "Where a cell has two figures, the second is the paper's, on its machine.",
    ].join('\n'),
    ...parts.flatMap((part) => partLines(part, pictureOf)),
    '',
  ].join('\n\n');
}

/** What was measured, on what: a line each. */
export function headOf(facts: object): string {
  return table([['', ''], ...Object.entries(facts).map(([what, value]) => [what, String(value)])]);
}

function partLines(part: Part, pictureOf: (plot: string) => string | undefined): string[] {
  const lines = [
    `## ${part.name} (${part.seconds.toFixed(0)} s, ${part.processorSeconds.toFixed(0)} s of processor time)`,
  ];
  if (part.problem !== undefined) lines.push(`Not measured: ${part.problem}`);
  for (const { about, plot, rows, title } of part.tables) {
    lines.push(`### ${title}`);
    if (about !== undefined) lines.push(about);
    if (rows.length > 0) lines.push(rowsInMarkdown(rows));
    const picture = plot && pictureOf(plot.name);
    if (picture !== undefined) lines.push(`![${plot?.title}](${picture})`);
  }
  return lines;
}

export function rowsInMarkdown(rows: readonly Row[]): string {
  return rows.some(({ quantity }) => quantity !== undefined) ? wide(rows) : long(rows);
}

/** A line a row. */
function long(rows: readonly Row[]): string {
  const hasPaper = rows.some(({ paper }) => paper !== undefined);
  const head = ['', 'value', 'unit', 'target', ...(hasPaper ? ['paper'] : []), 'note'];
  return table([
    head,
    ...rows.map((row) => [
      row.name,
      marked(row),
      row.unit,
      targetOf(row),
      ...(hasPaper ? [row.paper === undefined ? '' : shown(row.paper)] : []),
      row.note ?? '',
    ]),
  ]);
}

/** A line a thing, a column a quantity. */
function wide(rows: readonly Row[]): string {
  const columns = [...new Set(rows.map(columnOf))];
  const names = [...new Set(rows.map(({ name }) => name))];
  const notes = rows.some(({ note }) => note !== undefined);
  const at = new Map(rows.map((row) => [`${row.name}\n${columnOf(row)}`, row]));
  return table([
    ['', ...columns, ...(notes ? ['note'] : [])],
    ...names.map((name) => {
      const cells = columns.map((column) => at.get(`${name}\n${column}`));
      const said = cells.flatMap((row) => row?.note ?? []);
      return [name, ...cells.map((row) => (row ? cellOf(row) : '')), ...(notes ? [said.join('; ')] : [])];
    }),
  ]);
}

const columnOf = ({ quantity = '', unit }: Row): string => [quantity, unit].filter(Boolean).join(', ');

function cellOf(row: Row): string {
  const paper = row.paper === undefined ? '' : ` / ${shown(row.paper)}`;
  const target = targetOf(row);
  return `${marked(row)}${paper}${target && ` (${target})`}`;
}

function targetOf({ target }: Row): string {
  if (target === undefined) return '';
  return 'most' in target ? `≤ ${shown(target.most)}` : `≥ ${shown(target.least)}`;
}

const marked = (row: Row): string => (isMissed(row) ? `**${shown(row.value)}**` : shown(row.value));

/** Three digits, and whole numbers whole. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 1000) return Math.round(value).toLocaleString('en');
  return size < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
}

/** A Markdown table; its first line is the head. */
function table([head, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
