import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { CUT_LISTS, type CutLists, checkCutLists } from '../mesh/cut-choice.js';
import type { StepContext } from '../systems/context.js';
import { requirePart } from '../systems/parts.js';
import { checkedSewing, type SewOptions } from './sew-options.js';

/** What is cut, at least one of edges, path and faces, and what becomes of it. */
export interface CutOptions extends CutLists {
  /** How far both sides of the cut are pulled apart: sides that touch would freeze. 1 % of the mean cut edge by default. */
  readonly gap?: number;
  /** What is separated becomes entities of its own, which is so by default, or stays with the rest. */
  readonly pieces?: 'entities' | 'together';
  /** What is separated becomes 'rigid' bodies, or stays 'deformable', which is so by default. The entity itself stays what it is. */
  readonly as?: 'rigid' | 'deformable';
  /** Vertices that the cut parts are sewn together, by stitches like this. With the part 'cloth'. */
  readonly sew?: SewOptions;
}

export const CUT_OPTIONS = [...CUT_LISTS, 'gap', 'pieces', 'as', 'sew'];

export function checkChoices(parts: StepContext['parts'], options: CutOptions, entity: number): void {
  const { as: become, gap, pieces, sew } = options;
  if (gap !== undefined && !(gap > 0 && Number.isFinite(gap))) {
    throw new FirstContactError(
      'BAD_SETTING',
      `gap is ${shown(gap)}`,
      'Use metres, above 0: sides that touch would freeze.',
      { entity },
    );
  }
  if (pieces !== undefined && pieces !== 'entities' && pieces !== 'together') {
    throw new FirstContactError(
      'BAD_SETTING',
      `pieces is ${shown(pieces)}`,
      "Use 'entities' or 'together'.",
      {
        entity,
      },
    );
  }
  if (become !== undefined && become !== 'rigid' && become !== 'deformable') {
    throw new FirstContactError('BAD_SETTING', `as is ${shown(become)}`, "Use 'rigid' or 'deformable'.", {
      entity,
    });
  }
  if (sew !== undefined) {
    requirePart(parts, 'cloth', 'cut() with the option sew', entity);
    checkedSewing('cut() under sew', sew, entity);
    if (become === 'rigid') {
      throw new FirstContactError(
        'BAD_SETTING',
        'What becomes rigid is not sewn',
        "Leave out sew, or as: 'rigid'.",
        { entity },
      );
    }
  }
  checkCutLists(options, { entity });
}
