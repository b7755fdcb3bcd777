// DETECT: of triangles whose boxes overlap, the pairs of the features that they represent whose boxes overlap too. Nothing predicts how many
// a pair of triangles has, of which kind they are, or which of them are near: so all are written in a row, in one form, and what is not wanted is
// written over by the next.
import {
  CANDIDATE_BYTES,
  CLOTH_OWNED,
  CLOTH_SLABS,
  CLOTH_TRIANGLES,
  MANY_CANDIDATES,
  MANY_FEATURES,
  MASKS_BYTES,
  PAIR_EDGE_EDGE,
  PAIR_KIND,
  PAIR_OWNED,
  SCRATCH_CANDIDATES,
  SCRATCH_FEATURES,
  SCRATCH_MASKS,
} from '../layout/cloth';
import { DOP_META, DOP_NODE_BYTES } from '../layout/meshes';
import { doHullsOverlapFirst, doHullsOverlapThen } from '../overlap';
import { isAnyMarked } from './world';

/** The bits of corners among those of what a triangle represents; edges are above them. */
const CORNERS: u32 = 7;
/** Pairs of features that two triangles may have: each corner of the first and the second, each of the second and the first, edges. */
const OF_SECOND: u32 = 3;
const OF_EDGES: u32 = 6;
const IN_ALL: u32 = 15;

let slabs: usize = 0;
let triangles: usize = 0;
let owned: usize = 0;
/** Where only pairs with a stray vertex are sought: the vertices' flags; otherwise 0. */
let strays: usize = 0;
let masks: usize = 0;
/** Pairs of features whose boxes are not compared yet: where they begin, and where the next one goes. */
let firstFeature: usize = 0;
let features: usize = 0;
/** The same of those that are near by their boxes. */
export let firstCandidate: usize = 0;
export let candidates: usize = 0;

/** Before the first two triangles. */
export function beginFeatures(world: usize, flags: usize, scratch: usize): void {
  slabs = load<u32>(world, CLOTH_SLABS);
  triangles = load<u32>(world, CLOTH_TRIANGLES);
  owned = load<u32>(world, CLOTH_OWNED);
  strays = flags;
  masks = scratch + SCRATCH_MASKS;
  for (let which: u32 = 0; which < IN_ALL; which++) writeMasks(which);
  features = firstFeature = scratch + SCRATCH_FEATURES;
  candidates = firstCandidate = scratch + SCRATCH_CANDIDATES;
}

/** The features that the triangles of two leaves represent, against each other. True where boxes are to be compared before the next. */
export function addFeatures(leafA: usize, leafB: usize): bool {
  const a = <usize>load<u32>(leafA, DOP_META);
  const b = <usize>load<u32>(leafB, DOP_META);
  const ownedA = <u32>load<u8>(owned + a);
  const ownedB = <u32>load<u8>(owned + b);
  const cornersA = cornersOf(a);
  const cornersB = cornersOf(b);
  let out = features;
  for (let left = pairsOf(ownedA, ownedB); left !== 0; left &= left - 1) {
    const which = <u32>ctz(left);
    const at = masks + <usize>which * MASKS_BYTES;
    const vertices = v128.or(
      i8x16.swizzle(cornersA, v128.load(at)),
      i8x16.swizzle(cornersB, v128.load(at, 16)),
    );
    const isOfEdges = which >= OF_EDGES;
    v128.store(out, vertices);
    store<u32>(out, u32(isOfEdges) * PAIR_EDGE_EDGE, PAIR_KIND);
    store<u32>(out, select(0, select(ownedB, ownedA, which < OF_SECOND), isOfEdges), PAIR_OWNED);
    out += select<usize>(0, CANDIDATE_BYTES, haveVertexInCommon(vertices));
  }
  features = out;
  return features - firstFeature >= <usize>MANY_FEATURES * CANDIDATE_BYTES;
}

/** Compares the boxes of features. True where those that are near are to be taken before the next. */
export function compareFeatures(): bool {
  // Half of the axes leave few for the other half.
  const end = sift<bool>(firstFeature, features, firstFeature);
  candidates = sift<u32>(firstFeature, end, candidates);
  features = firstFeature;
  return candidates - firstCandidate >= <usize>MANY_CANDIDATES * CANDIDATE_BYTES;
}

