import { checkOptions, shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { StitchKind } from '../systems/stitches.js';

/** What the stitches of a seam are like. */
export interface SewOptions {
  /** How far each gives way, metres a newton: 0 by default, not at all. */
  readonly compliance?: number;
  /** Newton, above which each breaks: by default none does. */
  readonly strength?: number;
}

const SEW_OPTIONS = ['compliance', 'strength'];

/** Refuses what no stitch can be like. */
export function checkedSewing(what: string, options: SewOptions, entity: number): StitchKind {
  checkOptions(what, options, SEW_OPTIONS, entity);
  const { compliance = 0, strength = Number.POSITIVE_INFINITY } = options;
  if (!(typeof compliance === 'number' && compliance >= 0 && compliance < Number.POSITIVE_INFINITY)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `compliance is ${shown(compliance)}`,
      'Use metres a newton, 0 or more.',
      { entity },
    );
  }
  if (!(typeof strength === 'number' && strength > 0)) {
    throw new FirstContactError(
      'BAD_SETTING',
      `strength is ${shown(strength)}`,
      'Use newtons, above 0; Infinity never breaks.',
      { entity },
    );
  }
  return { compliance, strength };
}
