import RAPIER from '@dimforge/rapier3d-compat';
import type { SceneMesh, Vec3 } from '../../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../../src/index.js';
import { intersections, knownNow } from '../../../../tools/soak/surfaces.js';
import { openRapier } from './rapier-world.js';

/** A body of a jointed scene: one without a mass is fixed. Rapier's own collider is a hull, or a triangle mesh for `concave`. */
export interface JointedBody {
  readonly mesh: SceneMesh;
  readonly position: Vec3;
  readonly mass?: number;
  readonly concave?: boolean;
  readonly spin?: Vec3;
}

export interface JointedScene {
  readonly bodies: readonly JointedBody[];
  readonly joints: readonly Tie[];
}

/** The places of two bodies, and what ties them. */
export interface Tie {
  readonly a: number;
  readonly b: number;
  readonly data: RAPIER.JointData;
  readonly limits?: readonly [least: number, most: number];
}

export interface Jointed {
  step(): void;
  readonly bodies: readonly RAPIER.RigidBody[];
  /** Where it is not Rapier's: a body's velocities when the step ended. */
  velocities?(i: number): readonly [linear: RAPIER.Vector, angular: RAPIER.Vector];
}

export const vector = ([x, y, z]: Vec3): RAPIER.Vector3 => new RAPIER.Vector3(x, y, z);

/** The scene in Rapier alone, in as many steps as ours has sub-steps. */
export function pure({ bodies, joints }: JointedScene): Jointed {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.timestep = 1 / 240;
  const made = bodies.map(({ mesh, position, mass, concave, spin }) => {
    const desc = mass === undefined ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
    desc.setTranslation(...position).setCanSleep(false);
    if (spin !== undefined) desc.setAngvel(vector(spin));
    const body = world.createRigidBody(desc);
    const points = new Float32Array(mesh.positions);
    const shape = concave
      ? RAPIER.ColliderDesc.trimesh(points, new Uint32Array(mesh.triangles))
      : (RAPIER.ColliderDesc.convexHull(points) as RAPIER.ColliderDesc);
    world.createCollider(shape.setMass(mass ?? 1), body);
    return body;
  });
  tie(world, made, joints);
  const step = () => {
    for (let i = 0; i < 4; i++) world.step();
  };
  return { step, bodies: made };
}

