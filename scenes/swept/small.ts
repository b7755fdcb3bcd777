import {
  annulusMesh,
  boxMesh,
  gridMesh,
  icosphereMesh,
  moebiusStripMesh,
  placedPoints,
  type Quat,
  type SceneMesh,
  torusMesh,
  type Vec3,
} from '../meshes/index.js';
import { normalized, turnAround } from '../meshes/vectors.js';
import { random } from '../random.js';
import { movingMesh, type SweptObject, type SweptScene } from './swept-scene.js';

// A few objects close together, each scene with what culling by pictures finds hard. The same seed gives the same bits.

interface Dice {
  /** In [-1, 1). */
  signed(): number;
  vector(size: number): Vec3;
  rotation(): Quat;
}

function diceOf(seed: number): Dice {
  const next = random(seed);
  const signed = () => 2 * next() - 1;
  const vector = (size: number): Vec3 => [size * signed(), size * signed(), size * signed()];
  return { signed, vector, rotation: () => turnAround(normalized(vector(1)), 3 * next()) };
}

/** Each mesh somewhere in a cube, moving and turning a little. */
function scattered(dice: Dice, meshes: readonly SceneMesh[], room: number, speed: number): SweptScene {
  return meshes.map((mesh) => {
    const rotation = dice.rotation();
    return movingMesh(mesh, { position: dice.vector(room), rotation }, dice.vector(speed));
  });
}

const CLOSED = [
  icosphereMesh({ subdivisions: 2, radius: 0.4 }),
  torusMesh({ around: 24, tube: 10, radius: 0.4, tubeRadius: 0.15 }),
  boxMesh({ cells: [4, 4, 4], size: [0.5, 0.5, 0.5] }),
];

const OPEN = [
  gridMesh({ columns: 12, rows: 12, width: 1, depth: 1 }),
  annulusMesh({ around: 24, rings: 4, innerRadius: 0.2, outerRadius: 0.45 }),
  moebiusStripMesh({ around: 40, across: 4, radius: 0.35, width: 0.2 }),
];

const SHEET = gridMesh({ columns: 14, rows: 14, width: 1, depth: 1 });

/** Closed surfaces, some of which reach into each other. */
export const closed = (seed: number): SweptScene =>
  scattered(diceOf(seed), [...CLOSED, ...CLOSED], 0.55, 0.1);

/** Surfaces with borders and two sides. */
export const open = (seed: number): SweptScene => scattered(diceOf(seed), [...OPEN, ...OPEN], 0.5, 0.1);

/** Boards of next to no thickness, one above the other, closer than a pixel is wide. */
export function thin(seed: number): SweptScene {
  const dice = diceOf(seed);
  const board = boxMesh({ cells: [8, 1, 8], size: [1, 1e-4, 1] });
  return Array.from({ length: 8 }, (_, i) => {
    const rotation = turnAround([0, 1, 0], dice.signed());
    return movingMesh(board, { position: [0.2 * dice.signed(), i * 1e-3, 0.2 * dice.signed()], rotation }, [
      0.01 * dice.signed(),
      4e-3 * dice.signed(),
      0.01 * dice.signed(),
    ]);
  });
}

/** Shells within shells: seen from outside, none is beside another. */
export function containing(seed: number): SweptScene {
  const dice = diceOf(seed);
  return [1, 0.8, 0.62, 0.45, 0.3].map((radius) => {
    const shell = icosphereMesh({ subdivisions: 2, radius });
    return movingMesh(shell, { position: dice.vector(0.05), rotation: dice.rotation() }, dice.vector(0.2));
  });
}

/** Flat sheets that contain the direction of a view: raw triangles cover no pixel there. */
export function edgeOn(seed: number): SweptScene {
  const dice = diceOf(seed);
  const quarter = Math.PI / 2;
  const turns = [turnAround([1, 0, 0], quarter), turnAround([0, 0, 1], quarter), turnAround([0, 1, 0], 0)];
  return Array.from({ length: 9 }, (_, i) => {
    const rotation = turns[i % 3];
    const way = [0, 0, 0] as [number, number, number];
    way[i % 3] = 0.1 * dice.signed();
    return movingMesh(SHEET, { position: dice.vector(0.3), rotation }, way);
  });
}

/** All corners on multiples of 1/32: surfaces lie on borders of pixels, and touch exactly there. */
export function borders(seed: number): SweptScene {
  const dice = diceOf(seed);
  const onGrid = (points: Float64Array) => points.map((value) => Math.round(value * 32) / 32);
  return scattered(dice, [...CLOSED, ...OPEN], 0.5, 0.15).map(({ triangles, start, end }) => ({
    triangles,
    start: onGrid(start),
    end: onGrid(end),
  }));
}

/** Small things that go many times their size in the step: neither its start nor its end shows what they meet. */
export function fast(seed: number): SweptScene {
  const dice = diceOf(seed);
  const bullet = icosphereMesh({ subdivisions: 1, radius: 0.05 });
  const wall = gridMesh({ columns: 8, rows: 8, width: 1, depth: 1 });
  const walls = [0, 1, 2].map((i) =>
    movingMesh(wall, { position: [0, 0.3 * (i - 1), 0], rotation: dice.rotation() }, dice.vector(0.05)),
  );
  const bullets = Array.from({ length: 8 }, () => {
    const position = dice.vector(0.8);
    const way: Vec3 = [-1.6 * position[0], -1.6 * position[1], -1.6 * position[2]];
    return movingMesh(bullet, { position }, way);
  });
  return [...walls, ...bullets];
}

/** Objects that cross the whole picture, each along another direction, while they change their shape. */
export function crossing(seed: number): SweptScene {
  const dice = diceOf(seed);
  const meshes = [
    icosphereMesh({ subdivisions: 1, radius: 0.4 }),
    boxMesh({ cells: [3, 3, 3], size: [0.4, 0.4, 0.4] }),
    gridMesh({ columns: 8, rows: 8, width: 0.8, depth: 0.8 }),
    torusMesh({ around: 12, tube: 6, radius: 0.4, tubeRadius: 0.1 }),
  ];
  return meshes.map((mesh, i): SweptObject => {
    const side = i % 2 === 0 ? 1 : -1;
    const way = dice.vector(0.2) as [number, number, number];
    way[i % 3] += 2 * side;
    const from = way.map((value) => -value / 2 + 0.2 * dice.signed()) as [number, number, number];
    const swept = movingMesh(mesh, { position: from, rotation: dice.rotation() }, way, dice.rotation());
    return { ...swept, end: placedPoints(swept.end, { position: dice.vector(0.05) }) };
  });
}
