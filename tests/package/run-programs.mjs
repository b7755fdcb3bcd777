// Runs programs one after the other, each in a thread of its own, so that nothing of one is left for the next. What it is
// given: pairs of a name and a file. What it prints: by name, what the program printed and what ended it, as JSON.
import { Worker } from 'node:worker_threads';

const outcomes = {};
for (const [name, file] of JSON.parse(process.argv[2])) {
  const worker = new Worker(file, { stdout: true, stderr: true });
  const outcome = { output: '', problem: null };
  outcomes[name] = outcome;
  worker.stdout.setEncoding('utf8').on('data', (text) => {
    outcome.output += text;
  });
  worker.on('error', (error) => {
    outcome.problem = String(error.stack ?? error);
  });
  await new Promise((resolve) => worker.on('exit', resolve));
}
process.stdout.write(JSON.stringify(outcomes));
