// The kernels of the cloth step.
export { clothAir } from './air';
export { clothWant } from './bodies';
export { clothConstraints } from './constraints';
export { clothContacts } from './contacts';
export { clothDetect } from './detect';
export {
  clothArrive,
  clothHorizon,
  clothMoves,
  clothSpend,
  clothStillTubes,
  clothStrays,
  clothTubes,
} from './moves';
export { clothLargest, clothPlaceBody, clothPredict } from './predict';
export { clothShapes } from './shapes';
export { clothImpulses, clothSolveContacts } from './solve-contacts';
export {
  clothBeginPlanes,
  clothCountCuts,
  clothPlanes,
  clothRelease,
  clothTruncate,
} from './truncate';
export { clothVolumes } from './volumes';
