import { readFileSync } from 'node:fs';
import { loadPackage, packageFile } from '../load-package.js';
import type { TrialBody } from '../scenario.js';
import { type BodyState, type Engine, TIME_STEP } from './engine.js';
import { principalInertia } from './principal-inertia.js';
import { number, type Untyped } from './untyped.js';

/** Havok stops at 200 m/s and 100 rad/s unless told. */
const MOST_SPEED = 1000;

/** Havok with hulls of pieces; it is continuous by itself. */
export async function havok(): Promise<Engine> {
  const start = (await loadPackage('@babylonjs/havok')) as Untyped;
  const wasmBinary = readFileSync(packageFile('@babylonjs/havok', 'HavokPhysics.wasm'));
  const hk = (await start({ wasmBinary })) as Untyped;
  return (trial) => {
    const world = hk.HP_World_Create()[1];
    hk.HP_World_SetGravity(world, [0, trial.gravity, 0]);
    hk.HP_World_SetIdealStepTime(world, TIME_STEP);
    hk.HP_World_SetSpeedLimit(world, MOST_SPEED, MOST_SPEED);
    const bodies = trial.bodies.map((body) => addBody(hk, world, body));
    return {
      step: () => hk.HP_World_Step(world, TIME_STEP),
      read: () => bodies.map((body) => stateOf(hk, body)),
      free: () => {
        for (const body of bodies) hk.HP_Body_Release(body);
        hk.HP_World_Release(world);
      },
    };
  };
}

function addBody(hk: Untyped, world: Untyped, body: TrialBody): Untyped {
  const { fixed, position, rotation, linear, angular, mesh } = body;
  const made = hk.HP_Body_Create()[1];
  const container = hk.HP_Shape_CreateContainer()[1];
  for (const piece of mesh.pieces) {
    hk.HP_Shape_AddChild(container, hullOf(hk, piece), [
      [0, 0, 0],
      [0, 0, 0, 1],
      [1, 1, 1],
    ]);
  }
  hk.HP_Body_SetShape(made, container);
  hk.HP_Body_SetMotionType(made, fixed ? hk.MotionType.STATIC : hk.MotionType.DYNAMIC);
  hk.HP_Body_SetQTransform(made, [position, rotation]);
  if (!fixed) {
    const { mass, inertia } = mesh.massProperties;
    const { moments, frame } = principalInertia(inertia);
    // Inertia is that of a mass of 1.
    hk.HP_Body_SetMassProperties(made, [[0, 0, 0], mass, moments.map((moment) => moment / mass), frame]);
    hk.HP_Body_SetLinearDamping(made, 0);
    hk.HP_Body_SetAngularDamping(made, 0);
    hk.HP_Body_SetLinearVelocity(made, linear);
    hk.HP_Body_SetAngularVelocity(made, angular);
  }
  hk.HP_World_AddBody(world, made, false);
  return made;
}

function hullOf(hk: Untyped, points: Float64Array): Untyped {
  const at = number(hk._malloc(4 * points.length));
  const heap = hk.HEAPU8 as unknown as Uint8Array;
  new Float32Array(heap.buffer, at, points.length).set(points);
  const hull = hk.HP_Shape_CreateConvexHull(at, points.length / 3)[1];
  hk._free(at);
  return hull;
}

function stateOf(hk: Untyped, body: Untyped): BodyState {
  const [position, rotation] = hk.HP_Body_GetQTransform(body)[1] as unknown as [
    BodyState['position'],
    BodyState['rotation'],
  ];
  return {
    position,
    rotation,
    linear: hk.HP_Body_GetLinearVelocity(body)[1] as unknown as BodyState['linear'],
    angular: hk.HP_Body_GetAngularVelocity(body)[1] as unknown as BodyState['angular'],
  };
}
