/** vf: v, f0, f1, f2 at t = 0, then the same at t = 1. ee: a0, a1, b0, b1 likewise. */
export type Kind = 'vf' | 'ee';

export type Points = ArrayLike<number>;

/** Which of the four points of a query belong to the first body (the vertex, or edge a); the others are the second's. */
export const FIRST_BODY: Readonly<Record<Kind, readonly number[]>> = { vf: [0], ee: [0, 1] };
export const SECOND_BODY: Readonly<Record<Kind, readonly number[]>> = { vf: [1, 2, 3], ee: [2, 3] };
