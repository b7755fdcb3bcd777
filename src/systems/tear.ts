/** A cloth that tore, as `plugin.cut` tells of a cut. */
export interface Tear {
  /** It is the largest piece now. */
  readonly entity: number;
  /** All that is left of it, itself first; for each vertex and face of a piece, the number that it had before. */
  readonly pieces: readonly {
    readonly entity: number;
    readonly vertices: Uint32Array;
    readonly faces: Uint32Array;
  }[];
  /** How many vertices there are more than before, and how far the sides were pulled apart. */
  readonly opened: number;
  readonly gap: number;
}
