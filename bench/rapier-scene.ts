import RAPIER from '@dimforge/rapier3d-compat';
import type { RigidScene, SceneBody } from '../scenes/rigid/index.js';
import { principalInertia } from './tunnel/engines/principal-inertia.js';
import { massOf } from './tunnel/mass.js';

/** kg a cubic metre, which `massOf` takes a mesh to be made of. */
const WATER = 1000;

const vector = ([x, y, z]: readonly number[]) => ({ x, y, z });
const quaternion = ([x, y, z, w]: readonly number[]) => ({ x, y, z, w });

/** A scene of rigid bodies in Rapier alone, its defaults, each body with the triangle mesh that it has. Nobody may sleep. */
export async function rapierScene({ bodies, gravity }: RigidScene): Promise<RAPIER.World> {
  await RAPIER.init();
  const world = new RAPIER.World(vector(gravity));
  world.timestep = 1 / 60;
  for (const body of bodies) {
    const made = world.createRigidBody(descOf(body));
    const collider = RAPIER.ColliderDesc.trimesh(
      Float32Array.from(body.mesh.positions),
      Uint32Array.from(body.mesh.triangles),
    );
    world.createCollider(collider.setDensity(0).setFriction(body.settings?.friction ?? 0.5), made);
  }
  return world;
}

function descOf({ mesh, density, position = [0, 0, 0], rotation }: SceneBody): RAPIER.RigidBodyDesc {
  const desc =
    density === undefined ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setCanSleep(false);
  desc.setTranslation(position[0], position[1], position[2]);
  if (rotation !== undefined) desc.setRotation(quaternion(rotation));
  if (density === undefined) return desc;
  const { mass, centre, inertia } = massOf(mesh);
  const share = density / WATER;
  const { moments, frame } = principalInertia(inertia.map((value) => value * share));
  return desc
    .setCcdEnabled(true)
    .setAdditionalMassProperties(mass * share, vector(centre), vector(moments), quaternion(frame));
}
