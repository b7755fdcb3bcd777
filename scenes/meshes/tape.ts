import { latticeMesh, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

export interface TapeShape {
  /** Quads along the tape and across it. */
  readonly along: number;
  readonly across: number;
  /** Turns around the y axis. */
  readonly turns: number;
  readonly innerRadius?: number;
  /** Between one turn and the next. */
  readonly gap?: number;
  readonly width?: number;
}

/** A roll of tape around the y axis: a spiral that nowhere touches itself, its normals inward. */
export function tapeMesh(shape: TapeShape): SceneMesh {
  const { along, across, turns, innerRadius = 0.2, gap = 0.01, width = 0.1 } = shape;
  return latticeMesh({
    columns: along,
    rows: across,
    point: (column, row) => {
      const turn = (turns * column) / along;
      const distance = innerRadius + gap * turn;
      const angle = 2 * Math.PI * turn;
      return [distance * cos(angle), width * (row / across - 0.5), -distance * sin(angle)];
    },
  });
}
