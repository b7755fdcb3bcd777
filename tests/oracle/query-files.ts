// Reads the query files with known truth that live beside the repository. Little-endian, see their README.
import { existsSync, readFileSync } from 'node:fs';
import type { Kind } from './exact/query.js';

const fileOf = (name: string, kind: Kind): URL =>
  new URL(`../../../shared/data/queries/${name}.${kind}`, import.meta.url);

export const QUERY_FILES = [
  'erleben-cube-cliff-edges',
  'erleben-spikes',
  'erleben-wedges',
  'unit-tests',
].flatMap((name) => (['vf', 'ee'] as const).map((kind) => ({ name, kind })));

export const queryFileExists = (name: string, kind: Kind): boolean => existsSync(fileOf(name, kind));

export interface KnownQuery {
  readonly points: Float64Array;
  readonly truth: boolean;
}

export function readQueryFile(name: string, kind: Kind): KnownQuery[] {
  const file = readFileSync(fileOf(name, kind));
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const count = view.getInt32(0, true);
  return Array.from({ length: count }, (_, i) => ({
    points: Float64Array.from({ length: 24 }, (_, j) => view.getFloat64(4 + 8 * (24 * i + j), true)),
    truth: view.getInt32(4 + 192 * count + 4 * i, true) !== 0,
  }));
}
