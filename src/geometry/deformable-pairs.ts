import { FirstContactError } from '../errors.js';
import { VOLUME_DOP18 } from '../kernels/layout/ablations.js';
import type { SearchBody } from '../mesh/search-body.js';

// What colliders must have in common to be searched together.
type Body = Pick<SearchBody, 'volume'>;

/** Boxes with different axes cannot be compared. */
export function refuseOtherVolume(body: Body, other: Body): void {
  if (other.volume === body.volume) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'the boxes of the two meshes have different axes',
    'Make both colliders with the same `volume`.',
  );
}

/** Obstacles have 18-DOPs. */
export function refuseForObstacle({ volume }: Body): void {
  if (volume === VOLUME_DOP18) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'the boxes of the mesh have other axes than those of an obstacle',
    "Use the volume '18-dop' with obstacles.",
  );
}
