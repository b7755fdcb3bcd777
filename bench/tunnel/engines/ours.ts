import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, createWorld } from 'bitecs';
import {
  createCollisionPlugin,
  MOTION_DYNAMIC,
  MOTION_FIXED,
  type PluginOptions,
  type RigidBodyOptions,
} from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { type BodyState, type Engine, TIME_STEP } from './engine.js';

type Settings = NonNullable<RigidBodyOptions['settings']>;

/** The plugin with Rapier underneath. */
export async function ours(
  options: Pick<PluginOptions, 'advancement'> = {},
  settings: Settings = {},
): Promise<Engine> {
  await RAPIER.init();
  return oursOver(() => ({ ...options, rigid: rapierBackend(RAPIER) }), settings);
}

/** The plugin alone. */
export const oursBuiltIn = (
  options: Pick<PluginOptions, 'advancement'> = {},
  settings: Settings = {},
): Engine => oursOver(() => options, settings);

/** Through the public interface and its defaults alone, but for what is named. */
function oursOver(optionsOf: () => PluginOptions, settings: Settings): Engine {
  return async (trial) => {
    const plugin = await createCollisionPlugin(createWorld(), {
      gravity: [0, trial.gravity, 0],
      ...optionsOf(),
    });
    const meshes = new Map(trial.bodies.map(({ mesh }) => [mesh, plugin.loadMesh(mesh)]));
    const entities = trial.bodies.map(({ mesh, fixed, position, rotation, linear, angular }) => {
      const entity = addEntity(plugin.world);
      const [vx, vy, vz] = linear;
      const [wx, wy, wz] = angular;
      plugin.addRigidBody(entity, {
        mesh: meshes.get(mesh) as number,
        position,
        rotation,
        settings,
        body: {
          motion: fixed ? MOTION_FIXED : MOTION_DYNAMIC,
          mass: mesh.massProperties.mass,
          ...(fixed ? {} : { vx, vy, vz, wx, wy, wz }),
        },
      });
      return entity;
    });
    const { px, py, pz, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz } = plugin.components.RigidBody;
    const state = (e: number): BodyState => ({
      position: [px[e], py[e], pz[e]],
      rotation: [qx[e], qy[e], qz[e], qw[e]],
      linear: [vx[e], vy[e], vz[e]],
      angular: [wx[e], wy[e], wz[e]],
    });
    return {
      step: () => plugin.step(TIME_STEP),
      read: () => entities.map(state),
      free: () => plugin.dispose(),
    };
  };
}
