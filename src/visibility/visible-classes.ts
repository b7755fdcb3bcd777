// Quick-CULLIDE 4.1: in which passes a cluster was fully visible.

/** In none: something that was drawn before it is in front of it, whichever way the order goes. */
export const NFV = 0;
/** In the first pass, which goes forwards. */
export const FFV = 1;
/** In the second, which goes backwards. */
export const SFV = 2;
/** In both. */
export const BFV = FFV | SFV;
