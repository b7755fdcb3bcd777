// Babylon's physics, version 2, on the plugin: what a scene without an ECS gets.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as BabylonTypes from 'babylonjs';
import { query } from 'bitecs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FirstContactPlugin } from '../../../src/babylon/index.js';
import { MISSING_NAMES } from '../../../src/babylon/physics/missing.js';
import { COMBINE_MAXIMUM, COMBINE_MULTIPLY_FIRST } from '../../../src/index.js';
import { openScene, type Scene } from '../../support/colliders.js';

// A UMD build: Node reads it as CommonJS.
const BABYLON = createRequire(import.meta.url)('babylonjs') as typeof BabylonTypes;
const { PhysicsShapeType, Vector3, Quaternion } = BABYLON;
const { STATIC, ANIMATED, DYNAMIC } = BABYLON.PhysicsMotionType;
const DT = 1 / 60;
const g = 9.81;

let engine: BabylonTypes.NullEngine;
let scene: BabylonTypes.Scene;
let collision: Scene;
let physics: FirstContactPlugin<
  BabylonTypes.Observable<BabylonTypes.IPhysicsCollisionEvent>,
  BabylonTypes.Observable<BabylonTypes.IBasePhysicsCollisionEvent>
>;

beforeEach(async () => {
  engine = new BABYLON.NullEngine();
  scene = new BABYLON.Scene(engine);
  collision = await openScene({ sleep: false });
  physics = new FirstContactPlugin(collision.plugin);
  scene.enablePhysics(new Vector3(0, -g, 0), physics);
});
afterEach(() => {
  scene.dispose();
  collision.plugin.dispose();
  engine.dispose();
});

const run = (steps: number) => {
  for (let i = 0; i < steps; i++) scene.getPhysicsEngine()?._step(DT);
};

function ground(): BabylonTypes.PhysicsBody {
  const mesh = BABYLON.CreateBox('ground', { width: 20, height: 1, depth: 20 }, scene);
  mesh.position.y = -0.5;
  return new BABYLON.PhysicsAggregate(mesh, PhysicsShapeType.BOX, { mass: 0, restitution: 0 }, scene).body;
}

function aggregate(
  mesh: BabylonTypes.Mesh,
  type: BabylonTypes.PhysicsShapeType,
  at: readonly [number, number, number],
  options: Partial<BabylonTypes.PhysicsAggregateParameters> = {},
): BabylonTypes.PhysicsAggregate {
  mesh.position.set(...at);
  return new BABYLON.PhysicsAggregate(mesh, type, { mass: 1, restitution: 0, ...options }, scene);
}

const box = (at: readonly [number, number, number] = [0, 0, 0], size = 1) =>
  aggregate(BABYLON.CreateBox('box', { size }, scene), PhysicsShapeType.BOX, at);

