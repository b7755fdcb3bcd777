import { gridMesh } from '../meshes/index.js';
import { cos, sin } from '../meshes/trig.js';
import { random } from '../random.js';
import type { SweptObject } from './swept-scene.js';

/** A strip rolled up, its layers close together, which trembles so that some of them meet. */
export function rolledStrip(seed: number): SweptObject {
  const next = random(seed);
  const flat = gridMesh({ columns: 60, rows: 8, width: 6, depth: 0.6 });
  const tremble = 0.07 + 0.03 * next();
  const rolledUp = (shake: number) => {
    const points = new Float64Array(flat.positions.length);
    for (let p = 0; p < points.length; p += 3) {
      const along = flat.positions[p] + 3;
      const radius = 0.3 + 0.012 * along + shake * (next() - 0.5);
      points[p] = radius * cos(2.2 * along);
      points[p + 1] = radius * sin(2.2 * along);
      points[p + 2] = flat.positions[p + 2] + 0.2 * shake * (next() - 0.5);
    }
    return points;
  };
  return { triangles: flat.triangles, start: rolledUp(tremble), end: rolledUp(tremble) };
}
