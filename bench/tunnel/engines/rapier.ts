import RAPIER from '@dimforge/rapier3d-compat';
import type { TrialBody } from '../scenario.js';
import { type Engine, TIME_STEP } from './engine.js';
import { principalInertia } from './principal-inertia.js';

const vector = ([x, y, z]: readonly number[]) => ({ x, y, z });
const quaternion = ([x, y, z, w]: readonly number[]) => ({ x, y, z, w });

/** Rapier alone with CCD on: triangle meshes, or the hulls of pieces. */
export async function rapier(shape: 'meshes' | 'hulls'): Promise<Engine> {
  await RAPIER.init();
  return (trial) => {
    const world = new RAPIER.World({ x: 0, y: trial.gravity, z: 0 });
    world.timestep = TIME_STEP;
    const bodies = trial.bodies.map((body) => {
      const made = world.createRigidBody(bodyDesc(body));
      for (const desc of colliderDescs(body, shape)) world.createCollider(desc.setDensity(0), made);
      return made;
    });
    return {
      step: () => world.step(),
      read: () =>
        bodies.map((body) => {
          const [p, q, v, w] = [body.translation(), body.rotation(), body.linvel(), body.angvel()];
          return {
            position: [p.x, p.y, p.z],
            rotation: [q.x, q.y, q.z, q.w],
            linear: [v.x, v.y, v.z],
            angular: [w.x, w.y, w.z],
          };
        }),
      free: () => world.free(),
    };
  };
}

function bodyDesc({ fixed, position, rotation, linear, angular, mesh }: TrialBody): RAPIER.RigidBodyDesc {
  const desc = fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
  desc.setTranslation(position[0], position[1], position[2]).setRotation(quaternion(rotation));
  if (fixed) return desc;
  const { mass, centre, inertia } = mesh.massProperties;
  const { moments, frame } = principalInertia(inertia);
  return desc
    .setLinvel(linear[0], linear[1], linear[2])
    .setAngvel(vector(angular))
    .setCcdEnabled(true)
    .setAdditionalMassProperties(mass, vector(centre), vector(moments), quaternion(frame));
}

function colliderDescs({ mesh }: TrialBody, shape: 'meshes' | 'hulls'): RAPIER.ColliderDesc[] {
  if (shape === 'meshes')
    return [RAPIER.ColliderDesc.trimesh(Float32Array.from(mesh.positions), mesh.triangles)];
  return mesh.pieces.flatMap((points) => RAPIER.ColliderDesc.convexHull(Float32Array.from(points)) ?? []);
}
