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
if (!existsSync(typedoc)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
run(process.execPath, [typedoc, ...process.argv.slice(2)]);

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: home,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) process.stderr.write(`${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
