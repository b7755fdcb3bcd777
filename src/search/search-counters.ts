/** What each stage of a search let through, and how long it took. */
export interface SearchCounters {
  /** Pairs of boxes. */
  boxTests: number;
  /** Regions that were shown to be free of self-contact and not searched, and how many triangles they have. */
  skippedRegions: number;
  skippedTriangles: number;
  /** With cones and without contours: regions whose normals agree, and how many triangles they have. */
  agreeingRegions: number;
  agreeingTriangles: number;
  /** Contours tested for that, and their edges. */
  testedRegions: number;
  testedContourEdges: number;
  /** Vertices of contours whose projections were known, and regions that failed since one around them did. */
  reusedProjections: number;
  inheritedFailures: number;
  /** Overlapping pairs of triangles that handed on features. */
  trianglePairs: number;
  featureTests: number;
  afterFeatureBoxes: number;
  /** Of these, vertices with faces. */
  vertexTests: number;
  verticesAfterBoxes: number;
  /** Orphans in skipped regions are not tested. */
  orphanTests: number;
  elementaryTests: number;
  exactFallbacks: number;
  /** What each stage took, in milliseconds. */
  readonly ms: {
    refit: number;
    cones: number;
    traverse: number;
    features: number;
    elementary: number;
    orphans: number;
  };
}

export function newCounters(): SearchCounters {
  return {
    boxTests: 0,
    skippedRegions: 0,
    skippedTriangles: 0,
    agreeingRegions: 0,
    agreeingTriangles: 0,
    testedRegions: 0,
    testedContourEdges: 0,
    reusedProjections: 0,
    inheritedFailures: 0,
    trianglePairs: 0,
    featureTests: 0,
    afterFeatureBoxes: 0,
    vertexTests: 0,
    verticesAfterBoxes: 0,
    orphanTests: 0,
    elementaryTests: 0,
    exactFallbacks: 0,
    ms: { refit: 0, cones: 0, traverse: 0, features: 0, elementary: 0, orphans: 0 },
  };
}

/** All 0 again. */
export function clearCounters(counters: SearchCounters): void {
  clear(counters as unknown as Record<string, number>, COUNTS);
  clear(counters.ms, STAGES);
}

export function copyCounters(from: SearchCounters, to: SearchCounters): void {
  copy(from as unknown as Record<string, number>, to as unknown as Record<string, number>, COUNTS);
  copy(from.ms, to.ms, STAGES);
}

const EMPTY = /* @__PURE__ */ newCounters();
const COUNTS = /* @__PURE__ */ Object.keys(EMPTY).filter((name) => name !== 'ms');
const STAGES = /* @__PURE__ */ Object.keys(EMPTY.ms);

function clear(numbers: Record<string, number>, names: readonly string[]): void {
  for (let i = 0; i < names.length; i++) numbers[names[i]] = 0;
}

function copy(
  from: Readonly<Record<string, number>>,
  to: Record<string, number>,
  names: readonly string[],
): void {
  for (let i = 0; i < names.length; i++) to[names[i]] = from[names[i]];
}
