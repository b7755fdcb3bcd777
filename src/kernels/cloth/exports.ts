// The kernels of the cloth step.
export { clothAir } from './air';
export { clothArrive } from './arrive';
export { clothWant } from './bodies';
export { clothConstraints } from './constraints';
export { clothContacts } from './contacts';
export { clothCountCuts } from './count-cuts';
export { clothDetect } from './detect';
export { clothMoves, clothSpend } from './moves';
export { clothBeginPlanes, clothPlanes } from './planes';
export { clothLargest, clothPlaceBody, clothPredict } from './predict';
export { clothShapes } from './shapes';
export { clothImpulses, clothSolveContacts } from './solve-contacts';
export { clothRelease, clothTruncate } from './truncate';
export { clothHorizon, clothStillTubes, clothStrays, clothTubes } from './tubes';
export { clothVolumes } from './volumes';
