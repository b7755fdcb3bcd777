import { FirstContactError } from '../errors.js';
import { type WeldedMesh, weldVertices } from '../mesh/index.js';
import type { BabylonMesh } from './engine.js';
import { quaternionOf } from './rotation.js';
import { Skin } from './skin.js';

/** A Babylon mesh as a collider wants it. */
export interface ImportedMesh extends WeldedMesh {
  /** Where the body's frame is: the mesh's own where it is turned and scaled along its axes alone, else the world's axes. */
  readonly position: readonly [x: number, y: number, z: number];
  /** A unit quaternion. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number];
}

/** Into which frame vertices are brought. */
export type Frame = 'body' | 'world';

/**
 * Positions and triangles of a Babylon mesh, whatever its parents, scaling and skeleton make of them. Vertices that a file
 * repeats for its normals and texture coordinates are joined, within a millionth of the mesh's size, triangles without area are left out, and those of a closed mesh are
 * turned so that normals point outwards.
 */
export function importMesh(mesh: BabylonMesh, frame: Frame): ImportedMesh {
  const positions = localPositions(mesh);
  const world = mesh.computeWorldMatrix(true).m;
  const { linear, position, rotation } = frame === 'body' ? bodyFrame(world) : worldFrame(world);
  const placed = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
      placed[i + k] = x * linear[k] + y * linear[3 + k] + z * linear[6 + k] + linear[9 + k];
    }
  }
  const indices = mesh.getIndices() ?? [];
  const triangles = indices.length > 0 ? Uint32Array.from(indices) : countUp(positions.length / 3);
  const options = { dropZeroArea: true, dropDuplicates: true };
  const welded = weldVertices({ positions: placed, triangles }, seamWidth(placed), options);
  if (volume(welded) < 0) turnInsideOut(welded.triangles as Uint32Array);
  return { ...welded, position, rotation };
}

/** Vertices that a mesh repeats along a seam may differ in the last bits of f32: a share of its size. */
const SEAM = 2 ** -20;
const SMALLEST_SEAM = 1e-290;

function seamWidth(positions: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < positions.length; i++)
    largest = Math.max(largest, Math.abs(positions[i] - positions[i % 3]));
  return SEAM * largest >= SMALLEST_SEAM ? SEAM * largest : 0;
}

function localPositions(mesh: BabylonMesh): ArrayLike<number> {
  const positions = mesh.getVerticesData('position');
  if (positions === null || positions.length === 0) {
    throw new FirstContactError(
      'EMPTY_MESH',
      'The Babylon mesh has no positions',
      'Pass a mesh that has geometry itself: of an imported file, one of its child meshes.',
    );
  }
  // As they are drawn: Babylon's builders take sines of the engine, which differ in bits that f32 does not have.
  if (!mesh.skeleton) return Float32Array.from(positions);
  const skin = new Skin(mesh);
  return skin.read(new Float64Array(positions.length));
}

interface Placement {
  /** Three rows of a matrix for row vectors, then a translation. */
  readonly linear: readonly number[];
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
}

const NO_ROTATION = [0, 0, 0, 1] as const;

function worldFrame(m: ArrayLike<number>): Placement {
  return { linear: rowsOf(m, [m[12], m[13], m[14]]), position: [0, 0, 0], rotation: NO_ROTATION };
}

/** What a matrix does besides turning and moving is done to the vertices. */
function bodyFrame(m: ArrayLike<number>): Placement {
  const position = [m[12], m[13], m[14]] as const;
  const rows = [0, 4, 8].map((at) => [m[at], m[at + 1], m[at + 2]]);
  const lengths = rows.map(([x, y, z]) => Math.sqrt(x * x + y * y + z * z));
  const units = rows.map((row, i) => row.map((value) => value / lengths[i]));
  const mirrors = determinant(units) < 0;
  if (mirrors) {
    units[2] = units[2].map((value) => -value);
    lengths[2] = -lengths[2];
  }
  const [xy, yz, xz] = [dot(units[0], units[1]), dot(units[1], units[2]), dot(units[0], units[2])];
  const isSheared = !(xy * xy + yz * yz < 1e-12);
  const leans = !(xz * xz < 1e-12);
  if (isSheared || leans) return { linear: rowsOf(m, [0, 0, 0]), position, rotation: NO_ROTATION };
  const [sx, sy, sz] = lengths;
  return { linear: [sx, 0, 0, 0, sy, 0, 0, 0, sz, 0, 0, 0], position, rotation: quaternionOf(units) };
}

function rowsOf(m: ArrayLike<number>, translation: readonly number[]): number[] {
  return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], ...translation];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function determinant([a, b, c]: readonly (readonly number[])[]): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

function volume({ positions, triangles }: WeldedMesh): number {
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * triangles[t + k];
      return [positions[at], positions[at + 1], positions[at + 2]];
    });
    six += determinant([a, b, c]);
  }
  return six / 6;
}

function turnInsideOut(triangles: Uint32Array): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const second = triangles[t + 1];
    triangles[t + 1] = triangles[t + 2];
    triangles[t + 2] = second;
  }
}

function countUp(count: number): Uint32Array {
  return new Uint32Array(count).map((_, i) => i);
}
