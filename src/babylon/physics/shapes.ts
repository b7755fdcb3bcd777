import { FirstContactError } from '../../errors.js';
import { convexHull } from '../../mesh/convex-hull.js';
import type { MeshId } from '../../mesh/mesh-store.js';
import type { MeshArrays } from '../../mesh/types.js';
import type { CollisionPlugin } from '../../plugin.js';
import { type Four, inverse, type Three, turned } from '../rotation.js';
import { trianglesOf } from './node-triangles.js';
import { ballMesh, boxMesh, capsuleMesh, cylinderMesh } from './primitives.js';
import type {
  Material,
  PhysicsMesh,
  PhysicsShape,
  Quaternion,
  ShapeParameters,
  ShapeType,
  Vector,
} from './types.js';
import { unsupported } from './unsupported.js';

/** A part of a container, and where it is there. */
interface Child {
  readonly shape: ShapeRecord;
  readonly position: Three;
  readonly rotation: Four;
  readonly scale: Three;
}

/** Kilograms a cubic metre where nobody says: what Babylon's other plugin takes. */
const DEFAULT_DENSITY = 1;
const EVERY_GROUP = 0xffffffff;

/** What stands behind a PhysicsShape. */
export class ShapeRecord {
  readonly owner: PhysicsShape;
  readonly type: ShapeType;
  readonly children: Child[] = [];
  material: Material = {};
  membership = 1;
  collideWith = EVERY_GROUP;
  density = DEFAULT_DENSITY;
  isTrigger = false;
  readonly #own: MeshArrays | undefined;
  readonly #plugin: CollisionPlugin;
  #mesh: MeshId | undefined;

  constructor(plugin: CollisionPlugin, owner: PhysicsShape, type: ShapeType, parameters: ShapeParameters) {
    this.#plugin = plugin;
    this.owner = owner;
    this.type = type;
    this.#own = type === 'container' ? undefined : geometryOf(type, parameters);
  }

  /** All of its triangles; those of a container are those of its parts. */
  geometry(): MeshArrays {
    if (this.#own !== undefined) return this.#own;
    const positions: number[] = [];
    const triangles: number[] = [];
    for (const { shape, position, rotation, scale } of this.children) {
      const part = shape.geometry();
      const first = positions.length / 3;
      for (let i = 0; i < part.positions.length; i += 3) {
        const [x, y, z] = turned(rotation, [
          part.positions[i] * scale[0],
          part.positions[i + 1] * scale[1],
          part.positions[i + 2] * scale[2],
        ]);
        positions.push(position[0] + x, position[1] + y, position[2] + z);
      }
      const isMirrored = scale[0] * scale[1] * scale[2] < 0;
      for (let t = 0; t < part.triangles.length; t += 3) {
        const [a, b, c] = part.triangles.subarray(t, t + 3);
        triangles.push(first + a, first + (isMirrored ? c : b), first + (isMirrored ? b : c));
      }
    }
    return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  }

  /** The mesh that bodies of this shape share, loaded when it is first needed. */
  mesh(): MeshId {
    this.#mesh ??= this.#plugin.loadMesh(this.geometry());
    return this.#mesh;
  }

  /** Its parts have changed, or nobody needs it any more. Bodies that have it keep what they have. */
  forget(): void {
    if (this.#mesh !== undefined) this.#plugin.unloadMesh(this.#mesh);
    this.#mesh = undefined;
  }
}

export function threeOf({ x, y, z }: Vector): Three {
  return [x, y, z];
}

export function fourOf({ x, y, z, w }: Quaternion): Four {
  return [x, y, z, w];
}

function geometryOf(type: Exclude<ShapeType, 'container'>, parameters: ShapeParameters): MeshArrays {
  const need = <Name extends keyof ShapeParameters>(name: Name) => needed(type, parameters, name);
  switch (type) {
    case 'sphere':
      return ballMesh(need('center'), need('radius'));
    case 'capsule':
      return capsuleMesh(need('pointA'), need('pointB'), need('radius'));
    case 'cylinder':
      return cylinderMesh(need('pointA'), need('pointB'), need('radius'));
    case 'box':
      return boxMesh(need('center'), fourOf(need('rotation')), need('extents'));
    case 'mesh':
      return meshGeometry(need('mesh'), parameters.includeChildMeshes === true);
    case 'convex hull':
      return convexHull(meshGeometry(need('mesh'), parameters.includeChildMeshes === true).positions);
    case 'height field':
      if (parameters.groundMesh !== undefined) return meshGeometry(parameters.groundMesh, false);
      throw unsupported(
        'shape from height samples',
        'Make a ground mesh of them, and a PhysicsShapeGroundMesh.',
      );
  }
}

function needed<Name extends keyof ShapeParameters>(
  type: ShapeType,
  parameters: ShapeParameters,
  name: Name,
): NonNullable<ShapeParameters[Name]> {
  const value = parameters[name];
  if (value !== undefined && value !== null) return value as NonNullable<ShapeParameters[Name]>;
  throw new FirstContactError(
    'BAD_SETTING',
    `The parameters of a ${type} have no ${name}`,
    `Give ${name}; PhysicsShape's subclasses ask for what they need.`,
  );
}

/** In the frame of the mesh's node: its scaling is in the vertices, where it is and how it is turned is not. */
function meshGeometry(mesh: PhysicsMesh, withChildren: boolean): MeshArrays {
  mesh.computeWorldMatrix(true);
  const origin = threeOf(mesh.absolutePosition);
  const back = inverse(fourOf(mesh.absoluteRotationQuaternion));
  const meshes = [mesh, ...(withChildren ? (mesh.getChildMeshes?.(false) ?? []) : [])];
  return trianglesOf(meshes, ([x, y, z]) => turned(back, [x - origin[0], y - origin[1], z - origin[2]]));
}
