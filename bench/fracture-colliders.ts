import { gridMesh } from '../scenes/meshes/index.js';
import { DeformableCollider, initGeometry } from '../src/geometry/index.js';
import { processorTime } from './measure.js';
import { type Row, rowsOf } from './report/row.js';

/** Sheets by the squares along a side, and what share of their triangles is changed. */
export const SHEETS = [
  [112, 0.01],
  [354, 0.001],
  [354, 0.01],
  [354, 0.1],
] as const;

/** Triangles in the middle are taken out of the list, and put in again. */
export async function editedColliders(quick: boolean): Promise<Row[]> {
  await initGeometry();
  const rows: Row[] = [];
  for (const [side, part] of SHEETS) {
    if (quick && side !== 112) continue;
    const { positions, triangles } = gridMesh({ columns: side, rows: side });
    const count = Math.round((part * triangles.length) / 3);
    const first = 3 * ((triangles.length / 3 - count) >> 1);
    const left = new Uint32Array(triangles.length - 3 * count);
    left.set(triangles.subarray(0, first));
    left.set(triangles.subarray(first + 3 * count), first);
    const collider = new DeformableCollider({ positions, triangles });
    // in turns, so that all of them meet the machine as it is
    const times = { out: [] as number[], in: [] as number[], anew: [] as number[] };
    for (let round = 0; round < (quick ? 3 : 7); round++) {
      times.out.push(processorTime(() => collider.changeTriangles(left)));
      times.in.push(processorTime(() => collider.changeTriangles(triangles)));
      times.anew.push(processorTime(() => new DeformableCollider({ positions, triangles: left }).dispose()));
    }
    collider.dispose();
    const least = (list: readonly number[]) => Math.min(...list);
    const share = (list: readonly number[]) => (100 * least(list)) / least(times.anew);
    rows.push(
      ...rowsOf(
        `${(triangles.length / 3).toLocaleString('en')} triangles, ${count.toLocaleString('en')} out and in`,
        {
          out: [least(times.out), 'ms'],
          in: [least(times.in), 'ms'],
          anew: [least(times.anew), 'ms'],
          'share out': [share(times.out), '%'],
          'share in': [share(times.in), '%'],
        },
      ),
    );
  }
  return rows;
}
