/** A direction to look along and two across it, not normalised: x y z each. Small whole numbers, so products are exact. */
export interface View {
  readonly across: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly along: readonly [number, number, number];
}

const view = (across: View['across'], up: View['up'], along: View['along']): View => ({ across, up, along });

/** Along the axes, as the paper looks (CULLIDE). */
export const AXIS_VIEWS: readonly View[] = [
  view([1, 0, 0], [0, 1, 0], [0, 0, 1]),
  view([0, 1, 0], [0, 0, 1], [1, 0, 0]),
  view([0, 0, 1], [1, 0, 0], [0, 1, 0]),
];

/** Between two axes: what is apart along a slope is apart here, where boxes overlap. */
export const OBLIQUE_VIEWS: readonly View[] = [
  view([1, -1, 0], [0, 0, 1], [1, 1, 0]),
  view([0, 1, -1], [1, 0, 0], [0, 1, 1]),
  view([-1, 0, 1], [0, 1, 0], [1, 0, 1]),
  view([1, 1, 0], [0, 0, 1], [1, -1, 0]),
  view([0, 1, 1], [1, 0, 0], [0, 1, -1]),
  view([1, 0, 1], [0, 1, 0], [-1, 0, 1]),
];

/** Along the diagonals of a cube. */
export const DIAGONAL_VIEWS: readonly View[] = [
  view([1, -1, 0], [1, 1, -2], [1, 1, 1]),
  view([1, 1, 0], [1, -1, 2], [-1, 1, 1]),
  view([1, 1, 0], [-1, 1, 2], [1, -1, 1]),
  view([1, -1, 0], [1, 1, 2], [1, 1, -1]),
];

export const ALL_VIEWS: readonly View[] = [...AXIS_VIEWS, ...OBLIQUE_VIEWS, ...DIAGONAL_VIEWS];

/**
 * What a step asks unless it is told otherwise. Three slopes free more than the three axes for the same asks in each
 * scene that was measured (docs/gpu.md): along an axis, the axis itself says nothing that boxes have not said already.
 */
export const DEFAULT_VIEWS: readonly View[] = OBLIQUE_VIEWS.slice(0, 3);

/** Sets of views by name, as backends take them. */
export const VIEW_SETS = { oblique: DEFAULT_VIEWS, axes: AXIS_VIEWS, all: ALL_VIEWS } as const;
/** A name of VIEW_SETS: which directions pictures are taken along. */
export type ViewSet = keyof typeof VIEW_SETS;
