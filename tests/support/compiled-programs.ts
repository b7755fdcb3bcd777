// All programs of the pages, compiled in memory, and what they use of a type.
import { join } from 'node:path';
import ts from 'typescript';
import { type DocProgram, docPrograms, fileNameOf } from './doc-programs.js';

const root = join(import.meta.dirname, '../..');

/** Beside the pages, as programs import meshes.ts; the files exist in memory alone. */
export class CompiledPrograms {
  readonly sources: ReadonlyMap<string, DocProgram>;
  readonly #compiled: ts.Program;

  constructor() {
    this.sources = new Map(docPrograms().map((program) => [join(root, fileNameOf(program, '.ts')), program]));
    this.#compiled = compile(this.sources);
  }

  /** What the compiler says against each program. */
  problems(): string[] {
    return [...this.sources].flatMap(([file, { place }]) => {
      const source = this.#compiled.getSourceFile(file);
      if (source === undefined) return [`${place}: not found`];
      return [
        ...this.#compiled.getSyntacticDiagnostics(source),
        ...this.#compiled.getSemanticDiagnostics(source),
      ].map(({ messageText, start = 0 }) => {
        const line = source.getLineAndCharacterOfPosition(start).line;
        return `${place}, its line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
    });
  }

  /** Members of an interface in `file` that no program reads, calls, takes apart or, in a literal of that type, gives. */
  unusedMembers(file: string, name: string): string[] {
    const checker = this.#compiled.getTypeChecker();
    const declaration = this.#compiled
      .getSourceFile(join(root, file))
      ?.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name);
    if (declaration === undefined) throw new Error(`${file} has no interface ${name}`);
    const type = checker.getTypeAtLocation(declaration);
    const isOfType = (other: ts.Type | undefined) =>
      other !== undefined && checker.getNonNullableType(other).getSymbol() === type.getSymbol();
    const used = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && isOfType(checker.getTypeAtLocation(node.expression)))
        used.add(node.name.text);
      else if (ts.isObjectLiteralExpression(node))
        for (const given of membersGiven(checker, node, declaration, isOfType)) used.add(given);
      else if (isTakenApart(node) && isOfType(checker.getTypeAtLocation(node.initializer)))
        for (const { name, propertyName } of node.name.elements) used.add((propertyName ?? name).getText());
      ts.forEachChild(node, visit);
    };
    for (const source of this.sources.keys()) visit(this.#compiled.getSourceFile(source)!);
    return type
      .getProperties()
      .map((member) => member.name)
      .filter((member) => !used.has(member));
  }
}

/** What a literal gives of an interface: of that type itself, or of one that has a number for each column of it. */
function membersGiven(
  checker: ts.TypeChecker,
  node: ts.ObjectLiteralExpression,
  declaration: ts.Node,
  isOfType: (type: ts.Type | undefined) => boolean,
): string[] {
  const type = checker.getContextualType(node);
  if (type === undefined) return [];
  const given = node.properties.map(({ name }) => name?.getText() ?? '');
  if (isOfType(type)) return given;
  const parts = type.isUnion() ? type.types : [type];
  return given.filter((name) =>
    parts.some((part) =>
      checker.getPropertyOfType(part, name)?.declarations?.some(({ parent }) => parent === declaration),
    ),
  );
}

/** `const { impacts } = plugin` */
function isTakenApart(
  node: ts.Node,
): node is ts.VariableDeclaration & { name: ts.ObjectBindingPattern; initializer: ts.Expression } {
  return ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && !!node.initializer;
}

function compile(sources: ReadonlyMap<string, DocProgram>): ts.Program {
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
  return ts.createProgram([...sources.keys()], options, host);
}
