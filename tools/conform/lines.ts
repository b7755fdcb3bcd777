import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Writes a JSON line an answer. */
export async function writeLines(path: string, answers: Iterable<object>): Promise<void> {
  const stream = createWriteStream(path);
  for (const answer of answers) stream.write(`${JSON.stringify(answer)}\n`);
  stream.end();
  await finished(stream);
}
