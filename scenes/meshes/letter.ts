import { cellsMesh } from './cells.js';
import type { SceneMesh } from './mesh.js';

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
export function letterMesh({ letter, cuts = 2, height = 1 }: LetterShape): SceneMesh {
  const rows = GLYPHS[letter];
  const cell = height / 7;
  return cellsMesh({
    cells: [5 * cuts, 7 * cuts, cuts],
    size: [5 * cell, height, cell],
    isFilled: (x, y) => rows[6 - Math.floor(y / cuts)][Math.floor(x / cuts)] === '#',
  });
}
