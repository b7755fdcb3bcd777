// core-dynamics.wasm: rigid bodies that are moved and pushed. The searches between two bodies are those of core.wasm.
export { bendWays } from '../solver/bent-ways';
export {
  answerCertificate,
  beginCertificates,
  certifyLinks,
  endCertificates,
  listCertificates,
} from '../solver/certificates';
export { displacedFrom } from '../solver/displacement';
export { boundFreeSets, settleFreeSets } from '../solver/free-sets';
export { joinJammed } from '../solver/jams';
export { prepareJoints } from '../solver/joints';
export { keepMomentum } from '../solver/keep-momentum';
export { layJoints, placeFactor } from '../solver/lay-joints';
export { beginTurns, endTurns } from '../solver/led-turns';
export { touchesOfLink } from '../solver/links';
export { loseForces } from '../solver/lost-time';
export { distanceOfLink } from '../solver/measure-link';
export { beginMotions, endMotions, finishMotions } from '../solver/motions';
export { applyForces, meet, moveBodies, moveOn } from '../solver/move';
export { noteTouches } from '../solver/note-touches';
export { noteMomenta } from '../solver/noted-momenta';
export { endPush, pushApart } from '../solver/push-apart';
export { isInside, senseLinks } from '../solver/sense';
export { settleSpin } from '../solver/settle-spin';
export { prepareTouches, relaxTouches, solveTouches } from '../solver/solve';
export { takeBackClose } from '../solver/stored-poses';
export { goWays, keepEnergy } from '../solver/tied-motions';
export { answerTouches, listSearches, takeTouches } from '../solver/touch-answers';
export { mayMeet, rouse } from '../solver/wake';
export { cutGains, warmStart } from '../solver/warm-start';
export { wideBytes, widenRows } from '../solver/wide-rows';
