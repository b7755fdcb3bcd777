import { gridMesh } from '../scenes/meshes/index.js';
import { buildBvh } from '../src/mesh/bvh-build.js';
import { flatRegions } from '../src/mesh/flat-regions.js';
import { cutMesh, recut } from '../src/mesh/fracture.js';
import { editedTriangles, type TriangleEdit } from '../src/mesh/fracture-edit.js';
import { recutRegions } from '../src/mesh/fracture-regions.js';
import { orphanRegions } from '../src/mesh/orphan-regions.js';
import { sweptVertices } from '../src/mesh/swept.js';
import { medianMilliseconds } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

/** A sheet torn along a line: representatives, orphans and edges updated where the tear is, and made anew. */
export const fracture: Measure = async ({ quick }) => {
  const rows: Row[] = [];
  for (const [side, part] of [
    [112, 0.01],
    [354, 0.001],
    [354, 0.01],
    [354, 0.1],
  ] as const) {
    if (quick && side !== 112) continue;
    const { positions, triangles } = gridMesh({ columns: side, rows: side });
    const whole = cutMesh(triangles, positions.length / 3);
    const edit = tear(triangles, positions.length / 3, Math.round((part * triangles.length) / 3));
    const edited = editedTriangles(triangles, edit);
    const swept = sweptVertices(positions, positions);
    const tree = buildBvh(swept, triangles);
    const flat = flatRegions(tree, triangles, whole.mesh);
    // the new vertices are where the old ones are, which is all that a tree asks
    const after = new Float64Array(6 * edit.vertexCount);
    after.set(swept);
    const times = [
      medianMilliseconds(quick ? 3 : 7, () => recut(whole, edit), 1),
      medianMilliseconds(quick ? 3 : 5, () => cutMesh(edited, edit.vertexCount), 1),
      medianMilliseconds(
        quick ? 3 : 7,
        () => {
          const { mesh, orphans } = recut(whole, edit);
          orphanRegions(tree, mesh, recutRegions(flat, tree, edit.changed), orphans);
        },
        1,
      ),
      medianMilliseconds(
        quick ? 3 : 5,
        () => {
          const { mesh, orphans } = cutMesh(edited, edit.vertexCount);
          const anew = buildBvh(after, edited);
          orphanRegions(anew, mesh, flatRegions(anew, edited, mesh), orphans);
        },
        1,
      ),
    ];
    const share = (local: number, anew: number) => (100 * local) / anew;
    const target = side === 354 && part === 0.01 ? { target: { most: 10 } } : {};
    const count = (triangles.length / 3).toLocaleString('en');
    rows.push(
      ...rowsOf(`${count} triangles, ${edit.changed.length.toLocaleString('en')} changed`, {
        local: [times[0], 'ms'],
        anew: [times[1], 'ms'],
        share: [share(times[0], times[1]), '%'],
        'with tree and regions': [times[2], 'ms'],
        'these anew': [times[3], 'ms'],
        'share of these': [share(times[2], times[3]), '%', target],
      }),
    );
  }
  return [{ title: 'Updates after a tear: where it is, and everything anew', rows }];
};

/** The triangles in the middle get vertices of their own. */
function tear(triangles: Uint32Array, vertexCount: number, count: number): TriangleEdit {
  const first = (triangles.length / 3 - count) >> 1;
  const copies = new Map<number, number>();
  const corners = triangles.slice(3 * first, 3 * (first + count)).map((vertex) => {
    const copy = copies.get(vertex) ?? vertexCount + copies.size;
    copies.set(vertex, copy);
    return copy;
  });
  const changed = Uint32Array.from({ length: count }, (_, i) => first + i);
  return { changed, corners, triangleCount: triangles.length / 3, vertexCount: vertexCount + copies.size };
}
