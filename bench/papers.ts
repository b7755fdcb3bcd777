/** What ICCD's Tables I to III and R-Triangles' Table 2 say about a scene. */
export interface PaperScene {
  readonly triangles: string;
  readonly adjacentPairs?: string;
  readonly adjacentTests?: string;
  readonly orphans?: string;
  /** On a Pentium 4 of 2.66 GHz. */
  readonly ms: number;
  readonly speedup: number;
  readonly baseTests: string;
  readonly ourTests: string;
  /** Percent of vertex-face pairs culled by boxes, by segments, and what segments gain. */
  readonly culled?: readonly [number, number, number];
}

// biome-ignore format: a table
export const ICCD: Readonly<Record<string, PaperScene>> = {
  'cloth-on-ball': { triangles: '92K', adjacentPairs: '564K', adjacentTests: '4.4M', orphans: '4.8K', ms: 290, speedup: 9, baseTests: '7,522K', ourTests: '216K', culled: [77.4, 87.9, 13.6] },
  skirt: { triangles: '40K', adjacentPairs: '269K', adjacentTests: '2.1M', orphans: '2K', ms: 45, speedup: 8.8, baseTests: '932K', ourTests: '14K', culled: [49.1, 65.8, 34] },
  balls: { triangles: '34K', adjacentPairs: '198K', adjacentTests: '1.5M', orphans: '200', ms: 89, speedup: 14.6, baseTests: '3,359K', ourTests: '188K', culled: [72.3, 77.9, 7.8] },
  letters: { triangles: '5K', adjacentPairs: '29K', adjacentTests: '224K', orphans: '114', ms: 9.4, speedup: 12.6, baseTests: '340K', ourTests: '8K' },
  ruffles: { triangles: '49K', adjacentPairs: '291K', adjacentTests: '2.3M', orphans: '10.8K', ms: 185, speedup: 9.4, baseTests: '1,125K', ourTests: '16K', culled: [61.2, 72, 17.6] },
  'broken-statue': { triangles: '253K', ms: 878, speedup: 21.4, baseTests: '16,199K', ourTests: '981K' },
};

export const R_TRIANGLES =
  'BASIC makes up to 28 times the tests of R-TRI (balls 9, cloth 12 to 28), NO-DUPL about 3 times, ADJ as many; R-TRI is up to 5 times faster than BASIC, and a third faster than NO-DUPL';
