// npm start: the demos, served from source, with the kernels compiled when they have changed.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { KERNEL_FILES } from './kernel-files.mjs';
import { runAll } from './run-all.mjs';

const usage = 'start: serves the demos (--port 5173, --host 0.0.0.0 to be reached from other machines)';
const root = join(import.meta.dirname, '..');
const options = readOptions();
if (options.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
process.chdir(root);
if (kernelsAreNewer()) {
  runAll([['kernels', 'node', 'tools/build-kernels.mjs', '--target', 'release']]);
}
await serve();

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '5173' },
        host: { type: 'string', default: 'localhost' },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!(Number.isInteger(port) && port >= 1 && port <= 65535)) {
      throw new Error(`--port ${values.port}: a port is a whole number from 1 to 65535`);
    }
    return { ...values, port };
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}\n`);
    process.exit(1);
  }
}

function kernelsAreNewer() {
  const compiled = KERNEL_FILES.map(({ name }) => `src/memory/${name}.wasm`);
  if (!compiled.every((file) => existsSync(file))) return true;
  const oldest = Math.min(...compiled.map((file) => statSync(file).mtimeMs));
  const sources = readdirSync('src/kernels', { recursive: true }).map((name) => join('src/kernels', name));
  return sources.some((source) => statSync(source).mtimeMs > oldest);
}

async function serve() {
  const { port, host } = options;
  // Vite takes the next port when this one is taken.
  const server = await createServer({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    server: { port, host },
  });
  await server.listen();
  const { local, network } = server.resolvedUrls;
  process.stdout.write(`\nThe demos are at ${[...local, ...network].join(' and ')} (Ctrl-C ends this)\n`);
  process.once('SIGINT', async () => {
    await server.close();
    process.exit(0);
  });
}
