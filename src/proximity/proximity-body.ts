import { buildBvh } from '../mesh/bvh-build.js';
import { sweptVertices } from '../mesh/swept.js';
import {
  CONE_COS,
  CONE_MOST,
  CONE_NUMBERS,
  CONE_SIN,
  CONE_SLOW,
  coneOf,
  mergeCones,
  mostAlong,
} from './cones.js';
import { FaceGroups } from './face-groups.js';
import type { FaceMesh } from './face-mesh.js';
import { NormalsOverTime } from './face-normals.js';
import { type FaceTree, treeOfOrder } from './face-tree.js';
import { OUTWARD, SLABS, type VolumeKind } from './volumes.js';

export interface BodyForm {
  readonly volume: VolumeKind;
  readonly order: 2 | 4 | 8;
}

/** What an update looks ahead to. */
export interface Ahead {
  /** Faces within this distance are near. */
  readonly distance: number;
  /** Seconds in which vertices go on with their velocities. */
  readonly dt: number;
  /** Volumes grow along the velocities that their faces have (Mezger 3.3), or by the largest on all sides. */
  readonly oriented: boolean;
  /** Leaves whose vertices moved and sped up by no more than this since they were bounded are left alone (4.3). */
  readonly lazy: number;
}

/** A deforming surface with its hierarchy of k-DOPs, normal cones and velocity cones. */
export class ProximityBody {
  readonly mesh: FaceMesh;
  readonly tree: FaceTree;
  readonly groups: FaceGroups;
  readonly slabs: number;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly normals: Float64Array;
  /** Of leaves: the boxes of their parents are unions, which need none. */
  readonly velocities: Float64Array;
  readonly positions: Float64Array;
  readonly #speeds: Float64Array;
  /** Of each corner of each face when its leaf was bounded: leaves with a vertex in common are not bounded together. */
  readonly #bounded: Float64Array;
  readonly #boundedSpeeds: Float64Array;
  readonly #directions: Float64Array;
  readonly #changed: Uint8Array;
  readonly #normalsOverTime: NormalsOverTime;
  #ahead: Ahead | undefined;
  /** Leaves that the last update left alone. */
  untouched = 0;

  constructor(mesh: FaceMesh, { order, volume }: BodyForm) {
    this.mesh = mesh;
    const { corners, faces, positions } = mesh;
    const triangles = new Uint32Array((3 * faces.length) / corners);
    for (let f = 0; f < triangles.length / 3; f++)
      triangles.set(faces.subarray(corners * f, corners * f + 3), 3 * f);
    this.tree = treeOfOrder(buildBvh(sweptVertices(positions, positions), triangles), order);
    this.groups = new FaceGroups(mesh, this.tree);
    this.#directions = SLABS[volume];
    this.slabs = this.#directions.length / 3;
    const nodes = this.tree.first.length;
    this.low = new Float64Array(nodes * this.slabs);
    this.high = new Float64Array(nodes * this.slabs);
    this.normals = new Float64Array(nodes * CONE_NUMBERS);
    this.velocities = new Float64Array(nodes * CONE_NUMBERS);
    this.positions = positions.slice();
    this.#speeds = new Float64Array(positions.length);
    this.#bounded = new Float64Array(3 * faces.length);
    this.#boundedSpeeds = new Float64Array(3 * faces.length);
    this.#changed = new Uint8Array(nodes);
    this.#normalsOverTime = new NormalsOverTime(corners);
  }

