import type { MaterialPair, Materials } from '../systems/materials.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

/** Two materials, their friction and their restitution: NaN where a pair has none of its own. */
const PAIR_NUMBERS = 4;

export function materialSection(materials: Materials): Float64Array {
  const rows = Array.from(materials.pairs(), ([a, b, { friction, restitution }]) => [
    a,
    b,
    friction,
    restitution,
  ]);
  return Float64Array.from(rows.flat());
}

/** Reads and checks them; what it returns puts them back. */
export function readMaterialSection(materials: Materials, file: SnapshotReader): () => void {
  const numbers = file.f64();
  if (numbers.length % PAIR_NUMBERS !== 0) throw corrupt('the list of materials is cut');
  const rows: (readonly [number, number, MaterialPair])[] = [];
  for (let i = 0; i < numbers.length; i += PAIR_NUMBERS) {
    const [a, b, friction, restitution] = numbers.subarray(i, i + PAIR_NUMBERS);
    const isPair = [a, b].every((material) => Number.isInteger(material) && material >= 0 && material <= 255);
    const isOwn = [friction, restitution].every(
      (value) => Number.isNaN(value) || (value >= 0 && value < Infinity),
    );
    if (!isPair || !isOwn) throw corrupt(`pair ${i / PAIR_NUMBERS} of materials is none`);
    rows.push([
      a,
      b,
      {
        ...(Number.isNaN(friction) ? {} : { friction }),
        ...(Number.isNaN(restitution) ? {} : { restitution }),
      },
    ]);
  }
  return () => {
    materials.clear();
    for (const row of rows) materials.set(...row);
  };
}
