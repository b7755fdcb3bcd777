// An effect analysis of the sources. Which functions may come to growing the plugin's memory, which to moving its blocks; and where a typed
// array over that memory, or a block's address, is used after a call of one: it would be detached, or show another block.
import { relative } from 'node:path';
import ts from 'typescript';

/** Getters that give a view of what there is now, by their classes. */
const VIEWS = new Map([
  ['Arena', ['u8', 'u32', 'f32', 'f64']],
  ['RigidBodies', ['numbers', 'words']],
  ['RigidBodyTable', ['numbers', 'words']],
]);
const TYPED = /^(Uint8|Uint32|Float32|Float64)Array$/;
/** Classes that keep views: one looks before each use whether memory has changed, one is over memory that is shared and never detached. */
const LOOKS = new Set(['Arena', 'MemoryViews', 'Opened', 'RigidBodies', 'Hand']);
const ADDRESSES = new Set(['address', 'regionAddress']);
/** Methods of Arena after which views are stale, and after which addresses are. */
const GROWS = ['#growTo', '#outdateViews'];
const MOVES = ['#closeHoles', 'restoreIds'];

/**
 * @param {string[]} files
 * @param {ts.CompilerOptions} options
 * @returns {string[]} a line a finding: file, line, what outlives what
 */
export function findStaleViews(files, options) {
  const program = ts.createProgram(files, options);
  const calls = new Calls(program, files);
  const kinds = new Kinds(program.getTypeChecker());
  const found = new Set();
  for (const [roots, isTaken] of [
    [GROWS, kinds.isView],
    [MOVES, kinds.isAddress],
  ]) {
    const ends = calls.reaching(roots);
    for (const owner of calls.functions)
      if (classOf(owner) !== 'Arena') new Uses(owner, kinds, isTaken, ends, found).check();
  }
  return [...found].sort();
}

/** Who calls whom, as far as names and types tell: of an interface's method every function of its name. */
class Calls {
  functions = [];
  #byName = new Map();
  #callers = new Map();
  #checker;

  constructor(program, files) {
    this.#checker = program.getTypeChecker();
    const known = new Set(files);
    for (const source of program.getSourceFiles())
      if (known.has(source.fileName)) visit(source, (node) => this.#collect(node));
    for (const caller of this.functions) {
      visit(caller.body, (node) => {
        for (const target of this.#targetsOf(node)) addTo(this.#callers, target, caller);
      });
    }
  }

  #collect(node) {
    if (!ts.isFunctionLike(node) || !node.body) return;
    this.functions.push(node);
    const name = nameOf(node);
    if (name !== undefined) addTo(this.#byName, name, node);
  }

  /** Tells of a node whether it calls what may come to one of these methods of Arena. */
  reaching(roots) {
    const open = this.functions.filter((each) => classOf(each) === 'Arena' && roots.includes(nameOf(each)));
    if (open.length !== roots.length) throw new Error(`Arena has not all of ${roots.join(', ')}`);
    const reached = new Set();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...(this.#callers.get(next) ?? []));
    }
    return (node) => this.#targetsOf(node).some((target) => reached.has(target));
  }

  #targetsOf(node) {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (!isCall && !(ts.isPropertyAccessExpression(node) && !isCallee(node))) return [];
    const named = isCall ? node.expression : node;
    let symbol = this.#checker.getSymbolAtLocation(ts.isPropertyAccessExpression(named) ? named.name : named);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.#checker.getAliasedSymbol(symbol);
    const declarations = (symbol?.declarations ?? []).filter(
      (each) => !each.getSourceFile().isDeclarationFile,
    );
    if (!isCall) return declarations.filter((each) => ts.isGetAccessorDeclaration(each));
    return declarations.flatMap((declaration) => {
      if (ts.isClassDeclaration(declaration))
        return declaration.members.filter((each) => ts.isConstructorDeclaration(each));
      if (ts.isFunctionLike(declaration) && declaration.body) return [declaration];
      if (declaration.initializer && ts.isFunctionLike(declaration.initializer))
        return [declaration.initializer];
      const isSignature = ts.isMethodSignature(declaration) || ts.isPropertySignature(declaration);
      return isSignature ? (this.#byName.get(declaration.name.getText()) ?? []) : [];
    });
  }
}

/** What expressions are: views, addresses. `bound`: the names that hold one, by their symbols. */
class Kinds {
  checker;

  constructor(checker) {
    this.checker = checker;
  }

  typeOf = (node) => this.checker.getTypeAtLocation(node);
  isArena = (node) => this.typeOf(node).symbol?.name === 'Arena';
  viewsOf = (node) => VIEWS.get(this.typeOf(node).symbol?.name) ?? [];
  symbolOf = (node) => this.checker.getSymbolAtLocation(node);

  isFresh = (node) =>
    ts.isPropertyAccessExpression(node) &&
    (this.viewsOf(node.expression).includes(node.name.text) ||
      (node.name.text === 'buffer' &&
        this.checker.typeToString(this.typeOf(node.expression)).endsWith('Memory')));

  /** A typed array over the memory, or an object of such. */
  isView = (node, bound) => {
    if (this.isFresh(node)) return true;
    if (ts.isIdentifier(node)) return bound.has(this.symbolOf(node));
    if (ts.isNewExpression(node)) {
      const [buffer] = node.arguments ?? [];
      const isOver = buffer && /^(Shared)?ArrayBuffer/.test(this.checker.typeToString(this.typeOf(buffer)));
      return TYPED.test(node.expression.getText()) && isOver === true && this.isView(buffer, bound);
    }
    if (!ts.isCallExpression(node)) return false;
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'subarray')
      return this.isView(expression.expression, bound);
    return node.arguments.some((each) => this.isView(each, bound)) && this.#holdsArrays(node);
  };

  isAddress = (node, bound) => {
    if (ts.isIdentifier(node)) return bound.has(this.symbolOf(node));
    if (ts.isParenthesizedExpression(node)) return this.isAddress(node.expression, bound);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind < ts.SyntaxKind.FirstAssignment)
      return this.isAddress(node.left, bound) || this.isAddress(node.right, bound);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    return ADDRESSES.has(node.expression.name.text) && this.isArena(node.expression.expression);
  };

