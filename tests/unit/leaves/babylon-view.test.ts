// The view's other faces: between steps, instances, meshes that the scene had already, picking and dragging.
import { createRequire } from 'node:module';
import type * as BabylonTypes from 'babylonjs';
import { addEntity, removeEntity } from 'bitecs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { attachView, importMesh, type View, type ViewOptions } from '../../../src/babylon/index.js';
import { MOTION_FIXED, MOTION_KINEMATIC } from '../../../src/components/constants.js';
import { openScene, type Scene, verticesOf } from '../../support/colliders.js';

// A UMD build: Node reads it as CommonJS.
const BABYLON = createRequire(import.meta.url)('babylonjs') as typeof BabylonTypes;
const ball = icosphereMesh({ subdivisions: 1 });
const sheet = gridMesh({ columns: 4, rows: 4 });
const HALF = Math.SQRT1_2;

let engine: BabylonTypes.NullEngine;
let scene: BabylonTypes.Scene;
let collision: Scene;
let view: View<BabylonTypes.Mesh>;

type Options = Partial<ViewOptions<BabylonTypes.Mesh>>;
const attach = (options: Options = {}) =>
  attachView<BabylonTypes.Mesh>({ BABYLON, scene, plugin: collision.plugin, ...options });

beforeEach(async () => {
  engine = new BABYLON.NullEngine();
  scene = new BABYLON.Scene(engine);
  collision = await openScene({ gravity: [0, 0, 0] });
  // However slow the machine is.
  view = attach({ clock: () => 0 });
});
afterEach(() => {
  view.dispose();
  collision.plugin.dispose();
  engine.dispose();
});

function addBall(position: [number, number, number], body = {}, mesh?: number): number {
  const entity = addEntity(collision.world);
  const shape = mesh === undefined ? ball : { mesh };
  collision.plugin.addRigidBody(entity, { ...shape, position, body });
  return entity;
}

describe('sharp edges', () => {
  const shapeOf = (entity: number) => {
    collision.plugin.step();
    view.sync();
    const mesh = view.meshOf(entity) as BabylonTypes.Mesh;
    const [at, normals, indices] = [
      mesh.getVerticesData('position') as Float32Array,
      mesh.getVerticesData('normal') as Float32Array,
      mesh.getIndices() as Uint32Array,
    ];
    return { at, normals, corners: Array.from(indices, (v) => [...at.subarray(3 * v, 3 * v + 3)]) };
  };

  test('a box has a normal a side, a ball one a vertex, and both the triangles that they had', () => {
    view = attach({ sharpEdges: true });
    const box = addEntity(collision.world);
    const shape = boxMesh({ cells: [2, 2, 2], size: [1, 2, 3] });
    collision.plugin.addRigidBody(box, shape);
    const { normals, corners } = shapeOf(box);
    expect(normals.length / 3).toBe(6 * 9); // nine corners of quads a side
    for (let i = 0; i < normals.length; i += 3) {
      const sides = [...normals.subarray(i, i + 3)].map(Math.abs).sort();
      expect(sides[2]).toBeCloseTo(1, 6);
      expect(sides[1]).toBeCloseTo(0, 6);
    }
    expect(corners).toEqual(Array.from(shape.triangles, (v) => [...shape.positions.slice(3 * v, 3 * v + 3)]));
    const round = shapeOf(addBall([5, 0, 0]));
    expect(round.at.length).toBe(ball.positions.length);
  });

  test('are smooth where nobody asks', () => {
    const box = addEntity(collision.world);
    collision.plugin.addRigidBody(box, boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }));
    expect(shapeOf(box).at.length / 3).toBe(8);
  });
});

