/** What ICCD's Tables I to III and R-Triangles' Table 2 say about a scene. */
export interface PaperScene {
  readonly triangles: number;
  readonly adjacentPairs?: number;
  readonly adjacentTests?: number;
  readonly orphans?: number;
  /** On a Pentium 4 of 2.66 GHz. */
  readonly ms: number;
  readonly speedup: number;
  readonly baseTests: number;
  readonly ourTests: number;
  /** Percent of vertex-face pairs culled by boxes, by segments, and what segments gain. */
  readonly culled?: readonly [number, number, number];
}

// biome-ignore format: a table
export const ICCD: Readonly<Record<string, PaperScene>> = {
  'cloth-on-ball': { triangles: 92_000, adjacentPairs: 564_000, adjacentTests: 4_400_000, orphans: 4_800, ms: 290, speedup: 9, baseTests: 7_522_000, ourTests: 216_000, culled: [77.4, 87.9, 13.6] },
  skirt: { triangles: 40_000, adjacentPairs: 269_000, adjacentTests: 2_100_000, orphans: 2_000, ms: 45, speedup: 8.8, baseTests: 932_000, ourTests: 14_000, culled: [49.1, 65.8, 34] },
  balls: { triangles: 34_000, adjacentPairs: 198_000, adjacentTests: 1_500_000, orphans: 200, ms: 89, speedup: 14.6, baseTests: 3_359_000, ourTests: 188_000, culled: [72.3, 77.9, 7.8] },
  letters: { triangles: 5_000, adjacentPairs: 29_000, adjacentTests: 224_000, orphans: 114, ms: 9.4, speedup: 12.6, baseTests: 340_000, ourTests: 8_000 },
  ruffles: { triangles: 49_000, adjacentPairs: 291_000, adjacentTests: 2_300_000, orphans: 10_800, ms: 185, speedup: 9.4, baseTests: 1_125_000, ourTests: 16_000, culled: [61.2, 72, 17.6] },
  'broken-statue': { triangles: 253_000, ms: 878, speedup: 21.4, baseTests: 16_199_000, ourTests: 981_000 },
};

export const R_TRIANGLES =
  'BASIC makes up to 28 times the tests of R-TRI (balls 9, cloth 12 to 28), NO-DUPL about 3 times, ADJ as many; R-TRI is up to 5 times faster than BASIC, and a third faster than NO-DUPL';
