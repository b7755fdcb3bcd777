// Runs commands with their time: one after another up to the first that fails, or side by side where none needs another's result.
import { spawn, spawnSync } from 'node:child_process';

const IS_WINDOWS = process.platform === 'win32'; // there npx is a script

function npx(command, args) {
  return ['npx', ['--no-install', command, ...args]];
}

/** @param {[title: string, command: string, ...args: string[]][]} steps */
export function runAll(steps) {
  const began = performance.now();
  for (const [title, command, ...args] of steps) {
    const start = performance.now();
    process.stdout.write(`\n== ${title}\n`);
    const result = spawnSync(...npx(command, args), { stdio: 'inherit', shell: IS_WINDOWS });
    if (result.status !== 0) {
      process.stdout.write(`\n${title}: failed (${[command, ...args].join(' ')})\n`);
      process.exit(result.status ?? 1);
    }
    process.stdout.write(`   ${seconds(start)} s\n`);
  }
  tellTime(began);
}

/**
 * What each one says is shown when it is done. All of them run to their end, so that one look shows all that is wrong.
 * @param {[title: string, command: string, ...args: string[]][]} steps
 */
export async function runTogether(steps) {
  const began = performance.now();
  const failed = await Promise.all(steps.map(runOne));
  if (failed.some(Boolean)) process.exit(1);
  tellTime(began);
}

/** Resolves to whether it failed. */
function runOne([title, command, ...args]) {
  const start = performance.now();
  const output = [];
  const child = spawn(...npx(command, args), { shell: IS_WINDOWS });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  return new Promise((resolve) => {
    const done = (status) => {
      const said = Buffer.concat(output).toString();
      const verdict = status === 0 ? '' : `\n${title}: failed (${[command, ...args].join(' ')})\n`;
      process.stdout.write(`\n== ${title}\n${said}${verdict}   ${seconds(start)} s\n`);
      resolve(status !== 0);
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      done(1);
    });
    child.on('close', done);
  });
}

function seconds(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}

function tellTime(began) {
  process.stdout.write(`\nall passed in ${seconds(began)} s\n`);
}