  /** Where vertices are and how they move: bounds everything for `ahead`. */
  update(positions: ArrayLike<number>, speeds: ArrayLike<number>, ahead: Ahead): void {
    this.positions.set(positions);
    this.#speeds.set(speeds);
    const old = this.#ahead;
    const isFresh =
      old === undefined ||
      old.distance !== ahead.distance ||
      old.dt !== ahead.dt ||
      old.lazy !== ahead.lazy ||
      old.oriented !== ahead.oriented;
    this.#ahead = ahead;
    this.untouched = 0;
    const { count, first } = this.tree;
    for (let node = first.length - 1; node >= 0; node--) {
      if (count[node] === 0) this.#changed[node] = isFresh || !this.#isStill(node, ahead) ? 1 : 0;
      else {
        this.#changed[node] = 0;
        for (let i = first[node]; i < first[node] + count[node]; i++) this.#changed[node] |= this.#changed[i];
      }
      if (this.#changed[node] === 0) this.untouched += count[node] === 0 ? 1 : 0;
      else if (count[node] === 0) this.#boundLeaf(node, ahead);
      else this.#merge(node);
    }
  }

  /** The velocity that a vertex has, x y z at 3 times its number. */
  get speeds(): Float64Array {
    return this.#speeds;
  }

  #isStill(node: number, { dt, lazy }: Ahead): boolean {
    if (lazy === 0) return false;
    const { corners, faces } = this.mesh;
    const face = this.tree.face[node] * corners;
    for (let c = face; c < face + corners; c++) {
      const v = 3 * faces[c];
      const way =
        distanceOf(this.positions, v, this.#bounded, 3 * c) +
        dt * distanceOf(this.#speeds, v, this.#boundedSpeeds, 3 * c);
      if (way > lazy) return false;
    }
    return true;
  }

  #boundLeaf(node: number, { distance, dt, lazy, oriented }: Ahead): void {
    const { corners, faces } = this.mesh;
    const face = this.tree.face[node] * corners;
    const offsets: number[] = [];
    for (let c = face; c < face + corners; c++) offsets.push(3 * faces[c]);
    const cone = node * CONE_NUMBERS;
    coneOf(this.#speeds, offsets, this.velocities, cone);
    this.#normalsOverTime.coneOf(this.positions, this.#speeds, offsets, dt, lazy, this.normals, cone);
    offsets.forEach((v, c) => {
      const to = 3 * (face + c);
      for (let k = 0; k < 3; k++) {
        this.#bounded[to + k] = this.positions[v + k];
        this.#boundedSpeeds[to + k] = this.#speeds[v + k];
      }
    });
    const most = Math.max(this.velocities[cone + CONE_MOST], this.velocities[cone + CONE_SLOW]) * dt;
    const at = node * this.slabs;
    const n = this.#directions;
    for (let k = 0; k < this.slabs; k++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      let size = 0;
      for (const v of offsets) {
        const [x, y, z] = [this.positions[v], this.positions[v + 1], this.positions[v + 2]];
        const along = n[3 * k] * x + n[3 * k + 1] * y + n[3 * k + 2] * z;
        low = Math.min(low, along);
        high = Math.max(high, along);
        size = Math.max(size, Math.abs(x) + Math.abs(y) + Math.abs(z));
      }
      const room = distance / 2 + lazy + (size + most + distance + lazy) * OUTWARD;
      const [a, b, c] = [n[3 * k], n[3 * k + 1], n[3 * k + 2]];
      this.high[at + k] = high + room + (oriented ? dt * mostAlong(this.velocities, cone, a, b, c) : most);
      this.low[at + k] = low - room - (oriented ? dt * mostAlong(this.velocities, cone, -a, -b, -c) : most);
    }
  }

  #merge(node: number): void {
    const { count, first } = this.tree;
    const { high, low, slabs } = this;
    const to = node * slabs;
    const from = first[node];
    low.copyWithin(to, from * slabs, (from + 1) * slabs);
    high.copyWithin(to, from * slabs, (from + 1) * slabs);
    const cone = node * CONE_NUMBERS;
    this.normals.copyWithin(cone, from * CONE_NUMBERS, (from + 1) * CONE_NUMBERS);
    for (let i = from + 1; i < from + count[node]; i++) {
      for (let k = 0; k < slabs; k++) {
        low[to + k] = Math.min(low[to + k], low[i * slabs + k]);
        high[to + k] = Math.max(high[to + k], high[i * slabs + k]);
      }
      mergeCones(this.normals, cone, i * CONE_NUMBERS, cone);
    }
  }

  /** Whether all normals below a node are certainly within an angle of each other, whose cosine is given. */
  isFlat(node: number, cosOfAngle: number): boolean {
    const at = node * CONE_NUMBERS;
    const [cos, sin] = [this.normals[at + CONE_COS], this.normals[at + CONE_SIN]];
    // cos of twice the half angle; beyond a right angle it is never flat
    return cos > 0 && cos * cos - sin * sin > cosOfAngle;
  }
}

function distanceOf(p: Float64Array, i: number, q: Float64Array, k: number): number {
  const [x, y, z] = [p[i] - q[k], p[i + 1] - q[k + 1], p[i + 2] - q[k + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}
