/** As few of the numbers below `count` as a failure takes: parts are left out, larger ones first, while it still fails. */
export async function shrunk(
  count: number,
  fails: (some: readonly number[]) => Promise<boolean>,
): Promise<number[]> {
  let kept = Array.from({ length: count }, (_, i) => i);
  for (let size = count >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < kept.length; ) {
      const without = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await fails(without)) kept = without;
      else from += size;
    }
  }
  return kept;
}
