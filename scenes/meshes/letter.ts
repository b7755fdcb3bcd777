import { cellsMesh } from './cells.js';
import type { SceneMesh } from './mesh.js';
import { joinedMesh } from './placed.js';

// Strokes that meet share a side and not a corner alone: no vertex is pinched.
const GLYPHS = {
  A: ['#####', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
  C: ['#####', '#....', '#....', '#....', '#....', '#....', '#####'],
  N: ['#...#', '##..#', '##..#', '#####', '#..##', '#..##', '#...#'],
  O: ['#####', '#...#', '#...#', '#...#', '#...#', '#...#', '#####'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
} as const;

export type Letter = keyof typeof GLYPHS;

export interface LetterShape {
  readonly letter: Letter;
  /** How often each cell of the 5 x 7 pattern is cut along each side. */
  readonly cuts?: number;
  readonly height?: number;
}

/** A solid letter around the origin that faces +z, as thick as its strokes. */
export function letterMesh(shape: LetterShape): SceneMesh {
  return strokes(shape, () => true);
}

/**
 * The same letter with cracks across it, `gap` wide, below the given rows of its pattern, counted from above: several closed
 * surfaces that do not touch.
 */
export function crackedLetterMesh(shape: LetterShape, cracks: readonly number[], gap: number): SceneMesh {
  const height = shape.height ?? 1;
  const ends = [0, ...cracks, ROWS];
  const bands = ends.slice(1).map((end, i) => {
    const mesh = strokes(shape, (row) => row >= ends[i] && row < end);
    const [top, bottom] = [ends[i], end].map((row) => height * (0.5 - row / ROWS));
    // as far inward as half a crack, but not where the letter itself ends
    const most = ends[i] === 0 ? top : top - gap / 2;
    const least = end === ROWS ? bottom : bottom + gap / 2;
    const positions = mesh.positions.map((value, k) =>
      k % 3 === 1 ? Math.min(most, Math.max(least, value)) : value,
    );
    return { ...mesh, positions };
  });
  return joinedMesh(bands);
}

const ROWS = 7;

function strokes(
  { letter, cuts = 2, height = 1 }: LetterShape,
  isThere: (row: number) => boolean,
): SceneMesh {
  const rows = GLYPHS[letter];
  const cell = height / ROWS;
  return cellsMesh({
    cells: [5 * cuts, ROWS * cuts, cuts],
    size: [5 * cell, height, cell],
    isFilled: (x, y) => {
      const row = ROWS - 1 - Math.floor(y / cuts);
      return isThere(row) && rows[row][Math.floor(x / cuts)] === '#';
    },
  });
}
