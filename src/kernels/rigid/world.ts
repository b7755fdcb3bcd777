import { BODY_ARM, BODY_ROTATION, BODY_START, BODY_TRAVEL, RIGID_QUERY_TIME } from '../layout/rigid-queries';
import { component, rowTimes } from './vector';

/** A point of a body's mesh frame in the world, at the query's time. */
export function pointToWorld(query: usize, body: usize, point: usize, target: usize): void {
  const time = load<f64>(query, RIGID_QUERY_TIME);
  const x = component(point, 0) - component(body + BODY_ARM, 0);
  const y = component(point, 1) - component(body + BODY_ARM, 1);
  const z = component(point, 2) - component(body + BODY_ARM, 2);
  for (let i: usize = 0; i < 3; i++) {
    const centre = component(body + BODY_START, i) + time * component(body + BODY_TRAVEL, i);
    store<f64>(target + (i << 3), centre + rowTimes(body + BODY_ROTATION, i, x, y, z));
  }
}

export function directionToWorld(body: usize, direction: usize, target: usize): void {
  const x = component(direction, 0);
  const y = component(direction, 1);
  const z = component(direction, 2);
  for (let i: usize = 0; i < 3; i++) {
    store<f64>(target + (i << 3), rowTimes(body + BODY_ROTATION, i, x, y, z));
  }
}
