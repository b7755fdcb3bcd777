// Backends that run elsewhere: in a page, or in another process of Node, to which the batches are sent.
import {
  COMMAND_WORDS,
  type VisibilityAnswer,
  type VisibilityBackend,
  type VisibilityBatch,
} from '../../src/visibility/backend.js';
import { FOOTPRINT_WORDS } from '../../src/visibility/footprint.js';

/** What is sent. */
export interface RemoteBatch {
  readonly size: number;
  readonly footprints: Int32Array;
  readonly footprintCount: number;
  readonly passes: readonly {
    readonly commands: Uint32Array;
    readonly commandCount: number;
    readonly askCount: number;
  }[];
}

/** What comes back. */
export interface RemoteAnswer {
  readonly answer: VisibilityAnswer;
  /** Milliseconds there, the way to and fro left out. */
  readonly milliseconds: number;
}

/** A place where batches can be asked. */
export interface RemotePlace extends AsyncDisposable {
  ask(batch: RemoteBatch): Promise<RemoteAnswer>;
}

/** A backend in that place. `sent` is how long the ways took so far, which no real backend has to go. */
export class RemoteBackend implements VisibilityBackend {
  sent = 0;
  readonly name: string;
  readonly size: number;
  readonly #place: RemotePlace;

  constructor(name: string, size: number, place: RemotePlace) {
    this.name = name;
    this.size = size;
    this.#place = place;
  }

  open(): void {}

  close(): void {}

  async ask({ footprints, footprintCount, passes }: VisibilityBatch): Promise<VisibilityAnswer> {
    const start = performance.now();
    const { answer, milliseconds } = await this.#place.ask({
      size: this.size,
      footprints: footprints.slice(0, FOOTPRINT_WORDS * footprintCount),
      footprintCount,
      passes: passes.map(({ commands, commandCount, askCount }) => ({
        commands: commands.slice(0, COMMAND_WORDS * commandCount),
        commandCount,
        askCount,
      })),
    });
    this.sent += performance.now() - start - milliseconds;
    return answer;
  }
}

/** Keeps one opened backend a size, for the place itself. */
export function remoteBackends(make: (size: number) => VisibilityBackend) {
  const opened = new Map<number, VisibilityBackend>();
  return async (batch: RemoteBatch): Promise<RemoteAnswer> => {
    let backend = opened.get(batch.size);
    if (backend === undefined) {
      backend = make(batch.size);
      opened.set(batch.size, backend);
      await backend.open();
    }
    const start = performance.now();
    const answer = await backend.ask(batch);
    return { answer, milliseconds: performance.now() - start };
  };
}
