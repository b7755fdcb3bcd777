// Scratch of a tree that is split anew: parts that are still to be split; a node a key, its links before, and which it is afterwards.
export const REBUILD_STACK_BYTES = 1024;
export const REBUILD_KEY_BYTES = 16;
export const REBUILD_NODE_BYTES = 28;
