import type { RigidMotion } from '../rigid/motion.js';
import { type TimeOfContact, type TimeOfContactOptions, timeOfContact } from './rigid.js';
import { checkList, checkObject, checkWhole } from './rigid-arguments.js';
import type { RigidMesh } from './rigid-mesh.js';

/** What both bodies do in one piece of a trajectory. A piece begins where the one before it ended. */
export interface TrajectoryPiece {
  /** How either body moves. */
  readonly a: RigidMotion;
  readonly b: RigidMotion;
}

/** The answer of the piece in which the search ended; its time is from 0 to 1 within that piece. */
export type TrajectoryContact = TimeOfContact & {
  /** Which piece, from 0. */
  readonly piece: number;
};

/**
 * The first contact along motions of several pieces, such as a robot's path or a recorded motion. Everything before
 * the answer is certified free of contact, piece by piece.
 */
export function timeOfContactAlong(
  meshA: RigidMesh,
  meshB: RigidMesh,
  pieces: readonly TrajectoryPiece[],
  options: TimeOfContactOptions = {},
): TrajectoryContact {
  checkList(pieces, 'the trajectory');
  checkWhole('the number of pieces', pieces.length, 1, Number.MAX_SAFE_INTEGER);
  let piece = 0;
  for (;;) {
    checkObject(pieces[piece], `piece ${piece}`, '{ a, b }');
    const { a, b } = pieces[piece];
    const result = timeOfContact(meshA, a, meshB, b, options);
    if (result.state !== 'free' || piece === pieces.length - 1) return { ...result, piece };
    piece++;
  }
}
