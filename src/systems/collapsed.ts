import { FirstContactError } from '../errors.js';

/** Whether so many vertices are in one place, x y z each, of which every `stride`-th number counts. */
export function areInOnePlace(places: ArrayLike<number>, first: number, count: number, stride = 1): boolean {
  for (let i = 3; i < 3 * count; i++)
    if (places[first + stride * i] !== places[first + stride * (i % 3)]) return false;
  return true;
}

/** All vertices in one place are as many contacts as pairs of features, and most often an array that nobody filled. */
export function collapsed(entity: number, [x, y, z]: readonly number[]): FirstContactError {
  return new FirstContactError(
    'COLLAPSED_MESH',
    `All vertices would be at ${x}, ${y}, ${z}`,
    'Look for an array that was not filled. To hide a deformable, set CollisionSettings.collider to COLLIDER_OFF.',
    { entity },
  );
}
