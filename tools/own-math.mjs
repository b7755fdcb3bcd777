// Refuses mathematics in which engines may differ: a world must have the same bits in each of them. What is left is exact, or rounded once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/** What IEEE 754 or ECMAScript says bit by bit; sines and powers are of the engine's own making. */
const EXACT = new Set(
  'abs ceil clz32 floor fround imul max min round sign sqrt trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'.split(
    ' ',
  ),
);
const FOLDERS = ['src', 'scenes', 'demos'];
/** Kernels are compiled by another compiler, whose Math comes with them. */
const LEFT_OUT = ['src/kernels', 'demos/dist'];

/** What is refused of a source: its lines, from 1, and what stands there. */
export function refusedMath(source, name = 'source.ts') {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const refused = [];
  const refuse = (node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    refused.push({ line: line + 1, text: node.getText(file) });
  };
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === 'Math') {
      const { parent } = node;
      const isExact =
        ts.isPropertyAccessExpression(parent) && parent.expression === node && EXACT.has(parent.name.text);
      if (!isExact) refuse(parent);
    } else if (
      ts.isStringLiteralLike(node) &&
      node.text === 'Math' &&
      ts.isElementAccessExpression(node.parent)
    ) {
      refuse(node.parent);
    } else if (ts.isBinaryExpression(node) && isPower(node.operatorToken.kind) && !isPowerOfTwo(node))
      refuse(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return refused;
}

function isPower(kind) {
  return kind === ts.SyntaxKind.AsteriskAsteriskToken || kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken;
}

/** 2 to the power of a whole number that is written there: a double in any engine. */
function isPowerOfTwo({ left, operatorToken, right }) {
  const exponent =
    ts.isPrefixUnaryExpression(right) && right.operator === ts.SyntaxKind.MinusToken ? right.operand : right;
  const isWhole = ts.isNumericLiteral(exponent) && Number.isInteger(Number(exponent.text));
  return operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken && left.getText() === '2' && isWhole;
}

function* sourcesIn(root, folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (LEFT_OUT.includes(path)) continue;
    if (entry.isDirectory()) yield* sourcesIn(root, path);
    else if (/\.[cm]?[jt]sx?$/.test(entry.name)) yield path;
  }
}

/** Of all that is simulated, and what draws it: a line each. */
export function refusedIn(root) {
  return FOLDERS.flatMap((folder) => [...sourcesIn(root, folder)]).flatMap((path) =>
    refusedMath(readFileSync(join(root, path), 'utf8'), path).map(
      ({ line, text }) => `${path}:${line}: ${text}`,
    ),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const refused = refusedIn(join(import.meta.dirname, '..'));
  for (const line of refused) process.stdout.write(`${line}\n`);
  if (refused.length > 0) {
    process.stdout.write(
      'Engines differ in the last bits of these. sin, cos, lengthOf and unit are in scenes/meshes, power in scenes/random.ts, arcTangent in src/babylon/rotation.ts.\n',
    );
    process.exit(1);
  }
}
