import { WIDE_AXES, WIDE_CENTRE, WIDE_HALF, WIDE_RADIUS, WIDE_SPREAD } from '../layout/rigid-meshes';
import {
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_B_TO_A,
  RIGID_QUERY_NOISE,
  SIDE_FAR_GAPS,
} from '../layout/rigid-queries';
import { meshOf } from './pose';
import { awayX, awayY, awayZ, GAP_ERROR, laneOf } from './side';
import { dotAt, length } from './vector';

/** Boxes that are apart by more than this many times their sizes: what f32 knows of their distance does not tell them from others. */
const FAR: f64 = 256;

/**
 * Writes for each child of wide node `four` a lower bound of its distance to the box that `placeBox` placed, in f64: the gap along
 * the line between them, which is nearly the distance where that is many times their size. False, and nothing, where it is not.
 */
export function gapsFromAfar(query: usize, one: usize, box: u32, four: usize): bool {
  const lane = laneOf(meshOf(query, one), box);
  const away = length(awayX, awayY, awayZ);
  const size = <f64>load<f32>(four, WIDE_SPREAD) + <f64>load<f32>(lane, WIDE_RADIUS);
  if (!(away > FAR * size)) return false;
  const toOne = query + (one ? RIGID_QUERY_A_TO_B : RIGID_QUERY_B_TO_A);
  const x = awayX / away;
  const y = awayY / away;
  const z = awayZ / away;
  const u = dotAt(toOne, x, y, z);
  const v = dotAt(toOne + 24, x, y, z);
  const w = dotAt(toOne + 48, x, y, z);
  const error = size * GAP_ERROR + load<f64>(query, RIGID_QUERY_NOISE);
  const least = away - reachOf(lane, x, y, z) - error;
  for (let k: usize = 0; k < 4; k++) {
    const child = four + (k << 2);
    const ahead = along(child + WIDE_CENTRE, u, v, w);
    store<f64>(query + (k << 3), least + ahead - reachOf(child, u, v, w), SIDE_FAR_GAPS);
  }
  return true;
}

/** How far a box reaches along a direction from its centre. */
function reachOf(lane: usize, x: f64, y: f64, z: f64): f64 {
  let reach: f64 = 0;
  for (let j: usize = 0; j < 3; j++) {
    const half = <f64>load<f32>(lane + (j << 4), WIDE_HALF);
    reach += abs(along(lane + WIDE_AXES + 48 * j, x, y, z)) * half;
  }
  return reach;
}

/** A lane's vector times another. */
function along(lane: usize, x: f64, y: f64, z: f64): f64 {
  return <f64>load<f32>(lane) * x + <f64>load<f32>(lane, 16) * y + <f64>load<f32>(lane, 32) * z;
}
