/** Rigid bodies and their contacts; the records are those of src/kernels/layout/bodies.ts and contacts.ts. */
export interface SolverKernels {
  /** Forces, gravity, damping and spin into the velocities of all free bodies, as means over `seconds`. */
  applyForces(bodies: number, count: number, seconds: number, gx: number, gy: number, gz: number): void;
  /** Who lost time of the sub-step takes no part in what forces did in it. */
  loseForces(
    bodies: number,
    count: number,
    seconds: number,
    gx: number,
    gy: number,
    gz: number,
    joints: number,
  ): void;
  /** From the mean angular velocities of a sub-step to those at its end. */
  settleSpin(
    bodies: number,
    count: number,
    seconds: number,
    links: number,
    linkCount: number,
    joints: number,
  ): void;
  /** After `applyForces`, where there are joints: what islands of tied bodies have of momentum. */
  noteMomenta(bodies: number, count: number, joints: number): void;
  /** Gives bodies the impulses of the sub-step before. */
  warmStart(touches: number, rows: number, count: number, joints: number): void;
  /** Takes back a share of the impulses of islands that gain energy by them; returns of how many contact points. */
  cutGains(bodies: number, bodyCount: number, touches: number, rows: number, count: number): number;
  /** Ties bodies together and lays a table of joints out (layout/joints.ts; 0 for none); returns how many numbers its factor takes. */
  layJoints(bodies: number, bodyCount: number, joints: number): number;
  placeFactor(joints: number): void;
  /** Joints for the poses of now, and their limits for what is left of the sub-step, or for `seconds`. */
  prepareJoints(bodies: number, joints: number, seconds: number): void;
  /** How much room `widenRows` takes, which makes limits, and contact points of bodies that joints hold, push all of them. */
  wideBytes(touches: number, count: number, joints: number): number;
  widenRows(touches: number, rows: number, count: number, joints: number, room: number): void;
  /** Moves every body that has time left for as long as it has. */
  moveOn(bodies: number, count: number): void;
  /** A body gets a pair within the step. */
  meet(body: number): void;
  /** Notes where every body is; `endMotions` says how far it went from there. */
  beginMotions(bodies: number, count: number): void;
  endMotions(bodies: number, count: number): void;
  /** Stops whom it must; returns how many bodies the backend has to be told of (MOVER_HELD). */
  finishMotions(bodies: number, count: number, roundsLeft: number, whole: number): number;
  /** How far apart a pair is where its bodies are; Infinity where that is more than `within`. */
  displacedFrom(place: number, a: number, b: number): number;
  distanceOfLink(
    query: number,
    heap: number,
    bodies: number,
    links: number,
    index: number,
    within: number,
  ): number;
  /** Contact points of a pair, or minus the number of NEAR records that would not fit. `search`: see layout/link-search.ts. */
  touchesOfLink(search: number, index: number, target: number, pairsUsed: number): number;
  /** The places of the pairs whose contact points have to be searched, u32 each at `list`; returns how many. */
  listSearches(bodies: number, links: number, count: number, list: number): number;
  /** Searches them for one pair into an answer at `out` (layout/answers.ts); returns its size, 0 where NEAR records have too little room. */
  answerTouches(search: number, index: number, out: number): number;
  /** What `touchesOfLink` does, out of an answer. */
  takeTouches(answer: number, links: number, target: number, pairs: number, pairsUsed: number): number;
  /** Before `certifyLinks`. */
  beginCertificates(links: number, count: number): void;
  /** The places of the pairs about which `certifyLinks` will search first, u32 each at `list`; returns how many. */
  listCertificates(bodies: number, links: number, count: number, list: number): number;
  /** Answers for one of them, VERDICT_BYTES at `out`. */
  answerCertificate(search: number, index: number, out: number): void;
  /** Certifies all motions and stops whom it must, the earliest first; returns how often. `room` of WAITING_A_PAIR; `answers`: their addresses, or 0. */
  certifyLinks(
    query: number,
    heap: number,
    bodies: number,
    bodyCount: number,
    links: number,
    count: number,
    room: number,
    answers: number,
  ): number;
  endCertificates(bodies: number, links: number, count: number): void;
  /** When poses are stored: takes motions back that brought bodies closer than is certain. Returns those of how many bodies. */
  takeBackClose(query: number, heap: number, bodies: number, links: number, count: number): number;
  /** Contact points for the poses of now, and their rows (layout/solver-rows.ts), which the four after it read. */
  prepareTouches(links: number, touches: number, rows: number, count: number, first: boolean): void;
  /** Up to `passes` passes until nothing changes more than `enough`, then up to `most` until nothing does more than `nearly`. */
  solveTouches(
    links: number,
    touches: number,
    rows: number,
    count: number,
    passes: number,
    enough: number,
    most: number,
    nearly: number,
    joints: number,
  ): number;
  /** Of the first `count` contact points: sets of tied bodies that have none get the velocities by which joints stay closed while they turn. */
  bendWays(bodies: number, touches: number, count: number, joints: number): void;
  /** When bodies are where the sub-step leaves them: sets that `bendWays` moved have the velocities of there, before joints say which of them may be. */
  settleFreeSets(bodies: number, bodyCount: number): void;
  /** When spins have settled: no set on which nothing else acts has more energy than it began with, but for next to nothing. */
  boundFreeSets(bodies: number, bodyCount: number): void;
  /** Says whom the backend moves (MOVER_BENT: nobody else), and moves those on by their push. Whether there are any. */
  goWays(bodies: number, bodyCount: number, pushed: boolean): number;
  /** Takes of what the backend's joints did to velocities what adds next to no energy. */
  keepEnergy(bodies: number, bodyCount: number): void;
  /** Pushes bodies apart for one motion: `endPush` takes those velocities away. 0 where there is nothing to push. `again` after the sub-step's first motion. */
  pushApart(
    bodies: number,
    bodyCount: number,
    links: number,
    touches: number,
    rows: number,
    count: number,
    again: boolean,
    joints: number,
  ): number;
  endPush(bodies: number, bodyCount: number): void;
  /** For one motion: who spins fast, and was not pushed, turns to where its spin leads. */
  beginTurns(bodies: number, count: number): void;
  endTurns(bodies: number, count: number): void;
  /** Gives back the angular momentum that a push took, after its motion has been finished. */
  keepMomentum(touches: number, count: number): void;
  /** After `relaxTouches`: who stood still goes on as one with what stopped it. */
  joinJammed(
    links: number,
    touches: number,
    rows: number,
    count: number,
    seconds: number,
    joints: number,
  ): void;
  relaxTouches(
    links: number,
    touches: number,
    rows: number,
    count: number,
    seconds: number,
    threshold: number,
  ): void;
  /** 1 where the bodies of a pair may touch in what is left of the sub-step. */
  mayMeet(bodies: number, links: number, index: number, touches: number): number;
  /** Wakes a dynamic body in the middle of a sub-step. */
  rouse(body: number, left: number, later: number): void;
  /** Of every pair: the smallest gap of its contact points, and where the strongest one of the step is. */
  noteTouches(links: number, linkCount: number, touches: number, count: number): void;
  /** Looks whether the surfaces of sensors' pairs meet in the motion in progress, as far as it is certified. */
  senseLinks(query: number, heap: number, bodies: number, links: number, count: number): void;
  /** Whether one body's first vertex is inside the other's closed mesh; `scratch` has room for a triangle. */
  isInside(scratch: number, body: number, other: number): number;
  /** Moves every body that is neither fixed nor asleep by its velocities. */
  moveBodies(bodies: number, count: number, seconds: number): void;
}
