// What TypeScript makes of the plugin's observables, with either of Babylon's packages, with both, and with none.
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'tests/repro/program-of-a-user.ts');

/** What matters of Babylon's declarations, of which there are 200,000 lines: an Observable that only fits itself. */
const BABYLON = `
export declare class Observer<T> { private readonly _of: T }
export declare class Observable<T> {
  private _observers: unknown;
  add(callback: (eventData: T, state: object) => void, mask?: number): Observer<T>;
  remove(observer: Observer<T> | null): boolean;
}
export declare class PhysicsBody { private _shape: unknown; readonly transformNode: { name: string } }
export interface IBasePhysicsCollisionEvent { collider: PhysicsBody; collidedAgainst: PhysicsBody; type: string }
export interface IPhysicsCollisionEvent extends IBasePhysicsCollisionEvent { impulse: number }
export interface IPhysicsEnginePluginV2 {
  onCollisionObservable: Observable<IPhysicsCollisionEvent>;
  onCollisionEndedObservable: Observable<IBasePhysicsCollisionEvent>;
  onTriggerCollisionObservable: Observable<IBasePhysicsCollisionEvent>;
}
export declare class Vector3 { constructor(x: number, y: number, z: number) }
export declare class NullEngine { private _engine: unknown }
export declare class Scene {
  constructor(engine: NullEngine);
  enablePhysics(gravity?: Vector3, plugin?: { old: string } | IPhysicsEnginePluginV2): boolean;
}
`;
const CORE = "import { NullEngine, type PhysicsBody, Scene, Vector3 } from '@babylonjs/core';\n";
const WHOLE = CORE.replace('@babylonjs/core', 'babylonjs');
const PROGRAM = `
import { createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';
import { FirstContactPlugin } from 'first-contact/babylon';
const scene = new Scene(new NullEngine());
const physics = new FirstContactPlugin(await createCollisionPlugin(createWorld()));
scene.enablePhysics(new Vector3(0, -9.81, 0), physics);
physics.onCollisionObservable.add((e) => console.log(e.collider.transformNode.name, e.impulse.toFixed()));
physics.onCollisionEndedObservable.add((e) => console.log(e.collidedAgainst.transformNode.name));
const observer = physics.onTriggerCollisionObservable.add((e) => console.log(e.type));
physics.onTriggerCollisionObservable.remove(observer);
export const body: PhysicsBody = physics.bodyOf(1);
`;

/** As who has both packages installed may write it for the one that is not the default. */
const INLINE = `
import { type IBasePhysicsCollisionEvent, type IPhysicsCollisionEvent, NullEngine, type Observable, Scene, Vector3 } from 'babylonjs';
import { createWorld } from 'bitecs';
import { createCollisionPlugin } from 'first-contact';
import { FirstContactPlugin } from 'first-contact/babylon';
const scene = new Scene(new NullEngine());
const plugin = await createCollisionPlugin(createWorld());
scene.enablePhysics(new Vector3(0, -9.81, 0), new FirstContactPlugin(plugin));
type Touches = Observable<IPhysicsCollisionEvent>;
type Pairs = Observable<IBasePhysicsCollisionEvent>;
const physics = new FirstContactPlugin<Touches, Pairs>(plugin);
physics.onCollisionObservable.add((e) => console.log(e.collider.transformNode.name));
`;

const WITHOUT = `
import { FirstContactPlugin } from 'first-contact/babylon';
export const made = FirstContactPlugin;
`;

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  { ...ts.sys, readDirectory: () => [] },
  root,
);
/** Sources are read once. */
const read = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says, strictly, where these packages of Babylon are installed. */
function problems(code: string, installed: readonly string[]): string[] {
  const host = ts.createCompilerHost(options);
  const virtual = new Map(installed.map((name) => [`/${name}/index.d.ts`, BABYLON]));
  virtual.set(program, code);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = virtual.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    if (!read.has(path)) read.set(path, getSourceFile(path, language, ...rest));
    return read.get(path);
  };
  host.resolveModuleNameLiterals = (literals, from, ...given) =>
    literals.map((literal) => {
      const [name] = /^(@babylonjs\/core|babylonjs)\b/.exec(literal.text) ?? [];
      if (name !== undefined) return { resolvedModule: moduleOf(name, installed) };
      return ts.resolveModuleName(
        literal.text,
        from,
        options,
        host,
        undefined,
        given[0],
        ts.ModuleKind.ESNext,
      );
    });
  const compiled = ts.createProgram([program], options, host);
  const types = join(root, 'src/babylon/physics/observable-types.ts');
  return [program, types].flatMap((path) => {
    const source = compiled.getSourceFile(path);
    if (source === undefined) return [`${path}: not found`];
    return compiled
      .getSemanticDiagnostics(source)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0]);
  });
}

function moduleOf(name: string, installed: readonly string[]): ts.ResolvedModuleFull | undefined {
  if (!installed.includes(name)) return undefined;
  return { resolvedFileName: `/${name}/index.d.ts`, extension: ts.Extension.Dts };
}

describe('a strict program compiles', () => {
  test.each([
    ['@babylonjs/core alone', CORE + PROGRAM, ['@babylonjs/core']],
    ['babylonjs alone', WHOLE + PROGRAM, ['babylonjs']],
    ['@babylonjs/core, with babylonjs beside it', CORE + PROGRAM, ['babylonjs', '@babylonjs/core']],
    ['babylonjs, with @babylonjs/core beside it', INLINE, ['babylonjs', '@babylonjs/core']],
    ['neither', WITHOUT, []],
  ])('with %s', (_, code, installed) => {
    expect(problems(code, installed)).toEqual([]);
  });

  test('and what is wrong in it is seen', () => {
    const wrong = `${CORE}${PROGRAM}physics.onCollisionObservable.add((e) => e.nothingOfThatName);`;
    expect(problems(wrong, ['@babylonjs/core'])).toEqual([expect.stringContaining('nothingOfThatName')]);
  });
});
