import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { installedPeers } from './peers.js';

/** What the figures were measured on, and of what. */
export interface Machine {
  readonly processor: string;
  readonly memory: string;
  readonly system: string;
  readonly engine: string;
  readonly package: string;
  readonly peers: string;
  readonly date: string;
  readonly 'load at the start': string;
}

export function thisMachine(root: string): Machine {
  const [cpu] = cpus();
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string };
  return {
    processor: `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} threads`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    system: `${type()} ${release()} ${arch()}`,
    engine: `Node ${process.versions.node}, V8 ${process.versions.v8}`,
    package: `first-contact ${version}, ${commitOf(root)}`,
    peers: installedPeers(root),
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    'load at the start': loadNow(),
  };
}

/** Of the last minute, five and fifteen. */
export function loadNow(): string {
  return loadavg()
    .map((load) => load.toFixed(2))
    .join(' ');
}

/** What git says of the tree, where it is one. */
function commitOf(root: string): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', with changes';
    return `${git('rev-parse', '--short', 'HEAD')}${changed}`;
  } catch {
    return 'no git';
  }
}
