// Closest points on the boundary of a face or at the end of an edge belong to several pairs, all with the same direction: one of them
// speaks for all, the vertex with the face that represents the edge or the corner.
import { PAIR_EDGE_EDGE, PAIR_KIND, PAIR_OWNED } from '../layout/cloth';
import { weightOf } from './closest';
import { firstHalf, mostOfBoth, secondHalf } from './thickness';

/**
 * In thicknesses: a pair that another speaks for is looked at again when it may have moved so far (Mezger 6.3: results are
 * kept where little moves).
 */
const PATIENCE: f64 = 0.5;

/** Which of what a face represents (CLOTH_OWNED) speaks where its weights 1, 2, 3 are the bits of an index: a byte each; SPEAKS is its inside. */
const SPEAKERS: u64 = ((<u64>0x40102004) << 32) | 0x08020100;
const SPEAKS: u32 = 64;

/** Whether no other pair speaks for one with such closest points. Without a jump: nothing predicts it. */
export function isOwn(pair: usize, closest: usize): bool {
  const has1: u32 = weightOf(closest, 1) < 0 ? 1 : 0;
  const has2: u32 = weightOf(closest, 2) < 0 ? 1 : 0;
  const has3: u32 = weightOf(closest, 3) < 0 ? 1 : 0;
  const speaker = <u32>(SPEAKERS >> ((<u64>(has1 | (has2 << 1) | (has3 << 2))) << 3)) & 255;
  const ofFace = speaker & ((load<u32>(pair, PAIR_OWNED) & 63) | SPEAKS);
  const ofEdges = u32(weightOf(closest, 0) > 0) & u32(weightOf(closest, 1) > 0) & has2 & has3;
  return select(ofEdges, ofFace, load<u32>(pair, PAIR_KIND) === PAIR_EDGE_EDGE) !== 0;
}

/** What one that another speaks for has lost when it is looked at again; `lost`: by how fast tubes move, until now. */
export function waitOf(world: usize, pair: usize, lost: f64, strayed: usize): f64 {
  const thickness = firstHalf(world, pair) + secondHalf(world, pair);
  return lost + mostOfBoth(strayed, pair) + PATIENCE * thickness;
}
