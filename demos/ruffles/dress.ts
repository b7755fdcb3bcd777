// A dress form that turns and sways, with rows of ruffles pinned around it.
import { boxMesh, latheMesh, type SceneMesh, sin, type Vec3 } from '../../scenes/meshes/index.js';
import { latticeMesh } from '../../scenes/meshes/mesh.js';
import { cos } from '../../scenes/meshes/trig.js';
import { rotated, turnAround } from '../../scenes/meshes/vectors.js';
import type { SimulatedScene } from '../../scenes/simulated/simulated-scene.js';

export interface DressSize {
  readonly rows: number;
  /** Quads along each fold of a ruffle. */
  readonly fineness: number;
}

const FOLDS = 10;
/** From the seam to the hem: how far it goes out and down, and how high its folds are there. */
const OUT = 0.15;
const DOWN = 0.1;
const FOLD = 0.055;
/** Between a seam and the form, and between the seams of two rows. */
const GAP = 0.012;
const APART = 0.115;
const TOP = 0.86;
/** Of the form, from the floor up. */
const OUTLINE: readonly (readonly [radius: number, height: number])[] = [
  [0, 0.02],
  [0.14, 0.02],
  [0.14, 0.05],
  [0.03, 0.08],
  [0.03, 0.2],
  [0.34, 0.26],
  [0.28, 0.5],
  [0.16, 0.86],
  [0.13, 0.95],
  [0.17, 1.12],
  [0.12, 1.22],
  [0, 1.25],
];

export function ruffledDress({ rows, fineness }: DressSize): SimulatedScene {
  const ruffles = Array.from({ length: rows }, (_, row) => ruffle(TOP - APART * row, fineness));
  return {
    name: 'ruffles',
    title: 'Layered ruffles',
    parts: [
      ...ruffles.map(({ mesh, seam }) => ({
        kind: 'cloth' as const,
        mesh,
        pins: seam,
        settings: { friction: 0.3 },
      })),
      {
        kind: 'body',
        mesh: latheMesh({ around: 28, profile: OUTLINE }),
        pose: [0, 0, 0, 0, 0, 0, 1],
        settings: { friction: 0.3 },
      },
      {
        kind: 'body',
        mesh: boxMesh({ cells: [4, 1, 4], size: [4, 0.1, 4] }),
        pose: [0, -0.06, 0, 0, 0, 0, 1],
      },
    ],
    dt: 1 / 60,
    subSteps: 8,
    drive(parts, time) {
      const turn = turnAround([0, 1, 0], 1.4 * sin(1.9 * time) * Math.min(1, time));
      const [x, z] = [0.12 * sin(1.3 * time), 0.08 * sin(2.1 * time)];
      parts[rows].goal.set([x, 0, z, ...turn]);
      ruffles.forEach(({ mesh, seam }, row) => {
        for (const v of seam) {
          const [px, py, pz] = rotated(turn, pointOf(mesh, v));
          parts[row].goals.set([x + px, py, z + pz], 3 * v);
        }
      });
    },
  };
}

interface Ruffle {
  readonly mesh: SceneMesh;
  /** The vertices that are pinned. */
  readonly seam: readonly number[];
}

/** A strip that is longer at its hem than the way around is there: it lies in folds. */
function ruffle(height: number, fineness: number): Ruffle {
  const around = FOLDS * fineness;
  const across = fineness;
  const radius = radiusAt(height) + GAP;
  const mesh = latticeMesh({
    columns: across,
    rows: around,
    closeRows: true,
    point(column, row) {
      const angle = (2 * Math.PI * row) / around;
      const share = column / across;
      const fold = FOLD * share * sin(FOLDS * angle);
      const distance = radius + OUT * share + 0.4 * fold;
      return [distance * cos(angle), height - DOWN * share + fold, -distance * sin(angle)];
    },
  });
  return { mesh, seam: Array.from({ length: around }, (_, i) => i * (across + 1)) };
}

function radiusAt(height: number): number {
  const above = OUTLINE.findIndex(([, y], i) => i > 4 && y >= height);
  const [[r0, y0], [r1, y1]] = [OUTLINE[above - 1], OUTLINE[above]];
  return r0 + ((r1 - r0) * (height - y0)) / (y1 - y0);
}

function pointOf({ positions }: SceneMesh, vertex: number): Vec3 {
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}