/** Writes to `out` what overlaps along the first axes (`Axes` is bool), or along the others and is sought. Returns where the next one goes. */
function sift<Axes>(first: usize, end: usize, out: usize): usize {
  for (let at = first; at < end; at += CANDIDATE_BYTES) {
    const kind = load<u64>(at, PAIR_KIND);
    const isOfEdges = <u32>kind === PAIR_EDGE_EDGE;
    const vertices = v128.load(at);
    // an edge has no third vertex, and a vertex no second one
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    const d = load<u32>(at, 12);
    const ends = select(b, a, isOfEdges);
    const third = select(d, b, isOfEdges);
    const c = load<u32>(at, 8);
    let isNear: u32;
    if (isBoolean<Axes>()) {
      isNear = u32(doHullsOverlapFirst(slabOf(a), slabOf(ends), slabOf(c), slabOf(d), slabOf(third)));
    } else {
      isNear = u32(doHullsOverlapThen(slabOf(a), slabOf(ends), slabOf(c), slabOf(d), slabOf(third)));
      isNear &= u32(strays === 0 || isAnyMarked(strays, at));
    }
    v128.store(out, vertices);
    store<u64>(out, kind, PAIR_KIND);
    out += select<usize>(CANDIDATE_BYTES, 0, isNear !== 0);
  }
  return out;
}

/** All that are near were taken. */
export function dropCandidates(): void {
  candidates = firstCandidate;
}

function slabOf(vertex: u32): usize {
  return slabs + <usize>vertex * DOP_NODE_BYTES;
}

function cornersOf(triangle: usize): v128 {
  const corners = triangles + triangle * 12;
  return v128.load32_lane(corners + 8, v128.load64_zero(corners), 2);
}

/** A bit for each pair of features that triangles have that represent these: half a corner and one and a half edges in the mean. */
function pairsOf(ownedA: u32, ownedB: u32): u32 {
  const edgesA = ownedA >> 3;
  const edges = ((edgesA & 1) * 7) | ((edgesA & 2) * 28) | ((edgesA & 4) * 112);
  return (
    (ownedA & CORNERS) | ((ownedB & CORNERS) << OF_SECOND) | ((edges & ((ownedB >> 3) * 73)) << OF_EDGES)
  );
}

/** Two ends of edges are in no edge, and two corners in no face: so all three ways to pair lanes may be asked of both kinds. */
function haveVertexInCommon(vertices: v128): bool {
  const same = v128.or(
    i32x4.eq(vertices, v128.shuffle<i32>(vertices, vertices, 2, 3, 0, 1)),
    i32x4.eq(vertices, v128.shuffle<i32>(vertices, vertices, 3, 2, 1, 0)),
  );
  return v128.any_true(v128.or(same, i32x4.eq(vertices, v128.shuffle<i32>(vertices, vertices, 1, 0, 3, 2))));
}

/** Of which corners of either triangle a pair of features is, lane by lane. */
function writeMasks(which: u32): void {
  const k = which % 3;
  const at = masks + <usize>which * MASKS_BYTES;
  if (which < OF_EDGES) {
    const own = which < OF_SECOND ? 0 : 16;
    writeMask(at + own, k, NONE, NONE, NONE);
    writeMask(at + 16 - own, NONE, 0, 1, 2);
  } else {
    const i = (which - OF_EDGES) / 3;
    writeMask(at, i, (i + 1) % 3, NONE, NONE);
    writeMask(at + 16, NONE, NONE, k, (k + 1) % 3);
  }
}

const NONE: u32 = 0xffffffff;

function writeMask(at: usize, a: u32, b: u32, c: u32, d: u32): void {
  store<u32>(at, bytesOf(a));
  store<u32>(at, bytesOf(b), 4);
  store<u32>(at, bytesOf(c), 8);
  store<u32>(at, bytesOf(d), 12);
}

/** What takes a corner to a lane, or 0. */
function bytesOf(corner: u32): u32 {
  return corner === NONE ? NONE : 0x03020100 + corner * 0x04040404;
}
