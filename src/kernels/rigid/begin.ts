import {
  QUERY_BOX_TESTS,
  QUERY_FRONT_NODES,
  QUERY_HEAP_FULL,
  QUERY_HEAP_PEAK,
  QUERY_ITERATIONS,
  QUERY_NOISE,
  QUERY_RESULT_TOLERANCE,
  QUERY_TOLERANCE,
  QUERY_TRIANGLE_TESTS,
} from '../layout';
import { SMALLEST_TOLERANCE } from './leaf';
import { prepareMotions } from './motion';

/** Sets up both motions, the tolerance in force and the counters. */
export function beginAdvancement(query: usize): void {
  prepareMotions(query);
  const smallest = SMALLEST_TOLERANCE * load<f64>(query, QUERY_NOISE);
  store<f64>(query, max(load<f64>(query, QUERY_TOLERANCE), smallest), QUERY_TOLERANCE);
  store<f64>(query, load<f64>(query, QUERY_TOLERANCE), QUERY_RESULT_TOLERANCE);
  clearCounters(query);
}

export function clearCounters(query: usize): void {
  store<u32>(query, 0, QUERY_BOX_TESTS);
  store<u32>(query, 0, QUERY_TRIANGLE_TESTS);
  store<u32>(query, 0, QUERY_ITERATIONS);
  store<u32>(query, 0, QUERY_FRONT_NODES);
  store<u32>(query, 0, QUERY_HEAP_PEAK);
  store<u32>(query, 0, QUERY_HEAP_FULL);
}