describe('shapes', () => {
  const torus = () => BABYLON.CreateTorus('torus', { diameter: 1, thickness: 0.3, tessellation: 24 }, scene);
  const sphere = () => BABYLON.CreateSphere('sphere', { diameter: 1 }, scene);
  const cases: readonly [string, number, () => BabylonTypes.Mesh, number, number][] = [
    ['box', PhysicsShapeType.BOX, () => BABYLON.CreateBox('b', { size: 1 }, scene), 0.5, 1],
    ['sphere', PhysicsShapeType.SPHERE, sphere, 0.5, Math.PI / 6],
    [
      'capsule',
      PhysicsShapeType.CAPSULE,
      () => BABYLON.CreateCapsule('c', { height: 2, radius: 0.4 }, scene),
      1,
      Math.PI * (0.16 * 1.2 + (4 / 3) * 0.064),
    ],
    [
      'cylinder',
      PhysicsShapeType.CYLINDER,
      () => BABYLON.CreateCylinder('y', { height: 1, diameter: 1 }, scene),
      0.5,
      Math.PI / 4,
    ],
    ['mesh', PhysicsShapeType.MESH, torus, 0.15, 2 * Math.PI ** 2 * 0.5 * 0.15 ** 2],
    ['mesh of a sphere, with a seam', PhysicsShapeType.MESH, sphere, 0.5, Math.PI / 6],
    // A torus and the discs that close it: a thick disc with a round rim.
    [
      'convex hull',
      PhysicsShapeType.CONVEX_HULL,
      torus,
      0.15,
      Math.PI * 0.25 * 0.3 + Math.PI ** 2 * 0.5 * 0.0225 + (4 / 3) * Math.PI * 0.15 ** 3,
    ],
  ];

  test.each(cases)(
    'a %s comes to rest on the ground, and weighs what it should',
    (_, type, make, height, volume) => {
      ground();
      const { body, shape, transformNode } = aggregate(make(), type, [0.3, height + 0.02, -0.2], {
        friction: 1,
      });
      run(60);
      // Resting bodies keep a gap of a thousandth of their size; round ones are made of triangles.
      expect(transformNode.position.y).toBeGreaterThan(0.97 * height);
      expect(transformNode.position.y).toBeLessThan(height + 0.01);
      expect(body.getLinearVelocity().length()).toBeLessThan(0.05);
      shape.density = 500;
      body.setMassProperties({});
      expect(body.getMassProperties().mass).toBeGreaterThan(0.96 * 500 * volume);
      expect(body.getMassProperties().mass).toBeLessThan(1.001 * 500 * volume);
    },
  );

  test('the scaling of a mesh and of its parents is in its shape; where it is, is not', () => {
    const parent = new BABYLON.TransformNode('parent', scene);
    parent.scaling.set(2, 2, 2);
    parent.position.set(5, 0, 0);
    const mesh = BABYLON.CreateBox('child', { size: 1 }, scene);
    mesh.parent = parent;
    mesh.scaling.y = 3;
    mesh.position.set(0, 4, 0);
    const { body } = new BABYLON.PhysicsAggregate(mesh, PhysicsShapeType.MESH, { mass: 1 }, scene);
    const { RigidBody } = collision.plugin.components;
    const entity = physics.entityOf(body);
    expect([RigidBody.px[entity], RigidBody.py[entity]]).toEqual([5, 8]);
    const { positions } = body.getGeometry() as { positions: Float32Array };
    const side = (axis: number) => Math.max(...positions.filter((_, i) => i % 3 === axis));
    expect([side(0), side(1), side(2)].map((x) => Math.fround(x))).toEqual([1, 3, 1]);
    run(1);
    expect(mesh.position.y).toBeCloseTo(RigidBody.py[entity] / 2, 6);
    expect(mesh.position.y).toBeLessThan(4);
    expect(mesh.getAbsolutePosition().y).toBeCloseTo(RigidBody.py[entity], 5);
  });

  test('a container is its parts, wherever they were put', () => {
    const parts = new BABYLON.PhysicsShapeContainer(scene);
    const unit = new BABYLON.PhysicsShapeBox(Vector3.Zero(), Quaternion.Identity(), Vector3.One(), scene);
    unit.density = 10;
    parts.addChild(unit, new Vector3(-2, 0, 0));
    parts.addChild(unit, new Vector3(2, 0, 0), Quaternion.Identity(), new Vector3(1, 3, 1));
    const node = new BABYLON.TransformNode('dumb-bell', scene);
    const body = new BABYLON.PhysicsBody(node, DYNAMIC, false, scene);
    body.shape = parts;
    const { mass, centerOfMass } = body.getMassProperties();
    expect(mass).toBeCloseTo(40, 10);
    expect(centerOfMass?.x).toBeCloseTo(1, 10);
    expect(parts.getNumChildren()).toBe(2);
    parts.removeChild(0);
    body.setMassProperties({});
    expect(body.getMassProperties().mass).toBeCloseTo(30, 10);
  });

  test('a shape that cannot be is refused, and the body keeps what it had', () => {
    const { body } = box([0, 3, 0]);
    body.setLinearVelocity(new Vector3(1, 0, 0));
    const open = BABYLON.CreatePlane('open', { size: 1 }, scene);
    expect(() => {
      body.shape = new BABYLON.PhysicsShapeMesh(open, scene);
    }).toThrow(/OPEN_MESH/);
    run(1);
    expect(body.getLinearVelocity().x).toBe(1);
    expect(physics.getShapeType(physics.getShape(body))).toBe(PhysicsShapeType.BOX);
  });
});

