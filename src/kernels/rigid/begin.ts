import {
  RIGID_QUERY_BOX_TESTS,
  RIGID_QUERY_FRONT_NODES,
  RIGID_QUERY_HEAP_FULL,
  RIGID_QUERY_HEAP_PEAK,
  RIGID_QUERY_ITERATIONS,
  RIGID_QUERY_NOISE,
  RIGID_QUERY_RESULT_TOLERANCE,
  RIGID_QUERY_THICKNESS,
  RIGID_QUERY_TOLERANCE,
  RIGID_QUERY_TRIANGLE_TESTS,
  SIDE_THICKNESS,
} from '../layout/rigid-queries';
import { SMALLEST_TOLERANCE } from './leaf';
import { prepareMotions } from './motion';

/** Two units of f32: what is rounded to f32 afterwards is not less than before. */
const ROUND_UP: f64 = 1 + 1.0 / 4194304;

/** Sets up both motions, the tolerance in force and the counters. */
export function beginAdvancement(query: usize): void {
  prepareMotions(query);
  const smallest = SMALLEST_TOLERANCE * load<f64>(query, RIGID_QUERY_NOISE);
  store<f64>(query, max(load<f64>(query, RIGID_QUERY_TOLERANCE), smallest), RIGID_QUERY_TOLERANCE);
  store<f64>(query, load<f64>(query, RIGID_QUERY_TOLERANCE), RIGID_QUERY_RESULT_TOLERANCE);
  const thickness = load<f64>(query, RIGID_QUERY_THICKNESS);
  store<f32>(query, <f32>(thickness * ROUND_UP), SIDE_THICKNESS);
  clearCounters(query);
}

export function clearCounters(query: usize): void {
  store<u32>(query, 0, RIGID_QUERY_BOX_TESTS);
  store<u32>(query, 0, RIGID_QUERY_TRIANGLE_TESTS);
  store<u32>(query, 0, RIGID_QUERY_ITERATIONS);
  store<u32>(query, 0, RIGID_QUERY_FRONT_NODES);
  store<u32>(query, 0, RIGID_QUERY_HEAP_PEAK);
  store<u32>(query, 0, RIGID_QUERY_HEAP_FULL);
}