describe('between two steps', () => {
  test('a body is shown on its way, about its centre of mass', () => {
    const entity = addBall([0, 0, 0], { vx: 6, wz: 3 });
    view.beforeStep();
    collision.plugin.step(0.1);
    const { px, qz } = collision.plugin.components.RigidBody;
    expect(px[entity]).toBeCloseTo(0.6, 6);
    view.sync(0.5);
    const mesh = view.meshOf(entity) as BabylonTypes.Mesh;
    expect(mesh.position.x).toBeCloseTo(0.3, 6);
    expect(2 * Math.asin(mesh.rotationQuaternion?.z ?? 0)).toBeCloseTo(Math.asin(qz[entity]), 3);
    view.sync();
    expect(mesh.position.x).toBeCloseTo(0.6, 6);
  });

  test('what was not noted before the last step is shown where it is', () => {
    const entity = addBall([0, 0, 0], { vx: 6 });
    view.sync();
    view.beforeStep();
    collision.plugin.step(0.1);
    collision.plugin.step(0.1);
    view.sync(0.5);
    expect(view.meshOf(entity)?.position.x).toBeCloseTo(1.2, 6);
  });

  test('a deformable is shown on its way, and where it is afterwards', () => {
    const cloth = addEntity(collision.world);
    collision.plugin.addDeformable(cloth, sheet);
    view.sync();
    collision.plugin.step();
    view.sync();
    const lift = (by: number) => sheet.positions.map((value, i) => (i % 3 === 1 ? value + by : value));
    view.beforeStep();
    collision.plugin.moveVertices(cloth, lift(1));
    collision.plugin.step();
    const height = () => view.meshOf(cloth)?.getVerticesData('position')?.[1];
    view.sync(0.25);
    expect(height()).toBeCloseTo(0.25, 6);
    view.sync();
    expect(height()).toBe(1);
  });

  test('advance makes the steps that fit, drops what is too much, and shows the rest', () => {
    const entity = addBall([0, 0, 0], { vx: 60 });
    expect(view.advance(0.025)).toBe(1);
    expect(view.meshOf(entity)?.position.x).toBeCloseTo(0.5, 5);
    expect(view.advance(1 / 60)).toBe(1);
    expect(view.advance(10)).toBe(4);
    expect(collision.plugin.clock.step).toBe(6);
    expect(view.meshOf(entity)?.position.x).toBeCloseTo(5, 5);
  });
});

test('steps that take longer than they last are made one a frame: time goes slowly, and does not pile up', () => {
  let now = 0;
  const takes = (ms: number): Options => ({
    clock: () => now,
    onAfterStep() {
      now += ms;
    },
  });
  const slow = attach(takes(40));
  addBall([0, 0, 0]);
  for (let frame = 1; frame <= 5; frame++) {
    expect(slow.advance(0.04)).toBe(1);
    expect(collision.plugin.clock.step).toBe(frame);
  }
  const quick = attach(takes(6));
  expect(quick.advance(3 / 60)).toBe(3);
  expect(quick.advance(6 / 60, 8)).toBe(3); // 18 ms are more than a step lasts
  slow.dispose();
  quick.dispose();
});

describe('thin instances', () => {
  test('bodies of one mesh are one Babylon mesh, each with its pose and colour', () => {
    view.dispose();
    const seen: number[] = [];
    view = attach({
      thinInstances: true,
      onMesh: (_, entity) => seen.push(entity),
      colourOf: (entity, out, at) => out.set([entity, 0, 0, 1], at),
    });
    const mesh = collision.plugin.loadMesh(ball);
    const bodies = Array.from({ length: 40 }, (_, i) => addBall([3 * i, 0, 0], {}, mesh));
    collision.plugin.step();
    view.sync();
    expect(seen).toEqual([bodies[0]]);
    expect(scene.meshes.length).toBe(1);
    const drawn = view.meshOf(bodies[7]) as BabylonTypes.Mesh;
    expect(drawn.thinInstanceCount).toBe(40);
    const matrices = drawn.thinInstanceGetWorldMatrices();
    expect(matrices.map((matrix) => matrix.getTranslation().x)).toEqual(bodies.map((_, i) => 3 * i));
    for (const body of bodies.slice(1)) removeEntity(collision.world, body);
    collision.plugin.step();
    view.sync();
    expect(drawn.thinInstanceCount).toBe(1);
    removeEntity(collision.world, bodies[0]);
    collision.plugin.step();
    view.sync();
    expect(scene.meshes.length).toBe(0);
  });

  test('they are shown between steps, and picked', () => {
    view.dispose();
    view = attach({ thinInstances: true });
    const camera = new BABYLON.FreeCamera('camera', new BABYLON.Vector3(0, 0, -10), scene);
    camera.setTarget(BABYLON.Vector3.Zero());
    const mesh = collision.plugin.loadMesh(ball);
    const far = addBall([0, 0, 4], {}, mesh);
    const near = addBall([0, 0, 0], { vx: 1 }, mesh);
    view.beforeStep();
    collision.plugin.step(0.1);
    view.sync(0.5);
    const [x, y] = [engine.getRenderWidth() / 2, engine.getRenderHeight() / 2];
    expect(view.pick(x, y)?.entity).toBe(near);
    removeEntity(collision.world, near);
    collision.plugin.step(0.1);
    expect(view.pick(x, y)?.entity).toBe(far);
  });
});

