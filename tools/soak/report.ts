/** What a run found; everything but the counts of what was done has to be 0. */
export interface SoakReport {
  steps: number;
  added: number;
  removed: number;
  teleports: number;
  cuts: number;
  refusedCuts: number;
  /** Bodies and deformables that broke, and cloths that tore. */
  breaks: number;
  tears: number;
  seams: number;
  badCalls: number;
  restores: number;
  /** Pairs of an edge and a triangle that met after a step. */
  intersections: number;
  /** Errors that were not typed, or bad calls that were taken. */
  failures: string[];
}

export const newReport = (): SoakReport => ({
  steps: 0,
  added: 0,
  removed: 0,
  teleports: 0,
  cuts: 0,
  refusedCuts: 0,
  breaks: 0,
  tears: 0,
  seams: 0,
  badCalls: 0,
  restores: 0,
  intersections: 0,
  failures: [],
});
