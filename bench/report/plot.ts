import { shown } from './markdown.js';
import type { Plot, PlotLine } from './row.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 440, 72, 24, 64, 56];
/** Told apart in both schemes, and by their marks without colours. */
const COLOURS = ['c1', 'c2', 'c3', 'c4', 'c5'] as const;
const STYLE = `
  .ground { fill: #fff } text { fill: #222 } .axis { stroke: #444 } .grid { stroke: #ddd } .guide { stroke: #777 }
  .c1 { --c: #0058b0 } .c2 { --c: #b03a00 } .c3 { --c: #1b7837 } .c4 { --c: #762a83 } .c5 { --c: #8c6d00 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #dde3ea } .axis { stroke: #aab4bf } .grid { stroke: #2c343d } .guide { stroke: #97a1ac }
    .c1 { --c: #6cb6ff } .c2 { --c: #ff9a6b } .c3 { --c: #7ce38b } .c4 { --c: #d2a8ff } .c5 { --c: #e3c44d }
  }
  .line { stroke: var(--c); fill: none; stroke-width: 2 } .mark { fill: var(--c) } .name { fill: var(--c) }
`;

/** A picture with logarithmic axes, which follows the reader's colour scheme. */
export function svgOf(plot: Plot): string {
  const points = plot.lines.flatMap((line) => line.points);
  const x = axis(
    points.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = axis(
    points.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  const measured = plot.lines.filter(({ isGuide }) => !isGuide);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(plot.title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    ...x.ticks.map(
      (tick) =>
        `<path class="grid" d="M${x.at(tick)} ${TOP}V${HEIGHT - BOTTOM}"/>${text(x.at(tick), HEIGHT - BOTTOM + 18, short(tick))}`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path class="grid" d="M${LEFT} ${y.at(tick)}H${WIDTH - RIGHT}"/>${text(LEFT - 8, y.at(tick) + 4, short(tick), 'end')}`,
    ),
    `<path class="axis" fill="none" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>`,
    ...plot.lines.filter(({ isGuide }) => isGuide).map((line) => guide(line, x, y)),
    ...measured.map((line, i) => drawn(line, COLOURS[i % COLOURS.length], x, y)),
    ...measured.map(({ name }, i) => key(name, i, measured.length)),
    text(WIDTH / 2, 24, plot.title, 'middle', 'font-size="15"'),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, plot.x),
    text(20, (TOP + HEIGHT - BOTTOM) / 2, plot.y, 'middle', (at) => `transform="rotate(-90 ${at})"`),
    '</svg>\n',
  ].join('\n');
}

interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** From 1, 2 or 5 times a power of ten to another, both outside of all values. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const marks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= 10 * high; power++) {
    marks.push(...[1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
  }
  const first = Math.max(0, marks.findIndex((mark) => mark > low) - 1);
  const last = marks.findIndex((mark) => mark >= high);
  const ticks = marks.slice(first, last + 1);
  const scale = (to - from) / Math.log(ticks[ticks.length - 1] / ticks[0]);
  return { ticks, at: (value) => Number((from + scale * Math.log(value / ticks[0])).toFixed(1)) };
}

function polyline({ points }: PlotLine, x: Axis, y: Axis): string {
  return points.map(([px, py]) => `${x.at(px)},${y.at(py)}`).join(' ');
}

function drawn(line: PlotLine, colour: string, x: Axis, y: Axis): string {
  const marks = line.points.map(
    ([px, py]) => `<circle class="mark" cx="${x.at(px)}" cy="${y.at(py)}" r="3.5"/>`,
  );
  return `<g class="${colour}"><polyline class="line" points="${polyline(line, x, y)}"/>${marks.join('')}</g>`;
}

function guide(line: PlotLine, x: Axis, y: Axis): string {
  const [endX, endY] = line.points[line.points.length - 1];
  return `<polyline class="guide" fill="none" stroke-dasharray="6 4" points="${polyline(line, x, y)}"/>${text(x.at(endX) - 4, y.at(endY) - 8, line.name, 'end')}`;
}

function key(name: string, i: number, count: number): string {
  const at = LEFT + ((WIDTH - LEFT - RIGHT) * (i + 0.5)) / count;
  return `<g class="${COLOURS[i % COLOURS.length]}">${text(at, 48, `● ${name}`, 'middle', 'class="name"')}</g>`;
}

function text(
  x: number,
  y: number,
  words: string,
  anchor = 'middle',
  more: string | ((at: string) => string) = '',
): string {
  const extra = typeof more === 'string' ? more : more(`${x} ${y}`);
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" ${extra}>${escaped(words)}</text>`;
}

const short = (value: number): string => (value >= 1000 ? `${shown(value / 1000)}K` : shown(value));

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
