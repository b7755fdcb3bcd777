import type { WorkerStart } from './crew-layout.js';

/** A thread that was started: what ends it. */
export interface StartedWorker {
  readonly failed: boolean;
  end(): void;
}

interface NodeWorker {
  postMessage(value: unknown): void;
  on(event: 'error' | 'exit', hear: () => void): void;
  unref(): void;
  terminate(): Promise<number>;
}

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
  const started = { failed: false, end: () => void worker.terminate() };
  const fail = () => {
    started.failed = true;
  };
  worker.on('error', fail);
  worker.on('exit', fail);
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
  const started = { failed: false, end: () => worker.terminate() };
  worker.addEventListener('error', () => {
    started.failed = true;
  });
  worker.postMessage(start);
  return started;
}
