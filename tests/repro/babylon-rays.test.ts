import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type HavokPlugin,
  type IRaycastQuery,
  nameOf,
  type PhysicsBody,
  PhysicsMotionType,
  PhysicsRaycastResult,
  PhysicsShape,
  PhysicsShapeCapsule,
  PhysicsShapeContainer,
  PhysicsShapeConvexHull,
  PhysicsShapeCylinder,
  PhysicsShapeGroundMesh,
  PhysicsShapeMesh,
  PLUGINS,
  rounded,
  type Stage,
  stageForEach,
  Vector3,
} from '../support/babylon-physics.js';

const { STATIC } = PhysicsMotionType;
const DOWN = [new Vector3(0.11, 5, 0.07), new Vector3(0.11, -5, 0.07)] as const;
const UP = [DOWN[1], DOWN[0]] as const;
const FROM_INSIDE = [new Vector3(0.11, 0, 0.07), new Vector3(0.11, -5, 0.07)] as const;

describe.each(PLUGINS)('%s', (name) => {
  const on = stageForEach(name);
  beforeEach(() => {
    (on.stage.plugin as HavokPlugin).setMaxQueryCollectorHits(16);
  });

  const fixed = (shape: PhysicsShape, at: readonly [number, number, number] = [0, 0, 0], called = 'body') =>
    on.stage.body(called, shape, at, STATIC);

  const [low, high] = [new Vector3(0, -0.5, 0), new Vector3(0, 0.5, 0)];
  const SOLIDS: [string, (s: Stage) => PhysicsShape, number][] = [
    ['box', (s) => s.box(), 0.5],
    ['ball', (s) => s.ball(), 0.483],
    ['capsule', ({ scene }) => new PhysicsShapeCapsule(low, high, 0.3, scene), 0.77],
    ['capsule, the other way', ({ scene }) => new PhysicsShapeCapsule(high, low, 0.3, scene), 0.77],
    ['cylinder', ({ scene }) => new PhysicsShapeCylinder(low, high, 0.3, scene), 0.5],
    ['hull', ({ scene }) => new PhysicsShapeConvexHull(CreateBox('b', { size: 1 }, scene), scene), 0.5],
  ];

  test.each(SOLIDS)('a ray meets a %s where it enters it, and has no triangle there', (_, make, height) => {
    const body = fixed(make(on.stage));
    for (const [ray, side] of [
      [DOWN, 1],
      [UP, -1],
    ] as const) {
      const hit = on.stage.engine.raycast(...ray);
      expect(hit.hitPointWorld.y).toBeCloseTo(side * height, 1);
      expect(hit.hitNormalWorld.y * side).toBeGreaterThan(0.7);
      expect([hit.body === body, hit.bodyIndex, hit.triangleIndex]).toEqual([true, 0, -1]);
    }
    expect(on.stage.engine.raycast(...FROM_INSIDE).hasHit).toBe(false);
    expect(on.stage.engine.raycastMulti(...DOWN).length).toBe(1);
  });

  test('a ray meets a mesh wherever it goes through it, from inside too, and says which triangle', () => {
    const mesh = CreateBox('b', { size: 1 }, on.stage.scene);
    fixed(new PhysicsShapeMesh(mesh, on.stage.scene));
    const all = on.stage.engine.raycastMulti(...DOWN);
    expect(all.map(({ hitPointWorld }) => Math.round(10 * hitPointWorld.y))).toEqual([5, -5]);
    const inside = on.stage.engine.raycast(...FROM_INSIDE);
    expect([inside.hasHit, inside.hitPointWorld.y]).toEqual([true, -0.5]);
    const indices = mesh.getIndices() ?? [];
    const heights = (triangle: number) =>
      [0, 1, 2].map((k) => mesh.getVerticesData('position')?.[3 * indices[3 * triangle + k] + 1]);
    expect(heights(all[0].triangleIndex)).toEqual([0.5, 0.5, 0.5]);
    expect(heights(inside.triangleIndex)).toEqual([-0.5, -0.5, -0.5]);
  });

  test('a wheel is met four times across, and what is behind it after it', () => {
    const mesh = CreateTorus('wheel', { diameter: 1, thickness: 0.3, tessellation: 30 }, on.stage.scene);
    fixed(new PhysicsShapeMesh(mesh, on.stage.scene), [0, 0, 0], 'wheel');
    fixed(on.stage.ball(), [3, 0, 0], 'ball');
    const all = on.stage.engine.raycastMulti(new Vector3(-9, 0.01, 0.02), new Vector3(9, 0.01, 0.02));
    expect(all.map(({ body }) => nameOf(body as PhysicsBody))).toEqual([...Array(4).fill('wheel'), 'ball']);
    expect(all.map(({ hitPointWorld }) => hitPointWorld.x.toFixed(1))).toEqual([
      '-0.6',
      '-0.3',
      '0.3',
      '0.6',
      '2.5',
    ]);
  });

  test('a list takes as many hits as it is long, and keeps its results', () => {
    for (const y of [0, 2, 4]) fixed(on.stage.box(), [0, y, 0], `box ${y}`);
    const names = (results: PhysicsRaycastResult[]) =>
      results.map(({ body }) => (body ? nameOf(body) : undefined));
    const results = (count: number) => Array.from({ length: count }, () => new PhysicsRaycastResult());
    for (const [count, met] of [
      [1, ['box 4']],
      [2, ['box 4', 'box 2']],
      [4, ['box 4', 'box 2', 'box 0', undefined]],
    ] as const) {
      const list = results(count);
      const before = [...list];
      on.stage.engine.raycastToRef(new Vector3(0, 9, 0), new Vector3(0, -5, 0), list);
      expect(list.every((result, i) => result === before[i])).toBe(true);
      expect(names(list)).toEqual(met);
    }
    const empty: PhysicsRaycastResult[] = [];
    on.stage.engine.raycastToRef(new Vector3(0, 9, 0), new Vector3(0, -5, 0), empty);
    expect(names(empty)).toEqual(['box 4', 'box 2', 'box 0']);
    const [first] = empty;
    expect([first.hitDistance, ...rounded(first.rayFromWorld), ...rounded(first.rayToWorld)]).toEqual([
      4.5, 0, 9, 0, 0, -5, 0,
    ]);
    // What was filled once may be filled again.
    on.stage.engine.raycastToRef(new Vector3(5, 9, 0), new Vector3(5, -5, 0), empty);
    expect(empty.map(({ hasHit, body }) => [hasHit, body])).toEqual(Array(3).fill([false, undefined]));
  });

  const MASKS: readonly IRaycastQuery[] = [
    {},
    { membership: 4 },
    { membership: 1 },
    { collideWith: 2 },
    { collideWith: 1 },
    { membership: 4, collideWith: 2 },
    { membership: 0 },
    { collideWith: 0 },
  ];
  test.each([
    [1, 1, '10101000'],
    [2, 4, '11010100'],
    [-1, -1, '11111100'],
    [0, -1, '00000000'],
    [-1, 0, '00000000'],
  ])('a shape of masks %i and %i is met by rays that ask for it', (membership, collide, met) => {
    const shape = on.stage.box();
    fixed(shape);
    shape.filterMembershipMask = membership;
    shape.filterCollideMask = collide;
    expect(MASKS.map((query) => Number(on.stage.engine.raycast(...DOWN, query).hasHit)).join('')).toBe(met);
  });

  test.each([
    ['static', STATIC],
    ['dynamic', PhysicsMotionType.DYNAMIC],
  ])('the child of a %s container that was met is told, and its masks count', (_, motion) => {
    on.stage.weightless();
    const whole = new PhysicsShapeContainer(on.stage.scene);
    const [top, bottom] = [on.stage.box(), on.stage.box()];
    whole.addChild(top, new Vector3(0, 2, 0));
    whole.addChild(bottom);
    top.filterMembershipMask = 2;
    bottom.filterMembershipMask = 4;
    const body = on.stage.body('whole', whole, [0, 0, 0], motion);
    on.stage.step();
    const met = (query?: IRaycastQuery) => {
      const { shape, hitPointWorld } = on.stage.engine.raycast(...DOWN, query);
      return [shape === top ? 'top' : shape === bottom ? 'bottom' : shape, hitPointWorld.y.toFixed(1)];
    };
    expect(met()).toEqual(['top', '2.5']);
    expect(met({ collideWith: 4 })).toEqual(['bottom', '0.5']);
    expect(met({ collideWith: 1 })).toEqual([undefined, '0.0']);
    expect(on.stage.engine.raycastMulti(...DOWN).length).toBe(2);
    expect(on.stage.engine.raycast(...DOWN, { ignoreBody: body }).hasHit).toBe(false);
  });

  test('triggers are met by rays that ask for them', () => {
    const shape = on.stage.box();
    fixed(shape).transformNode.name = 'trigger';
    shape.isTrigger = true;
    expect(on.stage.engine.raycast(...DOWN).hasHit).toBe(false);
    expect(on.stage.engine.raycast(...DOWN, { shouldHitTriggers: true }).hasHit).toBe(true);
  });

  test('a body without a shape is met by none, and children that have a body are left to it', () => {
    on.stage.body('nothing', undefined);
    expect(on.stage.engine.raycast(...DOWN, { shouldHitTriggers: true }).hasHit).toBe(false);
    const mesh = CreateBox('parent', { size: 1 }, on.stage.scene);
    const child = CreateBox('child', { size: 1 }, on.stage.scene);
    child.parent = mesh;
    child.position.y = 3;
    child.physicsBody = on.stage.body('own', undefined, [9, 0, 0], STATIC);
    const parameters = { mesh, includeChildMeshes: true };
    fixed(new PhysicsShape({ type: 6, parameters }, on.stage.scene));
    expect(on.stage.engine.raycast(...DOWN).hitPointWorld.y).toBeCloseTo(0.5, 3);
  });

  test('a ground mesh has no triangles to tell', () => {
    const ground = CreateGround('g', { width: 4, height: 4, subdivisions: 4 }, on.stage.scene);
    fixed(new PhysicsShapeGroundMesh(ground, on.stage.scene));
    const hit = on.stage.engine.raycast(...DOWN);
    expect([hit.hasHit, hit.triangleIndex, Math.round(hit.hitPointWorld.y)]).toEqual([true, -1, 0]);
  });
});
