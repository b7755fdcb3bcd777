import type { StepContext, System } from './context.js';

/**
 * Removes pairs of the broad phase all of whose cluster pairs the visibility backend has shown to be apart
 * (Quick-CULLIDE 4). It only removes, and only on facts of this step, or of padded volumes that nothing has left:
 * no fact means that nothing is removed. Pairs with a body that contacts may push aside stay, and are only not tested along
 * the ways that are shown to be apart.
 */
export function createOcclusionCulling(context: StepContext): System {
  const mayTouch = (a: number, b: number) => context.occlusion?.mayTouch(a, b) ?? true;
  return (world) => {
    const { counters, occlusion, pairs } = context;
    counters.occludedPairs = 0;
    if (occlusion === undefined) return world;
    occlusion.begin(context);
    const before = pairs.count;
    pairs.keep(mayTouch);
    counters.occludedPairs = before - pairs.count;
    counters.occludedWays = 0;
    for (let i = 0; i < pairs.count; i++)
      if (!occlusion.mayMeetOnTheirWays(context, pairs.a[i], pairs.b[i])) counters.occludedWays++;
    counters.occlusionFaults = occlusion.faults;
    return world;
  };
}
