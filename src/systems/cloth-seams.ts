import type { ClothWorld } from '../cloth/cloth-world.js';
import type { Stitch } from '../cloth/stitch.js';
import type { StepContext } from './context.js';
import type { Stitches } from './stitches.js';

/** The plugin's stitches as those of a cloth world. */
export class ClothSeams {
  /** Pairs of parts that are sewn together, two numbers each. */
  readonly pairs: number[] = [];
  /** The plugin's stitch that each of the world's is: one with an entity that is no solid now holds nothing. */
  readonly #rows: number[] = [];
  #version = -1;

  /** `partOf`: the number of each entity's part and 1; 0 for none. */
  take(context: StepContext, cloths: ClothWorld, partOf: Uint32Array, areOthers: boolean): void {
    const { stitches } = context;
    if (stitches === undefined) return;
    stitches.keepSound(context);
    if (!areOthers && stitches.version === this.#version) return;
    this.#version = stitches.version;
    const hadNone = this.#rows.length === 0;
    this.#rows.length = 0;
    this.pairs.length = 0;
    const sewn: Stitch[] = [];
    const known = new Set<number>();
    for (let i = 0; i < stitches.count; i++) {
      const a = partOf[stitches.a[i]] - 1;
      const b = partOf[stitches.b[i]] - 1;
      if (a < 0 || b < 0) {
        stitches.pull[i] = 0;
        continue;
      }
      this.#rows.push(i);
      sewn.push({ ...stitches.at(i), a: cloths.parts[a], b: cloths.parts[b] });
      const pair = a * cloths.parts.length + b;
      if (!known.has(pair)) this.pairs.push(a, b);
      known.add(pair);
    }
    if (!hadNone || sewn.length > 0) cloths.sew(sewn);
  }

  /** What each pulled in a step of `dt` seconds. */
  give(stitches: Stitches | undefined, cloths: ClothWorld, dt: number): void {
    if (stitches === undefined) return;
    for (let i = 0; i < this.#rows.length; i++) stitches.pull[this.#rows[i]] = cloths.pulledBy(i) / dt;
  }
}
