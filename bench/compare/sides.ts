import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Asked, Told } from './worker.js';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** A revision in a folder of its own, built there; its packages are those of this tree. */
export function builtRevision(
  root: string,
  revision: string,
): { readonly folder: string; readonly commit: string; remove(): void } {
  const commit = commitOf(root, revision);
  const folder = join(mkdtempSync(join(tmpdir(), 'first-contact-')), 'tree');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: ['ignore', 2, 2] });
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    build(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, commit: commit.slice(0, 12), remove };
}

export function build(folder: string): void {
  execFileSync(process.execPath, ['tools/build-library.mjs'], { cwd: folder, stdio: ['ignore', 2, 2] });
}

function commitOf(root: string, revision: string): string {
  try {
    const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
    return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    throw new RangeError(`there is no revision "${revision}" here`);
  }
}

/** A process with the build in a folder. */
export class Side {
  readonly #child: ChildProcess;
  readonly #ended: Promise<Told>;

  constructor(folder: string) {
    this.#child = fork(WORKER, [folder], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 2, 2, 'ipc'] });
    this.#ended = once(this.#child, 'exit').then(() => ({ problem: 'its process ended' }));
  }

  async ask(asked: Asked): Promise<Told> {
    const told = once(this.#child, 'message').then(([message]) => message as Told);
    this.#child.send(asked);
    return Promise.race([told, this.#ended]);
  }

  end(): void {
    this.#child.kill();
  }
}
