import { loadPackage } from '../load-package.js';
import type { TrialBody } from '../scenario.js';
import { type BodyState, type Engine, TIME_STEP } from './engine.js';
import { number, type Untyped } from './untyped.js';

const STILL = 0;
const MOVING = 1;
/** Jolt stops at 500 m/s and 47 rad/s unless told; the fastest ring turns at 120. */
const MOST_SPIN = 1000;

/** Jolt with hulls of pieces and its continuous motion quality, LinearCast. */
export async function jolt(): Promise<Engine> {
  const Jolt = (await ((await loadPackage('jolt-physics')) as Untyped)()) as Untyped;
  return (trial) => {
    const settings = new Jolt.JoltSettings();
    const layers = new Jolt.ObjectLayerPairFilterTable(2);
    layers.EnableCollision(STILL, MOVING);
    layers.EnableCollision(MOVING, MOVING);
    const broad = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
    broad.MapObjectToBroadPhaseLayer(STILL, new Jolt.BroadPhaseLayer(0));
    broad.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(1));
    const filter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 2, layers, 2);
    Object.assign(settings, {
      mObjectLayerPairFilter: layers,
      mBroadPhaseLayerInterface: broad,
      mObjectVsBroadPhaseLayerFilter: filter,
    });
    const engine = new Jolt.JoltInterface(settings);
    Jolt.destroy(settings);
    const system = engine.GetPhysicsSystem();
    system.SetGravity(new Jolt.Vec3(0, trial.gravity, 0));
    const bodies = trial.bodies.map((body) => addBody(Jolt, system.GetBodyInterface(), body));
    return {
      step: () => engine.Step(TIME_STEP, 1),
      read: () => bodies.map(stateOf),
      free: () => Jolt.destroy(engine),
    };
  };
}

function addBody(Jolt: Untyped, bodies: Untyped, body: TrialBody): Untyped {
  const { fixed, position, rotation, linear, angular, mesh } = body;
  const settings = new Jolt.BodyCreationSettings(
    shapeOf(Jolt, body),
    new Jolt.RVec3(...position),
    new Jolt.Quat(...rotation),
    fixed ? Jolt.EMotionType_Static : Jolt.EMotionType_Dynamic,
    fixed ? STILL : MOVING,
  );
  if (!fixed) {
    const mass = new Jolt.MassProperties();
    const [xx, xy, xz, , yy, yz, , , zz] = mesh.massProperties.inertia;
    const column = (x: number, y: number, z: number) => new Jolt.Vec4(x, y, z, 0);
    Object.assign(mass, { mMass: mesh.massProperties.mass });
    mass.mInertia.SetColumn4(0, column(xx, xy, xz));
    mass.mInertia.SetColumn4(1, column(xy, yy, yz));
    mass.mInertia.SetColumn4(2, column(xz, yz, zz));
    mass.mInertia.SetColumn4(3, new Jolt.Vec4(0, 0, 0, 1));
    Object.assign(settings, {
      mOverrideMassProperties: Jolt.EOverrideMassProperties_MassAndInertiaProvided,
      mMassPropertiesOverride: mass,
      mMotionQuality: Jolt.EMotionQuality_LinearCast,
      mLinearVelocity: new Jolt.Vec3(...linear),
      mAngularVelocity: new Jolt.Vec3(...angular),
      mMaxAngularVelocity: MOST_SPIN,
      mLinearDamping: 0,
      mAngularDamping: 0,
      mApplyGyroscopicForce: true,
    });
  }
  const made = bodies.CreateBody(settings);
  bodies.AddBody(made.GetID(), Jolt.EActivation_Activate);
  return made;
}

function shapeOf(Jolt: Untyped, { mesh }: TrialBody): Untyped {
  const compound = new Jolt.StaticCompoundShapeSettings();
  for (const piece of mesh.pieces) {
    const hull = new Jolt.ConvexHullShapeSettings();
    hull.mMaxConvexRadius = 0.001 as unknown as Untyped;
    for (let i = 0; i < piece.length; i += 3) {
      hull.mPoints.push_back(new Jolt.Vec3(piece[i], piece[i + 1], piece[i + 2]));
    }
    compound.AddShape(new Jolt.Vec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1), hull, 0);
  }
  // A shape's centre of mass is its volume's; this one says that it is the origin, as that of the mesh is.
  const { x, y, z } = vectorOf(compound.Create().Get().GetCenterOfMass());
  const result = new Jolt.OffsetCenterOfMassShapeSettings(new Jolt.Vec3(-x, -y, -z), compound).Create();
  if (result.HasError()) throw new Error(`Jolt makes no shape: ${result.GetError().c_str()}`);
  return result.Get();
}

const vectorOf = (v: Untyped) => ({ x: number(v.GetX()), y: number(v.GetY()), z: number(v.GetZ()) });

function stateOf(body: Untyped): BodyState {
  const three = (v: Untyped) => [number(v.GetX()), number(v.GetY()), number(v.GetZ())] as const;
  const rotation = body.GetRotation();
  return {
    position: three(body.GetPosition()),
    rotation: [...three(rotation), number(rotation.GetW())],
    linear: three(body.GetLinearVelocity()),
    angular: three(body.GetAngularVelocity()),
  };
}
