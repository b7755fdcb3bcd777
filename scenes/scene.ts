import type { SceneMesh } from './meshes/mesh.js';
import type { Place } from './meshes/placed.js';
import type { Vec3 } from './meshes/vectors.js';

// What tests, demos and benchmarks share: plain data, in metres, kilograms and seconds. A scene says what there is and how it
// begins; whoever simulates it does so with a solver, and whoever measures detection alone takes the prescribed motion.

interface Body extends Place {
  /** Which of the scene's meshes. */
  readonly mesh: number;
  readonly velocity?: Vec3;
}

export interface DeformableEntity extends Body {
  readonly kind: 'deformable';
  /** Vertices that stay where they are. */
  readonly pins?: readonly number[];
  /** Kilograms a square metre; 0.2 where it is not said. */
  readonly areaDensity?: number;
}

export interface RigidEntity extends Body {
  readonly kind: 'rigid';
  /** Radians a second, an axis times a speed. */
  readonly spin?: Vec3;
  /** Goes on with its velocity and its spin whatever it meets; at rest without them. */
  readonly isDriven?: boolean;
  /** Kilograms a cubic metre; 1000 where it is not said. */
  readonly density?: number;
}

export type SceneEntity = DeformableEntity | RigidEntity;

export interface Scene {
  /** In kebab case, as in the list of scenes. */
  readonly name: string;
  readonly title: string;
  readonly meshes: readonly SceneMesh[];
  readonly entities: readonly SceneEntity[];
  readonly gravity: Vec3;
  /** How many frames the motion has, and the seconds from one to the next. */
  readonly frames: number;
  readonly frameTime: number;
  /**
   * A prescribed motion, for measuring detection alone: x y z of each entity's vertices in the world at a frame from 0 to
   * `frames`. It is made up, not simulated: things may pass through each other.
   */
  motion(frame: number): readonly Float64Array[];
}

/** The mesh of each entity. */
export function meshOfEntity(scene: Scene, entity: number): SceneMesh {
  return scene.meshes[scene.entities[entity].mesh];
}
