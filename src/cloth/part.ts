import { type BvhTopology, buildBvh } from '../mesh/bvh-build.js';
import { type Connectivity, connect } from '../mesh/connectivity.js';
import { drain } from '../mesh/steps.js';
import { sweptVertices } from '../mesh/swept.js';
import type { MeshArrays } from '../mesh/types.js';
import { distanceConstraints } from './distances.js';
import { altitudes, lumpedMasses, meanEdge } from './measures.js';
import { CLOTH_DEFAULTS, type ClothSettings } from './settings.js';
import { type DistancesInStrips, inStrips } from './strips.js';

/** Position and unit quaternion x y z w. */
export type PartPose = readonly [number, number, number, number, number, number, number];

/** What is built of a mesh alone. */
export interface BuiltMesh {
  readonly connectivity: Connectivity;
  readonly tree: BvhTopology;
}

interface PartBase {
  readonly mesh: MeshArrays;
  /** Where it is known already: a part with the same mesh has it, and a mesh that is loaded for what deforms. */
  readonly built?: BuiltMesh | undefined;
  readonly settings?: Partial<ClothSettings>;
}

export interface ClothInput extends PartBase {
  readonly kind: 'cloth';
  /** Vertices that go where `goals` say, and are never pushed. */
  readonly pins?: readonly number[];
  /** No edge holds: another solver does that. */
  readonly isFree?: boolean;
  /** Parts with the same number, other than 0, are one body until they break: one shape, and no contacts among them. */
  readonly glue?: number;
  /** Where the vertices are; the mesh's own positions by default, which are always those at rest. */
  readonly positions?: Float64Array;
}

/** A mesh whose vertices come from elsewhere: skinning, another solver. */
export interface DrivenInput extends PartBase {
  readonly kind: 'driven';
  readonly positions?: Float64Array;
}

export interface BodyInput extends PartBase {
  readonly kind: 'body';
  readonly pose: PartPose;
  /** Contacts push it: whoever steps the world says how heavy it is, and moves it between steps. */
  readonly movable?: boolean;
}

/** What a pushed body is before a step and has become after it, about its centre of mass, the origin of its frame. */
export interface Pushed {
  /** Along each axis. */
  readonly inverseMass: Float64Array;
  /** 3 x 3, as it is turned. */
  readonly inverseInertia: Float64Array;
  /** How far pushes may take it from where it is told to go. */
  slack: number;
  /** Velocity and spin that it has and does not move with in this step: contacts see it as if it did. */
  readonly owed: Float64Array;
  /** Velocity and spin that contacts gave it. */
  readonly gained: Float64Array;
}

export type PartInput = ClothInput | DrivenInput | BodyInput;

/** A mesh's edges keep this part of their least altitude free, so that neighbours do not push each other at rest. */
const ALTITUDE_SHARE = 0.2;
/** Of the mean edge. */
const DEFAULT_THICKNESS = 0.25;

/** One thing in a cloth world. Its arrays are what it is between steps; whoever moves it from outside writes them. */
export class ClothPart {
  readonly kind: PartInput['kind'];
  readonly mesh: MeshArrays;
  readonly connectivity: Connectivity;
  readonly tree: BvhTopology;
  readonly settings: ClothSettings;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** x y z a vertex, in the world. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Where prescribed vertices shall be at the end of the next step. */
  readonly goals: Float64Array;
  /** 0 for what is prescribed. */
  readonly inverseMasses: Float64Array;
  /** Half the thickness at each vertex; 0 takes the thinnest of the world's. */
  readonly halves: Float64Array;
  readonly constraints: DistancesInStrips;
  /** The mean edge at rest, and the largest distance that it keeps from others of its kind. */
  readonly edge: number;
  readonly thickness: number;
  /** The velocity of the air around it. */
  readonly wind: Float64Array;
  /** Bodies: where it is, and where it shall be at the end of the next step. */
  readonly pose: Float64Array;
  readonly goal: Float64Array;
  readonly pushed: Pushed | undefined;
  /** Parts with the same number, other than 0, do not push each other. */
  glue: number;
  /** For how many steps each vertex has been held back by half or more without being in contact. */
  readonly stuckFor: Uint8Array;
  /** The rotation of its shape, x y z w: where the next search for it begins. */
  readonly shapeRotation = Float64Array.of(0, 0, 0, 1);
  /** What contacts pushed it with in the last step, newton seconds. */
  impulse = 0;
  /** How often the last step held it back from where it was told to go. */
  held = 0;
  /** It stays where it is, as an obstacle to others. */
  isStill = false;

