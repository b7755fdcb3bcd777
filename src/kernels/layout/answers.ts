// What was found ahead by whichever thread, for the pass in order to take.

/** u32: the place, in its list, of what the answer is about. */
export const ANSWER_ABOUT = 0;

// Contact points of a pair of bodies: u32 how many there are, how many pairs of near triangles, and 1 where these are those that were known;
// u32 the answer's size. Then the pair as it is afterwards, its contact points, and its near triangles.
export const ANSWER_TOUCH_COUNT = 4;
export const ANSWER_PAIRS_COUNT = 8;
export const ANSWER_PAIRS_KNOWN = 12;
export const ANSWER_SIZE = 16;
export const ANSWER_RECORD = 24;
export const ANSWER_TOUCHES = 472;
/** No answer is larger while it is made: as many contact points as there may be, near triangles that were known and new ones. */
export const ANSWER_MOST_BYTES = 70872;

// Certificates, f64 unless it says otherwise: u32 1 where the two are close; the shares of both motions that it is about, how much of the
// motion of both is certified, and the share at which whoever still moves is stopped, Infinity where nobody is.
export const VERDICT_CLOSE = 4;
export const VERDICT_SHARE_A = 8;
export const VERDICT_SHARE_B = 16;
export const VERDICT_BOTH = 24;
export const VERDICT_MET = 32;
export const VERDICT_BYTES = 40;

// Times of contact: u32 the state; then the query, with its results.
export const IMPACT_STATE = 4;
export const IMPACT_QUERY = 8;
export const IMPACT_BYTES = 3096;

// Pairs of features of one piece of a search: how many, the answer's size (ANSWER_SIZE), and the pairs.
export const PIECE_ANSWER_COUNT = 4;
export const PIECE_ANSWER_PAIRS = 24;
