import { ClothWorld } from '../src/cloth/cloth-world.js';
import type { ClothPart } from '../src/cloth/part.js';
import { openCore } from '../src/memory/open.js';

/** A surface that moves as a function of time says, or as the cloth solver does from there. */
export interface Garment {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly at: (time: number) => Float64Array;
  readonly looksAtItself: boolean;
  /** Vertices that go on as `at` says where the others are simulated. */
  readonly pins?: readonly number[];
}

/** Seconds that are simulated before the first frame that is kept. */
const BEFORE = 0.25;

/**
 * The same garments where those that look at themselves are cloth, of which only the pins are told where to go, and the others
 * move as written down: `frames` of `dt` seconds from time 0 on.
 */
export async function simulated(
  garments: readonly Garment[],
  dt: number,
  frames: number,
): Promise<Garment[]> {
  const world = new ClothWorld(await openCore());
  const parts = garments.map(({ at, faces, looksAtItself, pins, positions }): ClothPart => {
    const mesh = { positions, triangles: faces };
    const start = at(-BEFORE);
    return looksAtItself
      ? world.add({ kind: 'cloth', mesh, positions: start, pins: [...(pins ?? [])] })
      : world.add({ kind: 'driven', mesh, positions: start });
  });
  const kept: Float64Array[][] = garments.map(() => []);
  const first = Math.round(BEFORE / dt);
  for (let step = 0; step < first + frames; step++) {
    parts.forEach((part, i) => {
      if (step >= first) kept[i].push(part.positions.slice());
      part.goals.set(garments[i].at((step + 1 - first) * dt));
    });
    world.step(dt, Math.round(dt * 480));
  }
  world.dispose();
  return garments.map((garment, i) => ({ ...garment, at: (time) => kept[i][Math.round(time / dt)] }));
}