  constructor(input: PartInput) {
    const { mesh } = input;
    this.kind = input.kind;
    this.mesh = mesh;
    this.settings = { ...CLOTH_DEFAULTS, ...input.settings };
    this.vertexCount = mesh.positions.length / 3;
    this.triangleCount = mesh.triangles.length / 3;
    this.glue = input.kind === 'cloth' ? (input.glue ?? 0) : 0;
    this.connectivity = input.built?.connectivity ?? drain(connect(mesh.triangles, this.vertexCount));
    const start = (input.kind === 'body' ? undefined : input.positions) ?? mesh.positions;
    this.tree = input.built?.tree ?? buildBvh(sweptVertices(mesh.positions, mesh.positions), mesh.triangles);
    this.positions = input.kind === 'body' ? placedBy(input.pose, start) : Float64Array.from(start);
    this.stuckFor = new Uint8Array(this.vertexCount);
    this.velocities = new Float64Array(start.length);
    this.goals = Float64Array.from(start);
    this.pose = Float64Array.from(input.kind === 'body' ? input.pose : [0, 0, 0, 0, 0, 0, 1]);
    this.goal = this.pose.slice();
    if (input.kind === 'body' && input.movable === true) {
      this.pushed = {
        inverseMass: new Float64Array(3),
        inverseInertia: new Float64Array(9),
        slack: 0,
        owed: new Float64Array(6),
        gained: new Float64Array(6),
      };
    }
    this.edge = meanEdge(mesh, this.connectivity);
    this.wind = Float64Array.from(this.settings.wind);
    this.halves = this.#halves();
    this.thickness = 2 * this.halves.reduce((most, half) => Math.max(most, half), 0);
    this.inverseMasses = new Float64Array(this.vertexCount);
    if (input.kind === 'cloth') this.#fillMasses(input.pins ?? []);
    const holds = input.kind === 'cloth' && input.isFree !== true ? this.settings : undefined;
    this.constraints = inStrips(distanceConstraints(mesh, this.connectivity, holds), mesh.positions);
  }

  #halves(): Float64Array {
    const { thickness } = this.settings;
    if (this.kind === 'body' && thickness === 0) return new Float64Array(this.vertexCount);
    const chosen = thickness > 0 ? thickness : DEFAULT_THICKNESS * this.edge;
    const half = new Float64Array(this.vertexCount).fill(chosen / 2);
    // Only a mesh that is tested against itself has neighbours to keep off.
    if (this.kind !== 'cloth') return half;
    return altitudes(this.mesh).map((altitude, i) => Math.min(half[i], ALTITUDE_SHARE * altitude));
  }

  #fillMasses(pins: readonly number[]): void {
    const masses = lumpedMasses(this.mesh, this.settings.density);
    masses.forEach((mass, i) => {
      this.inverseMasses[i] = mass > 0 ? 1 / mass : 0;
    });
    for (const pin of pins) this.inverseMasses[pin] = 0;
  }
}

function placedBy([px, py, pz, x, y, z, w]: PartPose, points: Float64Array): Float64Array {
  const placed = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [a, b, c] = [points[i], points[i + 1], points[i + 2]];
    const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    placed[i] = px + a + w * u + (y * t - z * v);
    placed[i + 1] = py + b + w * v + (z * u - x * t);
    placed[i + 2] = pz + c + w * t + (x * v - y * u);
  }
  return placed;
}
