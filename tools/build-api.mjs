// npm run docs:api: the API pages, by typedoc in a package of its own (docs/api).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'docs:api: writes the API pages to docs/api/out; the first run installs typedoc there\n',
  );
  process.exit(0);
}

const home = join(dirname(fileURLToPath(import.meta.url)), '../docs/api');
const typedoc = join(home, 'node_modules/typedoc/bin/typedoc');
const OFFLINE =
  'typedoc is not installed in docs/api, and npm did not install it. Where its registry can be reached, run: npm ci --prefix docs/api --ignore-scripts\n';
if (!existsSync(typedoc)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], OFFLINE);
run(process.execPath, [typedoc, ...process.argv.slice(2)]);

function run(command, args, remedy = '') {
  const { status, error } = spawnSync(command, args, {
    cwd: home,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) process.stderr.write(`${error.message}\n`);
  if (status !== 0) process.stderr.write(remedy);
  if (status !== 0) process.exit(status ?? 1);
}
