import { type ColliderOptions, STRATEGIES, type StrategyName } from '../../src/geometry/index.js';
import { ConformError } from './kind.js';

export interface SceneOptions {
  /** The part of the step that is searched. */
  readonly from: number;
  readonly to: number;
  readonly strategy: StrategyName;
  /** Coordinates are multiplied by 2^scale. */
  readonly scale: number;
  /** Vertices and triangles are renumbered at random with this seed; 0 leaves them. */
  readonly permute: number;
  readonly workers: number;
  /** What boxes are, and how trees are built. */
  readonly volume: NonNullable<ColliderOptions['volume']>;
  readonly tree: NonNullable<ColliderOptions['tree']>;
}

const VOLUMES = ['18-dop', '14-dop', 'aabb'] as const;
const TREES = ['median', 'connected'] as const;

export const SCENE_OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  strategy: { type: 'string' },
  scale: { type: 'string' },
  permute: { type: 'string' },
  workers: { type: 'string' },
  volume: { type: 'string' },
  tree: { type: 'string' },
} as const;

export function sceneOptions(values: Readonly<Record<string, unknown>>): SceneOptions {
  const strategy = String(values.strategy ?? 'all');
  if (!Object.hasOwn(STRATEGIES, strategy)) {
    throw new ConformError(
      `there is no strategy "${strategy}"; there is ${Object.keys(STRATEGIES).join(', ')}`,
    );
  }
  const options = {
    from: number(values, 'from', 0, 0, 1),
    to: number(values, 'to', 1, 0, 1),
    strategy: strategy as StrategyName,
    scale: number(values, 'scale', 0, -1000, 1000),
    permute: number(values, 'permute', 0, 0, 2 ** 32 - 1),
    workers: number(values, 'workers', 1, 1, 2),
    volume: oneOf(values, 'volume', VOLUMES),
    tree: oneOf(values, 'tree', TREES),
  };
  if (options.from > options.to)
    throw new ConformError(`--from ${options.from} is behind --to ${options.to}`);
  return options;
}

/** The first is the default. */
function oneOf<Name extends string>(
  values: Readonly<Record<string, unknown>>,
  option: string,
  names: readonly Name[],
): Name {
  const name = values[option] ?? names[0];
  if ((names as readonly unknown[]).includes(name)) return name as Name;
  throw new ConformError(`--${option} is "${name}"; there is ${names.join(', ')}`);
}

function number(
  values: Readonly<Record<string, unknown>>,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const text = values[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text !== '' && value >= least && value <= most) return value;
  throw new ConformError(`--${name} is "${text}"; give a number from ${least} to ${most}`);
}
