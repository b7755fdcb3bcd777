import { readFileSync } from 'node:fs';
import { loadPackage, packageFile } from '../load-package.js';
import type { TrialBody } from '../scenario.js';
import { type BodyState, type Engine, TIME_STEP } from './engine.js';
import { principalInertia } from './principal-inertia.js';
import { number, type Untyped } from './untyped.js';

/** PhysX stops at 100 rad/s unless told. */
const MOST_SPEED = 1000;

interface Parts {
  readonly px: Untyped;
  readonly physics: Untyped;
  readonly cooking: Untyped;
  readonly scene: Untyped;
  readonly material: Untyped;
}

/** PhysX with hulls of pieces and sweep-based CCD. */
export async function physx(): Promise<Engine> {
  const px = await asInBrowser((await loadPackage('physx-js-webidl')) as Untyped);
  const top = px.PxTopLevelFunctions.prototype;
  const allocator = new px.PxDefaultAllocator();
  const foundation = top.CreateFoundation(px.PHYSICS_VERSION, allocator, new px.PxDefaultErrorCallback());
  const scale = new px.PxTolerancesScale();
  const physics = top.CreatePhysics(px.PHYSICS_VERSION, foundation, scale);
  const cooking = new px.PxCookingParams(scale);
  const dispatcher = top.DefaultCpuDispatcherCreate(0);
  const filter = ccdFilter(px);
  return (trial) => {
    const desc = new px.PxSceneDesc(scale);
    desc.gravity = new px.PxVec3(0, trial.gravity, 0);
    desc.cpuDispatcher = dispatcher;
    desc.flags.raise(px.PxSceneFlagEnum.eENABLE_CCD);
    top.setupPassThroughFilterShader(desc, filter);
    const scene = physics.createScene(desc);
    const material = physics.createMaterial(0.5, 0.5, 0);
    const parts = { px, physics, cooking, scene, material };
    const bodies = trial.bodies.map((body) => addBody(parts, body));
    return {
      step() {
        scene.simulate(TIME_STEP);
        scene.fetchResults(true);
      },
      read: () => bodies.map(stateOf),
      free: () => scene.release(),
    };
  };
}

/** The package is built for browsers alone: while it starts, this looks like one. */
async function asInBrowser(start: Untyped): Promise<Untyped> {
  const wasmBinary = readFileSync(packageFile('physx-js-webidl', 'physx-js-webidl.wasm'));
  const { process } = globalThis;
  const page = globalThis as { process?: unknown; window?: unknown; document?: unknown };
  page.process = undefined;
  page.window = globalThis;
  page.document = { currentScript: { src: 'http://localhost/' } };
  try {
    return (await start({ wasmBinary })) as Untyped;
  } finally {
    globalThis.process = process;
    delete page.window;
    delete page.document;
  }
}

/** Without these flags on a pair, the scene's own is not enough. */
function ccdFilter(px: Untyped): Untyped {
  const { eCONTACT_DEFAULT, eDETECT_CCD_CONTACT } = px.PxPairFlagEnum;
  const outputPairFlags = number(eCONTACT_DEFAULT) | number(eDETECT_CCD_CONTACT);
  const filter = new px.PassThroughFilterShaderImpl();
  const filterShader = () => {
    Object.assign(px.wrapPointer(px.getPointer(filter), px.PassThroughFilterShader), { outputPairFlags });
    return 0;
  };
  return Object.assign(filter, { outputPairFlags, filterShader });
}

function addBody({ px, physics, cooking, scene, material }: Parts, body: TrialBody): Untyped {
  const { fixed, position, rotation, linear, angular, mesh } = body;
  const vector = (v: readonly number[]) => new px.PxVec3(...v);
  const pose = new px.PxTransform(vector(position), new px.PxQuat(...rotation));
  const made = fixed ? physics.createRigidStatic(pose) : physics.createRigidDynamic(pose);
  const { eSCENE_QUERY_SHAPE, eSIMULATION_SHAPE } = px.PxShapeFlagEnum;
  const flags = new px.PxShapeFlags(number(eSCENE_QUERY_SHAPE) | number(eSIMULATION_SHAPE));
  for (const piece of mesh.pieces) {
    const shape = physics.createShape(
      new px.PxConvexMeshGeometry(hullOf(px, cooking, piece)),
      material,
      true,
      flags,
    );
    shape.setSimulationFilterData(new px.PxFilterData(1, 1, 0, 0));
    made.attachShape(shape);
  }
  if (!fixed) {
    const { mass, inertia } = mesh.massProperties;
    const { moments, frame } = principalInertia(inertia);
    made.setMass(mass);
    made.setMassSpaceInertiaTensor(vector(moments));
    made.setCMassLocalPose(new px.PxTransform(vector([0, 0, 0]), new px.PxQuat(...frame)));
    made.setRigidBodyFlag(px.PxRigidBodyFlagEnum.eENABLE_CCD, true);
    made.setRigidBodyFlag(px.PxRigidBodyFlagEnum.eENABLE_GYROSCOPIC_FORCES, true);
    made.setMaxAngularVelocity(MOST_SPEED);
    made.setAngularDamping(0);
    made.setLinearVelocity(vector(linear));
    made.setAngularVelocity(vector(angular));
  }
  scene.addActor(made);
  return made;
}

function hullOf(px: Untyped, cooking: Untyped, points: Float64Array): Untyped {
  const list = new px.PxArray_PxVec3(points.length / 3);
  for (let i = 0; i < points.length; i += 3) {
    list.set(i / 3, new px.PxVec3(points[i], points[i + 1], points[i + 2]));
  }
  const desc = new px.PxConvexMeshDesc();
  desc.flags.raise(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  Object.assign(desc.points, { count: points.length / 3, stride: 12, data: list.begin() });
  return px.PxTopLevelFunctions.prototype.CreateConvexMesh(cooking, desc);
}

function stateOf(body: Untyped): BodyState {
  const three = (v: Untyped) => [number(v.x), number(v.y), number(v.z)] as const;
  const { p, q } = body.getGlobalPose();
  const state = { position: three(p), rotation: [...three(q), number(q.w)] as const };
  if (body.getLinearVelocity === undefined) return { ...state, linear: [0, 0, 0], angular: [0, 0, 0] };
  return { ...state, linear: three(body.getLinearVelocity()), angular: three(body.getAngularVelocity()) };
}
