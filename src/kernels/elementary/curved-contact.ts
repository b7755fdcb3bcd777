// The first contact of a vertex and a face, or of two edges, whose vertices move on Bezier curves of degree 1 to 3
// (ICCD III-B), by certified subdivision of time, earliest piece first.
import {
  CONTACT_FOUND,
  CONTACT_FREE,
  CONTACT_LATEST_TIME,
  CONTACT_TIME,
  CONTACT_UNDECIDED,
} from '../layout/elementary';
import { beginCurves, CURVED_WORK_BYTES, NO_CONTACT, provenOnPiece, SURE_CONTACT } from './curved-bounds';
import { enterFrame } from './query-frame';

/** A proven contact is narrowed down to about 2^-24; a piece about which nothing is proven is given up at about 2^-32. */
const SURE_CUTS = 24;
const MOST_CUTS = 32;
const MOST_PIECES = 4096;

const GROUP: usize = 96;
/**
 * The first cut is here, the others are halves: simple times like 1/2 are then never cuts. A contact at a cut would be
 * proven on neither side of it.
 */
const FIRST_CUT: f64 = 0.4375;

/** Four groups of control points, where the piece starts, how long it lasts, how often it was cut. */
const PIECE_BYTES: usize = 408;
const PIECE_START: usize = 384;
const PIECE_WIDTH: usize = 392;
const PIECE_CUTS: usize = 400;

/** `points`: v, f0, f1, f2 for the first control points, then for the next ones. */
export function curvedVertexFace(points: usize, degree: i32, result: usize, frame: usize): i32 {
  return firstContact(points, degree, result, frame, 1);
}

/** `points`: a0, a1, b0, b1 likewise. */
export function curvedEdgeEdge(points: usize, degree: i32, result: usize, frame: usize): i32 {
  return firstContact(points, degree, result, frame, 2);
}

function firstContact(points: usize, degree: i32, result: usize, frame: usize, first: i32): i32 {
  const stack = frame + CURVED_WORK_BYTES;
  enterFrame(points, 4, degree + 1, stack);
  beginCurves(stack, degree, frame);
  store<f64>(stack + PIECE_START, 0);
  store<f64>(stack + PIECE_WIDTH, 1);
  store<f64>(stack + PIECE_CUTS, 0);
  let top = stack;
  let latest: f64 = Infinity;
  for (let pieces = 0; top >= stack; pieces++) {
    const start = load<f64>(top + PIECE_START);
    const end = start + load<f64>(top + PIECE_WIDTH);
    const cuts = <i32>load<f64>(top + PIECE_CUTS);
    const proven = provenOnPiece(top, cuts, first);
    if (proven === NO_CONTACT) {
      top -= PIECE_BYTES;
      continue;
    }
    if (proven === SURE_CONTACT) {
      latest = end;
      top = onlyPiece(stack, top);
    }
    const deepest = proven === SURE_CONTACT ? SURE_CUTS : MOST_CUTS;
    if (cuts >= deepest || pieces >= MOST_PIECES) {
      // Contact that is proven for a longer piece need not be in the part of it that was given up.
      const found = latest < Infinity;
      store<f64>(result, start, CONTACT_TIME);
      store<f64>(result, found ? latest : end, CONTACT_LATEST_TIME);
      return found ? CONTACT_FOUND : CONTACT_UNDECIDED;
    }
    cut(top, degree, cuts);
    top += PIECE_BYTES;
  }
  return CONTACT_FREE;
}

/** Later pieces do not matter any more. */
function onlyPiece(stack: usize, top: usize): usize {
  if (top !== stack) memory.copy(stack, top, PIECE_BYTES);
  return stack;
}

/** De Casteljau: the later part replaces the piece, the earlier one goes on top of it. Times are exact. */
function cut(later: usize, degree: i32, cuts: i32): void {
  const earlier = later + PIECE_BYTES;
  const at = cuts === 0 ? FIRST_CUT : 0.5;
  for (let i: usize = 24; i < GROUP; i += 8) {
    store<f64>(earlier + i, load<f64>(later + i));
    for (let round = 1; round <= degree; round++) {
      for (let k = 0; k <= degree - round; k++) {
        const control = later + <usize>k * GROUP + i;
        store<f64>(control, (1 - at) * load<f64>(control) + at * load<f64>(control, GROUP));
      }
      store<f64>(earlier + <usize>round * GROUP + i, load<f64>(later + i));
    }
  }
  const start = load<f64>(later + PIECE_START);
  const width = load<f64>(later + PIECE_WIDTH);
  store<f64>(earlier + PIECE_START, start);
  store<f64>(earlier + PIECE_WIDTH, at * width);
  store<f64>(earlier + PIECE_CUTS, <f64>(cuts + 1));
  store<f64>(later + PIECE_START, start + at * width);
  store<f64>(later + PIECE_WIDTH, (1 - at) * width);
  store<f64>(later + PIECE_CUTS, <f64>(cuts + 1));
}
