// What many demos have: a floor, a box without a lid, bodies of a density.
import { type MeshId, MOTION_DYNAMIC, MOTION_FIXED, type RigidBodyOptions } from 'first-contact';
import { boxMesh, type SceneMesh, type Vec3 } from '../../scenes/meshes/index.js';
import type { Demo } from './demo.js';

const THICK = 0.1;

/** A slab whose upper side is at `height`. */
export function addFloor(demo: Demo, size: number, height = 0, friction = 0.6): void {
  addSlab(demo, [size, THICK, size], [0, height - THICK / 2, 0], friction);
}

export function addSlab(demo: Demo, size: Vec3, position: Vec3, friction = 0.5): number {
  const entity = demo.add();
  demo.plugin.addRigidBody(entity, {
    ...boxMesh({ cells: [1, 1, 1], size }),
    position,
    body: { motion: MOTION_FIXED },
    settings: { friction },
  });
  return entity;
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

/** The inertia of a box as large as the mesh, for pieces that enclose no volume. */
export function boxInertia(
  { positions }: SceneMesh,
  mass: number,
): { ixx: number; iyy: number; izz: number; mass: number } {
  const sides = [0, 1, 2].map((k) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return (high - low) ** 2;
  });
  const about = (a: number, b: number) => (mass * (sides[a] + sides[b])) / 12;
  return { mass, ixx: about(1, 2), iyy: about(0, 2), izz: about(0, 1) };
}

/** A page's own random numbers: the same in every visit. */
export { random } from '../../scenes/random.js';
