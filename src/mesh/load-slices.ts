import { checkType, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import {
  type BuildOptions,
  type BuildProgress,
  type BuildStage,
  type BuildSteps,
  buildSteps,
  type MeshData,
} from './build-stages.js';
import { openTaskGate } from './next-task.js';
import type { MeshInput, MeshUse } from './types.js';

/** How far a mesh is built. */
export interface BuildReport extends BuildProgress {
  /** Whether it is there. */
  readonly done: boolean;
}

/** A build that its owner drives, a slice at a time. */
export interface MeshBuild {
  /**
   * Works for about `budgetMs`: at least one piece, and until the piece in which the time runs out is done. Throws what
   * is wrong with the mesh, and throws it again when called again.
   */
  advance(budgetMs: number): BuildReport;
  /** The mesh, once `advance` has said that it is done. */
  result(): MeshData;
}

/** How a mesh is built in slices, so that a page stays alive. */
export interface SlicedBuildOptions extends Omit<BuildOptions, 'surfaces'> {
  /** Time between two chances for the page to draw and answer. 8 ms by default: half a frame. */
  readonly sliceMs?: number;
  /** Called after each slice. */
  readonly onProgress?: (report: BuildReport) => void;
  /** Ends the build: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

const FIRST_STAGE: BuildStage = 'reading';

/** Everything at once. The same pieces in the same order as in slices, so the result has the same bytes. */
export function buildMeshNow(input: MeshInput, use: MeshUse, options: BuildOptions = {}): MeshData {
  const build = createMeshBuild(input, use, options);
  build.advance(Infinity);
  return build.result();
}

/** The arrays are copied by this call; what happens to them afterwards does not matter. */
export function createMeshBuild(input: MeshInput, use: MeshUse, options: BuildOptions = {}): MeshBuild {
  return new SlicedBuild(buildSteps(input, use, options));
}

/** In slices, with the event loop running in between. */
export async function buildMesh(
  input: MeshInput,
  use: MeshUse,
  options: SlicedBuildOptions & Pick<BuildOptions, 'surfaces'> = {},
): Promise<MeshData> {
  const { signal, onProgress, sliceMs = 8 } = checkedSlices(options);
  signal?.throwIfAborted();
  const build = createMeshBuild(input, use, options);
  const gate = openTaskGate();
  try {
    for (;;) {
      const report = build.advance(sliceMs);
      onProgress?.(report);
      signal?.throwIfAborted();
      if (report.done) return build.result();
      await gate.nextTask();
      signal?.throwIfAborted();
    }
  } finally {
    gate.close();
  }
}

function checkedSlices(options: SlicedBuildOptions): SlicedBuildOptions {
  const { meetsDeformables, onProgress, signal, sliceMs = 8 } = options;
  checkType('onProgress', onProgress, 'function');
  checkType('meetsDeformables', meetsDeformables, 'boolean');
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new FirstContactError(
      'BAD_SETTING',
      `signal is ${shown(signal)}`,
      'Pass the signal of an AbortController.',
    );
  }
  if (typeof sliceMs === 'number' && sliceMs >= 0) return options;
  throw new FirstContactError('BAD_SETTING', `sliceMs is ${shown(sliceMs)}`, 'Use milliseconds, 0 or more.');
}

class SlicedBuild implements MeshBuild {
  private latest: BuildProgress = { stage: FIRST_STAGE, progress: 0 };
  private mesh: MeshData | undefined;
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly steps: BuildSteps) {}

  advance(budgetMs: number): BuildReport {
    if (this.failure !== undefined) throw this.failure.error;
    const end = performance.now() + budgetMs;
    try {
      do this.advanceOnePiece();
      while (this.mesh === undefined && performance.now() < end);
    } catch (error) {
      this.failure = { error };
      throw error;
    }
    return { ...this.latest, done: this.mesh !== undefined };
  }

  result(): MeshData {
    if (this.failure !== undefined) throw this.failure.error;
    if (this.mesh !== undefined) return this.mesh;
    throw new FirstContactError(
      'BUILD_UNFINISHED',
      `The mesh is not built yet: ${Math.floor(100 * this.latest.progress)} % is done`,
      'Call advance() until it returns done: true.',
    );
  }

  private advanceOnePiece(): void {
    if (this.mesh !== undefined) return;
    const step = this.steps.next();
    if (step.done) {
      this.mesh = step.value;
      this.latest = { ...this.latest, progress: 1 };
    } else {
      this.latest = step.value;
    }
  }
}
