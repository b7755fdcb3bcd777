import { hasComponent, type World } from 'bitecs';
import { COLLIDER_SENSOR, type CollisionPlugin } from '../../src/index.js';
import { placed } from '../../tests/oracle/exact/surfaces-meet.js';
import { StaticTest } from '../conform/simulate/static-test.js';

/** A collider as the soak knows it: where it is, is asked for anew. */
export interface Known {
  readonly kind: 'rigid' | 'cloth';
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** A collider by the mesh that it has now, as the plugin keeps it: rigid ones are rounded to f32. */
export function knownNow(plugin: CollisionPlugin, world: World, entity: number): Known {
  const { MeshTopology, RigidBody } = plugin.components;
  const { positions, triangles } = plugin.readMesh(MeshTopology.mesh[entity]);
  const kind = hasComponent(world, entity, RigidBody) ? 'rigid' : 'cloth';
  return { kind, positions: Float64Array.from(positions), triangles };
}

/**
 * Counts the pairs of an edge and a triangle that have a point in common, among all colliders and within each, by the
 * test that shares nothing with the kernels.
 */
export function intersections(plugin: CollisionPlugin, colliders: ReadonlyMap<number, Known>): number {
  const { collider } = plugin.components.CollisionSettings;
  const solid = [...colliders].filter(([entity]) => collider[entity] !== COLLIDER_SENSOR);
  const surfaces = solid.map(([entity, known]) => placedNow(plugin, entity, known));
  const count = surfaces.reduce((sum, { positions }) => sum + positions.length, 0);
  const points = new Float64Array(count);
  const triangles: number[] = [];
  let filled = 0;
  for (const surface of surfaces) {
    points.set(surface.positions, filled);
    for (const corner of surface.triangles) triangles.push(corner + filled / 3);
    filled += surface.positions.length;
  }
  const test = new StaticTest(Uint32Array.from(triangles), count / 3, {
    prescribed: new Uint8Array(count / 3),
  });
  return test.count(points);
}

function placedNow(plugin: CollisionPlugin, entity: number, { kind, positions, triangles }: Known) {
  if (kind === 'cloth') {
    const now = new Float64Array(3 * plugin.components.MeshTopology.vertexCount[entity]);
    return { positions: plugin.readVertices(entity, now), triangles };
  }
  const { px, py, pz, qx, qy, qz, qw } = plugin.components.RigidBody;
  const rotation = [qx[entity], qy[entity], qz[entity], qw[entity]];
  return placed({ positions, triangles }, rotation, [px[entity], py[entity], pz[entity]]);
}
