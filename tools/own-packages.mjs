// Packages that a folder of this repository has for itself: what most people never need.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Installs them by the folder's lock file where they are not there. Ends the process where npm could not. */
export function installOwnPackages(folder) {
  if (existsSync(join(folder, 'node_modules'))) return;
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error) process.stderr.write(`${error.message}\n`);
  if (status === 0) return;
  process.stderr.write(
    `The packages of ${folder} are not installed, and npm did not install them. Where its registry can be reached, run "npm ci --ignore-scripts" there.\n`,
  );
  process.exit(status ?? 1);
}
