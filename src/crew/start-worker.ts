import type { WorkerStart } from './crew-layout.js';

/** A thread that was started: what ends it. */
export interface StartedWorker {
  /** Why it is not there any more, as far as is known. */
  readonly failure: string | undefined;
  end(): void;
}

interface NodeWorker {
  postMessage(value: unknown): void;
  on(event: 'error', hear: (error: unknown) => void): void;
  on(event: 'exit', hear: (code: number) => void): void;
  unref(): void;
  terminate(): Promise<number>;
}

type Started = { failure: string | undefined; end(): void };
type Threads = { Worker: new (file: URL, options: { execArgv: string[] }) => NodeWorker };

/** Starts the thread that `file`, or the package's own worker.js, holds. It is there when it says so in shared memory. */
export function startWorker(start: WorkerStart, file?: string | URL): StartedWorker {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const threads = process?.getBuiltinModule?.('node:worker_threads') as Threads | undefined;
  return threads === undefined ? startInPage(start, file) : startInNode(threads, start, file);
}

function startInNode({ Worker }: Threads, start: WorkerStart, file?: string | URL): StartedWorker {
  const own = file === undefined ? new URL('./worker.js', import.meta.url) : new URL(file);
  // what this process was started with may not suit a file
  const worker = new Worker(own, { execArgv: [] });
  const started: Started = { failure: undefined, end: () => void worker.terminate() };
  worker.on('error', (error) => {
    started.failure ??= messageOf(error);
  });
  worker.on('exit', (code) => {
    started.failure ??= `it ended with code ${code}`;
  });
  worker.unref(); // a program that is done ends, whether or not the worker sleeps
  worker.postMessage(start);
  return started;
}

function startInPage(start: WorkerStart, file?: string | URL): StartedWorker {
  // Bundlers look for exactly this expression.
  const worker =
    file === undefined
      ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
      : new Worker(file, { type: 'module' });
  const started: Started = { failure: undefined, end: () => worker.terminate() };
  worker.addEventListener('error', ({ message }) => {
    started.failure ??= message || 'the file, or one that it imports, could not be loaded'; // browsers say no more of that
  });
  worker.postMessage(start);
  return started;
}

/** Of what was thrown, which may be anything. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
