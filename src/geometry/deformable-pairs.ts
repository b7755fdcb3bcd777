import { FirstContactError } from '../errors.js';
import { VOLUME_DOP18 } from '../kernels/layout/ablations.js';
import type { SearchBody } from '../mesh/search-body.js';

// What colliders must have in common to be searched together.
type Body = Pick<SearchBody, 'degree' | 'volume'>;

/** Boxes with different axes cannot be compared. */
export function refuseOtherVolume(body: Body, other: Body): void {
  if (other.volume === body.volume) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'the boxes of the two meshes have different axes',
    'Make both colliders with the same `volume`.',
  );
}

/** Obstacles move along straight paths, in 18-DOPs. */
export function refuseForObstacle({ degree, volume }: Body): void {
  if (degree === 1 && volume === VOLUME_DOP18) return;
  throw new FirstContactError(
    'BAD_SETTING',
    degree > 1
      ? `the mesh moves on paths of degree ${degree}, an obstacle's vertices on straight ones`
      : 'the boxes of the mesh have other axes than those of an obstacle',
    "Use `update` and the volume '18-dop' with obstacles.",
  );
}

export function refuseThickCurves(thickness: number): void {
  if (thickness === 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    `the mesh has a thickness of ${thickness}, and curved paths are for surfaces without`,
    'Make a collider without `thickness`, or use `update`.',
  );
}

export function refuseOtherDegree(body: Body, other: Body, details: boolean): void {
  const [ours, theirs] = [body.degree, other.degree];
  if (ours !== theirs) {
    throw new FirstContactError(
      'BAD_SETTING',
      `one mesh moves on paths of degree ${ours}, the other on paths of degree ${theirs}`,
      'Bring both to the higher degree: control points of a straight path lie at thirds of it, or at its middle.',
    );
  }
  if (ours === 1 || !details) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'details were asked for on curved paths',
    'Leave `details` out: they are there for straight paths.',
  );
}
