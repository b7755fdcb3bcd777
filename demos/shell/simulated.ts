// A scene of scenes/simulated as entities of a demo's world.
import { MOTION_KINEMATIC } from 'first-contact';
import type { SimulatedScene } from '../../scenes/simulated/simulated-scene.js';
import type { Demo } from './demo.js';

/** What a scene's own `drive` writes: where a body shall be (position and quaternion), where pinned vertices shall be. */
interface Goals {
  readonly goal: Float64Array;
  readonly goals: Float64Array;
}

interface Driven {
  readonly entity: number;
  readonly isBody: boolean;
  readonly hasPins: boolean;
  readonly goals: Goals;
}

/** Puts the scene's parts into the world; what it returns moves those that are driven. */
export function addSimulated(demo: Demo, scene: SimulatedScene): (time: number) => void {
  const parts = scene.parts.map((part): Driven => {
    const entity = demo.add();
    if (part.kind === 'body') {
      const [px, py, pz, qx, qy, qz, qw] = part.pose;
      const { friction } = part.settings ?? {};
      demo.plugin.addRigidBody(entity, {
        ...part.mesh,
        position: [px, py, pz],
        rotation: [qx, qy, qz, qw],
        body: { motion: MOTION_KINEMATIC },
        ...(friction === undefined ? {} : { settings: { friction } }),
      });
      const goals = { goal: Float64Array.from(part.pose), goals: new Float64Array(0) };
      return { entity, isBody: true, hasPins: false, goals };
    }
    const { density, bendCompliance, stretchCompliance, damping, friction } = part.settings ?? {};
    const pins = part.kind === 'cloth' ? (part.pins ?? []) : [];
    const columns = { density, bendCompliance, stretchCompliance, damping };
    const cloth = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
    demo.plugin.addDeformable(entity, {
      ...part.mesh,
      cloth: { ...cloth, pins },
      ...(friction === undefined ? {} : { settings: { friction } }),
    });
    if (part.positions) demo.plugin.placeVertices(entity, part.positions);
    const goals = {
      goal: new Float64Array(7),
      goals: Float64Array.from(part.positions ?? part.mesh.positions),
    };
    return { entity, isBody: false, hasPins: pins.length > 0, goals };
  });
  const goals = parts.map((part) => part.goals);
  return (time) => {
    if (scene.drive === undefined) return;
    scene.drive(goals as never, time);
    for (const part of parts) {
      if (part.isBody) send(demo, part.entity, part.goals.goal);
      else if (part.hasPins) demo.plugin.moveVertices(part.entity, part.goals.goals);
    }
  };
}

/** Gives a kinematic body the velocity with which it arrives at a pose at the end of the step. */
export function send(
  { plugin }: Demo,
  entity: number,
  [x, y, z, qx, qy, qz, qw]: ArrayLike<number> & Iterable<number>,
): void {
  const body = plugin.components.RigidBody;
  const { dt } = plugin.clock;
  body.vx[entity] = (x - body.px[entity]) / dt;
  body.vy[entity] = (y - body.py[entity]) / dt;
  body.vz[entity] = (z - body.pz[entity]) / dt;
  const [ax, ay, az, aw] = [-body.qx[entity], -body.qy[entity], -body.qz[entity], body.qw[entity]];
  const turn = [
    qw * ax + qx * aw + qy * az - qz * ay,
    qw * ay - qx * az + qy * aw + qz * ax,
    qw * az + qx * ay - qy * ax + qz * aw,
  ];
  const w = qw * aw - qx * ax - qy * ay - qz * az;
  const sine = Math.hypot(...turn);
  const speed = sine < 1e-12 ? 0 : (2 * Math.atan2(sine, Math.abs(w)) * Math.sign(w || 1)) / (sine * dt);
  body.wx[entity] = turn[0] * speed;
  body.wy[entity] = turn[1] * speed;
  body.wz[entity] = turn[2] * speed;
}
