import { balls } from './balls.js';
import { clothOnBall } from './cloth-on-ball.js';
import { letters } from './letters.js';
import { ruffles } from './ruffles.js';
import type { Scene } from './scene.js';
import { skirt } from './skirt.js';

export { asOneMesh, pointsAt } from './as-one-mesh.js';
export { type BallsSize, balls } from './balls.js';
export { type BrokenStatueSize, brokenStatue } from './broken-statue.js';
export { type ClothOnBallSize, clothOnBall } from './cloth-on-ball.js';
export { type LettersSize, letters } from './letters.js';
export { type RufflesSize, ruffles } from './ruffles.js';
export {
  type DeformableEntity,
  meshOfEntity,
  type RigidEntity,
  type Scene,
  type SceneEntity,
} from './scene.js';
export { type SkirtSize, skirt } from './skirt.js';

/** The scenes at the papers' sizes, by name. The broken statue is made with what falls on it: `brokenStatue`. */
export const SCENES: Readonly<Record<string, () => Scene>> = {
  balls,
  'cloth-on-ball': clothOnBall,
  letters,
  ruffles,
  skirt,
};
