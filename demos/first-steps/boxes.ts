import type { Bvh } from 'first-contact';
import { Color3, CreateLineSystem, type LinesMesh, type Scene, Vector3 } from '../shell/babylon.js';

/** The world boxes of colliders, as lines. */
export interface Boxes {
  sync(entities: readonly number[]): void;
  show(on: boolean): void;
}

const CORNERS = Array.from(
  { length: 8 },
  (_, i) => new Vector3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5),
);
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((a) =>
  [1, 2, 4].filter((bit) => !(a & bit)).map((bit) => [a, a | bit]),
);

export function drawBoxes(scene: Scene, bvh: Bvh): Boxes {
  const drawn: LinesMesh[] = [];
  let shown = true;

  function box(i: number): LinesMesh {
    if (drawn[i] === undefined) {
      drawn[i] = CreateLineSystem(
        'box',
        { lines: EDGES.map((edge) => edge.map((corner) => CORNERS[corner])) },
        scene,
      );
      drawn[i].color = new Color3(0.3, 0.75, 0.45);
      drawn[i].setEnabled(shown);
    }
    return drawn[i];
  }

  return {
    sync(entities) {
      entities.forEach((entity, i) => {
        const { minX, minY, minZ, maxX, maxY, maxZ } = bvh;
        const lines = box(i);
        lines.scaling.set(
          maxX[entity] - minX[entity],
          maxY[entity] - minY[entity],
          maxZ[entity] - minZ[entity],
        );
        lines.position.set(
          minX[entity] + maxX[entity],
          minY[entity] + maxY[entity],
          minZ[entity] + maxZ[entity],
        );
        lines.position.scaleInPlace(0.5);
      });
    },
    show(on) {
      shown = on;
      for (const lines of drawn) lines.setEnabled(on);
    },
  };
}
