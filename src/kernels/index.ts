// Everything that core.wasm exports. Nothing here knows an entity: addresses and counts in, counts and states out.
export { heapBase } from './memory';
export { earliestFirst } from './rigid/earliest-first';
