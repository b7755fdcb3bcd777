// What a slot may hold. Each kind has its line in `worker.ts`.

export const FREE = 0;
/** A share in a traversal of two trees. */
export const SEARCH_SHARE = 1;
/** Feature pairs that were kept: to be tested. */
export const SEARCH_RECORD = 2;
/** Contact points of pairs of rigid bodies, and certificates of their motions. */
export const LINK_TOUCHES = 3;
export const LINK_CERTIFICATES = 4;
/** Times of contact of pairs of rigid bodies. */
export const IMPACTS = 5;
/** Pairs of features of cloth, in pieces of a search. */
export const CLOTH_PIECES = 6;
/** Parts of a stage of a cloth step. */
export const CLOTH_STAGE = 7;
