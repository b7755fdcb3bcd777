import { query } from 'bitecs';
import type { MeshId } from '../mesh/mesh-store.js';
import type { MeshSurface } from '../plugin/surface.js';
import type { CollisionPlugin } from '../plugin.js';
import type { BabylonRay } from './engine.js';
import type { Pose } from './poses.js';

type Vector = readonly [x: number, y: number, z: number];

/** What a ray meets first. */
export interface Picked {
  /** Who is met. */
  readonly entity: number;
  /** Which triangle of its mesh. */
  readonly triangle: number;
  /** In the world, where the entity is now. */
  readonly point: Vector;
  /** Unit length, towards where the ray comes from. */
  readonly normal: Vector;
  /** From where the ray begins, in metres. */
  readonly distance: number;
}

interface Hit {
  readonly triangle: number;
  readonly distance: number;
}

/** Finds what a ray meets among the colliders themselves: how they are drawn makes no difference. */
export class Picker {
  readonly #plugin: CollisionPlugin;
  /** Arrays of the meshes that were picked before. */
  readonly #meshes = new Map<MeshId, MeshSurface>();

  readonly #isPicked: (entity: number) => boolean;

  constructor(plugin: CollisionPlugin, isPicked: (entity: number) => boolean) {
    this.#plugin = plugin;
    this.#isPicked = isPicked;
  }

  pick({ origin, direction, length }: BabylonRay, poseOf: (entity: number) => Pose): Picked | undefined {
    const { components, world } = this.#plugin;
    const from: Vector = [origin.x, origin.y, origin.z];
    const along: Vector = [direction.x, direction.y, direction.z];
    let nearest: Picked | undefined;
    for (const entity of query(world, [components.Bvh])) {
      if (!this.#isPicked(entity)) continue;
      const most = nearest?.distance ?? length;
      const found = this.#meet(entity, from, along, most, poseOf);
      if (found !== undefined) nearest = found;
    }
    return nearest;
  }

  #meet(
    entity: number,
    from: Vector,
    along: Vector,
    most: number,
    poseOf: (entity: number) => Pose,
  ): Picked | undefined {
    const { Bvh, MeshTopology, RigidBody } = this.#plugin.components;
    const surface = this.#surface(MeshTopology.mesh[entity]);
    if (Bvh.nodes[entity] !== 0) {
      this.#plugin.readSurface(entity, surface);
      return answer(entity, surface, from, along, nearestHit(surface, from, along, most));
    }
    const { x, y, z, qx, qy, qz, qw } = poseOf(entity);
    const offset: Vector = [from[0] - x, from[1] - y, from[2] - z];
    if (!passesBall(offset, along, RigidBody.radius[entity])) return undefined;
    const into = (v: Vector): Vector => turned(v, -qx, -qy, -qz, qw);
    const [start, way] = [into(offset), into(along)];
    const local = answer(entity, surface, start, way, nearestHit(surface, start, way, most));
    if (local === undefined) return undefined;
    const point: Vector = [0, 1, 2].map((k) => from[k] + local.distance * along[k]) as unknown as Vector;
    return { ...local, point, normal: turned(local.normal, qx, qy, qz, qw) };
  }

  /** A copy, which a deformable's vertices may be written into. */
  #surface(mesh: MeshId): MeshSurface {
    const known = this.#meshes.get(mesh);
    if (known !== undefined) return known;
    const surface = this.#plugin.readMesh(mesh);
    this.#meshes.set(mesh, surface);
    return surface;
  }
}

function passesBall(offset: Vector, along: Vector, radius: number): boolean {
  const middle = -dot(offset, along);
  const beside = dot(offset, offset) - middle * middle;
  return beside <= radius * radius && middle >= -radius;
}

/** Each triangle in turn, from either side: a click is no step. */
function nearestHit({ positions, triangles }: MeshSurface, from: Vector, along: Vector, most: number) {
  let hit: Hit | undefined;
  for (let t = 0; t < triangles.length; t += 3) {
    const distance = meet(positions, triangles, t, from, along);
    if (distance >= 0 && distance < (hit?.distance ?? most)) hit = { triangle: t / 3, distance };
  }
  return hit;
}

/** Möller and Trumbore: where a ray is in a triangle, or -1. */
function meet(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
  from: Vector,
  along: Vector,
): number {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const ax = positions[a];
  const ay = positions[a + 1];
  const az = positions[a + 2];
  const ux = positions[b] - ax;
  const uy = positions[b + 1] - ay;
  const uz = positions[b + 2] - az;
  const vx = positions[c] - ax;
  const vy = positions[c + 1] - ay;
  const vz = positions[c + 2] - az;
  const px = along[1] * vz - along[2] * vy;
  const py = along[2] * vx - along[0] * vz;
  const pz = along[0] * vy - along[1] * vx;
  const volume = ux * px + uy * py + uz * pz;
  if (volume === 0) return -1;
  const sx = from[0] - ax;
  const sy = from[1] - ay;
  const sz = from[2] - az;
  const u = (sx * px + sy * py + sz * pz) / volume;
  if (!(u >= 0 && u <= 1)) return -1;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const v = (along[0] * qx + along[1] * qy + along[2] * qz) / volume;
  if (!(v >= 0 && u + v <= 1)) return -1;
  return (vx * qx + vy * qy + vz * qz) / volume;
}

function answer(
  entity: number,
  { positions, triangles }: MeshSurface,
  from: Vector,
  along: Vector,
  hit: Hit | undefined,
): Picked | undefined {
  if (hit === undefined) return undefined;
  const { triangle, distance } = hit;
  const [a, b, c] = [0, 1, 2].map((k) => {
    const at = 3 * triangles[3 * triangle + k];
    return [positions[at], positions[at + 1], positions[at + 2]];
  });
  const u = a.map((value, k) => b[k] - value);
  const v = a.map((value, k) => c[k] - value);
  const cross: Vector = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.sqrt(dot(cross, cross)) * (dot(cross, along) > 0 ? -1 : 1);
  const normal = cross.map((value) => value / length) as unknown as Vector;
  const point = from.map((value, k) => value + distance * along[k]) as unknown as Vector;
  return { entity, triangle, point, normal, distance };
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function turned(v: Vector, qx: number, qy: number, qz: number, qw: number): Vector {
  const tx = 2 * (qy * v[2] - qz * v[1]);
  const ty = 2 * (qz * v[0] - qx * v[2]);
  const tz = 2 * (qx * v[1] - qy * v[0]);
  return [
    v[0] + qw * tx + qy * tz - qz * ty,
    v[1] + qw * ty + qz * tx - qx * tz,
    v[2] + qw * tz + qx * ty - qy * tx,
  ];
}
