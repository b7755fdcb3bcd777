import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { CreatePlane } from '@babylonjs/core/Meshes/Builders/planeBuilder.js';
import { query } from 'bitecs';
import { describe, expect, test } from 'vitest';
import type { FirstContactError } from '../../src/index.js';
import {
  BallAndSocketConstraint,
  HavokPlugin,
  OURS,
  PhysicsAggregate,
  PhysicsBody,
  PhysicsCharacterController,
  PhysicsHelper,
  PhysicsMotionType,
  PhysicsShape,
  PhysicsShapeContainer,
  PhysicsShapeConvexHull,
  PhysicsShapeHeightField,
  PhysicsShapeMesh,
  PhysicsShapeType,
  PLUGINS,
  rounded,
  stageForEach,
  Vector3,
} from '../support/babylon-physics.js';
import { thrownBy } from '../support/thrown.js';

const { STATIC, ANIMATED, DYNAMIC } = PhysicsMotionType;

describe.each(PLUGINS)('%s', (name) => {
  const on = stageForEach(name);

  test.each([STATIC, ANIMATED, DYNAMIC])(
    'a body without a shape answers all reads (motion type %i)',
    (motion) => {
      const body = on.stage.body('body', undefined, [1, 2, 3], motion);
      for (const { mass, centerOfMass, inertia, inertiaOrientation } of [
        body.getMassProperties(),
        body.computeMassProperties(),
      ]) {
        expect(mass).toBe(1);
        expect(rounded(centerOfMass)).toEqual([0, 0, 0]);
        expect(rounded(inertia)).toEqual([1, 1, 1]);
        expect(rounded(inertiaOrientation)).toEqual([0, 0, 0, 1]);
      }
      expect([body.getLinearDamping(), body.getGravityFactor(), body.getMotionType()]).toEqual([
        0,
        1,
        motion,
      ]);
      expect(body.getAngularDamping()).toBeCloseTo(0.1, 6);
      expect(rounded(body.getLinearVelocity())).toEqual([0, 0, 0]);
      expect(rounded(body.getAngularVelocity())).toEqual([0, 0, 0]);
      expect(body.shape).toBeNull();
      const { positions, indices } = body.getGeometry() as {
        positions: ArrayLike<number>;
        indices: ArrayLike<number>;
      };
      expect([positions.length, indices.length]).toEqual([0, 0]);
      expect(rounded(body.getObjectCenterWorld())).toEqual([1, 2, 3]);
    },
  );

  test('a body without a shape falls, is pushed, and weighs what it is told', () => {
    const body = on.stage.body('body', undefined);
    body.setMassProperties({ mass: 4 });
    body.applyImpulse(new Vector3(8, 0, 0), new Vector3(0, 1, 0));
    expect(rounded(body.getLinearVelocity())).toEqual([2, 0, 0]);
    expect(rounded(body.getAngularVelocity())).toEqual([0, 0, -2]);
    on.stage.step(60);
    expect(rounded(body.transformNode.position, 0)).toEqual([2, -5, 0]);
  });

  test('so does one whose container is empty', () => {
    const body = on.stage.body('body', new PhysicsShapeContainer(on.stage.scene));
    expect(body.getMassProperties().mass).toBe(1);
    on.stage.step(60);
    expect(rounded(body.transformNode.position, 0)).toEqual([0, -5, 0]);
  });

  test('an explosion passes over it, and takes along what is near', () => {
    on.stage.floor();
    on.stage.body('empty', undefined, [0, 0, 5], STATIC);
    const mesh = CreateBox('crate', { size: 1 }, on.stage.scene);
    mesh.position.set(1, 0.6, 0);
    new PhysicsAggregate(mesh, PhysicsShapeType.BOX, { mass: 1 }, on.stage.scene);
    on.stage.step(2);
    new PhysicsHelper(on.stage.scene).applyRadialExplosionImpulse(new Vector3(0, 0, 0), 5, 4);
    on.stage.step(20);
    expect(mesh.position.x).toBeGreaterThan(1.3);
  });
});

