import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import { VOLUME_BOX, VOLUME_DOP14, VOLUME_DOP18 } from '../kernels/layout/ablations.js';
import { POSITION_LIMIT } from '../mesh/limits.js';
import type { MeshForm } from '../mesh/mesh-blocks.js';
import { type SearchStrategy, STRATEGIES, type StrategyName } from '../search/search-strategy.js';

/** Refuses positions that the next step cannot go to. */
export function checkedNext(positions: ArrayLike<number>, vertexCount: number): void {
  const isList = typeof positions === 'object' && positions !== null;
  const length = isList ? positions.length : 0;
  if (length !== 3 * vertexCount) {
    throw new FirstContactError(
      'START_END_LENGTH',
      `${length} numbers were given for ${vertexCount} vertices`,
      `Give x y z a vertex: ${3 * vertexCount} numbers.`,
    );
  }
  for (let i = 0; i < positions.length; i++) {
    if (typeof positions[i] === 'number' && Math.abs(positions[i]) <= POSITION_LIMIT) continue;
    const vertex = Math.floor(i / 3);
    const finite = Number.isFinite(positions[i]);
    throw new FirstContactError(
      finite ? 'POSITION_TOO_LARGE' : 'NON_FINITE_POSITION',
      `vertex ${vertex} has ${'xyz'[i % 3]} = ${shown(positions[i])}; the largest magnitude is ${POSITION_LIMIT}`,
      finite
        ? 'Move the scene towards the origin.'
        : 'Look for a division by zero in what made the positions.',
      { index: vertex },
    );
  }
}

/** Refuses control points that a curved path cannot have. */
export function checkedControls(controls: readonly ArrayLike<number>[], vertexCount: number): void {
  const count = (controls as { length?: number } | undefined)?.length;
  if (count !== 1 && count !== 2) {
    throw new FirstContactError(
      'BAD_SETTING',
      `${count ?? 'no'} lists of control points were given`,
      'Give one for quadratic paths, two for cubic ones; `update` is for straight ones.',
    );
  }
  for (const points of controls) checkedNext(points, vertexCount);
}

export function checkedStrategy(name: StrategyName = 'all'): SearchStrategy {
  if (Object.hasOwn(STRATEGIES, name)) return STRATEGIES[name];
  throw new FirstContactError(
    'BAD_SETTING',
    `the strategy is ${shown(name)}`,
    `Use one of ${Object.keys(STRATEGIES).join(', ')}.`,
  );
}

export function checkedForm(form: MeshForm): MeshForm {
  const { tree = 'median' } = form;
  if (tree === 'median' || tree === 'connected') return form;
  throw new FirstContactError('BAD_SETTING', `the tree is ${shown(tree)}`, "Use 'median' or 'connected'.");
}

/** What boxes are: 18 or 14 directions, or boxes along the axes. */
export type VolumeName = keyof typeof VOLUMES;

const VOLUMES = { '18-dop': VOLUME_DOP18, '14-dop': VOLUME_DOP14, aabb: VOLUME_BOX } as const;

export function checkedVolume(name: VolumeName = '18-dop'): number {
  if (Object.hasOwn(VOLUMES, name)) return VOLUMES[name];
  throw new FirstContactError(
    'BAD_SETTING',
    `the volume is ${shown(name)}`,
    `Use one of ${Object.keys(VOLUMES).join(', ')}.`,
  );
}

/** When meshes are looked at: where the step starts, or where it ends. */
export type Instant = 'start' | 'end';

export function checkedInstant(at: Instant = 'end'): Instant {
  if (at === 'start' || at === 'end') return at;
  throw new FirstContactError('BAD_SETTING', `the instant is ${shown(at)}`, "Use 'start' or 'end'.");
}

/** All contacts of the step, or the earliest alone. */
export type ContactMode = 'all' | 'first';

export function checkedMode(mode: ContactMode = 'all'): ContactMode {
  if (mode === 'all' || mode === 'first') return mode;
  throw new FirstContactError('BAD_SETTING', `the mode is ${shown(mode)}`, "Use 'all' or 'first'.");
}

export function checkedThickness(thickness = 0): number {
  if (thickness >= 0 && Number.isFinite(thickness)) return thickness;
  throw new FirstContactError(
    'NEGATIVE_THICKNESS',
    `the thickness is ${String(thickness)}`,
    'Use metres, 0 or more.',
  );
}
