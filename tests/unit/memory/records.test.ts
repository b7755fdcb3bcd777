// Records that hold other records have room for them.
import { expect, test } from 'vitest';
import { MOVER_BYTES } from '../../../src/kernels/layout/bodies.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { JOINTS_FIRST, JOINTS_WORLD } from '../../../src/kernels/layout/joints.js';

test('the first joint is behind the body that stands still', () => {
  expect(JOINTS_FIRST).toBeGreaterThanOrEqual(JOINTS_WORLD + MOVER_BYTES);
});

test('a batch of closest points fits where it lies', () => {
  expect(C.BATCH_BYTES).toBe(C.BATCH_RESULTS + C.BATCH_PAIRS * C.CLOSEST_BYTES);
  expect(C.CHUNK_BYTES).toBeGreaterThanOrEqual(C.CHUNK_BATCH + C.BATCH_BYTES);
  expect(C.SCRATCH_BYTES).toBeGreaterThanOrEqual(C.SCRATCH_BATCH + C.BATCH_BYTES);
});

test('pairs of features fit where they lie', () => {
  // three corners of either triangle with the other one, and three edges with three, are put behind all but one of those that are many
  const ofTwoTriangles = 15;
  const features = C.MANY_FEATURES - 1 + ofTwoTriangles;
  const candidates = C.MANY_CANDIDATES - 1 + features;
  // and one is written behind the last
  expect(C.SCRATCH_CANDIDATES).toBeGreaterThanOrEqual(
    C.SCRATCH_FEATURES + (features + 1) * C.CANDIDATE_BYTES,
  );
  expect(C.SCRATCH_MASKS).toBeGreaterThanOrEqual(C.SCRATCH_CANDIDATES + (candidates + 1) * C.CANDIDATE_BYTES);
  expect(C.SCRATCH_BATCH).toBeGreaterThanOrEqual(C.SCRATCH_MASKS + ofTwoTriangles * C.MASKS_BYTES);
});