/** The scene over the plugin. */
export async function ours({ bodies, joints }: JointedScene) {
  const { plugin, world, add, backend, rapier } = await openRapier({ sleep: false });
  const entities = bodies.map(({ mesh, position, mass, spin: [wx, wy, wz] = [0, 0, 0] }) => {
    const body = mass === undefined ? { motion: MOTION_FIXED } : { mass, wx, wy, wz };
    return add({ ...mesh, position, body });
  });
  plugin.systems.ingest(plugin.world);
  plugin.systems.rigidIntegration(plugin.world);
  const bodyOf = (entity: number) => backend.bodyOf(entity) as RAPIER.RigidBody;
  const handles = tie(rapier, entities.map(bodyOf), joints);
  const step = () => plugin.step(1 / 60);
  const known = new Map(entities.map((entity) => [entity, knownNow(plugin, world, entity)]));
  const groups = apart(entities.length, joints);
  const within = (group: number) =>
    intersections(plugin, new Map([...known].filter((_, i) => groups[i] === group || groups[i] < 0)));
  // two that a joint ties together are the joint's affair
  const meeting = () => [...new Set(groups)].reduce((sum, group) => sum + within(group), 0);
  const { vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
  const velocities = (i: number) => {
    const e = entities[i];
    return [
      { x: vx[e], y: vy[e], z: vz[e] },
      { x: wx[e], y: wy[e], z: wz[e] },
    ] as const;
  };
  return {
    step,
    velocities,
    plugin,
    entities,
    handles,
    rapier,
    meeting,
    get bodies() {
      return entities.map(bodyOf);
    },
  };
}

/** Groups of bodies no two of which a joint ties together; -1 for those that none holds. */
function apart(count: number, joints: readonly Tie[]): number[] {
  const groups: number[] = [];
  for (let i = 0; i < count; i++) {
    const tied = joints.filter(({ a, b }) => a === i || b === i).map(({ a, b }) => groups[a === i ? b : a]);
    let group = tied.length === 0 ? -1 : 0;
    while (tied.includes(group)) group++;
    groups.push(group);
  }
  return groups;
}

function tie(world: RAPIER.World, bodies: readonly RAPIER.RigidBody[], joints: readonly Tie[]) {
  return joints.map(({ a, b, data, limits }) => {
    const joint = world.createImpulseJoint(data, bodies[a], bodies[b], true);
    joint.setContactsEnabled(false);
    if (limits !== undefined) (joint as RAPIER.UnitImpulseJoint).setLimits(...limits);
    return joint;
  });
}

/** The largest distance between the two anchors of a joint, in metres; of a slider across its way. */
export function opening({ bodies }: Jointed, { joints }: JointedScene): number {
  let worst = 0;
  for (const { a, b, data } of joints) {
    const p = placed(bodies[a], data.anchor1);
    const q = placed(bodies[b], data.anchor2);
    const apart = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    if (data.jointType === RAPIER.JointType.Prismatic) {
      const along = turned(bodies[a], data.axis);
      const way = apart[0] * along[0] + apart[1] * along[1] + apart[2] * along[2];
      for (let k = 0; k < 3; k++) apart[k] -= way * along[k];
    }
    worst = Math.max(worst, Math.hypot(...apart));
  }
  return worst;
}

function placed(body: RAPIER.RigidBody, anchor: RAPIER.Vector): number[] {
  const { x, y, z } = body.translation();
  const [u, v, w] = turned(body, anchor);
  return [x + u, y + v, z + w];
}

function turned(body: RAPIER.RigidBody, { x, y, z }: RAPIER.Vector): number[] {
  const q = body.rotation();
  const u = 2 * (q.y * z - q.z * y);
  const v = 2 * (q.z * x - q.x * z);
  const w = 2 * (q.x * y - q.y * x);
  return [x + q.w * u + q.y * w - q.z * v, y + q.w * v + q.z * u - q.x * w, z + q.w * w + q.x * v - q.y * u];
}

/** By how many radians B is turned against A about axes that a joint locks, at the worst; where nothing was turned at first. */
export function twist({ bodies }: Jointed, { joints }: JointedScene): number {
  let worst = 0;
  for (const { a, b, data } of joints) {
    for (const axis of lockedAxes(data)) {
      const [p, q] = [turned(bodies[a], axis), turned(bodies[b], axis)];
      worst = Math.max(worst, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    }
  }
  return worst;
}

function lockedAxes({ axis, jointType }: RAPIER.JointData): RAPIER.Vector[] {
  if (jointType === RAPIER.JointType.Spherical) return [];
  if (jointType === RAPIER.JointType.Revolute) return [axis];
  return [vector([1, 0, 0]), vector([0, 1, 0])];
}

/** Kinetic energy, and that of heights. */
export function energyOf({ bodies, velocities }: Jointed): number {
  let sum = 0;
  for (const [i, body] of bodies.entries()) {
    if (!body.isDynamic()) continue;
    const [{ x, y, z }, w] = velocities?.(i) ?? [body.linvel(), body.angvel()];
    const l = inertiaTimes(body, w);
    sum += 0.5 * body.mass() * (x * x + y * y + z * z) + 0.5 * (l[0] * w.x + l[1] * w.y + l[2] * w.z);
    sum += 9.81 * body.mass() * body.worldCom().y;
  }
  return sum;
}

function inertiaTimes(body: RAPIER.RigidBody, w: RAPIER.Vector): number[] {
  const i = body.effectiveAngularInertia().elements;
  return [
    i[0] * w.x + i[1] * w.y + i[2] * w.z,
    i[1] * w.x + i[3] * w.y + i[4] * w.z,
    i[2] * w.x + i[4] * w.y + i[5] * w.z,
  ];
}
