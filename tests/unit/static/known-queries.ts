// Linear queries whose truth is known, where that data is beside the repository.
import { existsSync, readFileSync } from 'node:fs';

const DATA = new URL('../../../../shared/data/queries/', import.meta.url);
const NAMES = ['unit-tests', 'erleben-cube-cliff-edges', 'erleben-spikes', 'erleben-wedges'];

export const noKnownQueries = !existsSync(DATA);

/** 8 points each: four at t = 0, four at t = 1; and whether they touch. */
export function knownQueries(kind: 'vf' | 'ee'): { points: number[]; truth: boolean }[] {
  return NAMES.flatMap((name) => readQueries(new URL(`${name}.${kind}`, DATA)));
}

function readQueries(file: URL): { points: number[]; truth: boolean }[] {
  const bytes = readFileSync(file);
  const count = bytes.readInt32LE(0);
  return Array.from({ length: count }, (_, query) => ({
    points: Array.from({ length: 24 }, (_, i) => bytes.readDoubleLE(4 + 8 * (24 * query + i))),
    truth: bytes.readInt32LE(4 + 8 * 24 * count + 4 * query) !== 0,
  }));
}
