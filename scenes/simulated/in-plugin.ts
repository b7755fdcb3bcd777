import { inverse, product, rotationVector } from '../../src/babylon/rotation.js';
import type { PartInput } from '../../src/cloth/part.js';
import { type CollisionPlugin, MOTION_KINEMATIC } from '../../src/index.js';
import type { SimulatedScene } from './simulated-scene.js';

/** What a scene's own `drive` reads, where a body is, and writes: where it shall be (position and quaternion), and pinned vertices. */
interface Goals {
  readonly pose: Float64Array;
  readonly goal: Float64Array;
  readonly goals: Float64Array;
}

interface Driven extends Goals {
  readonly entity: number;
  readonly isBody: boolean;
  readonly hasPins: boolean;
}

/** A scene whose parts are entities. */
export interface SceneInPlugin {
  /** In the order of the scene's parts. */
  readonly entities: readonly number[];
  /** Sends everything that is driven to where it shall be at `time`, the end of the coming step. */
  drive(time: number): void;
}

/** Puts a scene's parts into a plugin's world, each as the entity that `nextEntity` gives. */
export function addToPlugin(
  plugin: CollisionPlugin,
  scene: SimulatedScene,
  nextEntity: () => number,
): SceneInPlugin {
  const parts = scene.parts.map((part) => addPart(plugin, part, nextEntity()));
  return {
    entities: parts.map(({ entity }) => entity),
    drive(time) {
      if (scene.drive === undefined) return;
      for (const { entity, isBody, pose } of parts) if (isBody) readPose(plugin, entity, pose);
      scene.drive(parts as never, time);
      for (const part of parts) {
        if (part.isBody) send(plugin, part.entity, part.goal);
        else if (part.hasPins) plugin.moveVertices(part.entity, part.goals);
      }
    },
  };
}

function addPart(plugin: CollisionPlugin, part: PartInput, entity: number): Driven {
  const given = part.settings ?? {};
  const settings = chosen({ friction: given.friction, thickness: given.thickness });
  if (part.kind === 'body') {
    const [px, py, pz, qx, qy, qz, qw] = part.pose;
    plugin.addRigidBody(entity, {
      ...part.mesh,
      position: [px, py, pz],
      rotation: [qx, qy, qz, qw],
      body: { motion: MOTION_KINEMATIC },
      settings,
    });
    return {
      entity,
      isBody: true,
      hasPins: false,
      pose: Float64Array.from(part.pose),
      goal: Float64Array.from(part.pose),
      goals: new Float64Array(0),
    };
  }
  const pins = part.kind === 'cloth' ? (part.pins ?? []) : [];
  const { density, bendCompliance, stretchCompliance, damping, gravity } = given;
  const gravityScale = gravity === undefined ? undefined : gravity[1] / -9.81;
  const columns = chosen({ density, bendCompliance, stretchCompliance, damping, gravityScale });
  plugin.addDeformable(entity, { ...part.mesh, cloth: { ...columns, pins }, settings });
  if (part.positions) plugin.placeVertices(entity, part.positions);
  const goals = Float64Array.from(part.positions ?? part.mesh.positions);
  const [pose, goal] = [new Float64Array(7), new Float64Array(7)];
  return { entity, isBody: false, hasPins: pins.length > 0, pose, goal, goals };
}

function readPose(
  { components: { RigidBody: body } }: CollisionPlugin,
  entity: number,
  out: Float64Array,
): void {
  const { px, py, pz, qx, qy, qz, qw } = body;
  [px, py, pz, qx, qy, qz, qw].forEach((column, i) => {
    out[i] = column[entity];
  });
}

function chosen(columns: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(columns).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}

/** Gives a kinematic body the velocity with which it arrives at a pose at the end of the step. */
export function send(
  { clock, components: { RigidBody: body } }: CollisionPlugin,
  entity: number,
  [x, y, z, qx, qy, qz, qw]: ArrayLike<number> & Iterable<number>,
): void {
  const { dt } = clock;
  body.vx[entity] = (x - body.px[entity]) / dt;
  body.vy[entity] = (y - body.py[entity]) / dt;
  body.vz[entity] = (z - body.pz[entity]) / dt;
  const [wx, wy, wz] = rotationVector(
    product([qx, qy, qz, qw], inverse([body.qx[entity], body.qy[entity], body.qz[entity], body.qw[entity]])),
  );
  body.wx[entity] = wx / dt;
  body.wy[entity] = wy / dt;
  body.wz[entity] = wz / dt;
}