describe('motion', () => {
  test('a push beside the centre changes momentum and spin by as much', () => {
    scene.getPhysicsEngine()?.setGravity(Vector3.Zero());
    const mesh = BABYLON.CreateBox('b', { width: 1, height: 2, depth: 3 }, scene);
    const { body } = aggregate(mesh, PhysicsShapeType.BOX, [1, 2, 3], { mass: 4 });
    const { inertia, centerOfMass } = body.getMassProperties();
    expect(centerOfMass?.length()).toBeCloseTo(0, 12);
    const moments = [(4 + 9) / 12, (1 + 9) / 12, (1 + 4) / 12];
    expect(inertia?.asArray().map((x) => x.toFixed(9))).toEqual(moments.map((x) => x.toFixed(9)));
    body.applyImpulse(new Vector3(0, 8, 0), new Vector3(1.5, 2, 3));
    expect(body.getLinearVelocity().asArray()).toEqual([0, 2, 0]);
    expect(body.getAngularVelocity().z).toBeCloseTo((0.5 * 8) / (5 / 3), 12);
    body.applyAngularImpulse(new Vector3(13, 0, 0));
    expect(body.getAngularVelocity().x).toBeCloseTo(3, 12);
    body.applyForce(new Vector3(0, 0, 4 / DT), new Vector3(1, 2, 3));
    expect(body.getLinearVelocity().z).toBeCloseTo(1, 12);
    run(30);
    expect(mesh.position.y).toBeCloseTo(3, 9);
  });

  test('a turned body resists as its own axes say', () => {
    scene.getPhysicsEngine()?.setGravity(Vector3.Zero());
    const mesh = BABYLON.CreateBox('b', { width: 1, height: 2, depth: 3 }, scene);
    // Its y axis lies along the world's x, and its x axis along minus y.
    mesh.rotation.z = -Math.PI / 2;
    const { body } = aggregate(mesh, PhysicsShapeType.BOX, [0, 0, 0], { mass: 12 });
    body.applyAngularImpulse(new Vector3(10, 13, 0));
    const [x, y, z] = body.getAngularVelocity().asArray();
    expect([x.toFixed(6), y.toFixed(6), z.toFixed(6)]).toEqual(['1.000000', '1.000000', '0.000000']);
  });

  test('falls, floats, is damped, and does not turn where its inertia is nothing', () => {
    const falling = box([0, 10, 0]).body;
    const floating = box([5, 10, 0]).body;
    const stiff = box([-5, 10, 0]).body;
    floating.setGravityFactor(0);
    floating.setLinearVelocity(new Vector3(1, 0, 0));
    floating.setLinearDamping(2);
    stiff.setMassProperties({ mass: 2, inertia: Vector3.Zero() });
    stiff.applyAngularImpulse(new Vector3(1, 1, 1));
    run(60);
    expect(falling.getLinearVelocity().y).toBeCloseTo(-g, 9);
    expect(floating.getLinearVelocity().x).toBeCloseTo(Math.exp(-2), 2);
    expect(floating.getLinearVelocity().y).toBe(0);
    expect(stiff.getAngularVelocity().length()).toBe(0);
    expect([floating.getGravityFactor(), floating.getLinearDamping()]).toEqual([0, 2]);
    expect(stiff.getMassProperties().mass).toBe(2);
  });

  test('what is sent somewhere arrives there with the step, and pushes what is in its way', () => {
    const lift = box([0, 0, 0]).body;
    lift.setMotionType(ANIMATED);
    const turn = Quaternion.RotationAxis(new Vector3(1, 2, 3).normalize(), 0.7);
    lift.setTargetTransform(new Vector3(0, 0, 1), turn);
    run(1);
    const node = lift.transformNode;
    expect(node.position.z).toBeCloseTo(1, 9);
    for (const axis of ['x', 'y', 'z', 'w'] as const) {
      expect(node.rotationQuaternion?.[axis]).toBeCloseTo(turn[axis], 9);
    }
    lift.setTargetTransform(Vector3.Zero(), Quaternion.Identity());
    run(1);
    const load = box([0, 1.01, 0]).transformNode;
    for (let i = 1; i <= 30; i++) {
      lift.setTargetTransform(new Vector3(0, i / 30, 0), Quaternion.Identity());
      run(1);
    }
    expect(load.position.y).toBeGreaterThan(1.9);
  });

  test('a node that the user moved takes its body along where that was asked for', () => {
    const { body, transformNode } = box([0, 5, 0]);
    body.disablePreStep = false;
    run(3);
    const fallen = 5 - transformNode.position.y;
    expect(fallen).toBeGreaterThan(0.005);
    transformNode.position.set(3, 9, 0);
    run(1);
    expect(transformNode.position.x).toBe(3);
    expect(transformNode.position.y).toBeLessThan(9);
    expect(transformNode.position.y).toBeGreaterThan(8.9);
  });

  test('rings that are linked stay linked, however fast one is thrown', () => {
    scene.getPhysicsEngine()?.setGravity(Vector3.Zero());
    const ring = () => BABYLON.CreateTorus('ring', { diameter: 1, thickness: 0.2, tessellation: 20 }, scene);
    const held = aggregate(ring(), PhysicsShapeType.MESH, [0, 0, 0], { mass: 0 });
    const other = ring();
    other.rotation.x = Math.PI / 2;
    const thrown = aggregate(other, PhysicsShapeType.MESH, [0.5, 0, 0]);
    expect(held.body.getMotionType()).toBe(STATIC);
    for (const speed of [60, -80, 120]) {
      thrown.body.setLinearVelocity(new Vector3(speed, speed / 3, 5));
      run(10);
      expect(other.position.length()).toBeLessThan(1.1);
    }
  });
});

