/** What is done about a deformable that starts tangled. */
export type Start = 'report' | 'untangle' | 'let be';

/** Where two surfaces meet that should not: an edge of the one and a triangle of the other, or of the same one. */
export interface Tangle {
  readonly a: number;
  /** Two vertices of a. */
  readonly edge: readonly [number, number];
  readonly b: number;
  readonly triangle: number;
}
