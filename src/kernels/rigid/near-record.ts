import { FEATURE_EDGE, FEATURE_FACE } from '../layout/elementary';
import { NONE } from '../layout/meshes';
import { CORNER_VERTEX, RIGID_CORNERS, RIGID_TRIANGLE_IDS } from '../layout/rigid-meshes';
import {
  NEAR_DISTANCE,
  NEAR_FEATURE_A,
  NEAR_FEATURE_B,
  NEAR_NORMAL,
  NEAR_POINT_A,
  NEAR_POINT_B,
  NEAR_TRIANGLE_A,
  NEAR_TRIANGLE_B,
  PAIR_FEATURE_A,
  PAIR_FEATURE_B,
  PAIR_GAP,
  PAIR_NORMAL,
  PAIR_POINT_A,
  PAIR_POINT_B,
  RIGID_QUERY_BODY_B,
} from '../layout/rigid-queries';
import { meshOf } from './pose';
import { directionToWorld, pointToWorld } from './world';

/** Writes the measured pair of triangles as a NEAR record, in world coordinates and in the numbers of the input. */
export function writeNear(query: usize, slotA: u32, slotB: u32, distance: f64, at: usize): void {
  const b = query + RIGID_QUERY_BODY_B;
  store<f64>(at, distance, NEAR_DISTANCE);
  pointToWorld(query, b, query + PAIR_POINT_A, at + NEAR_POINT_A);
  pointToWorld(query, b, query + PAIR_POINT_B, at + NEAR_POINT_B);
  directionToWorld(b, query + PAIR_NORMAL, at + NEAR_NORMAL);
  const a = meshOf(query, 0);
  const mesh = meshOf(query, 1);
  store<u32>(at, triangleIn(a, slotA), NEAR_TRIANGLE_A);
  store<u32>(at, triangleIn(mesh, slotB), NEAR_TRIANGLE_B);
  // where triangles cross, no single features are the closest: the faces are what crosses
  const crossing = load<f64>(query, PAIR_GAP) <= 0;
  nameFeature(a, slotA, crossing ? FEATURE_FACE : load<u32>(query, PAIR_FEATURE_A), at + NEAR_FEATURE_A);
  nameFeature(mesh, slotB, crossing ? FEATURE_FACE : load<u32>(query, PAIR_FEATURE_B), at + NEAR_FEATURE_B);
}

/** The words of a triangle's corners: OWNS_CORNER, OWNS_EDGE and a vertex each. */
export function cornersOf(mesh: usize, slot: u32): usize {
  return mesh + load<u32>(mesh, RIGID_CORNERS) + <usize>slot * 12;
}

function triangleIn(mesh: usize, slot: u32): u32 {
  return load<u32>(mesh + load<u32>(mesh, RIGID_TRIANGLE_IDS) + ((<usize>slot) << 2));
}

function nameFeature(mesh: usize, slot: u32, feature: u32, at: usize): void {
  if (feature === FEATURE_FACE) {
    store<u32>(at, triangleIn(mesh, slot));
    store<u32>(at, NONE, 4);
    return;
  }
  const corners = cornersOf(mesh, slot);
  const first = feature % FEATURE_EDGE;
  const other = feature < <u32>FEATURE_EDGE ? first : (first + 1) % 3;
  const p = load<u32>(corners + ((<usize>first) << 2)) & CORNER_VERTEX;
  const q = load<u32>(corners + ((<usize>other) << 2)) & CORNER_VERTEX;
  store<u32>(at, min(p, q));
  store<u32>(at, max(p, q), 4);
}
