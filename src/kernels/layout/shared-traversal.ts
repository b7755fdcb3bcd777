// A traversal that two threads share: each has its own state, and both take parts of it from one list. u32 each, in the state.
export const TRAVERSAL_NODES_A = 24;
export const TRAVERSAL_NODES_B = 28;
/** Masks of nodes that may be marked as skipped, or 0. */
export const TRAVERSAL_MASKS = 32;
/** Behind the last of the nodes of a range whose children meet each other: TRAVERSAL_NEXT_NODE is the first. */
export const TRAVERSAL_END_NODE = 36;
/** The list of parts, how many they are, and the address of the u32 that counts those taken. */
export const TRAVERSAL_FRONT = 40;
export const TRAVERSAL_FRONT_COUNT = 44;
export const TRAVERSAL_TAKEN = 48;
/** Nodes before this one have been opened already. */
export const TRAVERSAL_DONE_NODES = 52;
/** The most parts. A pair of nodes, or a node twice for all that is below it. */
export const FRONT_PARTS = 16384;
