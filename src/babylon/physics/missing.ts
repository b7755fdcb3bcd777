import { unsupported } from './unsupported.js';

const JOINTS = 'Give the plugin rapierBackend(RAPIER) and join the bodies in its world.';
const DRAWN = 'Ask the node: getHierarchyBoundingVectors().';
const INSTANCES = 'Give each body a mesh of its own; attachView({ thinInstances: true }) draws many at once.';
const MASKS = 'Use setCollisionCallbackEnabled() and setCollisionEndedCallbackEnabled().';
const QUERIES =
  'Ask the collision plugin, which is physics.world: shapeCast(), overlap() and raycast() answer in entities, and physics.bodyOf(entity) is the body.';

/** What Babylon's physics plugins have, IPhysicsEnginePluginV2 and Havok's, and we do not, and what to do instead. */
const MISSING = {
  initBodyInstances: INSTANCES,
  updateBodyInstances: INSTANCES,
  setEventMask: MASKS,
  getEventMask: MASKS,
  getBoundingBox: DRAWN,
  getBodyBoundingBox: DRAWN,
  addConstraint: JOINTS,
  initConstraint: JOINTS,
  setEnabled: JOINTS,
  getEnabled: JOINTS,
  setCollisionsEnabled: JOINTS,
  getCollisionsEnabled: JOINTS,
  setAxisFriction: JOINTS,
  getAxisFriction: JOINTS,
  setAxisMode: JOINTS,
  getAxisMode: JOINTS,
  setAxisMinLimit: JOINTS,
  getAxisMinLimit: JOINTS,
  setAxisMaxLimit: JOINTS,
  getAxisMaxLimit: JOINTS,
  setAxisMotorType: JOINTS,
  getAxisMotorType: JOINTS,
  setAxisMotorTarget: JOINTS,
  getAxisMotorTarget: JOINTS,
  setAxisMotorMaxForce: JOINTS,
  getAxisMotorMaxForce: JOINTS,
  disposeConstraint: JOINTS,
  getBodiesUsingConstraint: JOINTS,
  setActivationControl:
    'Bodies sleep where they rest; physics.world.components.CollisionSettings.sleep[physics.entityOf(body)] = 0 keeps one awake.',
  pointProximity: QUERIES,
  shapeProximity: QUERIES,
  shapeCast: QUERIES,
} as const;

export type MissingName = keyof typeof MISSING;
export const MISSING_NAMES = Object.keys(MISSING) as readonly MissingName[];

/** Methods that throw what they are called and what to do instead. */
export type Missing = { readonly [Name in MissingName]: (...given: never[]) => never };

/** The base of the plugin: everything that it does not do, by name. */
export const MissingMethods = /* @__PURE__ */ withMissing(class {});

function withMissing(base: new () => object): new () => Missing {
  for (const name of MISSING_NAMES) {
    Object.defineProperty(base.prototype, name, {
      value: () => {
        throw unsupported(`${name}()`, MISSING[name]);
      },
    });
  }
  return base as new () => Missing;
}
