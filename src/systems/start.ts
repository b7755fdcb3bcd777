export const STARTS = ['report', 'untangle', 'let be'] as const;

/** What is done about a deformable that starts tangled. */
export type Start = (typeof STARTS)[number];

/** Where two surfaces meet that should not: an edge of the one and a triangle of the other, or of the same one. */
export interface Tangle {
  /** The entity whose edge it is. */
  readonly a: number;
  /** Two vertices of a. */
  readonly edge: readonly [number, number];
  /** The entity whose triangle it is. */
  readonly b: number;
  /** A triangle of b. */
  readonly triangle: number;
}
