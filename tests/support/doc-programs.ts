// The programs in README.md and docs, fences marked js or ts, and the examples in comments of sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface DocProgram {
  /** Page and line of the fence. */
  readonly place: string;
  readonly code: string;
  /** Of a fence marked `browser`: it is type-checked, and not run. */
  readonly needsBrowser: boolean;
  /** What it prints: the `text` fence behind it, where there is one. */
  readonly output: string | undefined;
}

/**
 * An HTML comment that begins with "given" and comes before a fence holds what the program needs and readers know: it is
 * put before the program. Then the fence, its marks, its code, and what it prints.
 */
const FENCE =
  /(?:<!-- given\n(?<given>.*?)-->\s*)?^```(?:js|ts)(?<marks>[^\n]*)\n(?<code>.*?)^```$(?:\s*^```text\n(?<output>.*?)^```$)?/gms;

/** README.md first, then the pages of docs, in order. */
export function docPages(): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('docs', file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && !/node_modules|^docs\/api\/out/.test(file));
  return ['README.md', ...inDocs.sort()];
}

export function docProgramsOf(page: string): DocProgram[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(FENCE)].map(({ index, groups }) => {
    const {
      given = '',
      marks,
      code,
      output,
    } = groups as Record<string, string | undefined> & { marks: string };
    const line = text.slice(0, index).split('\n').length;
    const needsBrowser = marks.trim() === 'browser';
    if (marks.trim() !== '' && !needsBrowser)
      throw new Error(`${page}:${line}: unknown mark "${marks.trim()}"`);
    return { place: `${page}:${line}`, code: given + code, needsBrowser, output };
  });
}

/** Behind `@example` in a comment of a public symbol. What it prints stands behind each `console.log`. */
const EXAMPLE = /^ \* @example\n(?<code>(?: \*(?! @)(?: .*)?\n)+)/gm;

function examplesOf(file: string): DocProgram[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(EXAMPLE)].map(({ index, groups }) => {
    const line = text.slice(0, index).split('\n').length + 1;
    const code = groups!.code.replaceAll(/^ \* ?/gm, '');
    return { place: `${file}:${line}`, code, needsBrowser: false, output: printed(code) };
  });
}

function printed(code: string): string {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`).join('');
}

export function docPrograms(): DocProgram[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/kernels'));
  return [...docPages().flatMap(docProgramsOf), ...sources.sort().flatMap(examplesOf)];
}

/** `docs/guide/rigid.md:12` as a file in the page's folder: docs/guide/rigid-md-12. */
export function fileNameOf({ place }: DocProgram, ending: string): string {
  const folder = place.slice(0, place.lastIndexOf('/') + 1);
  return folder + place.slice(folder.length).replaceAll(/[.:]/g, '-') + ending;
}
