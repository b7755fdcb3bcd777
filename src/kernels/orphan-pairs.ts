import { NONE } from './layout/meshes';
import { REGION_BYTES, REGION_NODE, SKIPPED_BIT } from './layout/regions';
import { FEATURE_PAIR_BYTES } from './layout/search';

/**
 * Copies the orphans that lie in no skipped region (ICCD V-F): of `count` pairs, those whose smallest region (u32 the number of its
 * record each, NONE for none) has no SKIPPED_BIT in its mask. `masks` 0 copies all. Returns how many.
 */
export function copyOrphans(
  pairs: usize,
  smallest: usize,
  regions: usize,
  masks: usize,
  count: u32,
  to: usize,
): u32 {
  let out = to;
  for (let i: u32 = 0; i < count; i++) {
    store<u64>(out, load<u64>(pairs + <usize>i * FEATURE_PAIR_BYTES));
    if (masks !== 0 && isSkipped(regions, load<u32>(smallest + ((<usize>i) << 2)), masks)) continue;
    out += FEATURE_PAIR_BYTES;
  }
  return <u32>(out - to) / FEATURE_PAIR_BYTES;
}

function isSkipped(regions: usize, region: u32, masks: usize): bool {
  const node = region === NONE ? NONE : load<u32>(regions + <usize>region * REGION_BYTES, REGION_NODE);
  return node !== NONE && load<u32>(masks + ((<usize>node) << 2)) >> SKIPPED_BIT !== 0;
}
