/** The kernels of the cloth step; `world` is CLOTH_BYTES with what layout/cloth.ts says. */
export interface ClothKernels {
  /** Fills y with where everything would go by itself: bodies' vertices, and of the others a run of blocks. */
  clothPredictBodies(world: number): void;
  clothPredict(world: number, run: number): void;
  /** Puts a body's vertices where its pose has them. */
  clothPlaceBody(world: number, part: number): void;
  /** The largest coordinate of a part's vertices. */
  clothLargest(world: number, part: number): number;
  /** Sums of the displacements x to y of a run of blocks; the means of parts behind that. */
  clothSumMoves(world: number, run: number): void;
  clothMeans(world: number): void;
  /** Measures the displacements of a run of blocks; the most of parts behind that. */
  clothMeasureMoves(world: number, run: number): void;
  clothReaches(world: number): void;
  clothTubes(world: number, horizon: number): void;
  /** For how many seconds new tubes are to hold. */
  clothHorizon(world: number, longest: number): number;
  /** Marks the vertices of a run of blocks that leave their tubes in this sub-step; behind that, returns how many do. */
  clothMarkStrays(world: number, run: number): void;
  clothCountStrays(world: number): number;
  /** Makes all vertices strays. */
  clothStrayAll(world: number): void;
  /** New tubes for strays, where they go. */
  clothFollow(world: number): void;
  /** New tubes for strays that were held back, which hold whatever becomes of them in this sub-step. */
  clothConfine(world: number): void;
  /** Boxes around the tubes of a run of blocks. */
  clothBoundTubes(world: number, run: number): void;
  /** Before all pairs whose tubes come near each other are looked for, behind that. */
  clothBeginDetection(world: number): void;
  /** Before those of strays are, whose pairs leave the list. */
  clothBeginStrays(world: number): void;
  /** Takes the search apart; returns how many pieces it has, be there room or not. */
  clothPieces(world: number, ofStrays: boolean): number;
  /** Searches one piece, to `out`; returns how many pairs it has, of which `capacity` and one more have room. */
  clothSearchPiece(world: number, piece: number, out: number, capacity: number, scratch: number): number;
  /** Takes so many pairs of a piece, which lie behind the list, into the list; 0 where all is to be detected anew. */
  clothTakePairs(world: number, piece: number, pairs: number): number;
  /** Takes the list of pairs apart into chunks; returns how many. */
  clothBeginContacts(world: number): number;
  /** Lists the contacts of a chunk, from `first` to `full` at the most; returns where they end. */
  clothContacts(world: number, chunk: number, first: number, full: number): number;
  /** Says in which order contacts are solved; returns how many there are, be there room or not: where not, no order is made. */
  clothOrderContacts(world: number): number;
  /** A sweep over a range of distances. */
  clothConstraints(world: number, range: number, backward: boolean): void;
  /** Seams, between the sweeps over distances and behind them. */
  clothBeginStitches(world: number): void;
  clothEndStitches(world: number): void;
  /** Adds wind to velocities and to y. */
  clothAir(world: number): void;
  /** Draws closed parts to the volume that they keep. */
  clothVolumes(world: number): void;
  /** Draws parts with a stiffness to their shapes. */
  clothShapes(world: number): void;
  /** Pushes as in the sub-step before. */
  clothPushAgain(world: number): void;
  /** Keeps what contacts pushed in this sub-step, and adds it to their parts. */
  clothImpulses(world: number): void;
  /** Forgets what was noted. */
  clothBeginNotes(world: number): void;
  /** Notes what contacts pushed in this sub-step, which began at a share of the step; there has to be room for all of them. */
  clothNote(world: number, time: number): void;
  /** Makes the slots anew, which are zero, from the notes. */
  clothFindNotes(world: number): void;
  /** A sweep over a cell of contacts (SWEEP_...). */
  clothSolveContacts(world: number, cell: number, how: number): void;
  /** Remembers y as what everything wants. */
  clothWant(world: number): void;
  /** Forgets all separating planes. */
  clothBeginPlanes(world: number): void;
  /** Makes separating planes for pairs (PLANES_OF_...) that need one and have none; returns how many, be there room or not. */
  clothPlanes(world: number, which: number): number;
  /** Holds y back by the planes that are new. */
  clothTruncate(world: number): void;
  /** Planes that go with their features stay from now on; what they hold back is to be truncated again. */
  clothStopPlanes(world: number): void;
  clothCountCuts(world: number): void;
  /** Bodies are where they went. */
  clothArriveBodies(world: number): void;
  /** y becomes x, of a run of blocks. */
  clothArrive(world: number, run: number): void;
}