describe(OURS, () => {
  const on = stageForEach(OURS);

  const bodyCount = () => {
    const { components, world } = on.stage.collision!;
    return [on.stage.engine.getBodies().length, query(world, [components.RigidBody]).length];
  };

  /** What a refused aggregate leaves: nothing. */
  function refusedAggregate(type: PhysicsShapeType, call: () => unknown, message: RegExp): void {
    on.stage.floor();
    on.stage.step(2);
    const before = bodyCount();
    const { liveBytes } = on.stage.collision!.memory;
    const error = thrownBy(call) as FirstContactError;
    expect(error.message, `${type}`).toMatch(message);
    expect(bodyCount()).toEqual(before);
    on.stage.step(2);
    expect(on.stage.collision!.memory.liveBytes).toBe(liveBytes);
    const crate = on.stage.body('crate', on.stage.box(), [1, 0.6, 0]);
    new PhysicsHelper(on.stage.scene).applyRadialExplosionImpulse(new Vector3(0, 0, 0), 5, 4);
    expect(crate.getLinearVelocity().length()).toBeGreaterThan(0);
    on.stage.step(2);
  }

  test('a dynamic aggregate of an open mesh is refused in words of Babylon, and leaves nothing behind', () => {
    const sheet = CreatePlane('sheet', { size: 1 }, on.stage.scene);
    refusedAggregate(
      PhysicsShapeType.MESH,
      () => new PhysicsAggregate(sheet, PhysicsShapeType.MESH, { mass: 1 }, on.stage.scene),
      /^OPEN_MESH: The mesh "sheet" of the dynamic body "sheet" encloses no volume.* Use PhysicsShapeType.CONVEX_HULL or BOX, .* body\.setMassProperties\(\{ mass, centerOfMass, inertia \}\) before body\.shape = shape/,
    );
    expect(sheet.physicsBody ?? null).toBeNull();
    // What the message says works.
    const box = new PhysicsAggregate(sheet, PhysicsShapeType.BOX, { mass: 1 }, on.stage.scene);
    box.dispose();
    const body = new PhysicsBody(sheet, DYNAMIC, false, on.stage.scene);
    body.setMassProperties({
      mass: 1,
      centerOfMass: Vector3.Zero(),
      inertia: new Vector3(0.1, 0.1, 0.2),
    });
    body.shape = new PhysicsShapeMesh(sheet, on.stage.scene);
    sheet.dispose();
    const floor = CreateGround('ground', { width: 2, height: 2 }, on.stage.scene);
    new PhysicsAggregate(floor, PhysicsShapeType.MESH, { mass: 0 }, on.stage.scene);
  });

  test('so is one of a flat hull, and one of height samples', () => {
    const sheet = CreatePlane('sheet', { size: 1 }, on.stage.scene);
    for (const type of [PhysicsShapeType.CONVEX_HULL, PhysicsShapeType.HEIGHTFIELD] as const) {
      refusedAggregate(
        type,
        () => new PhysicsAggregate(sheet, type, { mass: 1 }, on.stage.scene),
        type === PhysicsShapeType.CONVEX_HULL
          ? /^EMPTY_MESH: The convex hull of "sheet" is flat.* Use PhysicsShapeType.BOX/
          : /^NOT_SUPPORTED: .* no shape from height samples\. Use PhysicsShapeType.MESH/,
      );
    }
  });

  test('a body that its user made keeps what it had, and takes another shape', () => {
    const sheet = CreatePlane('sheet', { size: 1 }, on.stage.scene);
    const body = new PhysicsBody(sheet, DYNAMIC, false, on.stage.scene);
    const open = new PhysicsShapeMesh(sheet, on.stage.scene);
    expect(() => {
      body.shape = open;
    }).toThrow(/^OPEN_MESH/);
    expect(body.shape).toBeNull();
    const box = on.stage.box();
    body.shape = box;
    expect(() => {
      body.shape = open;
    }).toThrow(/^OPEN_MESH/);
    expect(body.shape).toBe(box);
    expect(body.getMassProperties().mass).toBe(1000);
    body.setMotionType(STATIC);
    body.shape = open;
    expect(() => body.setMotionType(DYNAMIC)).toThrow(/^OPEN_MESH/);
    expect([body.getMotionType(), body.disableSync]).toEqual([STATIC, true]);
    on.stage.step(2);
    expect(on.stage.engine.raycast(new Vector3(0.2, 0.1, -5), new Vector3(0.2, 0.1, 5)).body).toBe(body);
  });

  test('a shape that cannot be is refused with what is wrong with it', () => {
    const { scene } = on.stage;
    const sheet = CreatePlane('sheet', { size: 1 }, scene);
    const cases: readonly [() => unknown, RegExp][] = [
      [() => new PhysicsShapeConvexHull(sheet, scene), /^EMPTY_MESH: The convex hull of "sheet" is flat/],
      [() => new PhysicsShapeHeightField(1, 1, 2, 2, new Float32Array(4), scene), /^NOT_SUPPORTED/],
      [
        () => new PhysicsShape({ type: 99 as PhysicsShapeType }, scene),
        /^NOT_SUPPORTED: .* shape of type 99/,
      ],
      [() => new PhysicsShape({ type: PhysicsShapeType.MESH }, scene), /^BAD_SETTING: .* have no mesh/],
      [() => new PhysicsShape({ type: PhysicsShapeType.CYLINDER }, scene), /^BAD_SETTING: The radius/],
      [() => on.stage.ball(-1), /^BAD_SETTING: The radius of a sphere is -1/],
      [() => on.stage.box(Number.NaN), /^NON_FINITE_VALUE: The extents of a box/],
      [() => on.stage.box().addChild(on.stage.box()), /^BAD_SETTING: A box takes no child/],
    ];
    for (const [call, message] of cases) expect(call).toThrow(message);
    const whole = new PhysicsShapeContainer(scene);
    whole.addChild(on.stage.box());
    const outer = new PhysicsShapeContainer(scene);
    outer.addChild(whole);
    expect(() => whole.addChild(outer)).toThrow(/^BAD_SETTING: The container would hold itself/);
    for (const index of [-1, 1, Number.NaN])
      expect(() => whole.removeChild(index)).toThrow(
        /^BAD_SETTING: The container has 1 children, and none at/,
      );
    expect([whole.getNumChildren(), outer.getNumChildren()]).toEqual([1, 1]);
    // What has defaults in Babylon's other plugin has them here.
    for (const type of [PhysicsShapeType.SPHERE, PhysicsShapeType.BOX]) new PhysicsShape({ type }, scene);
  });

  test('numbers that are none are refused in the call, with the name of the node', () => {
    const body = on.stage.body('crate', on.stage.box());
    const bad = new Vector3(0, Number.NaN, 0);
    const at = Vector3.Zero();
    const calls: readonly (() => void)[] = [
      () => body.setLinearVelocity(bad),
      () => body.setAngularVelocity(bad),
      () => body.applyImpulse(bad, at),
      () => body.applyImpulse(at, bad),
      () => (body.applyImpulse as (impulse: Vector3) => void)(at),
      () => body.applyAngularImpulse(bad),
      () => body.applyForce(bad, at),
      () => body.applyTorque(bad),
      () => body.setLinearDamping(Number.NaN),
      () => body.setAngularDamping(-1),
      () => body.setGravityFactor(Number.POSITIVE_INFINITY),
      () => body.setMassProperties({ mass: -1 }),
      () => body.setMassProperties({ inertia: new Vector3(1, -1, 1) }),
      () => body.setMassProperties({ centerOfMass: bad }),
    ];
    for (const call of calls) expect(call).toThrow(/^(NON_FINITE_VALUE|BAD_SETTING): .*"crate"/);
    expect(() => body.setMotionType(7 as PhysicsMotionType)).toThrow(/^BAD_SETTING: A motion type is 7/);
    expect(() => on.stage.engine.setGravity(bad)).toThrow(/^NON_FINITE_VALUE: Gravity/);
    expect(() => {
      on.stage.box().material = { friction: -1 };
    }).toThrow(/^BAD_SETTING: The friction of a material/);
    expect(() => {
      on.stage.box().density = 0;
    }).toThrow(/^BAD_SETTING: A density is 0/);
    expect(rounded(body.getLinearVelocity())).toEqual([0, 0, 0]);
    expect(body.getMassProperties().mass).toBe(1000);
    on.stage.step();
  });

  test('a character controller of Babylon is pointed to ours, and leaves nothing behind', () => {
    on.stage.floor();
    const before = bodyCount();
    const make = () =>
      new PhysicsCharacterController(
        new Vector3(0, 1, 0),
        { capsuleHeight: 1, capsuleRadius: 0.3 },
        on.stage.scene,
      );
    expect(make).toThrow(
      /^NOT_SUPPORTED: .* no PhysicsCharacterController.* createCharacter\(\) .* physics\.world/,
    );
    expect(bodyCount()).toEqual(before);
    expect(on.stage.scene.getNodes().filter(({ name }) => name === 'CCTransformNode')).toEqual([]);
    on.stage.step(2);
  });

  test('a joint is refused, and the bodies go on', () => {
    const [a, b] = [on.stage.body('a', on.stage.box()), on.stage.body('b', on.stage.box(), [3, 0, 0])];
    const joint = new BallAndSocketConstraint(
      Vector3.Zero(),
      Vector3.Zero(),
      Vector3.Up(),
      Vector3.Up(),
      on.stage.scene,
    );
    expect(() => a.addConstraint(b, joint)).toThrow(
      /^NOT_SUPPORTED: .* no addConstraint\(\)\. .*rapierBackend/,
    );
    on.stage.step(2);
    expect(a.transformNode.position.y).toBeLessThan(0);
  });

  /** What this package has of all that Havok's plugin has. A new version of Babylon may bring a name that is in neither list. */
  const DONE = [
    'applyAngularImpulse applyForce applyImpulse applyTorque computeMassProperties dispose disposeBody disposeShape executeStep',
    'addChild removeChild getNumChildren getBodyGeometry getShape getShapeType setShape initBody initShape removeBody raycast',
    'getAngularDamping setAngularDamping getLinearDamping setLinearDamping getAngularVelocityToRef setAngularVelocity',
    'getLinearVelocityToRef setLinearVelocity getGravityFactor setGravityFactor getMassProperties setMassProperties',
    'getMotionType setMotionType getMaterial setMaterial getDensity setDensity setTrigger setTargetTransform',
    'getShapeFilterCollideMask setShapeFilterCollideMask getShapeFilterMembershipMask setShapeFilterMembershipMask',
    'getCollisionObservable getCollisionEndedObservable setCollisionCallbackEnabled setCollisionEndedCallbackEnabled',
    'getGravity setGravity getTimeStep setTimeStep getPluginVersion isSupported numBodies sync syncTransform',
    'getMaxLinearVelocity getMaxAngularVelocity setVelocityLimits setPhysicsBodyTransformation',
    'getMaxQueryCollectorHits setMaxQueryCollectorHits',
  ]
    .join(' ')
    .split(' ');

  test("all that Havok's plugin has is there, or throws NOT_SUPPORTED with its name and what to do instead", () => {
    const names = Object.getOwnPropertyNames(HavokPlugin.prototype).filter((key) => /^[a-z]/.test(key));
    expect(names.length).toBeGreaterThan(90);
    const plugin = on.stage.plugin as unknown as Record<string, (...given: unknown[]) => unknown>;
    const missing = names.filter((key) => key !== 'constructor' && !DONE.includes(key));
    expect(missing.length).toBeGreaterThan(20);
    for (const key of missing) {
      const error = thrownBy(() => plugin[key]()) as FirstContactError;
      expect([key, error.code]).toEqual([key, 'NOT_SUPPORTED']);
      expect(error.message).toContain(`no ${key}()`);
      expect(error.remedy.length).toBeGreaterThan(20);
    }
    for (const key of DONE) expect([key, names.includes(key), key in plugin]).toEqual([key, true, true]);
    on.stage.body('a', undefined);
    expect([plugin.numBodies, on.stage.plugin.getPluginVersion()]).toEqual([1, 2]);
  });
});
