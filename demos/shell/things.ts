// What many demos have: a floor, a box without a lid, bodies of a density.
import { type MeshId, MOTION_DYNAMIC, MOTION_FIXED, type RigidBodyOptions } from 'first-contact';
import { boxMesh, type Vec3 } from '../../scenes/meshes/index.js';
import type { Demo } from './demo.js';
import { asGround, glaze } from './paint.js';

const THICK = 0.1;

/** A slab whose upper side is at `height`. */
export function addFloor(demo: Demo, size: number, height = 0, friction = 0.6): void {
  asGround(addSlab(demo, [size, THICK, size], [0, height - THICK / 2, 0], friction), height, size / 2);
}

export function addSlab(demo: Demo, size: Vec3, position: Vec3, friction = 0.5, restitution = 0): number {
  const entity = demo.add();
  demo.plugin.addRigidBody(entity, {
    ...boxMesh({ cells: [1, 1, 1], size }),
    position,
    body: { motion: MOTION_FIXED },
    settings: { friction, restitution },
  });
  return entity;
}

/** A slab of glass, without friction, that gives back what meets it as fast as it came. */
export function addPane(demo: Demo, size: Vec3, position: Vec3): void {
  glaze(addSlab(demo, size, position, 0, 1));
}

/** A body as heavy as its volume makes it, in kilograms a cubic metre. */
export function addBody(
  demo: Demo,
  mesh: MeshId,
  density: number,
  options: Partial<RigidBodyOptions>,
): number {
  const entity = demo.add();
  const { volume } = demo.plugin.meshFacts(mesh).solid;
  const body = { motion: MOTION_DYNAMIC, mass: Math.abs(volume) * density, ...options.body };
  demo.plugin.addRigidBody(entity, { ...options, mesh, body } as RigidBodyOptions);
  return entity;
}

/** A page's own random numbers: the same in every visit. */
export { random } from '../../scenes/random.js';