describe('events', () => {
  test('a landing begins, lasts and ends, with the push that stopped it', () => {
    ground();
    const { body } = box([0, 1, 0]);
    const told: string[] = [];
    let push = 0;
    physics.onCollisionObservable.add((event: BabylonTypes.IPhysicsCollisionEvent) => {
      told.push(event.type);
      push += event.impulse;
      expect(event.point?.y).toBeCloseTo(0, 1);
      expect(Math.abs(event.normal?.y ?? 0)).toBeCloseTo(1, 6);
    });
    physics.onCollisionEndedObservable.add((event: BabylonTypes.IBasePhysicsCollisionEvent) =>
      told.push(event.type),
    );
    run(20);
    expect(told).toEqual([]); // nobody asked
    body.setCollisionCallbackEnabled(true);
    body.setCollisionEndedCallbackEnabled(true);
    let ofBody = 0;
    body.getCollisionObservable().add(() => {
      ofBody++;
    });
    run(40);
    expect(['COLLISION_STARTED', 'COLLISION_CONTINUED']).toContain(told[0]);
    expect(new Set(told.slice(1))).toEqual(new Set(['COLLISION_CONTINUED']));
    expect(ofBody).toBe(told.length);
    // At rest, the ground carries its weight.
    push = 0;
    run(60);
    expect(push).toBeCloseTo(g, 1);
    body.setLinearVelocity(new Vector3(0, 6, 0));
    run(10);
    expect(told.at(-1)).toBe('COLLISION_FINISHED');
  });

  test('a trigger is entered and left, and stops nobody', () => {
    const door = box([0, 0, 0]);
    door.body.setMotionType(STATIC);
    door.shape.isTrigger = true;
    const { body } = box([0, 2, 0], 0.5);
    const told: string[] = [];
    physics.onTriggerCollisionObservable.add((event: BabylonTypes.IBasePhysicsCollisionEvent) => {
      told.push(event.type);
      expect([event.collider, event.collidedAgainst]).toContain(body);
    });
    run(60);
    expect(told).toEqual(['TRIGGER_ENTERED', 'TRIGGER_EXITED']);
    expect(body.getLinearVelocity().y).toBeCloseTo(-g, 6);
  });

  test('shapes whose masks do not meet pass through each other', () => {
    const floor = ground().shape;
    const ghost = box([0, 1, 0]);
    if (floor) floor.filterMembershipMask = 2;
    ghost.shape.filterCollideMask = 4;
    run(60);
    expect(ghost.transformNode.position.y).toBeLessThan(-2);
  });
});

