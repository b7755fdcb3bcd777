// A thread and its counterpart: radii that change with the height along a helix.
import { latheMesh } from './lathe.js';
import { latticeMesh, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

/** Height that a turn climbs, and how deep the thread is cut. */
export const PITCH = 0.5;
const DEPTH = 0.14;
const RADIUS = 0.36;
const PLAY = 0.035;

/** Quads around, and rows of them in a turn. */
export interface ThreadFineness {
  readonly around?: number;
  readonly rowsATurn?: number;
}

/** 0 in the valley and 1 on the crest, and round on both: rows of vertices meet them at any height. */
function crest(height: number, angle: number): number {
  const turns = height / PITCH - angle / (2 * Math.PI);
  return 0.5 + 0.5 * cos(2 * Math.PI * (turns - Math.floor(turns)));
}

/** It stands on y = 0. */
export function boltMesh({ around = 32, rowsATurn = 8 }: ThreadFineness = {}): SceneMesh {
  const height = 2;
  const rows = (height / PITCH) * rowsATurn;
  const rims = Array.from({ length: rows + 1 }, (_, i) => (height * i) / rows);
  return latheMesh({
    around,
    profile: [[0, 0], ...rims.map((y) => [RADIUS, y] as const), [0, height]],
    swell: (row, angle) => 1 + (DEPTH / RADIUS) * crest(rims[row], angle),
  });
}

/** Two turns high, around its middle; six-sided outside. */
export function nutMesh({ around = 32, rowsATurn = 8 }: ThreadFineness = {}): SceneMesh {
  const height = 1.25 * PITCH;
  const inside = Math.round(1.25 * rowsATurn);
  const outer = 0.85;
  return latticeMesh({
    columns: around,
    rows: inside + 3,
    closeColumns: true,
    closeRows: true,
    point(column, row) {
      const angle = (2 * Math.PI * column) / around;
      // Down along the thread inside, then up outside.
      const isInside = row <= inside;
      const y = isInside ? height * (0.5 - row / inside) : height * (row === inside + 1 ? -0.5 : 0.5);
      const corner = cos(Math.PI / 6) / cos(((angle + Math.PI / 6) % (Math.PI / 3)) - Math.PI / 6);
      // It hangs so that its turns are in the bolt's at every height that is a whole number of turns.
      const radius = isInside ? RADIUS + PLAY + DEPTH * crest(y + PITCH * 100.3, angle) : outer * corner;
      return [radius * cos(angle), y, -radius * sin(angle)];
    },
  });
}
