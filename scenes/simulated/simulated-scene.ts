import type { ClothPart, PartInput } from '../../src/cloth/part.js';

/** A scene that is simulated: what there is, and what moves by itself. Units: metres, kilograms, seconds. */
export interface SimulatedScene {
  readonly name: string;
  readonly title: string;
  readonly parts: readonly PartInput[];
  /** Seconds a step, and how many sub-steps it has. */
  readonly dt: number;
  readonly subSteps: number;
  /** Whether prescribed motion is commanded into what cannot be, so that it has to be held. */
  readonly isPinching?: boolean;
  /** Newton seconds in a step that part what is glued. */
  readonly strength?: number;
  /** Writes where prescribed vertices and bodies shall be at `time`, the end of the coming step. */
  drive?(parts: readonly ClothPart[], time: number): void;
}