describe('meshes that the scene had already', () => {
  const cornersOf = (mesh: BabylonTypes.Mesh) => {
    mesh.computeWorldMatrix(true);
    const corners = mesh.getBoundingInfo().boundingBox.vectorsWorld;
    return corners.map((corner) => corner.asArray().map((value) => value.toFixed(5))).sort();
  };
  const box = () => BABYLON.MeshBuilder.CreateBox('box', { size: 2 }, scene);

  test('corners that a file repeats are joined, and normals point outwards', () => {
    const { positions, triangles, newVertexOf } = importMesh(box() as never, 'world');
    expect([positions.length / 3, triangles.length / 3, newVertexOf.length]).toEqual([8, 12, 24]);
    const entity = addEntity(collision.world);
    collision.plugin.addRigidBody(entity, { positions, triangles });
    collision.plugin.step();
    // A mesh that is inside out encloses no volume, and has no inertia of its own.
    const mesh = collision.plugin.components.MeshTopology.mesh[entity];
    expect(collision.plugin.meshFacts(mesh).solid.volume).toBeCloseTo(8, 9);
  });

  test.each([false, true])(
    'place, turn, scaling and mirroring of parents count; right-handed: %s',
    (rightHanded) => {
      scene.useRightHandedSystem = rightHanded;
      const parent = new BABYLON.TransformNode('parent', scene);
      parent.position.set(1, 2, 3);
      parent.rotationQuaternion = new BABYLON.Quaternion(0, HALF, 0, HALF);
      parent.scaling.set(1, 1, -1);
      const mesh = box();
      mesh.parent = parent;
      mesh.position.set(0, 5, 0);
      mesh.scaling.set(1, 2, 3);
      const corners = cornersOf(mesh);
      const entity = addEntity(collision.world);
      view.adoptRigidBody(entity, mesh, { body: { motion: MOTION_KINEMATIC } });
      collision.plugin.step();
      view.sync();
      const { RigidBody, Bvh, MeshTopology } = collision.plugin.components;
      expect([RigidBody.px[entity], RigidBody.py[entity], RigidBody.pz[entity]]).toEqual([1, 7, 3]);
      expect(collision.plugin.meshFacts(MeshTopology.mesh[entity]).solid.volume).toBeCloseTo(48, 4);
      expect(cornersOf(mesh)).toEqual(corners);
      RigidBody.px[entity] = 11;
      view.sync();
      mesh.computeWorldMatrix(true);
      expect(mesh.getBoundingInfo().boundingBox.centerWorld.x).toBeCloseTo(11, 5);
      expect(Bvh.nodes[entity]).toBe(0);
      view.dispose();
      expect(mesh.isDisposed()).toBe(false);
      expect(mesh.parent).toBe(parent);
      expect(scene.transformNodes.length).toBe(1);
    },
  );

  test('a shear is done to the vertices', () => {
    const parent = new BABYLON.TransformNode('parent', scene);
    parent.scaling.set(1, 3, 1);
    const mesh = box();
    mesh.parent = parent;
    mesh.rotation.z = 0.5;
    const { rotation, positions } = importMesh(mesh as never, 'body');
    expect(rotation).toEqual([0, 0, 0, 1]);
    const world = mesh.computeWorldMatrix(true);
    const corner = BABYLON.Vector3.TransformCoordinates(new BABYLON.Vector3(1, 1, 1), world).asArray();
    const nearest = Math.min(
      ...Array.from({ length: 8 }, (_, v) =>
        Math.max(...corner.map((value, k) => Math.abs(value - positions[3 * v + k]))),
      ),
    );
    expect(nearest).toBeLessThan(1e-5);
  });

  test('an adopted deformable has our vertices and normals, and is given back as it was', () => {
    const mesh = BABYLON.MeshBuilder.CreateGround('ground', { width: 2, height: 2, subdivisions: 3 }, scene);
    mesh.position.y = 4;
    const before = [...(mesh.getVerticesData('position') ?? [])];
    const entity = addEntity(collision.world);
    view.adoptDeformable(entity, mesh);
    collision.plugin.step();
    const lifted = verticesOf(collision, entity).map((value, i) => (i % 3 === 1 ? value + 1 : value));
    collision.plugin.moveVertices(entity, lifted);
    collision.plugin.step();
    view.sync();
    const heights = (mesh.getVerticesData('position') ?? []).filter((_, i) => i % 3 === 1);
    expect(new Set(heights)).toEqual(new Set([5]));
    expect(mesh.position.y).toBe(0);
    view.dispose();
    expect(Float32Array.from(mesh.getVerticesData('position') ?? [])).toEqual(Float32Array.from(before));
    expect(mesh.position.y).toBe(4);
  });

  test('a skinned mesh is followed', () => {
    const mesh = box();
    const skeleton = new BABYLON.Skeleton('skeleton', 'skeleton', scene);
    const bone = new BABYLON.Bone('bone', skeleton, null, BABYLON.Matrix.Identity());
    const vertices = mesh.getTotalVertices();
    mesh.setVerticesData('matricesIndices', new Float32Array(4 * vertices));
    mesh.setVerticesData(
      'matricesWeights',
      new Float32Array(4 * vertices).map((_, i) => (i % 4 === 0 ? 1 : 0)),
    );
    mesh.skeleton = skeleton;
    mesh.position.x = 10;
    const entity = addEntity(collision.world);
    view.followMesh(entity, mesh);
    collision.plugin.step();
    const centre = () => {
      const positions = verticesOf(collision, entity);
      return [0, 1, 2].map((k) => positions.filter((_, i) => i % 3 === k).reduce((a, b) => a + b, 0) / 8);
    };
    expect(centre()).toEqual([10, 0, 0]);
    bone.setPosition(new BABYLON.Vector3(0, 2, 0), BABYLON.Space.LOCAL);
    view.beforeStep();
    collision.plugin.step();
    expect(centre()).toEqual([10, 2, 0]);
    expect(() => view.adoptDeformable(addEntity(collision.world), mesh)).toThrow(/BAD_SETTING.*followMesh/);
  });

  test('a mesh without geometry is refused by name', () => {
    expect(() => view.adoptRigidBody(addEntity(collision.world), new BABYLON.Mesh('empty', scene))).toThrow(
      /EMPTY_MESH/,
    );
  });
});

