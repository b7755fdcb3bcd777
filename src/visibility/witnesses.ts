import type { ClusterPairs } from './cluster-pairs.js';
import {
  CUT_WORDS,
  CUTS,
  FOOTPRINT_CUTS,
  FOOTPRINT_FAR,
  FOOTPRINT_NEAR,
  FOOTPRINT_SLOPE_X,
  FOOTPRINT_SLOPE_Y,
  FOOTPRINT_WORDS,
} from './footprint.js';
import { DEPTH_LEVELS } from './frame.js';
import type { Level } from './level.js';
import type { Sight } from './sight.js';

/** Pixels that are looked at along each side of what two footprints' rectangles share. */
const LOOKS = 4;

/**
 * Marks the open pairs that have a witness in the view: a pixel that is in both footprints, where the one that comes later
 * in the order is not in front of the other. Whichever of the two is asked about, when the other has been drawn, is seen
 * there, from either end: the answer is known, and need not be asked for (Quick-CULLIDE 4.1 skips what is known
 * likewise). Few pixels are looked at; where there is none among them, the GPU looks at all.
 */
export function markWitnesses(
  { footprints, rank }: Sight,
  { itemOf }: Level,
  { a, b, apart, count }: ClusterPairs,
  size: number,
  marks: Uint8Array,
): void {
  for (let i = 0; i < count; i++) {
    marks[i] = 0;
    if (apart[i] !== 0) continue;
    const isBehind = rank[itemOf[a[i]]] < rank[itemOf[b[i]]];
    const behind = (isBehind ? a[i] : b[i]) * FOOTPRINT_WORDS;
    const before = (isBehind ? b[i] : a[i]) * FOOTPRINT_WORDS;
    if (haveWitness(footprints, behind, before, size)) marks[i] = 1;
  }
}

function haveWitness(words: Int32Array, behind: number, before: number, size: number): boolean {
  const left = Math.max(words[behind], words[before], 0);
  const bottom = Math.max(words[behind + 1], words[before + 1], 0);
  const width = Math.min(words[behind + 2], words[before + 2], size) - left;
  const height = Math.min(words[behind + 3], words[before + 3], size) - bottom;
  if (width <= 0 || height <= 0) return false;
  const columns = Math.min(width, LOOKS);
  const rows = Math.min(height, LOOKS);
  for (let row = 0; row < rows; row++) {
    const y = bottom + Math.floor(((2 * row + 1) * height) / (2 * rows));
    for (let column = 0; column < columns; column++) {
      const x = left + Math.floor(((2 * column + 1) * width) / (2 * columns));
      if (isWitness(words, behind, before, x, y)) return true;
    }
  }
  return false;
}

function isWitness(words: Int32Array, behind: number, before: number, x: number, y: number): boolean {
  if (isCutOff(words, behind, x, y) || isCutOff(words, before, x, y)) return false;
  return depthAt(words, before, FOOTPRINT_FAR, x, y) >= depthAt(words, behind, FOOTPRINT_NEAR, x, y);
}

function isCutOff(words: Int32Array, footprint: number, x: number, y: number): boolean {
  for (let cut = 0; cut < CUTS; cut++) {
    const at = footprint + FOOTPRINT_CUTS + cut * CUT_WORDS;
    if (words[at] * x + words[at + 1] * y + words[at + 2] < 0) return true;
  }
  return false;
}

/** As pictures hold it. */
function depthAt(words: Int32Array, at: number, plane: number, x: number, y: number): number {
  const depth = words[at + plane] + words[at + FOOTPRINT_SLOPE_X] * x + words[at + FOOTPRINT_SLOPE_Y] * y;
  return Math.max(0, Math.min(DEPTH_LEVELS - 1, depth));
}
