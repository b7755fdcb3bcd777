// Everything that core.wasm exports. Nothing here knows an entity: addresses and counts in, counts and states out.

export { projectVertices } from './dop18';
export { edgeEdgeContacts, vertexFaceContacts } from './elementary/batch';
export { contactDetails } from './elementary/details';
export { useExactScratch } from './elementary/scratch';
export { heapBase } from './memory';
export { refitTree } from './refit';