describe('the pointer', () => {
  let camera: BabylonTypes.FreeCamera;
  beforeEach(() => {
    camera = new BABYLON.FreeCamera('camera', new BABYLON.Vector3(0, 0, -10), scene);
    camera.setTarget(BABYLON.Vector3.Zero());
    point(0.5);
  });

  function point(across: number): void {
    scene.pointerX = across * engine.getRenderWidth();
    scene.pointerY = engine.getRenderHeight() / 2;
  }

  function pointer(type: number): void {
    scene.onPointerObservable.notifyObservers({ type } as BabylonTypes.PointerInfo, type);
  }

  test('picks what is nearest: point, normal and triangle', () => {
    addBall([0, 0, 5]);
    const front = addBall([0, 0, 0], {});
    const cloth = addEntity(collision.world);
    collision.plugin.addDeformable(cloth, sheet);
    collision.plugin.step();
    const picked = view.pick(scene.pointerX, scene.pointerY);
    expect(picked?.entity).toBe(front);
    expect(picked?.point[2]).toBeLessThan(-0.8);
    expect(picked?.normal[2]).toBeLessThan(-0.9);
    // The ray begins on the camera's near plane.
    expect(picked?.distance).toBeCloseTo(9 - camera.minZ, 5);
    const upright = sheet.positions.map((_, i) =>
      i % 3 === 2 ? -3 : sheet.positions[i % 3 === 1 ? i + 1 : i],
    );
    collision.plugin.placeVertices(cloth, upright);
    collision.plugin.step();
    expect(view.pick(scene.pointerX, scene.pointerY)).toMatchObject({ entity: cloth });
    expect(view.pick(0, 0)).toBeUndefined();
  });

  test('drags a dynamic body to where it points, and leaves the forces as they were', () => {
    const entity = addBall([0, 0, 0], { fy: 0.25 });
    collision.plugin.step();
    const stop = view.enableDragging();
    pointer(BABYLON.PointerEventTypes.POINTERDOWN);
    expect(view.dragged).toBe(entity);
    point(0.65);
    const { fx, fy, px } = collision.plugin.components.RigidBody;
    for (let i = 0; i < 120; i++) view.advance(1 / 60);
    expect(fx[entity]).not.toBe(0);
    const x = px[entity];
    // The ball is two metres wide, and the pointer two and a half from where it was.
    expect(x).toBeGreaterThan(1);
    expect(view.pick(scene.pointerX, scene.pointerY)?.entity).toBe(entity);
    pointer(BABYLON.PointerEventTypes.POINTERUP);
    expect(view.dragged).toBeUndefined();
    expect([fx[entity], fy[entity]]).toEqual([0, 0.25]);
    stop();
    pointer(BABYLON.PointerEventTypes.POINTERDOWN);
    expect(view.dragged).toBeUndefined();
  });

  test('does not drag what is fixed, and lets go of what is gone', () => {
    const fixed = addBall([0, 0, 0], { motion: MOTION_FIXED });
    collision.plugin.step();
    view.enableDragging();
    pointer(BABYLON.PointerEventTypes.POINTERDOWN);
    expect(view.dragged).toBeUndefined();
    removeEntity(collision.world, fixed);
    const body = addBall([0, 0, 0]);
    collision.plugin.step();
    pointer(BABYLON.PointerEventTypes.POINTERDOWN);
    expect(view.dragged).toBe(body);
    removeEntity(collision.world, body);
    collision.plugin.step();
    view.advance(1 / 60);
    expect(view.dragged).toBeUndefined();
  });
});
