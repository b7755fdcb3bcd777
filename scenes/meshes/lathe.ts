import { latticeMesh, meshOf, type SceneMesh } from './mesh.js';
import { cos, sin } from './trig.js';

export interface LatheShape {
  readonly around: number;
  /** (distance from the y axis, height) from the bottom up on the outside. Distance 0 at an end closes it there. */
  readonly profile: readonly (readonly [distance: number, height: number])[];
  /** What distances are multiplied by, for the quad of a row and a place around. */
  readonly swell?: (row: number, angle: number) => number;
}

/** A surface of revolution around the y axis, normals outward. Where the profile reaches the axis, a fan closes it. */
export function latheMesh({ around, profile, swell = () => 1 }: LatheShape): SceneMesh {
  const [bottom, top] = [profile[0], profile[profile.length - 1]];
  const hasBottom = bottom[0] === 0;
  const hasTop = top[0] === 0;
  const rims = profile.slice(hasBottom ? 1 : 0, hasTop ? -1 : undefined);
  const wall = latticeMesh({
    columns: around,
    rows: rims.length - 1,
    closeColumns: true,
    point: (column, row) => {
      const angle = (2 * Math.PI * column) / around;
      const distance = rims[row][0] * swell(row, angle);
      return [distance * cos(angle), rims[row][1], -distance * sin(angle)];
    },
  });
  const positions = [...wall.positions];
  const triangles = [...wall.triangles];
  const addFan = (centre: number, rim: number, step: 1 | -1) => {
    positions.push(0, centre, 0);
    const apex = positions.length / 3 - 1;
    for (let i = 0; i < around; i++) {
      const [a, b] = [rim + i, rim + ((i + 1) % around)];
      triangles.push(apex, step === 1 ? a : b, step === 1 ? b : a);
    }
  };
  if (hasBottom) addFan(bottom[1], 0, -1);
  if (hasTop) addFan(top[1], (rims.length - 1) * around, 1);
  return meshOf(positions, triangles);
}
