// core.wasm: what every page loads: rigid bodies' times of contact and distances, and normals for renderers; files/ has the
// others. Nothing here knows an entity: addresses and counts in, counts and states out.
export { heapBase } from './memory';
export { beginAdvancement } from './rigid/begin';
export { conservativeAdvancement } from './rigid/c2a';
export { firstChild, splitBody, splitPair } from './rigid/children';
export { distanceAtStart, distanceAtTime } from './rigid/distance';
export { earliestFirst } from './rigid/earliest-first';
export { featuresOfPairs, nearFeatures, nearFeaturesAhead, nearPairs } from './rigid/proximity';
export { writeNormals, writePositions } from './surface';