  isTyped = (node) => TYPED.test(this.typeOf(node).symbol?.name ?? '');

  #holdsArrays(node) {
    if (this.isTyped(node)) return true;
    const type = this.typeOf(node);
    if (!(type.flags & ts.TypeFlags.Object) || this.checker.isArrayType(type)) return false;
    const nameOfType = (each) => this.checker.getTypeOfSymbolAtLocation(each, node).symbol?.name ?? '';
    return type.getProperties().some((each) => TYPED.test(nameOfType(each)));
  }
}

/** One function: what it takes of the memory, and what it does with it after that may have become stale. */
class Uses {
  #owner;
  #kinds;
  #isTaken;
  #ends;
  #found;
  /** Declarations by the symbols of what they bind. */
  #bound = new Map();

  constructor(owner, kinds, isTaken, ends, found) {
    this.#owner = owner;
    this.#kinds = kinds;
    this.#isTaken = isTaken;
    this.#ends = ends;
    this.#found = found;
  }

  check() {
    const uses = [];
    const calls = [];
    // functions inside count where they stand
    visit(this.#owner.body, (node) => {
      if (ts.isVariableDeclaration(node) && node.initializer) this.#bind(node);
      else if (ts.isIdentifier(node) && !isDeclared(node) && this.#bound.has(this.#kinds.symbolOf(node)))
        uses.push(node);
      if (this.#ends(node)) calls.push(node);
      if (!ts.isIdentifier(node) && this.#isTaken(node, this.#bound)) this.#checkExpression(node);
      if (
        this.#isTaken === this.#kinds.isView &&
        isKept(node, this.#owner) &&
        this.#isTaken(node.right, this.#bound)
      )
        this.#tell(node, node.right, 'keeps');
    });
    for (const use of uses) {
      const declaration = this.#bound.get(this.#kinds.symbolOf(use));
      const call = calls.find((each) => this.#outlives(declaration, each, use));
      if (call !== undefined) this.#tell(use, call);
    }
  }

  #bind({ initializer, name }) {
    const kinds = this.#kinds;
    const declaration = name.parent;
    if (ts.isIdentifier(name)) {
      if (this.#isTaken(initializer, this.#bound)) this.#bound.set(kinds.symbolOf(name), declaration);
      return;
    }
    if (this.#isTaken !== kinds.isView || !ts.isObjectBindingPattern(name)) return;
    const views = kinds.viewsOf(initializer);
    const ofViews = kinds.isView(initializer, this.#bound);
    for (const element of name.elements) {
      const property = (element.propertyName ?? element.name).getText();
      if (views.includes(property) || (ofViews && kinds.isTyped(element.name)))
        this.#bound.set(kinds.symbolOf(element.name), declaration);
    }
  }

  /** What is taken in an expression and used by it after an argument, or a right-hand side, that makes it stale. */
  #checkExpression(taken) {
    let holder = taken;
    while (ts.isPropertyAccessExpression(holder.parent) && holder.parent.expression === holder)
      holder = holder.parent;
    const { parent } = holder;
    const later = [];
    if (ts.isCallExpression(parent) && parent.expression === holder) later.push(...parent.arguments);
    else if (
      (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
      parent.arguments?.includes(holder)
    ) {
      later.push(...parent.arguments.slice(parent.arguments.indexOf(holder) + 1));
      if (this.#ends(parent)) this.#tell(taken, parent);
    } else if (ts.isElementAccessExpression(parent) && parent.expression === holder) {
      later.push(parent.argumentExpression);
      if (isAssigned(parent)) later.push(parent.parent.right);
    }
    for (const argument of later) {
      visit(argument, (node) => {
        if (this.#ends(node)) this.#tell(taken, node);
      });
    }
  }

  /** Whether `use` may see what `declaration` bound before `call`. */
  #outlives(declaration, call, use) {
    if (holds(call, use)) return (call.arguments ?? []).includes(use);
    if (holds(declaration, call) || this.#isApart(call, use)) return false;
    if (call.getEnd() <= use.getStart()) return declaration.getEnd() <= call.getStart();
    for (let node = call.parent; node !== this.#owner; node = node.parent)
      if (ts.isIterationStatement(node, false) && holds(node, use) && !holds(node, declaration)) return true;
    return false;
  }

  /** Whether control never comes from the call to the use: they are in two branches, or what holds the call returns or throws. */
  #isApart(call, use) {
    for (let node = call; node !== this.#owner && !holds(node, use); node = node.parent) {
      const { parent } = node;
      if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return true;
      const isBranch =
        (ts.isConditionalExpression(parent) && parent.condition !== node) ||
        (ts.isIfStatement(parent) && parent.expression !== node);
      const condition = isBranch ? (parent.condition ?? parent.expression) : undefined;
      if (condition !== undefined && holds(parent, use) && !holds(condition, use)) return true;
      if (ts.isBlock(node) && isBranch && leaves(node)) return true;
    }
    return false;
  }

  #tell(taken, call, how = 'is used after') {
    const source = taken.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(taken.getStart());
    const at = `${relative(process.cwd(), source.fileName)}:${line + 1}`;
    this.#found.add(`${at} ${short(taken)} ${how} ${short(call)}: memory may have grown or moved`);
  }
}

const short = (node) => node.getText().replaceAll(/\s+/g, ' ').slice(0, 50);
const holds = (outer, inner) => outer.getStart() <= inner.getStart() && inner.getEnd() <= outer.getEnd();
const isCallee = (node) => ts.isCallExpression(node.parent) && node.parent.expression === node;
const isDeclared = (node) => ts.isVariableDeclaration(node.parent) || ts.isBindingElement(node.parent);
/** A field that is given something. */
const isKept = (node, owner) =>
  !LOOKS.has(classOf(owner)) &&
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isPropertyAccessExpression(node.left);
const isAssigned = (element) => {
  const { parent } = element;
  if (!ts.isBinaryExpression(parent) || parent.left !== element) return false;
  const { kind } = parent.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
};

function leaves(block) {
  const last = block.statements.at(-1);
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last))
  );
}

function nameOf(node) {
  if (node.name) return node.name.getText();
  const { parent } = node;
  const isNamed =
    ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent);
  return isNamed ? parent.name.getText() : undefined;
}

function classOf({ parent }) {
  return parent && ts.isClassDeclaration(parent) ? parent.name?.text : undefined;
}

function addTo(map, key, value) {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}
