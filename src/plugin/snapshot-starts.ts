import { DEFORMABLE } from '../systems/colliders.js';
import type { StepContext } from '../systems/context.js';
import { STARTS, type Start, type Tangle } from '../systems/start.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

// Simulated deformables that the next step looks at first, since they may start tangled; and what the last look found.

const TANGLE_NUMBERS = 5; // entity, two vertices, entity, triangle

export function startSections({ colliders, starts, tangled }: StepContext): Uint32Array[] {
  const waiting = [...starts].filter(([entity]) => colliders.kind[entity] === DEFORMABLE);
  return [
    Uint32Array.from(waiting.flatMap(([entity, start]) => [entity, STARTS.indexOf(start)])),
    Uint32Array.from(tangled.flatMap(({ a, edge, b, triangle }) => [a, ...edge, b, triangle])),
  ];
}

/** Reads and checks them, for a snapshot with these deformables; what it returns puts them back. */
export function readStartSections(
  context: StepContext,
  file: SnapshotReader,
  deformables: ReadonlySet<number>,
): () => void {
  const { maxEntities } = context.components;
  const pairs = file.u32();
  const numbers = file.u32();
  if (pairs.length % 2 !== 0 || numbers.length % TANGLE_NUMBERS !== 0)
    throw corrupt('the list of starts is cut');
  const starts: [number, Start][] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const start = STARTS[pairs[i + 1]];
    if (start === undefined || !deformables.has(pairs[i])) throw corrupt(`start ${i / 2} is none`);
    starts.push([pairs[i], start]);
  }
  const tangled: Tangle[] = [];
  for (let i = 0; i < numbers.length; i += TANGLE_NUMBERS) {
    const [a, first, second, b, triangle] = numbers.subarray(i, i + TANGLE_NUMBERS);
    if (Math.max(a, b) > maxEntities) throw corrupt(`tangle ${i / TANGLE_NUMBERS} is none`);
    tangled.push({ a, edge: [first, second], b, triangle });
  }
  return () => {
    context.starts.clear();
    for (const [entity, start] of starts) context.starts.set(entity, start);
    context.tangled.splice(0, context.tangled.length, ...tangled);
  };
}
