// Every program in README.md and docs compiles against the public types; tests/package/docs.test.ts runs them.
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { docPrograms, fileNameOf } from '../../support/doc-programs.js';

const root = join(import.meta.dirname, '../../..');
const programs = docPrograms();

/** Beside the pages, as programs import meshes.ts; the files exist in memory alone. */
const sources = new Map(programs.map((program) => [join(root, fileNameOf(program, '.ts')), program]));

test('there are some', () => {
  expect(programs.length).toBeGreaterThan(30);
});

test('all of them compile', () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  // programs are JavaScript, in files that are called .ts
  Object.assign(options, { noUnusedLocals: false, noUnusedParameters: false, noImplicitAny: false });
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file)?.code ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const program = sources.get(file);
    // a program that imports nothing is a module all the same
    const text = program && `${program.code}\nexport {};\n`;
    return text === undefined
      ? getSourceFile(file, language, ...rest)
      : ts.createSourceFile(file, text, language);
  };
  const compiled = ts.createProgram([...sources.keys()], options, host);
  const problems = [...sources].flatMap(([file, { place }]) => {
    const source = compiled.getSourceFile(file);
    if (source === undefined) return [`${place}: not found in ${dirname(file)}`];
    return [...compiled.getSyntacticDiagnostics(source), ...compiled.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) => {
        const line = source.getLineAndCharacterOfPosition(start).line;
        return `${place}, its line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  });
  expect(problems).toEqual([]);
});
