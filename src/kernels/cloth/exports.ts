// The kernels of the cloth step.
export { clothWant } from './bodies';
export { clothConstraints } from './constraints';
export { clothContacts } from './contacts';
export { clothDetect } from './detect';
export { clothArrive, clothMoves, clothSpend, clothStillTubes, clothStrays, clothTubes } from './moves';
export { clothLargest, clothPlaceBody, clothPredict } from './predict';
export { clothShapes } from './shapes';
export { clothImpulses, clothSolveContacts } from './solve-contacts';
export {
  clothCountCuts,
  clothLoosenAll,
  clothPlanes,
  clothRelease,
  clothTighten,
  clothTruncate,
} from './truncate';
