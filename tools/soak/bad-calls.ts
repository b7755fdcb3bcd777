import { addEntity, removeEntity, type World } from 'bitecs';
import type { CollisionPlugin } from '../../src/index.js';

/** Calls that make no sense, each of which has to be refused by a typed error. `any` is a collider. */
export function badCalls(plugin: CollisionPlugin, world: World, any: number): (() => unknown)[] {
  const { RigidBody, CollisionSettings } = plugin.components;
  const fresh = <Result>(use: (entity: number) => Result): Result => {
    const entity = addEntity(world);
    try {
      return use(entity);
    } finally {
      removeEntity(world, entity);
    }
  };
  const triangle = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
  const whileWritten = (column: Float64Array, value: number) => () => {
    const before = column[any];
    column[any] = value;
    try {
      plugin.step();
    } finally {
      column[any] = before;
    }
  };
  return [
    () => plugin.step(Number.NaN),
    () => plugin.step(16),
    () => plugin.addRigidBody(any, triangle),
    () => plugin.addDeformable(any, triangle),
    () => plugin.addRigidBody(987_654, triangle),
    () => fresh((entity) => plugin.addRigidBody(entity, { ...triangle, positions: [0, 0, Number.NaN] })),
    () => fresh((entity) => plugin.addRigidBody(entity, { ...triangle, triangles: [0, 1, 7] })),
    () => fresh((entity) => plugin.addRigidBody(entity, triangle)), // open, and dynamic
    () => fresh((entity) => plugin.addDeformable(entity, { positions: [], triangles: [] })),
    () => fresh((entity) => plugin.addDeformable(entity, { ...triangle, triangles: [0, 1, 1] })),
    () => fresh((entity) => plugin.addDeformable(entity, { ...triangle, cloth: { pins: [3] } })),
    () => fresh((entity) => plugin.addRigidBody(entity, { mesh: 4_000_000 })),
    () => fresh((entity) => plugin.removeCollider(entity)),
    () => plugin.moveVertices(any, Float64Array.of(1, 2)),
    () => plugin.unloadMesh(-1),
    () => plugin.meshFacts(1.5),
    () => plugin.cut(any, {}),
    () => plugin.cut(any, { path: [0, 1e9] }),
    () => plugin.sew(any, [0], any, [0]),
    () => plugin.sew(any, [0, 1], any, [2]),
    () => plugin.unpick(0),
    () => plugin.restore(new Uint8Array(100)),
    () => plugin.raycast({ origin: [0, 0, Number.NaN], direction: [0, 1, 0] } as never),
    () => plugin.overlap({ radius: -1 }, { position: [0, 0, 0] }),
    whileWritten(CollisionSettings.thickness, -1),
    whileWritten(RigidBody.qw, Number.NaN),
    () => plugin.loadMesh(undefined as never),
  ];
}
