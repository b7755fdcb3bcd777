import { shown } from '../../check-options.js';
import { FirstContactError } from '../../errors.js';
import { convexHull } from '../../mesh/convex-hull.js';
import { weldVertices } from '../../mesh/index.js';
import type { MassProperties } from '../../mesh/mass-properties.js';
import type { MeshArrays } from '../../mesh/types.js';
import type { BabylonMesh } from '../engine.js';
import { importMesh } from '../mesh-input.js';
import { inverse, NO_TURN, type Three, turned } from '../rotation.js';
import { fourOf, givenNumber, givenRotation, givenThree, nameOf, threeOf } from './given.js';
import { ballMesh, boxMesh, capsuleMesh, cylinderMesh } from './primitives.js';
import { ballSolid, boxSolid, capsuleSolid, cylinderSolid } from './solids.js';
import type { PhysicsMesh, ShapeParameters, ShapeType, Vector } from './types.js';
import { unsupported } from './unsupported.js';

/** The triangles of a shape. */
export interface Made extends MeshArrays {
  /** Where a formula gives it; else its mesh does. */
  readonly solid?: MassProperties;
  /** Of a shape that is Babylon's mesh itself: which of that mesh's triangles each one was. */
  readonly originals?: Uint32Array | undefined;
}

const ORIGIN = { x: 0, y: 0, z: 0 };
const UP = { x: 0, y: 1, z: 0 };
const UNIT = { x: 1, y: 1, z: 1 };

/** What is left out of the parameters is as in Babylon's other plugin. */
export function madeOf(type: Exclude<ShapeType, 'container'>, parameters: ShapeParameters): Made {
  switch (type) {
    case 'sphere':
      return sphere(parameters);
    case 'capsule':
      return alongLine(type, parameters, capsuleMesh, capsuleSolid);
    case 'cylinder':
      return alongLine(type, parameters, cylinderMesh, cylinderSolid);
    case 'box':
      return box(parameters);
    case 'mesh':
      return meshTriangles(meshOf(type, parameters), parameters.includeChildMeshes === true);
    case 'convex hull':
      return hull(meshOf(type, parameters), parameters.includeChildMeshes === true);
    case 'height field':
      return ground(parameters);
  }
}

function sphere({ center = ORIGIN, radius }: ShapeParameters): Made {
  const r = positive('The radius of a sphere', radius || 1);
  return { ...ballMesh(center, r), solid: ballSolid(givenThree('The center of a sphere', center), r) };
}

function alongLine(
  type: string,
  { pointA = ORIGIN, pointB = UP, radius }: ShapeParameters,
  mesh: (pointA: Vector, pointB: Vector, radius: number) => MeshArrays,
  solid: (pointA: Three, pointB: Three, radius: number) => MassProperties,
): Made {
  const a = givenThree(`The pointA of a ${type}`, pointA);
  const b = givenThree(`The pointB of a ${type}`, pointB);
  const r = positive(`The radius of a ${type}`, radius);
  return { ...mesh(pointA, pointB, r), solid: solid(a, b, r) };
}

function box({ center = ORIGIN, extents = UNIT, rotation }: ShapeParameters): Made {
  const middle = givenThree('The center of a box', center);
  const size = givenThree('The extents of a box', extents);
  for (const extent of size) givenNumber('An extent of a box', extent, 0);
  const turn = rotation ? givenRotation('The rotation of a box', rotation) : NO_TURN;
  return { ...boxMesh(center, turn, extents), solid: boxSolid(middle, turn, size) };
}

function hull(mesh: PhysicsMesh, withChildren: boolean): Made {
  try {
    return convexHull(meshTriangles(mesh, withChildren).positions);
  } catch (error) {
    if (!(error instanceof FirstContactError) || error.code !== 'EMPTY_MESH') throw error;
    throw new FirstContactError(
      'EMPTY_MESH',
      `The convex hull of ${nameOf(mesh)} is flat: its vertices lie in one plane`,
      'Use PhysicsShapeType.BOX, or PhysicsShapeType.MESH in a body that is not dynamic.',
    );
  }
}

function ground({ groundMesh }: ShapeParameters): Made {
  if (groundMesh) return { ...meshTriangles(groundMesh, false), originals: undefined };
  throw unsupported(
    'shape from height samples',
    'Use PhysicsShapeType.MESH with the ground, or make a GroundMesh of them and a PhysicsShapeGroundMesh.',
  );
}

function meshOf(type: string, { mesh }: ShapeParameters): PhysicsMesh {
  if (mesh) return mesh;
  throw new FirstContactError(
    'BAD_SETTING',
    `The parameters of a ${type} have no mesh`,
    'Give one: new PhysicsShape({ type, parameters: { mesh } }, scene), or a PhysicsAggregate of a mesh.',
  );
}

function positive(what: string, value: number | undefined): number {
  if (Number.isFinite(value) && (value as number) > 0) return value as number;
  throw new FirstContactError('BAD_SETTING', `${what} is ${shown(value)}`, 'Give a number above 0.');
}

/** Triangles of Babylon meshes, and which of theirs each one was. */
interface NodeTriangles extends MeshArrays {
  readonly originals: Uint32Array;
}

/**
 * All triangles of a mesh, in the frame of its node: its scaling is in the vertices, where it is and how it is turned is not.
 * Children that have a body of their own are left to it.
 */
function meshTriangles(mesh: PhysicsMesh, withChildren: boolean): NodeTriangles {
  mesh.computeWorldMatrix(true);
  const origin = threeOf(mesh.absolutePosition);
  const back = inverse(fourOf(mesh.absoluteRotationQuaternion));
  const children = withChildren ? (mesh.getChildMeshes?.(false) ?? []) : [];
  const meshes = [mesh, ...children.filter(({ physicsBody }) => !physicsBody)];
  return trianglesOf(meshes, ([x, y, z]) => turned(back, [x - origin[0], y - origin[1], z - origin[2]]));
}

/** Put where `place` says from where they are in the world. */
function trianglesOf(meshes: readonly PhysicsMesh[], place: (point: Three) => Three): NodeTriangles {
  const positions: number[] = [];
  const triangles: number[] = [];
  const originals: number[] = [];
  let before = 0;
  for (const mesh of meshes) {
    // Nodes without geometry hold others.
    if (meshes.length > 1 && mesh.getTotalVertices?.() === 0) continue;
    const source = mesh as unknown as BabylonMesh;
    const world = importMesh(source, 'world');
    const first = positions.length / 3;
    for (let i = 0; i < world.positions.length; i += 3) {
      positions.push(...place([world.positions[i], world.positions[i + 1], world.positions[i + 2]]));
    }
    for (const vertex of world.triangles) triangles.push(first + vertex);
    for (const triangle of world.oldTriangleOf) originals.push(before + triangle);
    before += (source.getIndices()?.length || (mesh.getTotalVertices?.() ?? 0)) / 3;
  }
  const all = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  if (meshes.length === 1) return { ...all, originals: Uint32Array.from(originals) };
  const welded = weldVertices(all, 0, { dropDuplicates: true });
  return { ...welded, originals: welded.oldTriangleOf.map((triangle) => originals[triangle]) };
}
