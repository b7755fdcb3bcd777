import { corrupt, SnapshotReader } from './snapshot-file.js';

/** Of each entity that is set aside: itself, its state, the mesh that would have gone with it, its components. */
export const ASIDE_NUMBERS = 4;

/**
 * The entities that a snapshot holds: colliders in their order, then those that are set aside or wait for what they
 * lack. They must exist in the world that it is restored into.
 */
export function snapshotEntities(snapshot: Uint8Array): Uint32Array<ArrayBuffer> {
  const file = new SnapshotReader(snapshot);
  file.f64();
  return Uint32Array.from([...file.u32(), ...asideEntities(file.u32())]);
}

export function asideEntities(aside: Uint32Array): Uint32Array<ArrayBuffer> {
  if (aside.length % ASIDE_NUMBERS !== 0) throw corrupt('the list of entities that are set aside is cut');
  return Uint32Array.from({ length: aside.length / ASIDE_NUMBERS }, (_, i) => aside[ASIDE_NUMBERS * i]);
}
