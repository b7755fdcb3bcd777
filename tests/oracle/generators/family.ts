import type { Kind } from '../exact/query.js';
import { mixSeed, type Random, seeded } from './random.js';

/** Points of a query, and what their construction promises. */
export interface Made {
  readonly points: Float64Array;
  /** true: touches by construction. false: does not. undefined: only an oracle knows. */
  readonly touches?: boolean;
  /** By construction there is contact at this exact time, perhaps not for the first time. */
  readonly contactAt?: number;
}

export interface Family {
  readonly name: string;
  readonly make: (random: Random, kind: Kind) => Made;
}

/** A query that can be made again from its kind, family, seed and index. */
export interface Query extends Made {
  readonly kind: Kind;
  readonly family: string;
  readonly seed: number;
  readonly index: number;
}

/** Vertex-face at even indices, edge-edge at odd ones. */
export function makeQuery(family: Family, seed: number, index: number): Query {
  const kind: Kind = index % 2 === 0 ? 'vf' : 'ee';
  const made = family.make(seeded(mixSeed(seed, family.name, index)), kind);
  return { ...made, kind, family: family.name, seed, index };
}

export function* queriesOf(family: Family, seed: number, count: number): Generator<Query> {
  for (let index = 0; index < count; index++) yield makeQuery(family, seed, index);
}

export const fill = (next: (i: number) => number): Float64Array =>
  Float64Array.from({ length: 24 }, (_, i) => next(i));
