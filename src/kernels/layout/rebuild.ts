// Scratch of a tree that is split anew: parts that are still to be split, and a key a triangle.
export const REBUILD_STACK_BYTES = 1024;
export const REBUILD_KEY_BYTES = 16;
