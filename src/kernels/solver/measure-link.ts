import { LINK_BYTES } from '../layout/contacts';
import { RIGID_QUERY_NEAR_MARGIN, RIGID_QUERY_NEAR_TIME, RIGID_QUERY_NEAREST } from '../layout/rigid-queries';
import { bodyA, bodyB } from './links';
import { setMotion, setSearch } from './motions';
import { beginAdvancement, nearPairs } from './searches';

/** How far apart a pair's surfaces are where its bodies are now; Infinity where that is more than `within`. */
export function distanceOfLink(
  query: usize,
  heap: usize,
  bodies: usize,
  links: usize,
  index: u32,
  within: f64,
): f64 {
  const link = links + <usize>index * LINK_BYTES;
  setMotion(query, 0, bodyA(bodies, link), 1, 1);
  setMotion(query, 1, bodyB(bodies, link), 1, 1);
  setSearch(query, 0);
  beginAdvancement(query);
  store<f64>(query, 0, RIGID_QUERY_NEAR_TIME);
  store<f64>(query, within, RIGID_QUERY_NEAR_MARGIN);
  nearPairs(query, heap);
  return load<f64>(query, RIGID_QUERY_NEAREST);
}
