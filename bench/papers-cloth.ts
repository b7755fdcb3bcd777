import { gridMesh } from '../scenes/meshes/index.js';
import { latticeMesh } from '../scenes/meshes/mesh.js';
import { cos, sin } from '../scenes/meshes/trig.js';
import { initGeometry, ProximitySurface } from '../src/geometry/index.js';
import { processorTime } from './measure.js';
import { type Measure, type Row, rowsOf } from './report/row.js';
import { type Garment, simulated } from './simulated-garments.js';

// The scenes of Mezger, Kimmerle and Etzmuss (2002), in the place of their garments and avatar as motions that are written down, and trousers
// as the cloth solver moves them too: what is measured is the detection, per frame of 0.01 s.

interface ClothScene {
  readonly name: string;
  readonly garments: readonly Garment[];
}

const DT = 0.01;
/** As many as a separation list lasts, one of them from the roots. */
const FRAMES = 8;
const NEAR = 0.01;

/** Tubes around two legs that swing against each other, `out` metres off them. */
function legs(around: number, along: number, out: number, looksAtItself: boolean): Garment[] {
  return [-1, 1].map((side) => {
    const point = (column: number, row: number, time: number) => {
      const angle = (2 * Math.PI * column) / around;
      const down = row / along;
      const swing = 0.6 * side * sin(2 * Math.PI * time) * (1 - down);
      const ripple = looksAtItself ? 0.004 * sin(24 * down + 3 * angle + 9 * time) : 0;
      const radius = 0.05 + 0.03 * down + out + ripple;
      const height = 0.9 * down;
      return [
        0.105 * side + radius * cos(angle),
        height,
        radius * sin(angle) + 0.9 * (1 - down) * sin(swing),
      ] as const;
    };
    const tube = { columns: around, rows: along, closeColumns: true };
    const mesh = latticeMesh({ ...tube, point: (c, r) => point(c, r, 0) });
    const at = (time: number) => {
      const positions = mesh.positions.slice();
      let v = 0;
      latticeMesh({
        ...tube,
        point: (c, r) => {
          const place = point(c, r, time);
          positions.set(place, 3 * v++);
          return place;
        },
      });
      return positions;
    };
    const waist = Array.from({ length: around }, (_, c) => along * around + c);
    return { positions: mesh.positions, faces: mesh.triangles, at, looksAtItself, pins: waist };
  });
}

function sheet(name: string, columns: number, rows: number, width: number, depth: number): ClothScene {
  const cloth = gridMesh({ columns, rows, width, depth });
  const table = gridMesh({ columns: 24, rows: 24, width: 1, depth: 1 });
  const at = (time: number) =>
    cloth.positions.map((x, i) => {
      if (i % 3 !== 1) return x;
      const [u, w] = [cloth.positions[i - 1], cloth.positions[i + 1]];
      const beyond = Math.max(0, Math.abs(u) - 0.4) + Math.max(0, Math.abs(w) - 0.4);
      return 0.02 - 0.15 * time - beyond * 3 * time + 0.004 * sin(40 * u + 9 * time);
    });
  const still = () => table.positions;
  return {
    name,
    garments: [
      { positions: at(0), faces: cloth.triangles, at, looksAtItself: true },
      { positions: table.positions, faces: table.triangles, at: still, looksAtItself: false },
    ],
  };
}

/** A tape of 7 x 207 particles that folds on the floor: layers 4 mm apart that come down. */
function tape(): ClothScene {
  const point = (column: number, row: number, time: number) => {
    const along = row / 206;
    const folds = along * (6 + 6 * time);
    const fold = Math.floor(folds);
    const rest = folds - fold;
    const across = 0.034 * (column / 6 - 0.5);
    return [across, 0.004 * fold + 0.004 * rest, 0.08 * (fold % 2 === 0 ? rest : 1 - rest)] as const;
  };
  const mesh = latticeMesh({ columns: 6, rows: 206, point: (c, r) => point(c, r, 0) });
  const at = (time: number) => {
    const positions = mesh.positions.slice();
    let v = 0;
    latticeMesh({
      columns: 6,
      rows: 206,
      point: (c, r) => {
        const place = point(c, r, time);
        positions.set(place, 3 * v++);
        return place;
      },
    });
    return positions;
  };
  const floor = gridMesh({ columns: 17, rows: 17, width: 1, depth: 1, height: -0.003 });
  return {
    name: 'tape',
    garments: [
      { positions: mesh.positions, faces: mesh.triangles, at, looksAtItself: true },
      { positions: floor.positions, faces: floor.triangles, at: () => floor.positions, looksAtItself: false },
    ],
  };
}

