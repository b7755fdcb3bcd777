// npm run docs:api: the API pages, by typedoc in a package of its own (docs/api).
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOwnPackages } from './own-packages.mjs';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'docs:api: writes the API pages to docs/api/out; the first run installs typedoc there\n',
  );
  process.exit(0);
}

const home = join(dirname(fileURLToPath(import.meta.url)), '../docs/api');
const typedoc = join(home, 'node_modules/typedoc/bin/typedoc');
installOwnPackages(home);
const { status, error } = spawnSync(process.execPath, [typedoc, ...process.argv.slice(2)], {
  cwd: home,
  stdio: 'inherit',
});
if (error) process.stderr.write(`${error.message}\n`);
process.exitCode = status ?? 1;
