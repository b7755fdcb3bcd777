import { addEntity, createWorld, removeEntity } from 'bitecs';
import { gridMesh, icosphereMesh } from '../../scenes/meshes/index.js';
import { random } from '../../scenes/random.js';
import { type CollisionPlugin, createCollisionPlugin } from '../../src/index.js';
import { attempt, type FuzzReport, newFuzzReport } from './report.js';

const CALLS_A_WORLD = 60;

/** What is handed in where something else is meant. */
const ODD: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1,
  2,
  3,
  1.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  'mesh',
  true,
  [],
  [0, 0, 0],
  [0, 1, 2],
  {},
  { mesh: 1 },
  { path: [0, 1, 2, 3] },
  { faces: [0, 1] },
  { radius: 0.5 },
  { position: [0, 0, 0] },
  { origin: [0, 5, 0], way: [0, -9, 0] },
  { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] },
  gridMesh({ columns: 2, rows: 2 }),
  { ...gridMesh({ columns: 3, rows: 3, height: 1.5 }), cloth: {} },
  icosphereMesh({ subdivisions: 0 }),
  { ...icosphereMesh({ subdivisions: 0, radius: 0.3 }), position: [0, 3, 0], body: { vy: -20 } },
  new Float64Array(9),
  new Float32Array(27),
  new Uint8Array(64),
  new Uint32Array(3),
  Object.create(null),
  () => undefined,
  Symbol('odd'),
  10n,
];

/** Names that options have: odd values are put under them. */
const NAMES = [
  ...['position', 'rotation', 'mesh', 'radius', 'halfHeight', 'origin', 'direction', 'length', 'positions'],
  ...['triangles', 'body', 'settings', 'cloth', 'pins', 'path', 'faces', 'edges', 'gap', 'pieces', 'meshes'],
  ...['mask', 'exclude', 'all', 'sensors', 'use', 'px', 'vy', 'motion', 'mass', 'thickness', 'friction'],
  ...['density', 'filter', 'skin', 'maxSlope', 'normals'],
];

const BALL = icosphereMesh({ subdivisions: 0, radius: 0.3 });

const METHODS = [
  'loadMesh',
  'unloadMesh',
  'meshFacts',
  'readMesh',
  'addRigidBody',
  'addDeformable',
  'removeCollider',
  'cut',
  'moveVertices',
  'placeVertices',
  'readVertices',
  'readSurface',
  'raycast',
  'shapeCast',
  'overlap',
  'createCharacter',
  'snapshot',
  'restore',
  'step',
] as const satisfies readonly (keyof CollisionPlugin)[];

type Call = (plugin: CollisionPlugin, entity: number, next: () => number) => unknown;

/** Calls that make sense where the entity is what they are for: they fill the worlds that the odd ones are made in. */
const SENSIBLE: readonly Call[] = [
  (plugin, entity, next) => plugin.addRigidBody(entity, { ...BALL, position: [0, 5 * next(), 0] }),
  (plugin, entity, next) =>
    plugin.addDeformable(entity, { ...gridMesh({ columns: 3, rows: 3, height: 5 * next() }), cloth: {} }),
  (plugin, entity) => plugin.addDeformable(entity, gridMesh({ columns: 3, rows: 3 })),
  (plugin) => plugin.loadMesh(BALL),
  (plugin, entity) => plugin.readVertices(entity, new Float64Array(48)),
  (plugin, entity, next) => plugin.moveVertices(entity, Float64Array.from({ length: 48 }, next)),
  (plugin, entity) => plugin.cut(entity, { faces: [0, 1, 2] }),
  (plugin) => plugin.snapshot(),
  (plugin) => plugin.raycast({ origin: [0, 9, 0], direction: [0, -1, 0] }),
  (plugin) => plugin.overlap({ radius: 1 }, { position: [0, 0, 0] }),
  (plugin) => plugin.step(),
  (plugin) => plugin.step(),
  (plugin, entity, next) => {
    plugin.components.RigidBody.vy[entity] = 50 * (next() - 0.5);
  },
  (plugin, entity, next) => {
    plugin.components.CollisionSettings.thickness[entity] = next() - 0.1;
  },
  (plugin, entity) => plugin.removeCollider(entity),
];

/** Sequences of calls with arguments of any kind, in worlds that they fill: errors are typed, and a step goes on. */
export async function fuzzCalls(count: number, seed: number): Promise<FuzzReport> {
  const report = newFuzzReport();
  const next = random(seed);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)];
  for (let done = 0; done < count; ) {
    const world = createWorld();
    const plugin = await createCollisionPlugin(world, { maxEntities: 12 });
    const kept: unknown[] = [];
    for (let k = 0; k < CALLS_A_WORLD && done < count; k++, done++) {
      if (next() < 0.2) kept.push(addEntity(world));
      if (next() < 0.03 && kept.length > 0) removeEntity(world, Number(kept[0]));
      if (next() < 0.5) {
        const at = Math.floor(next() * SENSIBLE.length);
        const entity = Number(kept.findLast((each) => typeof each === 'number' && next() < 0.4) ?? 1);
        attempt(report, `calls, seed ${seed}, call ${done}: ${SENSIBLE[at]} of ${entity}`, () => {
          const result = SENSIBLE[at](plugin, entity, next);
          if (result instanceof Uint8Array) kept.push(result);
        });
        continue;
      }
      const method = any(METHODS);
      const args = Array.from({ length: Math.floor(next() * 4) }, (_, i) =>
        i === 0 && next() < 0.6 && kept.length > 0 ? any(kept) : oddArgument(any, next),
      );
      const place = `calls, seed ${seed}, call ${done}: ${method}(${args.map(shownArgument).join(', ')})`;
      attempt(report, place, () => {
        const result = (plugin[method] as (...given: unknown[]) => unknown)(...args);
        if (typeof result === 'number' || result instanceof Uint8Array) kept.push(result);
      });
    }
    attempt(report, `calls, seed ${seed}, last step before call ${done}`, () => plugin.step(1 / 60));
    plugin.dispose();
  }
  return report;
}

function oddArgument(any: <Item>(items: readonly Item[]) => Item, next: () => number): unknown {
  if (next() < 0.7) return any(ODD);
  const base = any(ODD);
  const names = Array.from({ length: 1 + Math.floor(3 * next()) }, () => any(NAMES));
  const odd = Object.fromEntries(names.map((name) => [name, any(ODD)]));
  return typeof base === 'object' && base !== null && !ArrayBuffer.isView(base) ? { ...base, ...odd } : odd;
}

function shownArgument(value: unknown): string {
  if (ArrayBuffer.isView(value)) return Object.prototype.toString.call(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.keys(value).join()}}`;
}
