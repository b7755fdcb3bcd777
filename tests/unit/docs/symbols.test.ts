// Each public symbol has a sentence and an example: what the five entries export, and its members.
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { docPrograms } from '../../support/doc-programs.js';

const root = join(import.meta.dirname, '../../..');
const ENTRIES = ['index', 'geometry/index', 'rapier/index', 'babylon/index', 'gpu/index'];

/** What other packages declare, as far as it is used or done here: its members are documented there. */
const MIRRORS = [
  'BabylonMesh',
  'BabylonModule',
  'FirstContactPlugin',
  'RapierModule',
  'RapierWorld',
  'DeviceLike',
  'GpuLike',
];

const { SymbolFlags } = ts;
const VALUE = SymbolFlags.Function | SymbolFlags.Class | SymbolFlags.Variable;

interface Exported {
  /** As it is imported. */
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** A function, class or constant that can be used as one, not a type alone. */
  readonly isValue: boolean;
}

let checker: ts.TypeChecker;
let exported: Exported[];

beforeAll(() => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  const files = ENTRIES.map((entry) => join(root, 'src', `${entry}.ts`));
  const program = ts.createProgram(files, options);
  checker = program.getTypeChecker();
  exported = files.flatMap((file) => exportsOf(program.getSourceFile(file)!));
});

test('what is exported has a sentence', () => {
  expect(exported.length).toBeGreaterThan(200);
  const silent = exported.filter(({ symbol }) => !isDescribed(symbol));
  expect(silent.map(({ symbol }) => placeOf(symbol))).toEqual([]);
});

// One sentence may be for several columns: members of the same type that follow each other line by line.
test('so have members, or they follow one of their kind that has', () => {
  const silent = exported.flatMap(({ symbol }) => undescribedMembers(symbol));
  expect([...new Set(silent)]).toEqual([]);
});

test('functions, classes and constants have an example: of their own, or in a page', () => {
  const used = namesInPages();
  const lacking = exported.filter(
    ({ name, symbol, isValue }) => isValue && !used.has(name) && !hasExample(symbol),
  );
  expect(lacking.map(({ symbol }) => placeOf(symbol))).toEqual([]);
});

test('types are part of something that has one', () => {
  const used = namesInPages();
  const shown = new Set<ts.Symbol>();
  for (const { name, symbol, isValue } of exported) {
    if (isValue || used.has(name) || hasExample(symbol)) collectTypes(symbol, shown);
  }
  const lacking = exported.filter(({ symbol, isValue }) => !isValue && !shown.has(symbol));
  expect(lacking.map(({ symbol }) => placeOf(symbol))).toEqual([]);
});

function exportsOf(source: ts.SourceFile): Exported[] {
  const module = checker.getSymbolAtLocation(source)!;
  return checker.getExportsOfModule(module).map((found) => {
    const isAlias = (found.flags & SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(found) : found;
    const isTypeOnly = found.declarations?.some(
      (declaration) => ts.isExportSpecifier(declaration) && ts.isTypeOnlyExportDeclaration(declaration),
    );
    return { name: found.name, symbol, isValue: (symbol.flags & VALUE) !== 0 && !isTypeOnly };
  });
}

function isDescribed(symbol: ts.Symbol): boolean {
  return symbol.getDocumentationComment(checker).length > 0;
}

function hasExample(symbol: ts.Symbol): boolean {
  return symbol.getJsDocTags(checker).some(({ name }) => name === 'example');
}

/** What programs import of the package, by name or as a member of all of it; constants may be named beside one of their kind, in a comment. */
function namesInPages(): ReadonlySet<string> {
  return new Set(
    docPrograms().flatMap(({ code }) => [...importedBy(code), ...(code.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [])]),
  );
}

function importedBy(code: string): string[] {
  const imports = code.matchAll(
    /import (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from 'first-contact(?:\/\w+)?'/g,
  );
  return [...imports].flatMap(([, names, whole]) => {
    if (whole !== undefined)
      return Array.from(code.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g')), ([, name]) => name);
    return names.split(',').map((name) => name.trim().replace(/^type /, ''));
  });
}

function undescribedMembers(symbol: ts.Symbol): string[] {
  if (MIRRORS.includes(symbol.name)) return [];
  return (symbol.declarations ?? []).flatMap((declaration) => {
    const members = membersOf(declaration).filter((member) => member.name && isPublic(member));
    let isCovered = false;
    return members.flatMap((member, i) => {
      const isOwn = ts.getJSDocCommentsAndTags(member).length > 0;
      isCovered = isOwn || (isCovered && follows(members[i - 1], member));
      return isCovered ? [] : [`${placeOf(symbol)}.${member.name!.getText()}`];
    });
  });
}

function membersOf(declaration: ts.Declaration): readonly (ts.TypeElement | ts.ClassElement)[] {
  if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))
    return declaration.members;
  if (!ts.isTypeAliasDeclaration(declaration)) return [];
  const parts = ts.isIntersectionTypeNode(declaration.type) ? declaration.type.types : [declaration.type];
  return parts.flatMap((part) => (ts.isTypeLiteralNode(part) ? part.members : []));
}

function isPublic(member: ts.TypeElement | ts.ClassElement): boolean {
  if (member.name && ts.isPrivateIdentifier(member.name)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  return (
    (ts.getCombinedModifierFlags(member as ts.Declaration) & hidden) === 0 &&
    !ts.isConstructorDeclaration(member)
  );
}

function follows(before: ts.Node, member: ts.Node): boolean {
  const source = member.getSourceFile();
  const gap = source.text.slice(before.getEnd(), member.getStart(source));
  return typeOf(before) === typeOf(member) && gap.split('\n').length <= 2;
}

function typeOf(member: ts.Node): string {
  const { type, initializer } = member as ts.PropertyDeclaration;
  return type?.getText() ?? initializer?.getText() ?? 'none';
}

/** The symbols that a declaration's types name, and what those name. */
function collectTypes(symbol: ts.Symbol, found: Set<ts.Symbol>): void {
  if (found.has(symbol)) return;
  found.add(symbol);
  for (const declaration of symbol.declarations ?? []) {
    if (!declaration.getSourceFile().fileName.startsWith(join(root, 'src'))) continue;
    visit(declaration);
  }

  function visit(node: ts.Node): void {
    if (ts.isBlock(node)) return;
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node) || ts.isTypeQueryNode(node)
        ? ts.isTypeQueryNode(node)
          ? node.exprName
          : node.expression
        : undefined;
    const named = name && checker.getSymbolAtLocation(name);
    if (named) {
      collectTypes(named.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named, found);
    }
    ts.forEachChild(node, visit);
  }
}

function placeOf(symbol: ts.Symbol): string {
  const [declaration] = symbol.declarations ?? [];
  return `${declaration?.getSourceFile().fileName.slice(root.length + 1)} ${symbol.name}`;
}
