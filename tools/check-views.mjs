// Part of npm run check: no typed array over the plugin's memory outlives a call that may grow it, no address one that may move blocks.
import ts from 'typescript';
import { findStaleViews } from './stale-views.mjs';

const host = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(String(messageText));
  },
};
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile('tsconfig.build.json', {}, host);
const findings = findStaleViews(fileNames, options);
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
