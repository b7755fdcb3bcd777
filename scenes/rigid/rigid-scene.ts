import type { CollisionSettings, RigidBody } from '../../src/components/index.js';
import type { Quat, SceneMesh, Vec3 } from '../meshes/index.js';

type Columns<Component> = { readonly [Name in keyof Component]?: number };

export interface SceneBody {
  readonly mesh: SceneMesh;
  /** Kilograms a cubic metre; a body without one is fixed, or kinematic where its columns say so. */
  readonly density?: number;
  readonly position?: Vec3;
  readonly rotation?: Quat;
  readonly body?: Columns<RigidBody>;
  readonly settings?: Columns<CollisionSettings>;
}

/** Rigid bodies and how long they are looked at. */
export interface RigidScene {
  readonly summary: string;
  readonly gravity: Vec3;
  /** Of the long version. */
  readonly seconds: number;
  readonly bodies: readonly SceneBody[];
}

/** Made from a seed: the same for the same one. */
export type RigidSceneMaker = (seed: number) => RigidScene;
