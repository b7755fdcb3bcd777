import { addEntity, createWorld } from 'bitecs';
import { gridMesh } from '../scenes/meshes/index.js';
import { type CutPiece, createCollisionPlugin } from '../src/index.js';
import { buildBvh } from '../src/mesh/bvh-build.js';
import { connect } from '../src/mesh/connectivity.js';
import { triangleFeatures } from '../src/mesh/features.js';
import { flatRegions } from '../src/mesh/flat-regions.js';
import { cutMesh, recut } from '../src/mesh/fracture.js';
import { editedTriangles, type TriangleEdit } from '../src/mesh/fracture-edit.js';
import { recutRegions } from '../src/mesh/fracture-regions.js';
import { orphanRegions } from '../src/mesh/orphan-regions.js';
import { findOrphans } from '../src/mesh/orphans.js';
import { drain } from '../src/mesh/steps.js';
import { sweptVertices } from '../src/mesh/swept.js';
import { editedColliders, SHEETS } from './fracture-colliders.js';
import { median, medianMilliseconds, processorTime } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';

/** A sheet torn along a line: representatives, orphans and edges updated where the tear is, and made anew. */
export const fracture: Measure = async ({ quick }) => {
  const rows: Row[] = [];
  for (const [side, part] of SHEETS) {
    if (quick && side !== 112) continue;
    const { positions, triangles } = gridMesh({ columns: side, rows: side });
    const whole = cutMesh(triangles, positions.length / 3);
    const edit = tear(triangles, positions.length / 3, Math.round((part * triangles.length) / 3));
    const edited = editedTriangles(triangles, edit);
    const swept = sweptVertices(positions, positions);
    const tree = buildBvh(swept, triangles);
    const flat = flatRegions(tree, triangles, drain(connect(triangles, positions.length / 3)));
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
          const mesh = drain(connect(edited, edit.vertexCount));
          drain(triangleFeatures(edited, mesh));
          const orphans = findOrphans(edited, mesh);
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
  return [
    { title: 'Updates after a tear: where it is, and everything anew', rows },
    {
      title: 'Cuts of a deformable, and tears of a cloth',
      rows: [...(await cutRows(quick)), ...(await tearRows(quick))],
    },
    {
      title: 'A collider whose triangles go and come back, and one made anew',
      rows: await editedColliders(quick),
    },
  ];
};

/** A hundredth of a sheet's faces cut loose, and the sheet loaded anew, in turns. */
async function cutRows(quick: boolean): Promise<Row[]> {
  const side = quick ? 112 : 354;
  const sheet = gridMesh({ columns: side, rows: side });
  const count = Math.round((0.01 * sheet.triangles.length) / 3);
  const rows: Row[] = [];
  for (const pieces of ['together', 'entities'] as const) {
    const world = createWorld();
    const plugin = await createCollisionPlugin(world);
    const mesh = plugin.loadMesh(sheet, { use: 'deformable' });
    const [cuts, loads]: [number[], number[]] = [[], []];
    const rounds = quick ? 3 : 9;
    for (let round = -2; round < rounds; round++) {
      const cloth = addEntity(world);
      plugin.addDeformable(cloth, { mesh });
      plugin.step(1 / 60);
      // rows of faces from rim to rim, elsewhere each time
      const first = Math.floor(((round + 3) * sheet.triangles.length) / 3 / (rounds + 4));
      const faces = Uint32Array.from({ length: count }, (_, i) => first + i);
      let made: readonly CutPiece[] = [];
      const cut = processorTime(() => {
        made = plugin.cut(cloth, { faces, pieces }).pieces;
      });
      for (const { entity } of made) plugin.removeCollider(entity);
      plugin.step(1 / 60);
      const load = processorTime(() => plugin.unloadMesh(plugin.loadMesh(sheet, { use: 'deformable' })));
      if (round < 0) continue; // code and memory are warm behind it
      cuts.push(cut);
      loads.push(load);
    }
    plugin.dispose();
    const [local, anew] = [median(cuts), median(loads)];
    const target = side === 354 && pieces === 'together' ? { target: { most: 10 } } : {};
    rows.push(
      ...rowsOf(
        `${(sheet.triangles.length / 3).toLocaleString('en')} triangles, 1 % cut, pieces: ${pieces}`,
        {
          'plugin.cut': [local, 'ms'],
          'loaded anew': [anew, 'ms'],
          'share of that': [(100 * local) / anew, '%', target],
        },
      ),
    );
  }
  return rows;
}

/** A cloth that opens at two edges, as where it tears, and the step in which that becomes part of the solver; and a step of it as it is. */
async function tearRows(quick: boolean): Promise<Row[]> {
  const side = quick ? 60 : 214;
  const sheet = gridMesh({ columns: side, rows: side, width: 4, depth: 4 });
  const world = createWorld();
  const plugin = await createCollisionPlugin(world, { gravity: [0, 0, 0] });
  const cloth = addEntity(world);
  plugin.addDeformable(cloth, { ...sheet, cloth: {} });
  plugin.step(1 / 60);
  const [torn, whole]: [number[], number[]] = [[], []];
  const rounds = quick ? 6 : 20;
  for (let round = -2; round < rounds; round++) {
    const first = Math.floor(((round + 3) * side) / (rounds + 4)) * (side + 1) + (side >> 1);
    const took = processorTime(() => {
      plugin.cut(cloth, { path: [first, first + 1, first + 2] });
      plugin.step(1 / 60);
    });
    const calm = processorTime(() => plugin.step(1 / 60));
    if (round < 0) continue;
    torn.push(took);
    whole.push(calm);
  }
  plugin.dispose();
  const [tearing, calm] = [median(torn), median(whole)];
  return rowsOf(`cloth of ${(sheet.triangles.length / 3).toLocaleString('en')} triangles`, {
    'opened at two edges, and a step': [tearing, 'ms'],
    'a step as it is': [calm, 'ms'],
    'a tear': [tearing - calm, 'ms'],
  });
}

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
