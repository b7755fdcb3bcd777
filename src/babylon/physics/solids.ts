// What balls, boxes, capsules and cylinders weigh, as formulas: their meshes lie a little inside of them.
import type { MassProperties } from '../../mesh/mass-properties.js';
import { type Four, type Three, turned } from '../rotation.js';

/** xx yy zz xy xz yz. */
export type Tensor = readonly [number, number, number, number, number, number];

/** What is made of a shape's points: three columns of a matrix, then a translation. */
export interface Placing {
  readonly columns: readonly [Three, Three, Three];
  readonly position: Three;
}

export const WHERE_IT_IS: Placing = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  position: [0, 0, 0],
};

export function ballSolid(centre: Three, radius: number): MassProperties {
  const moment = 0.4 * radius * radius;
  return {
    volume: (4 / 3) * Math.PI * (radius * radius * radius),
    centre,
    inertia: [moment, moment, moment, 0, 0, 0],
  };
}

export function boxSolid(centre: Three, rotation: Four, [x, y, z]: Three): MassProperties {
  const moments: Three = [(y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12];
  return { volume: x * y * z, centre, inertia: tensorOf(moments, rotation) };
}

export function cylinderSolid(pointA: Three, pointB: Three, radius: number): MassProperties {
  const { axis, length, middle } = lineOf(pointA, pointB);
  const along = (radius * radius) / 2;
  const across = (radius * radius) / 4 + (length * length) / 12;
  return {
    volume: Math.PI * (radius * radius) * length,
    centre: middle,
    inertia: aroundAxis(axis, along, across),
  };
}

export function capsuleSolid(pointA: Three, pointB: Three, radius: number): MassProperties {
  const { axis, length, middle } = lineOf(pointA, pointB);
  const tube = Math.PI * (radius * radius) * length;
  const ends = (4 / 3) * Math.PI * (radius * radius * radius);
  const volume = tube + ends;
  const along = (tube * 0.5 + ends * 0.4) * (radius * radius);
  const ofTube = tube * ((radius * radius) / 4 + (length * length) / 12);
  const ofEnds = ends * (0.4 * (radius * radius) + (length * length) / 4 + 0.375 * length * radius);
  return { volume, centre: middle, inertia: aroundAxis(axis, along / volume, (ofTube + ofEnds) / volume) };
}

function lineOf(a: Three, b: Three): { axis: Three; length: number; middle: Three } {
  const way: Three = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  const axis: Three = length > 0 ? [way[0] / length, way[1] / length, way[2] / length] : [0, 1, 0];
  return { axis, length, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2] };
}

function aroundAxis([x, y, z]: Three, along: number, across: number): Tensor {
  const more = along - across;
  return [
    across + more * x * x,
    across + more * y * y,
    across + more * z * z,
    more * x * y,
    more * x * z,
    more * y * z,
  ];
}

/** The tensor whose principal axes are turned like this. */
export function tensorOf(moments: Three, turn: Four): Tensor {
  const axes = [turned(turn, [1, 0, 0]), turned(turn, [0, 1, 0]), turned(turn, [0, 0, 1])];
  const at = (i: number, j: number) =>
    moments.reduce((sum, moment, axis) => sum + moment * axes[axis][i] * axes[axis][j], 0);
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)];
}

export function placed({ columns, position }: Placing, [x, y, z]: Three): Three {
  const at = (k: number) => columns[0][k] * x + columns[1][k] * y + columns[2][k] * z + position[k];
  return [at(0), at(1), at(2)];
}

/** First `inner`, then `outer`. */
export function bothPlacings(outer: Placing, inner: Placing): Placing {
  const way = (column: Three) => placed({ columns: outer.columns, position: [0, 0, 0] }, column);
  const [x, y, z] = inner.columns;
  return { columns: [way(x), way(y), way(z)], position: placed(outer, inner.position) };
}

export function placingOf(position: Three, rotation: Four, [sx, sy, sz]: Three): Placing {
  return {
    columns: [turned(rotation, [sx, 0, 0]), turned(rotation, [0, sy, 0]), turned(rotation, [0, 0, sz])],
    position,
  };
}

/** How much larger volumes become; below 0 where it mirrors. */
export function growthOf({ columns: [a, b, c] }: Placing): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

/** A solid that was moved, turned and stretched: its second moments go with its points. */
export function placedSolid(solid: MassProperties, placing: Placing): MassProperties {
  if (placing === WHERE_IT_IS) return solid;
  const { columns } = placing;
  const own = secondMoments(solid.inertia);
  const at = (i: number, j: number) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) sum += columns[k][i] * own[k][l] * columns[l][j];
    return sum;
  };
  return {
    volume: solid.volume * Math.abs(growthOf(placing)),
    centre: placed(placing, solid.centre as Three),
    inertia: inertiaOf(at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)),
  };
}

/** Means of x x, x y, ... about the centre, from the moments of inertia for 1 kg. */
function secondMoments([xx, yy, zz, xy, xz, yz]: Tensor): readonly Three[] {
  const half = (xx + yy + zz) / 2;
  return [
    [half - xx, -xy, -xz],
    [-xy, half - yy, -yz],
    [-xz, -yz, half - zz],
  ];
}

function inertiaOf(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): Tensor {
  return [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz];
}

/** Solids of some kilograms each, as one: its mass, and the rest for 1 kg of it. */
export function together(
  parts: readonly { readonly solid: MassProperties; readonly mass: number }[],
): MassProperties & { readonly mass: number } {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const volume = parts.reduce((sum, { solid }) => sum + solid.volume, 0);
  const mean = (of: (solid: MassProperties) => number) =>
    parts.reduce((sum, part) => sum + part.mass * of(part.solid), 0) / mass;
  const centre = [0, 1, 2].map((k) => mean((solid) => solid.centre[k])) as unknown as Three;
  const spread = (i: number, j: number) => mean(({ centre: c }) => (c[i] - centre[i]) * (c[j] - centre[j]));
  const arms = inertiaOf(spread(0, 0), spread(1, 1), spread(2, 2), spread(0, 1), spread(0, 2), spread(1, 2));
  const inertia = arms.map((arm, k) => arm + mean((solid) => solid.inertia[k])) as unknown as Tensor;
  return { mass, volume, centre, inertia };
}
