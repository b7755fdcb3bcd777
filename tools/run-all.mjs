// Runs commands one after another with their time, stops at the first that fails.
import { spawnSync } from 'node:child_process';

/** @param {[title: string, command: string, ...args: string[]][]} steps */
export function runAll(steps) {
  const began = performance.now();
  for (const [title, command, ...args] of steps) {
    const start = performance.now();
    process.stdout.write(`\n== ${title}\n`);
    const result = spawnSync('npx', ['--no-install', command, ...args], {
      stdio: 'inherit',
      shell: process.platform === 'win32', // there npx is a script
    });
    if (result.status !== 0) {
      process.stdout.write(`\n${title}: failed (${[command, ...args].join(' ')})\n`);
      process.exit(result.status ?? 1);
    }
    process.stdout.write(`   ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  }
  process.stdout.write(`\nall passed in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}
