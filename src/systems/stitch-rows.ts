// A stitch in a snapshot: seam, a, vertexA, b, vertexB and both blocks of vertices as u32; compliance, strength and pull as f64.
export const STITCH_WORDS = 7;
export const STITCH_NUMBERS = 3;
