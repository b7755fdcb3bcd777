// Packages that a folder of this repository has for itself: what most people never need.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs them by the folder's lock file where they are not there, or not those of it. Ends the process where npm could not. */
export function installOwnPackages(folder) {
  if (areInstalled(folder)) return;
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

/** Whether an installation came to its end, and is what the lock file says: npm writes its own list into node_modules last. */
export function areInstalled(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const installed = packagesOf(join(folder, 'node_modules/.package-lock.json'));
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, { integrity, optional, version }]) => {
    const found = installed[path];
    // the folder itself is not in the list; nor is what is for other platforms
    if (path === '' || (found === undefined && optional)) return true;
    return found?.version === version && found.integrity === integrity;
  });
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined; // it is not there, or half written
  }
}
