import { MOVER_INERTIA, MOVER_ROTATION, MOVER_TURN } from '../layout/bodies';
import { component, length, setVector } from '../rigid/vector';
import { takeMomentum, turnedX, turnedY, turnedZ, turnInertia, useRotation } from './inertia';
import { findAxes, first, firstX, firstY, firstZ, last, lastX, lastY, lastZ, middle } from './principal-axes';
import { nextIs, nextW, nextX, nextY, nextZ, turnBetween, turnOn, turnX, turnY, turnZ } from './turns';

// What turns far in a sub-step is followed in pieces, with its angular momentum L, which stays where it is. The energy of a spin is that of
// a ball, |L|^2 / 2 over the middle moment, and what the first and the last principal axis add to that; each of the three by itself is an
// even turn, about L or about that axis (R. I. McLachlan, Explicit Lie-Poisson integration and the Euler equations, Phys. Rev. Lett. 71,
// 1993). The one about L may be made at any time; the others take turns, the same forwards and backwards. A body with two equal moments
// has one of them alone, and is followed exactly.

/** Radians of a piece, and the most pieces of half a sub-step: what is faster keeps its momentum, and its energy roughly. */
const PIECE: f64 = 0.2;
const MOST: f64 = 500;

/** What the first and the last axis add to the velocity of a ball, a unit of momentum along them. */
let ofFirst: f64 = 0;
let ofLast: f64 = 0;

/**
 * Follows a free spin of momentum L, and twice the energy given, through h seconds. Leaves the body the velocity that it has halfway, with the
 * inertia as it is turned there, and as MOVER_TURN the velocity of the even turn that leads to where it will be.
 */
export function followSpin(body: usize, lx: f64, ly: f64, lz: f64, energy: f64, h: f64): void {
  findAxes(body + MOVER_INERTIA);
  ofFirst = 1 / first - 1 / middle;
  ofLast = 1 / last - 1 / middle;
  const ball = 1 / middle;
  const count = piecesOf(length(lx, ly, lz), energy, 0.5 * h);
  const q = body + MOVER_ROTATION;
  nextIs(component(q, 0), component(q, 1), component(q, 2), component(q, 3));
  turnPieces(lx, ly, lz, 0.5 * h, count);
  const x = nextX;
  const y = nextY;
  const z = nextZ;
  const w = nextW;
  turnOn(ball * lx, ball * ly, ball * lz, 0.5 * h);
  useRotation(nextX, nextY, nextZ, nextW);
  turnInertia(body);
  takeMomentum(body, lx, ly, lz);
  nextIs(x, y, z, w);
  turnPieces(lx, ly, lz, 0.5 * h, count);
  turnOn(ball * lx, ball * ly, ball * lz, h);
  const angle = turnBetween(q, nextX, nextY, nextZ, nextW);
  const size = length(turnX, turnY, turnZ);
  const speed = size > 0 ? angle / (h * size) : 0;
  setVector(body + MOVER_TURN, speed * turnX, speed * turnY, speed * turnZ);
}

/** No component of a momentum is larger than all of it, nor than it may be with that energy. */
function piecesOf(momentum: f64, energy: f64, h: f64): i32 {
  const a = h * abs(ofFirst) * min(momentum, sqrt(energy * first));
  const c = h * abs(ofLast) * min(momentum, sqrt(energy * last));
  const most = max(a, c);
  // what the two of them do to each other grows with their product
  const pieces = min(most / PIECE, sqrt((a * c * most) / (PIECE * PIECE * PIECE)));
  return <i32>ceil(max(1, min(MOST, pieces)));
}

function turnPieces(lx: f64, ly: f64, lz: f64, h: f64, count: i32): void {
  const part = h / <f64>count;
  turnAboutFirst(lx, ly, lz, 0.5 * part);
  for (let k = 1; k <= count; k++) {
    turnByMomentum(lastX, lastY, lastZ, ofLast, lx, ly, lz, part);
    turnAboutFirst(lx, ly, lz, k < count ? part : 0.5 * part);
  }
}

function turnAboutFirst(lx: f64, ly: f64, lz: f64, h: f64): void {
  turnByMomentum(firstX, firstY, firstZ, ofFirst, lx, ly, lz, h);
}

/** Turns about an axis of the body as fast as the momentum along it says. */
function turnByMomentum(x: f64, y: f64, z: f64, rate: f64, lx: f64, ly: f64, lz: f64, h: f64): void {
  useRotation(nextX, nextY, nextZ, nextW);
  const ux = turnedX(x, y, z);
  const uy = turnedY(x, y, z);
  const uz = turnedZ(x, y, z);
  const speed = rate * (ux * lx + uy * ly + uz * lz);
  turnOn(speed * ux, speed * uy, speed * uz, h);
}