const SETUPS = [
  ['optimal: 18-DOPs, order 4, oriented', {}],
  ['unoriented inflation', { oriented: false }],
  ['AABBs', { volume: 'aabb' }],
  ['14-DOPs', { volume: '14-dop' }],
  ['binary trees', { order: 2 }],
  ['trees of order 8', { order: 8 }],
  ['separation list', { listFor: FRAMES }],
  ['closest points kept', { reuse: NEAR / 4 }],
  ['lazy update', { lazy: NEAR / 8 }],
] as const;

interface Setup {
  readonly oriented?: boolean;
  readonly volume?: 'aabb' | '14-dop' | '18-dop';
  readonly order?: 2 | 4 | 8;
  readonly listFor?: number;
  readonly reuse?: number;
  readonly lazy?: number;
}

export const papersCloth: Measure = async ({ progress, quick }) => {
  await initGeometry();
  const scenes: ClothScene[] = [
    sheet('tablecloth', 6, 6, 1.2, 1.2),
    { name: 'trousers LR', garments: [...legs(24, 14, 0.012, true), ...legs(24, 30, 0, false)] },
    { name: 'trousers MR', garments: [...legs(37, 44, 0.012, true), ...legs(24, 30, 0, false)] },
    // 10,800 vertices on 28,896 triangles: the paper's 10,757 on 28,784 polygons
    { name: 'trousers HR', garments: [...legs(60, 89, 0.012, true), ...legs(84, 86, 0, false)] },
    tape(),
  ];
  for (const scene of quick ? [] : scenes.slice(1, 3)) {
    progress(`${scene.name}, simulated`);
    const garments = await simulated(scene.garments, DT, FRAMES + 2);
    scenes.push({ name: `${scene.name}, simulated`, garments });
  }
  const rows: Row[] = [];
  for (const scene of quick ? scenes.slice(0, 2) : scenes) {
    progress(scene.name);
    let optimal = 0;
    for (const [name, setup] of SETUPS) {
      const { box, ct, hu, near, pairs } = measured(scene, setup);
      optimal ||= hu + ct;
      rows.push(
        ...rowsOf(`${scene.name}, ${name}`, {
          'hierarchy update': [hu, 'ms'],
          'collision tests': [ct, 'ms'],
          both: [hu + ct, 'ms'],
          'of optimal': [(100 * (hu + ct)) / optimal, '%'],
          'box tests': [box, ''],
          pairs: [pairs, ''],
          near: [near, ''],
        }),
      );
    }
  }
  const about = 'Motions that are written down, and trousers that the cloth solver moves; a frame of 0.01 s.';
  return [{ title: "Mezger's scenes and settings (Tables 2 to 5)", about, rows }];
};

function measured(
  { garments }: ClothScene,
  { listFor, lazy, order, oriented, reuse, volume = '18-dop' }: Setup,
) {
  const surfaces = garments.map(
    ({ faces, positions }) => new ProximitySurface({ positions, faces }, { volume, ...(order && { order }) }),
  );
  const options = { cosOfAngle: 0.5, ...(listFor && { listFor }), ...(reuse && { reuse }) };
  const ahead = { distance: NEAR, dt: DT, ...(oriented === false && { oriented }), ...(lazy && { lazy }) };
  const sum = { hu: 0, ct: 0, box: 0, pairs: 0, near: 0 };
  let last = garments.map(({ at }) => at(0));
  for (let frame = -1; frame < FRAMES; frame++) {
    const now = garments.map(({ at }) => at((frame + 2) * DT));
    const speeds = now.map((positions, i) => positions.map((x, k) => (x - last[i][k]) / DT));
    last = now;
    const hu = processorTime(() =>
      surfaces.forEach((surface, i) => {
        surface.update(now[i], speeds[i], ahead);
      }),
    );
    const frameCounts = { box: 0, pairs: 0, near: 0 };
    const ct = processorTime(() => {
      garments.forEach((garment, i) => {
        for (let k = i; k < garments.length; k++) {
          if (i === k ? !garment.looksAtItself : !garment.looksAtItself && !garments[k].looksAtItself)
            continue;
          frameCounts.near += surfaces[i].near(options, surfaces[k]).length;
          frameCounts.box += surfaces[i].counts.boxTests;
          frameCounts.pairs += surfaces[i].counts.pairs;
        }
      });
    });
    if (frame < 0) continue; // warming up
    sum.hu += hu / FRAMES;
    sum.ct += ct / FRAMES;
    sum.box += Math.round(frameCounts.box / FRAMES);
    sum.pairs += Math.round(frameCounts.pairs / FRAMES);
    sum.near += Math.round(frameCounts.near / FRAMES);
  }
  return sum;
}
