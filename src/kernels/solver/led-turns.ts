import { MOVER_ANGULAR, MOVER_BYTES, MOVER_SPIN_HALFWAY, MOVER_SPUN, MOVER_TURN } from '../layout/bodies';
import { component, setVector } from '../rigid/vector';
import { isFree, spinEnergy } from './move';
import { setOf } from './tied-bodies';

// A body that spins fast has no velocity that leads where it comes to: it turns evenly to there, for one motion.

/** For the first motion of a sub-step: who was followed in pieces and was not pushed since turns to where that led. */
export function beginTurns(bodies: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isLed(body)) continue;
    const turn = body + MOVER_TURN;
    const w = body + MOVER_ANGULAR;
    if (!isFree(body) || setOf(body) !== 0 || spinEnergy(body) !== load<f64>(body, MOVER_SPIN_HALFWAY)) {
      setVector(turn, 0, 0, 0);
      continue;
    }
    memory.copy(body + MOVER_SPUN, w, 24);
    memory.copy(w, turn, 24);
  }
}

/** Gives them their velocities back, with what the motion did to these. */
export function endTurns(bodies: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const body = bodies + <usize>i * MOVER_BYTES;
    if (!isLed(body)) continue;
    const turn = body + MOVER_TURN;
    const w = body + MOVER_ANGULAR;
    const spun = body + MOVER_SPUN;
    setVector(
      w,
      component(spun, 0) + (component(w, 0) - component(turn, 0)),
      component(spun, 1) + (component(w, 1) - component(turn, 1)),
      component(spun, 2) + (component(w, 2) - component(turn, 2)),
    );
  }
}

/** Whether its first motion of the sub-step turns it evenly to where its spin leads. */
export function isLed(body: usize): bool {
  const turn = body + MOVER_TURN;
  return component(turn, 0) !== 0 || component(turn, 1) !== 0 || component(turn, 2) !== 0;
}
