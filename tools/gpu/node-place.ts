import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unpackBundledChromium } from '../../tests/browser/bundled-chromium.js';
import type { RemoteAnswer, RemoteBatch, RemotePlace } from './remote.js';

/** What a process of Node has to be started with to find a software driver for WebGPU: the one that Chromium brings. */
export function softwareVulkan(): NodeJS.ProcessEnv {
  if (process.env.VK_ICD_FILENAMES !== undefined) return process.env;
  const { executable, environment } = unpackBundledChromium();
  const folder = dirname(executable);
  const driver = join(folder, 'vk_swiftshader_icd.json');
  if (!existsSync(driver)) throw new Error(`there is no driver for WebGPU: ${driver} is missing`);
  const libraries = [folder, environment.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { ...process.env, LD_LIBRARY_PATH: libraries, VK_ICD_FILENAMES: driver };
}

/** WebGPU in Node, in a process of its own. */
export async function nodePlace(): Promise<RemotePlace> {
  const child = fork(join(import.meta.dirname, 'node-worker.ts'), [], {
    execArgv: ['--import', 'tsx'],
    env: softwareVulkan(),
    serialization: 'advanced',
  });
  const waiting: { resolve(answer: RemoteAnswer): void; reject(error: Error): void }[] = [];
  child.on('message', (answer: RemoteAnswer) => waiting.shift()?.resolve(answer));
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code) => {
      for (const { reject } of waiting.splice(0))
        reject(new Error(`the process with WebGPU ended (${code})`));
      resolve();
    });
  });
  return {
    ask: (batch: RemoteBatch) =>
      new Promise<RemoteAnswer>((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.send(batch);
      }),
    async [Symbol.asyncDispose]() {
      child.disconnect();
      const stop = setTimeout(() => child.kill('SIGKILL'), 2000);
      await ended;
      clearTimeout(stop);
    },
  };
}
