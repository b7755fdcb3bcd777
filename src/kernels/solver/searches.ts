// Searches between two bodies: core.wasm has them, and core-dynamics.wasm is linked to it.
export declare function beginAdvancement(query: usize): void;
export declare function conservativeAdvancement(query: usize, stack: usize): i32;
export declare function distanceAtStart(query: usize, stack: usize): i32;
export declare function earliestFirst(queries: usize, queryCount: u32, heap: usize): i32;
export declare function featuresOfPairs(
  query: usize,
  pairs: usize,
  count: i32,
  closer: f64,
  target: usize,
  capacity: i32,
): i32;
export declare function nearFeaturesAhead(
  query: usize,
  stack: usize,
  more: f64,
  target: usize,
  capacity: i32,
  pairs: usize,
  pairsCapacity: i32,
): i32;
export declare function nearPairs(query: usize, stack: usize): i32;
export declare function nearFeatures(query: usize, stack: usize, target: usize, capacity: i32): i32;
