import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Part } from './markdown.js';

const PROGRAM = fileURLToPath(new URL('../part.ts', import.meta.url));

/** A part in a process of its own: what ran before it changes nothing, and where it fails the others go on. */
export function measureApart(name: string, quick: boolean): Promise<Part> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  return new Promise((resolve) => {
    // what it prints is progress: the table alone is on stdout
    const child = fork(PROGRAM, [name, quick ? 'quick' : 'whole'], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    let done: Pick<Part, 'tables' | 'processorSeconds'> | undefined;
    child.on('message', (message) => {
      done = message as Pick<Part, 'tables' | 'processorSeconds'>;
    });
    child.on('exit', (code, signal) => {
      if (done !== undefined) resolve({ name, seconds: seconds(), ...done });
      else {
        const problem = `its process ended with ${signal ?? `code ${code}`}; stderr says why`;
        resolve({ name, seconds: seconds(), processorSeconds: 0, tables: [], problem });
      }
    });
  });
}
