import { checkOptions, shown } from '../check-options.js';
import {
  COMBINE_AVERAGE,
  COMBINE_AVERAGE_FIRST,
  COMBINE_GEOMETRIC,
  COMBINE_MAXIMUM,
  COMBINE_MINIMUM,
  COMBINE_MULTIPLY,
  COMBINE_MULTIPLY_FIRST,
} from '../components/constants.js';
import type { CollisionSettings } from '../components/index.js';
import { FirstContactError } from '../errors.js';

/** What two materials have where they meet, in the place of what their entities' columns would give. */
export interface MaterialPair {
  /** 0 slides. Left out: as the entities' settings say. */
  readonly friction?: number;
  /** The share of a velocity that a bounce gives back. Left out: as the entities' settings say. */
  readonly restitution?: number;
}

/** Friction of one surface, as `frictionOf` combines it with another's. */
export interface Surface {
  readonly friction: number;
  readonly frictionRule: number;
  readonly material: number;
}

const MATERIALS = 256;
/** What a pair has not of its own. */
const NO_VALUE = Number.NaN;

/** What pairs of materials have of their own, and how the others' numbers are combined. */
export class Materials {
  /** By a * MATERIALS + b, for both orders. */
  readonly #pairs = new Map<number, Required<MaterialPair>>();
  /** Counts changes: who keeps what it read looks here. */
  version = 0;

  set(a: number, b: number, pair?: MaterialPair): void {
    checkMaterial('the first material', a);
    checkMaterial('the second material', b);
    if (pair !== undefined) checkPair(pair);
    this.version++;
    const { friction = NO_VALUE, restitution = NO_VALUE } = pair ?? {};
    for (const key of [a * MATERIALS + b, b * MATERIALS + a]) {
      if (Number.isNaN(friction) && Number.isNaN(restitution)) this.#pairs.delete(key);
      else this.#pairs.set(key, { friction, restitution });
    }
  }

  frictionOf(settings: CollisionSettings, a: number, b: number): number {
    const { friction, frictionRule, material } = settings;
    const own = this.#pairs.get(material[a] * MATERIALS + material[b])?.friction ?? NO_VALUE;
    if (own >= 0) return own;
    return combined(
      Math.max(frictionRule[a], frictionRule[b]) || COMBINE_GEOMETRIC,
      friction[a],
      friction[b],
    );
  }

  restitutionOf(settings: CollisionSettings, a: number, b: number): number {
    const { material, restitution, restitutionRule } = settings;
    const own = this.#pairs.get(material[a] * MATERIALS + material[b])?.restitution ?? NO_VALUE;
    if (own >= 0) return own;
    const rule = Math.max(restitutionRule[a], restitutionRule[b]) || COMBINE_MAXIMUM;
    return combined(rule, restitution[a], restitution[b]);
  }

  /** The same as `frictionOf`, for surfaces that are taken from their columns. */
  readonly frictionBetween = (a: Surface, b: Surface): number => {
    const own = this.#pairs.get(a.material * MATERIALS + b.material)?.friction ?? NO_VALUE;
    if (own >= 0) return own;
    return combined(Math.max(a.frictionRule, b.frictionRule) || COMBINE_GEOMETRIC, a.friction, b.friction);
  };

  /** Pairs that have something of their own, in the order of their numbers. */
  *pairs(): Iterable<readonly [a: number, b: number, pair: Required<MaterialPair>]> {
    for (const key of [...this.#pairs.keys()].sort((p, q) => p - q)) {
      const a = Math.floor(key / MATERIALS);
      const b = key % MATERIALS;
      if (a <= b) yield [a, b, this.#pairs.get(key) as Required<MaterialPair>];
    }
  }

  clear(): void {
    this.#pairs.clear();
    this.version++;
  }
}

function combined(rule: number, x: number, y: number): number {
  if (rule === COMBINE_AVERAGE || rule === COMBINE_AVERAGE_FIRST) return (x + y) / 2;
  if (rule === COMBINE_MINIMUM) return Math.min(x, y);
  if (rule === COMBINE_MULTIPLY || rule === COMBINE_MULTIPLY_FIRST) return x * y;
  if (rule === COMBINE_MAXIMUM) return Math.max(x, y);
  return Math.sqrt(x * y);
}

function checkMaterial(name: string, material: unknown): void {
  if (Number.isInteger(material) && (material as number) >= 0 && (material as number) < MATERIALS) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `${name} is ${shown(material)}`,
    `Use a whole number from 0 to ${MATERIALS - 1}, as in CollisionSettings.material.`,
  );
}

function checkPair(pair: MaterialPair): void {
  checkOptions('setMaterialPair()', pair, ['friction', 'restitution']);
  for (const [name, value] of Object.entries(pair)) {
    if (value === undefined || (Number.isFinite(value) && value >= 0)) continue;
    throw new FirstContactError(
      'BAD_SETTING',
      `${name} of a pair of materials is ${shown(value)}`,
      'Use a finite number, 0 or more, or leave it out.',
    );
  }
}
