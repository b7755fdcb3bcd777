// Everything that core.wasm exports. Nothing here knows an entity: addresses and counts in, counts and states out.

export { edgeEdgeContacts, vertexFaceContacts } from './elementary/batch';
export { contactDetails } from './elementary/details';
export { useExactScratch } from './elementary/scratch';
export { heapBase } from './memory';
export { beginAdvancement } from './rigid/begin';
export { conservativeAdvancement } from './rigid/c2a';
export { firstChild, splitBody, splitPair } from './rigid/children';
export { distanceAtStart } from './rigid/distance';
export { earliestFirst } from './rigid/earliest-first';
export { nearFeatures } from './rigid/proximity';
