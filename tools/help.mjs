// npm run help: what this repository can do, one line each. The scripts themselves say it, so that it stays true.
import { spawnSync } from 'node:child_process';

const commands = {
  'npm start': ['tools/start.mjs'],
  'npm run build': ['tools/build-library.mjs'],
  'npm run check': ['tools/check.mjs'],
  'npm test': ['tools/test.mjs'],
  'npm run test:bundlers': ['--import', 'tsx', 'tests/package/bundlers/run.ts'],
  'npm run bench': ['--import', 'tsx', 'bench/run.ts'],
  'npm run bench:tunnel': ['--import', 'tsx', 'bench/tunnel/main.ts'],
  'npm run conform': ['--import', 'tsx', 'tools/conform/main.ts'],
  'npm run oracle': ['--import', 'tsx', 'tests/oracle/run.ts'],
  'npm run soak': ['--import', 'tsx', 'tools/soak/main.ts'],
  'npm run fuzz': ['--import', 'tsx', 'tools/fuzz/main.ts'],
  'npm run docs:api': ['tools/build-api.mjs'],
};

for (const [command, script] of Object.entries(commands)) {
  const { status, stdout } = spawnSync(process.execPath, [...script, '--help'], { encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(`${command} -- --help failed\n`);
    process.exitCode = 1;
    continue;
  }
  // A script's line starts with its own name, which stands on the left already.
  const [line] = stdout.split('\n');
  process.stdout.write(`${command.padEnd(22)} ${line.replace(/^[\w:-]+: /, '')}\n`);
}
