import type { RigidPose } from '../rigid/motion.js';
import { sweptBox } from '../rigid/swept-bounds.js';
import { distance, proximity, type TimeOfContact, timeOfContact } from './rigid.js';
import { checkPose } from './rigid-arguments.js';
import type { Point } from './rigid-features.js';
import type { RigidMesh } from './rigid-mesh.js';

/** How far A has to be moved out of B. */
export interface PenetrationDepth {
  /** Moving A by depth * direction parts the bodies: that is certified. 0 where they are apart. */
  readonly depth: number;
  /** Unit length: the way out. */
  readonly direction: Point;
}

/** Directions looked at from each beginning; they settle after three or four. */
const MAX_TURNS = 12;
/** A turn that saves less than this share of the depth is the last. */
const WORTH_IT = 1e-6;
const STILL = [0, 0, 0];
const NO_TURN = { linear: STILL, angular: STILL };

/**
 * A short translation of A that parts two overlapping meshes. Along a direction the length is exact, found by bringing
 * A back in from outside to the first contact; the direction is then turned to the normal of that contact for as long
 * as that shortens it, from several beginnings. So the depth is never too small to part the bodies, and a local
 * minimum: for bodies that are not convex a shorter way out may exist.
 */
export function penetrationDepth(
  meshA: RigidMesh,
  poseA: RigidPose,
  meshB: RigidMesh,
  poseB: RigidPose,
): PenetrationDepth {
  checkPose(poseA, 'A');
  checkPose(poseB, 'B');
  if (distance(meshA, poseA, meshB, poseB).state === 'apart') return { depth: 0, direction: [1, 0, 0] };
  let best: PenetrationDepth = { depth: Infinity, direction: [1, 0, 0] };
  for (const beginning of beginnings(meshA, poseA, meshB, poseB)) {
    let direction = beginning;
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const { depth, normal } = wayOut(meshA, poseA, meshB, poseB, direction);
      const enough = depth > best.depth * (1 - WORTH_IT);
      if (depth < best.depth) best = { depth, direction };
      if (normal === undefined || (enough && turn > 0)) break;
      direction = [-normal[0], -normal[1], -normal[2]];
    }
  }
  return best;
}

// The six axes, from centre to centre, and out of the triangles that cross most plainly.
function beginnings(meshA: RigidMesh, poseA: RigidPose, meshB: RigidMesh, poseB: RigidPose): Point[] {
  const axes: Point[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  const a = sweptBox(meshA, { start: poseA, ...NO_TURN });
  const b = sweptBox(meshB, { start: poseB, ...NO_TURN });
  const apart = [0, 1, 2].map((k) => a.low[k] + a.high[k] - b.low[k] - b.high[k]) as Point;
  const crossing = proximity(meshA, poseA, meshB, poseB, 0).slice(0, 4);
  const outward = crossing.map(({ normal: [x, y, z] }): Point => [-x, -y, -z]);
  return [...axes, apart, ...outward].map(unit).filter((direction) => direction !== undefined);
}

function unit([x, y, z]: Point): Point | undefined {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? [x / length, y / length, z / length] : undefined;
}

// A starts beyond everything along the direction and comes back; where it stops is free.
function wayOut(
  meshA: RigidMesh,
  poseA: RigidPose,
  meshB: RigidMesh,
  poseB: RigidPose,
  direction: Point,
): { depth: number; normal: Point | undefined } {
  const a = sweptBox(meshA, { start: poseA, ...NO_TURN });
  const b = sweptBox(meshB, { start: poseB, ...NO_TURN });
  let away = 0;
  for (let k = 0; k < 3; k++) {
    const along = Math.max(a.high[k] - b.low[k], b.high[k] - a.low[k]);
    away += along * along;
  }
  away = 1.1 * Math.sqrt(away);
  const position = direction.map((x, k) => poseA.position[k] + away * x);
  const back = direction.map((x) => -away * x);
  const result: TimeOfContact = timeOfContact(
    meshA,
    { start: { position, rotation: poseA.rotation }, linear: back, angular: STILL },
    meshB,
    { start: poseB, ...NO_TURN },
  );
  const normal = result.state === 'contact' ? result.normal : undefined;
  return { depth: away * (1 - result.time), normal };
}
