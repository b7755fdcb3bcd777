import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import { describe, expect, test } from 'vitest';
import {
  PhysicsAggregate,
  type PhysicsBody,
  type PhysicsMassProperties,
  PhysicsMotionType,
  type PhysicsShape,
  PhysicsShapeCapsule,
  PhysicsShapeContainer,
  PhysicsShapeConvexHull,
  PhysicsShapeCylinder,
  PhysicsShapeMesh,
  PhysicsShapeType,
  PLUGINS,
  Quaternion,
  rounded,
  type Stage,
  stageForEach,
  Vector3,
} from '../support/babylon-physics.js';

const { STATIC, ANIMATED, DYNAMIC } = PhysicsMotionType;

describe.each(PLUGINS)('%s', (name) => {
  const on = stageForEach(name);

  const numbersOf = ({ mass, centerOfMass, inertia, inertiaOrientation }: PhysicsMassProperties) => ({
    mass: Math.round(mass ?? Number.NaN),
    centre: rounded(centerOfMass),
    inertia: rounded(inertia),
    turn: rounded(inertiaOrientation),
  });
  const UNTURNED = [0, 0, 0, 1];

  type Made = [string, (stage: Stage) => PhysicsShape, number, number[], number[]];
  const SHAPES: Made[] = [
    ['ball', (s) => s.ball(), 524, [0.1, 0.1, 0.1], UNTURNED],
    ['box', (s) => s.box(1, 2, 3), 6000, [1.08, 0.83, 0.42], UNTURNED],
    [
      'capsule',
      ({ scene }) => new PhysicsShapeCapsule(new Vector3(0, -0.5, 0), new Vector3(0, 0.5, 0), 0.3, scene),
      396,
      [0.19, 0.04, 0.19],
      UNTURNED,
    ],
    [
      'capsule that lies',
      ({ scene }) => new PhysicsShapeCapsule(new Vector3(-0.5, 0, 0), new Vector3(0.5, 0, 0), 0.3, scene),
      396,
      [0.04, 0.19, 0.19],
      UNTURNED,
    ],
    [
      'cylinder',
      ({ scene }) => new PhysicsShapeCylinder(new Vector3(0, -0.5, 0), new Vector3(0, 0.5, 0), 0.4, scene),
      503,
      [0.12, 0.08, 0.12],
      UNTURNED,
    ],
    [
      'mesh',
      ({ scene }) => new PhysicsShapeMesh(CreateBox('b', { width: 1, height: 2, depth: 3 }, scene), scene),
      6000,
      [1.08, 0.83, 0.42],
      UNTURNED,
    ],
  ];

  test.each(SHAPES)(
    'a %s weighs 1000 kg a cubic metre, and its moments are for 1 kg',
    (_, make, mass, inertia, turn) => {
      for (const motion of [DYNAMIC, STATIC, ANIMATED]) {
        const body = on.stage.body('body', make(on.stage), [0, 0, 0], motion);
        const expected = { mass, centre: [0, 0, 0], inertia, turn };
        expect(body.shape?.density).toBe(1000);
        expect(numbersOf(body.getMassProperties())).toEqual(expected);
        expect(numbersOf(body.computeMassProperties())).toEqual(expected);
      }
    },
  );

  test('a convex hull weighs what it encloses', () => {
    const mesh = CreateBox('b', { width: 1, height: 2, depth: 3 }, on.stage.scene);
    const { mass, inertia } = on.stage
      .body('hull', new PhysicsShapeConvexHull(mesh, on.stage.scene))
      .getMassProperties();
    expect((mass ?? 0) / 6000).toBeCloseTo(1, 3);
    expect(rounded(inertia)).toEqual([1.08, 0.83, 0.42]);
  });

  test('a density counts when the shape or the mass is set the next time', () => {
    const shape = on.stage.box();
    const body = on.stage.body('body', shape);
    shape.density = 500;
    expect(body.getMassProperties().mass).toBe(1000);
    expect(body.computeMassProperties().mass).toBe(500);
    body.setMassProperties({});
    expect(body.getMassProperties().mass).toBe(500);
    body.setMassProperties({ mass: 3 });
    shape.density = 250;
    expect(body.getMassProperties().mass).toBe(3);
    expect(body.computeMassProperties().mass).toBe(250);
  });

  test('a container weighs what its children do, with their densities', () => {
    const whole = new PhysicsShapeContainer(on.stage.scene);
    const [light, heavy] = [on.stage.box(), on.stage.box()];
    light.density = 10;
    heavy.density = 30;
    whole.density = 7;
    whole.addChild(light, new Vector3(-2, 0, 0));
    whole.addChild(heavy, new Vector3(2, 0, 0), Quaternion.Identity(), new Vector3(1, 1, 1));
    expect(numbersOf(on.stage.body('body', whole).getMassProperties())).toEqual({
      mass: 40,
      centre: [1, 0, 0],
      inertia: [0.17, 3.17, 3.17],
      turn: UNTURNED,
    });
    const long = new PhysicsShapeContainer(on.stage.scene);
    long.addChild(on.stage.box(), new Vector3(-2, 0, 0));
    long.addChild(on.stage.box(), new Vector3(2, 0, 0), Quaternion.Identity(), new Vector3(1, 3, 1));
    expect(numbersOf(on.stage.body('body', long).getMassProperties())).toEqual({
      mass: 4000,
      centre: [1, 0, 0],
      inertia: [0.67, 3.17, 3.67],
      turn: UNTURNED,
    });
  });

  test('what a container holds is met when it was added later, and weighs when the mass is set', () => {
    const whole = new PhysicsShapeContainer(on.stage.scene);
    const body = on.stage.body('body', whole);
    whole.addChild(on.stage.box());
    expect(body.getMassProperties().mass).toBe(1);
    body.setMassProperties({});
    expect(body.getMassProperties().mass).toBe(1000);
  });

  test('of a wheel about y, the moment about y is the large one, and what was read may be set', () => {
    on.stage.weightless();
    const mesh = CreateTorus('wheel', { diameter: 1, thickness: 0.3, tessellation: 24 }, on.stage.scene);
    const { body } = new PhysicsAggregate(mesh, PhysicsShapeType.MESH, { mass: 2 }, on.stage.scene);
    const read = body.getMassProperties();
    const [x, y, z] = read.inertia?.asArray() ?? [];
    expect(x).toBeCloseTo(0.14, 1);
    expect(y).toBeCloseTo(0.27, 1);
    expect(z).toBeCloseTo(0.14, 1);
    expect(rounded(read.inertiaOrientation)).toEqual(UNTURNED);
    expect(read.mass).toBe(2);
    const spun = () => {
      body.setAngularVelocity(Vector3.Zero());
      body.applyAngularImpulse(new Vector3(0.1, 0.2, 0.3));
      return body.getAngularVelocity().asArray();
    };
    const before = spun();
    body.setMassProperties(read);
    expect(spun()).toEqual(before);
    const again = body.getMassProperties();
    expect(again.inertia?.asArray()).toEqual(read.inertia?.asArray());
    expect(again.inertiaOrientation?.asArray()).toEqual(read.inertiaOrientation?.asArray());
  });

  const spinAfter = (body: PhysicsBody, ...impulse: [number, number, number]) => {
    body.setAngularVelocity(Vector3.Zero());
    body.applyAngularImpulse(new Vector3(...impulse));
    return rounded(body.getAngularVelocity(), 1);
  };

  test('an inertia that is given is for 1 kg, too, about axes that are turned as it says', () => {
    const body = on.stage.body('body', on.stage.box(1, 2, 3));
    body.setMassProperties({ mass: 5, inertia: new Vector3(1, 2, 4) });
    expect(spinAfter(body, 10, 20, 20)).toEqual([2, 2, 1]);
    expect(rounded(body.getMassProperties().inertia)).toEqual([1, 2, 4]);
    const quarter = Quaternion.RotationAxis(new Vector3(0, 0, 1), Math.PI / 2);
    body.setMassProperties({ mass: 5, inertia: new Vector3(1, 2, 4), inertiaOrientation: quarter });
    expect(spinAfter(body, 10, 20, 20)).toEqual([1, 4, 1]);
    // Without a mass, that of the shape counts.
    body.setMassProperties({ inertia: new Vector3(1, 2, 4) });
    expect(spinAfter(body, 6000, 12000, 0)).toEqual([1, 1, 0]);
    // No solid has such moments. A toy may.
    body.setMassProperties({ mass: 1, inertia: new Vector3(10, 1, 1) });
    expect(spinAfter(body, 10, 3, 3)).toEqual([1, 3, 3]);
  });

  test('what hits the end of a rod turns it as its mass and its moments for 1 kg say', () => {
    on.stage.weightless();
    const rod = on.stage.body('rod', on.stage.box(2, 0.2, 0.2));
    rod.setMassProperties({ mass: 4 });
    const ball = on.stage.body('ball', on.stage.ball(0.1), [0.9, 0.5, 0]);
    ball.setMassProperties({ mass: 1 });
    for (const { shape } of [rod, ball]) if (shape) shape.material = { friction: 0, restitution: 0 };
    ball.setLinearVelocity(new Vector3(0, -4, 0));
    on.stage.step(12);
    const moment = (4 * (4 + 0.04)) / 12;
    const push = 4 / (1 + 1 / 4 + 0.9 ** 2 / moment);
    expect(Math.abs(rod.getAngularVelocity().z / ((-0.9 * push) / moment) - 1)).toBeLessThan(0.1);
  });

  test('a mass that is set leaves the moments of 1 kg, and what is left out is computed again', () => {
    const body = on.stage.body('body', on.stage.box(1, 2, 3));
    body.setMassProperties({ mass: 5, centerOfMass: new Vector3(0.1, 0.2, 0.3) });
    expect(numbersOf(body.getMassProperties())).toEqual({
      mass: 5,
      centre: [0.1, 0.2, 0.3],
      inertia: [1.08, 0.83, 0.42],
      turn: UNTURNED,
    });
    body.setMassProperties({ mass: 12 });
    expect(rounded(body.getMassProperties().centerOfMass)).toEqual([0, 0, 0]);
    expect(spinAfter(body, 13, 10, 5)).toEqual([1, 1, 1]);
  });

  test.each([
    [
      [0, 1, 0],
      [0, 1, 0],
    ],
    [
      [1, 0, 2],
      [1, 0, 0.5],
    ],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  ] as const)('an inertia of %j does not turn where it is 0', (inertia, spin) => {
    on.stage.weightless();
    const body = on.stage.body('body', on.stage.box());
    body.setAngularDamping(0);
    body.setMassProperties({ mass: 1, inertia: new Vector3(...inertia) });
    expect(spinAfter(body, 1, 1, 1)).toEqual([...spin]);
    expect(rounded(body.getMassProperties().inertia)).toEqual([...inertia]);
    body.setAngularVelocity(Vector3.Zero());
    const other = on.stage.body('other', on.stage.ball(0.3), [-2, 0.3, 0.3]);
    other.setMassProperties({ mass: 1 });
    other.setLinearVelocity(new Vector3(8, 0, 0));
    on.stage.step(30);
    expect(body.getLinearVelocity().x).toBeGreaterThan(2);
    const [x, y, z] = body.getAngularVelocity().asArray();
    const turn = body.transformNode.rotationQuaternion ?? Quaternion.Identity();
    const own = new Vector3(x, y, z).applyRotationQuaternion(turn.conjugate()).asArray();
    own.forEach((w, axis) => {
      if (inertia[axis] === 0) expect(Math.abs(w)).toBeLessThan(1e-4);
    });
    if (inertia[1] === 1) expect(Math.abs(y)).toBeGreaterThan(0.3);
  });

  test('a mass of 0 holds a dynamic body, until it gets another', () => {
    const body = on.stage.body('body', on.stage.box());
    const { position } = body.transformNode;
    body.setMassProperties({ mass: 0 });
    expect(body.getMassProperties().mass).toBe(0);
    expect(body.getMotionType()).toBe(DYNAMIC);
    on.stage.step(10);
    body.applyImpulse(new Vector3(5, 0, 0), position);
    on.stage.step(10);
    expect(rounded(position)).toEqual([0, 0, 0]);
    const ball = on.stage.body('ball', on.stage.ball(0.3), [-2, 0, 0]);
    ball.setGravityFactor(0);
    ball.setLinearVelocity(new Vector3(8, 0, 0));
    on.stage.step(30);
    expect(rounded(position)).toEqual([0, 0, 0]);
    expect(ball.transformNode.position.x).toBeLessThan(-0.7);
    ball.dispose();
    // It neither falls nor is slowed down on its way.
    body.setLinearVelocity(new Vector3(1, 0, 0));
    on.stage.step(60);
    expect(rounded(position, 1)).toEqual([1, 0, 0]);
    body.setGravityFactor(2);
    body.setLinearVelocity(Vector3.Zero());
    on.stage.step(10);
    expect(position.y).toBeCloseTo(0, 2);
    body.setMassProperties({ mass: 3 });
    expect(body.getGravityFactor()).toBe(2);
    on.stage.step(10);
    expect(position.y).toBeCloseTo(-0.28, 1);
  });

  test('an aggregate without a mass is static, and says 0', () => {
    const mesh = CreateBox('b', { size: 1 }, on.stage.scene);
    const { body } = new PhysicsAggregate(mesh, PhysicsShapeType.BOX, undefined, on.stage.scene);
    expect([body.getMotionType(), body.getMassProperties().mass]).toEqual([STATIC, 0]);
    const flat = CreateGround('g', { width: 3, height: 2 }, on.stage.scene);
    const ground = new PhysicsAggregate(flat, PhysicsShapeType.MESH, { mass: 0 }, on.stage.scene).body;
    expect([ground.getMotionType(), ground.getMassProperties().mass]).toEqual([STATIC, 0]);
    on.stage.step(5);
    expect(mesh.position.y).toBe(0);
  });

  test('a flat box has a weight of its own, as a thin one', () => {
    on.stage.floor();
    const sheet = CreateGround('g', { width: 1, height: 1 }, on.stage.scene);
    sheet.position.y = 0.5;
    const { body } = new PhysicsAggregate(sheet, PhysicsShapeType.BOX, { mass: 1 }, on.stage.scene);
    expect(rounded(body.getMassProperties().inertia)).toEqual([0.08, 0.17, 0.08]);
    on.stage.step(90);
    expect(sheet.position.y).toBeCloseTo(0, 1);
  });

  test('what is turned is slowed down by a tenth a second, and what goes along is not', () => {
    on.stage.weightless();
    const body = on.stage.body('body', on.stage.box());
    expect([body.getLinearDamping(), Math.fround(body.getAngularDamping())]).toEqual([0, Math.fround(0.1)]);
    body.setAngularVelocity(new Vector3(0, 2, 0));
    body.setLinearVelocity(new Vector3(1, 0, 0));
    on.stage.step(120);
    expect(rounded(body.getAngularVelocity(), 1)).toEqual([0, 1.6, 0]);
    expect(rounded(body.getLinearVelocity())).toEqual([1, 0, 0]);
  });
});
