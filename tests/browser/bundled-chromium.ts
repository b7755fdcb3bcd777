// A Chromium for machines that have none: npm's @sparticuz/chromium, unpacked once into node_modules/.cache.
// Linux on x64 only.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const packageName = '@sparticuz/chromium';
const root = join(import.meta.dirname, '../..');

export interface BundledChromium {
  readonly executable: string;
  readonly environment: Record<string, string>;
}

export function unpackBundledChromium(): BundledChromium {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `${packageName} holds a program for Linux on x64, this is ${process.platform} on ${process.arch}`,
    );
  }
  const folder = join(root, 'node_modules/.cache', `chromium-${installedVersion()}`);
  if (!existsSync(folder)) unpackInto(folder);
  return {
    executable: join(folder, 'chromium'),
    environment: {
      // NSS and expat: a bare machine has neither.
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      // Without a single font every text has the size zero, and nothing can be clicked.
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

// The package exports no path to its package.json; its version names the folder, so that an update unpacks anew.
function installedVersion(): string {
  const manifest = join(root, 'node_modules', packageName, 'package.json');
  return (createRequire(import.meta.url)(manifest) as { version: string }).version;
}

// The package unpacks into the system's temporary folder, and its libraries only where it believes itself in AWS
// Lambda. A child process with an environment of its own is told both. The rename at the end makes it all or nothing.
function unpackInto(folder: string): void {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const program = `import chromium from '${packageName}'; await chromium.executablePath();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  writeFileSync(join(unfinished, 'fonts.conf'), fontSettings(folder));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  }
}

// The settings in the package look for its fonts in AWS Lambda's folders.
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