/** Version 2 of the physics engine, which the declarations have under the name of version 1's. */
interface Rays {
  raycast(
    from: BabylonTypes.Vector3,
    to: BabylonTypes.Vector3,
    query?: BabylonTypes.IRaycastQuery,
  ): BabylonTypes.PhysicsRaycastResult;
  raycastMulti(from: BabylonTypes.Vector3, to: BabylonTypes.Vector3): BabylonTypes.PhysicsRaycastResult[];
}

describe('queries and ends', () => {
  test('a ray says what it hit, where, and what is behind', () => {
    const floor = ground();
    const { body, shape } = box([0, 2, 0]);
    shape.filterMembershipMask = 4;
    if (floor.shape) floor.shape.filterMembershipMask = 4;
    const [from, to] = [new Vector3(0.2, 10, 0.1), new Vector3(0.2, -10, 0.1)];
    const hit = scene.getPhysicsEngine() as unknown as Rays;
    run(1);
    const top = body.transformNode.position.y + 0.5;
    const first = hit.raycast(from, to);
    expect(first.hasHit).toBe(true);
    expect(first.hitPointWorld.y).toBeCloseTo(top, 9);
    expect(first.hitNormalWorld.y).toBeCloseTo(1, 9);
    expect(first.hitDistance).toBeCloseTo(10 - top, 9);
    expect(first.body).toBe(body);
    expect(first.shape).toBe(shape);
    const all = hit.raycastMulti(from, to);
    expect(all.map(({ body: met }) => met?.transformNode.name)).toEqual(['box', 'ground']);
    expect(all[1].hitDistance).toBeCloseTo(10, 9);
    expect(hit.raycast(from, new Vector3(0.2, 9, 0.1)).hasHit).toBe(false);
    const behind = hit.raycast(from, to, { ignoreBody: body });
    expect(behind.body?.transformNode.name).toBe('ground');
    expect(hit.raycast(from, to, { collideWith: 8 }).hasHit).toBe(false);
  });

  test('materials say how friction and restitution are combined', () => {
    const { CollisionSettings, RigidBody } = collision.plugin.components;
    const { frictionRule, restitutionRule } = CollisionSettings;
    const { MAXIMUM, MULTIPLY } = BABYLON.PhysicsMaterialCombineMode;
    const { shape } = box();
    shape.material = { friction: 0.5, frictionCombine: MULTIPLY, restitutionCombine: MAXIMUM };
    const [entity] = query(collision.world, [RigidBody]);
    expect([frictionRule[entity], restitutionRule[entity]]).toEqual([
      COMBINE_MULTIPLY_FIRST,
      COMBINE_MAXIMUM,
    ]);
  });

  test('what it does not support throws, by name', () => {
    const methods = physics as unknown as Record<string, () => void>;
    for (const name of MISSING_NAMES) {
      expect(() => methods[name]()).toThrow(`NOT_SUPPORTED: FirstContactPlugin has no ${name}()`);
    }
    const { body } = box();
    const constraint = () =>
      new BABYLON.BallAndSocketConstraint(Vector3.Zero(), Vector3.Zero(), Vector3.Up(), Vector3.Up(), scene);
    expect(() => body.addConstraint(box([3, 0, 0]).body, constraint())).toThrow(/addConstraint/);
  });

  test('every member of the interface that Babylon declares is there, or is named as missing', () => {
    const path = createRequire(import.meta.url).resolve('@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js');
    const declared = readFileSync(path.replace(/js$/, 'd.ts'), 'utf8');
    const members = declared.slice(declared.indexOf('interface IPhysicsEnginePluginV2 {'));
    const names = [...members.matchAll(/^ {4}(\w+)[(:]/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => !(name in physics))).toEqual([]);
  });

  test('bodies that are disposed of leave nothing behind, and the plugin is whose it was', () => {
    const { plugin, world } = collision;
    ground();
    const gone = box([0, 1, 0]);
    run(2);
    gone.dispose();
    run(2);
    expect(query(world, [plugin.components.RigidBody]).length).toBe(1);
    expect(() => gone.body.getLinearVelocity()).toThrow(/NOT_SUPPORTED: FirstContactPlugin has no such body/);
    scene.disablePhysicsEngine();
    plugin.step();
    expect(query(world, [plugin.components.RigidBody]).length).toBe(0);
  });
});
