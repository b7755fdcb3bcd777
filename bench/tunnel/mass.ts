import type { SceneMesh } from '../../scenes/meshes/index.js';
import { conjugate, type Quat, rotated, type Vec3 } from './motion.js';

export interface MassProperties {
  readonly mass: number;
  readonly centre: Vec3;
  /** About the centre, row by row. */
  readonly inertia: readonly number[];
}

export interface TrialMesh extends SceneMesh {
  readonly massProperties: MassProperties;
  /** Points whose hulls together are about the mesh, for engines that take hulls only. */
  readonly pieces: readonly Float64Array[];
}

/** kg a cubic metre: water. */
const DENSITY = 1000;

/** A closed mesh filled evenly: the signed sum of the tetrahedra between its triangles and the origin. */
export function massOf({ positions, triangles }: SceneMesh): MassProperties {
  let volume = 0;
  const first = [0, 0, 0];
  const second = new Array<number>(9).fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((i) => {
      const at = 3 * triangles[t + i];
      return [positions[at], positions[at + 1], positions[at + 2]] as const;
    });
    const [a, b, c] = corners;
    const six =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    const sum = [0, 1, 2].map((i) => a[i] + b[i] + c[i]);
    volume += six / 6;
    for (let i = 0; i < 3; i++) {
      first[i] += (six * sum[i]) / 24;
      for (let j = 0; j < 3; j++) {
        const squares = a[i] * a[j] + b[i] * b[j] + c[i] * c[j];
        second[3 * i + j] += (six * (squares + sum[i] * sum[j])) / 120;
      }
    }
  }
  const centre = first.map((value) => value / volume) as unknown as Vec3;
  const about = second.map((value, i) => value - volume * centre[Math.floor(i / 3)] * centre[i % 3]);
  const trace = about[0] + about[4] + about[8];
  const inertia = about.map((value, i) => DENSITY * ((i % 4 === 0 ? trace : 0) - value));
  return { mass: DENSITY * volume, centre, inertia };
}

/** Vertices of the mesh, the hull of each list a piece of it. */
type Pieces = readonly (readonly number[])[];

export function withMass(mesh: SceneMesh, pieces: Pieces): TrialMesh {
  const at = (vertex: number) => [0, 1, 2].map((axis) => mesh.positions[3 * vertex + axis]);
  return {
    ...mesh,
    massProperties: massOf(mesh),
    pieces: pieces.map((vertices) => Float64Array.from(vertices.flatMap(at))),
  };
}

/** The mesh with its centre of mass at the origin, so that no engine has a centre of its own. */
export function centred(mesh: SceneMesh, pieces: Pieces): TrialMesh {
  const { centre } = massOf(mesh);
  return withMass({ ...mesh, positions: mesh.positions.map((value, i) => value - centre[i % 3]) }, pieces);
}

/** A closed tube in lengths: `rows` rings of `around` vertices each, of which each piece has `length` and one more. */
export function tubePieces(rows: number, around: number, length: number): Pieces {
  return Array.from({ length: rows / length }, (_, piece) =>
    Array.from({ length: (length + 1) * around }, (_, i) => (piece * length * around + i) % (rows * around)),
  );
}

/** Kinetic energy of a body that turns about its centre of mass. */
export function kineticEnergy(
  { mass, inertia }: MassProperties,
  rotation: Quat,
  linear: Vec3,
  angular: Vec3,
): number {
  const own = rotated(conjugate(rotation), angular);
  let turning = 0;
  for (let i = 0; i < 9; i++) turning += inertia[i] * own[Math.floor(i / 3)] * own[i % 3];
  return (mass * (linear[0] ** 2 + linear[1] ** 2 + linear[2] ** 2) + turning) / 2;
}
