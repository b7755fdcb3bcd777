import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeformableCollider, initGeometry } from '../src/geometry/index.js';
import { closingSheets } from './closing-sheets.js';
import { medianMilliseconds, printTable } from './measure.js';

const PLOT = fileURLToPath(new URL('../docs/deformable-growth.svg', import.meta.url));
/** Quads along a side of either sheet: 5,000 to 250,000 triangles. */
const SIDES = [35, 50, 71, 100, 141, 200, 250];
/** Of linear growth: the target. */
const MOST = 1.3;

interface Size {
  readonly triangles: number;
  readonly ms: number;
}

/** How the time of a whole step grows with the mesh at equal density; writes the plot in docs/. */
export async function growth(): Promise<void> {
  await initGeometry();
  const sizes = SIDES.map(measured);
  const [first] = sizes;
  const ratios = sizes.map(({ triangles, ms }) => ms / triangles / (first.ms / first.triangles));
  printTable([
    ['triangles', 'ms', 'microseconds a triangle', 'of linear', 'target'],
    ...sizes.map(({ triangles, ms }, i) => [
      triangles,
      ms.toFixed(1),
      ((1000 * ms) / triangles).toFixed(3),
      ratios[i].toFixed(2),
      MOST,
    ]),
  ]);
  writeFileSync(PLOT, plotOf(sizes));
  process.stdout.write(`written: ${PLOT}\n`);
}

function measured(side: number): Size {
  const { start, end, triangles } = closingSheets(side);
  const collider = new DeformableCollider({ positions: start, triangles });
  const ms = medianMilliseconds(9, () => {
    // there and back: every run finds a mesh that moved
    collider.update(end, start);
    collider.contacts();
  });
  collider.dispose();
  return { triangles: triangles.length / 3, ms };
}

/** Time over size, both logarithmic: linear growth is the straight line, the target the one above it. */
function plotOf(sizes: readonly Size[]): string {
  const [width, height, margin] = [640, 400, 60];
  const last = sizes[sizes.length - 1];
  const rate = sizes[0].ms / sizes[0].triangles;
  const [lowX, highX] = [Math.log10(4000), Math.log10(320_000)];
  const [lowY, highY] = [Math.log10(rate * 4000), Math.log10(rate * MOST * 400_000)];
  const x = (triangles: number) =>
    (margin + ((width - 2 * margin) * (Math.log10(triangles) - lowX)) / (highX - lowX)).toFixed(1);
  const y = (ms: number) =>
    (height - margin - ((height - 2 * margin) * (Math.log10(ms) - lowY)) / (highY - lowY)).toFixed(1);
  const line = (factor: number, style: string) => {
    const ends = [sizes[0].triangles, last.triangles].map((n) => `${x(n)},${y(rate * factor * n)}`);
    return `<polyline points="${ends.join(' ')}" fill="none" stroke="${style}" stroke-dasharray="6 4"/>`;
  };
  const label = (at: string, atY: string | number, text: string, anchor = 'middle') =>
    `<text x="${at}" y="${atY}" text-anchor="${anchor}">${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Time of a whole step over the number of triangles, at equal density</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    line(1, '#888'),
    line(MOST, '#c33'),
    `<polyline points="${sizes.map(({ triangles, ms }) => `${x(triangles)},${y(ms)}`).join(' ')}" fill="none" stroke="#06c" stroke-width="2"/>`,
    ...sizes.map(({ triangles, ms }) => `<circle cx="${x(triangles)}" cy="${y(ms)}" r="3" fill="#06c"/>`),
    ...sizes.map(({ triangles }) =>
      label(x(triangles), height - margin + 18, `${Math.round(triangles / 1000)}K`),
    ),
    ...sizes.map(({ triangles, ms }) =>
      label(x(triangles), Number(y(ms)) - 10, `${ms.toFixed(0)} ms`, 'end'),
    ),
    label(x(last.triangles), Number(y(rate * last.triangles)) + 22, 'linear', 'end'),
    label(x(last.triangles), Number(y(rate * MOST * last.triangles)) - 8, `${MOST} of linear`, 'end'),
    label(`${width / 2}`, height - 12, 'triangles, at equal density'),
    label(`${width / 2}`, 24, 'A whole step: all contacts of two sheets that pass through each other'),
    '</svg>\n',
  ].join('\n');
}
