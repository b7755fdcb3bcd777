import { FirstContactError } from '../errors.js';
import type { StepContext } from '../systems/context.js';
import { STITCH_NUMBERS, STITCH_WORDS } from '../systems/stitch-rows.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

/** What is sewn, and the name of the last seam. */
export function stitchSections(context: StepContext): (Uint32Array | Float64Array)[] {
  const { stitches } = context;
  if (stitches === undefined) return [new Uint32Array(0), new Float64Array(0), new Uint32Array(0)];
  stitches.keepSound(context);
  const { numbers, words } = stitches.save();
  return [words, numbers, Uint32Array.of(stitches.lastSeam)];
}

/** The block of a deformable's vertices, and how many there are. */
export interface SavedVertices {
  readonly block: number;
  readonly count: number;
}

/** Reads and checks them; what it returns puts them back. */
export function readStitchSections(
  { stitches }: StepContext,
  file: SnapshotReader,
  deformables: ReadonlyMap<number, SavedVertices>,
): () => void {
  const words = file.u32();
  const numbers = file.f64();
  const [lastSeam = 0] = file.u32();
  const count = words.length / STITCH_WORDS;
  if (!Number.isInteger(count) || numbers.length !== count * STITCH_NUMBERS)
    throw corrupt('the list of stitches is cut');
  for (let i = 0; i < count; i++) {
    const [seam, a, vertexA, b, vertexB, bodyA, bodyB] = words.subarray(i * STITCH_WORDS);
    const [compliance, strength, pull] = numbers.subarray(i * STITCH_NUMBERS);
    const isEnd = (entity: number, vertex: number, body: number) => {
      const of = deformables.get(entity);
      return of !== undefined && of.block === body && vertex < of.count;
    };
    const isLike = compliance >= 0 && compliance < Number.POSITIVE_INFINITY && strength > 0 && pull >= 0;
    if (seam > lastSeam || !isEnd(a, vertexA, bodyA) || !isEnd(b, vertexB, bodyB) || !isLike)
      throw corrupt(`stitch ${i} is none`);
  }
  if (stitches === undefined && count > 0) throw withoutCloth();
  return () => stitches?.restore(words, numbers, lastSeam);
}

function withoutCloth(): FirstContactError {
  return new FirstContactError(
    'SNAPSHOT_MISMATCH',
    "The snapshot has seams, and the plugin was created without the part 'cloth'",
    'Restore it in a plugin with the same parts.',
  );
}
