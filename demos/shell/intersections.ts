// Counts triangles that meet, exactly, for what is on the screen: discrete tests of edges against faces, with none of the
// step's own results.
import { hasComponent, query } from 'bitecs';
import { type CollisionPlugin, type Inspection, inspect, MOTION_DYNAMIC } from 'first-contact';
import { DeformableCollider } from 'first-contact/geometry';

interface Part {
  readonly entity: number;
  readonly isRigid: boolean;
  /** Where its vertices, its edges and its triangles begin among those of all. */
  readonly vertex: number;
  readonly edge: number;
  readonly triangle: number;
  readonly local: Float64Array;
}

/** All colliders as one mesh. A rigid body's own triangles may meet: a tree is rods that reach into each other. */
export class IntersectionCounter {
  readonly #plugin: CollisionPlugin;
  readonly #inspection: Inspection;
  #parts: Part[] = [];
  #mesh: DeformableCollider | undefined;
  #positions = new Float64Array(0);
  #colliders = '';

  constructor(plugin: CollisionPlugin) {
    this.#plugin = plugin;
    this.#inspection = inspect(plugin);
  }

  /** Edges that meet faces now. */
  count(): number {
    this.#list();
    if (this.#mesh === undefined) return 0;
    for (const part of this.#parts) this.#place(part);
    this.#mesh.update(this.#positions);
    const { count, a, b } = this.#mesh.intersections();
    let met = 0;
    for (let i = 0; i < count; i++) {
      const [one, other] = [this.#partOf(a[i], 'edge'), this.#partOf(b[i], 'triangle')];
      if (this.#counts(one, other)) met++;
    }
    return met;
  }

  /** What nothing moves may meet as its maker likes: two walls at a corner, a tree and the ground. */
  #counts(one: Part, other: Part): boolean {
    if (one === other) return !one.isRigid;
    return this.#isMoved(one) || this.#isMoved(other);
  }

  #isMoved({ entity, isRigid }: Part): boolean {
    return !isRigid || this.#plugin.components.RigidBody.motion[entity] === MOTION_DYNAMIC;
  }

  /** Makes the mesh anew where colliders came, went or were given another mesh. */
  #list(): void {
    const { components, world } = this.#plugin;
    const entities = [...query(world, [components.Bvh])];
    const colliders = entities.map((entity) => `${entity}:${components.MeshTopology.mesh[entity]}`).join();
    if (colliders === this.#colliders) return;
    this.#colliders = colliders;
    this.#mesh?.dispose();
    this.#mesh = undefined;
    this.#parts = [];
    const triangles: number[] = [];
    const at = { vertex: 0, edge: 0, triangle: 0 };
    for (const entity of entities) {
      const { mesh, vertexCount, edgeCount, triangleCount } = components.MeshTopology;
      const surface = this.#plugin.readMesh(mesh[entity]);
      const local = this.#inspection.positions(mesh[entity]);
      const isRigid = hasComponent(world, entity, components.RigidBody);
      this.#parts.push({ entity, isRigid, ...at, local });
      for (const vertex of surface.triangles) triangles.push(vertex + at.vertex);
      at.vertex += vertexCount[entity];
      at.edge += edgeCount[entity];
      at.triangle += triangleCount[entity];
    }
    this.#positions = new Float64Array(3 * at.vertex);
    if (at.triangle === 0) return;
    for (const part of this.#parts) this.#place(part);
    this.#mesh = new DeformableCollider({ positions: this.#positions, triangles });
  }

  #place({ entity, isRigid, vertex, local }: Part): void {
    const out = this.#positions.subarray(3 * vertex, 3 * vertex + local.length);
    if (!isRigid) {
      this.#plugin.readVertices(entity, out);
      return;
    }
    const { px, py, pz, qx, qy, qz, qw } = this.#plugin.components.RigidBody;
    const [a, b, c, w] = [qx[entity], qy[entity], qz[entity], qw[entity]];
    for (let i = 0; i < local.length; i += 3) {
      const [x, y, z] = [local[i], local[i + 1], local[i + 2]];
      const tx = 2 * (b * z - c * y);
      const ty = 2 * (c * x - a * z);
      const tz = 2 * (a * y - b * x);
      out[i] = px[entity] + x + w * tx + b * tz - c * ty;
      out[i + 1] = py[entity] + y + w * ty + c * tx - a * tz;
      out[i + 2] = pz[entity] + z + w * tz + a * ty - b * tx;
    }
  }

  #partOf(element: number, kind: 'edge' | 'triangle'): Part {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#parts[middle][kind] <= element) low = middle;
      else high = middle - 1;
    }
    return this.#parts[low];
  }
}
