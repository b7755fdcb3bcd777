// What searches about pairs of rigid bodies work with, one a thread. u32 addresses:

/** all bodies, and all pairs of them; */
export const SEARCH_BODIES = 0;
export const SEARCH_LINKS = 4;
/** the contact points that there were before, and the near triangles of all pairs; */
export const SEARCH_TOUCHES = 8;
export const SEARCH_PAIRS = 12;
/** room for so many NEAR records, and for what they are worth. */
export const SEARCH_NEAR = 16;
export const SEARCH_NEAR_CAPACITY = 20;
export const SEARCH_WORTH = 24;
/** Behind them is a query, and behind that its heap. */
export const SEARCH_QUERY = 32;
