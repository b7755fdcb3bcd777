import { NONE } from './layout/meshes';
import { SKIPPED_BIT } from './layout/regions';
import { FEATURE_PAIR_BYTES } from './layout/search';

/**
 * Copies the orphans that lie in no skipped region (ICCD V-F): of `count` pairs, those whose smallest region (u32 a node
 * each, NONE for none) has no SKIPPED_BIT in its mask. `masks` 0 copies all. Returns how many.
 */
export function copyOrphans(pairs: usize, regions: usize, masks: usize, count: u32, to: usize): u32 {
  let out = to;
  for (let i: u32 = 0; i < count; i++) {
    const region = load<u32>(regions + ((<usize>i) << 2));
    store<u64>(out, load<u64>(pairs + <usize>i * FEATURE_PAIR_BYTES));
    if (masks !== 0 && region !== NONE && load<u32>(masks + ((<usize>region) << 2)) >> SKIPPED_BIT !== 0)
      continue;
    out += FEATURE_PAIR_BYTES;
  }
  return <u32>(out - to) / FEATURE_PAIR_BYTES;
}
