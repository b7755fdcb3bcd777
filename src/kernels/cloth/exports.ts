// The kernels of the cloth step.
export { clothAir } from './air';
export { clothArrive } from './arrive';
export { clothWant } from './bodies';
export { clothConfine, clothStrayAll } from './confine';
export { clothConstraints } from './constraints';
export { clothContacts } from './contacts';
export { clothCountCuts } from './count-cuts';
export { clothDetect } from './detect';
export { clothDetectStrays } from './detect-strays';
export { clothMoves, clothMovesAgain, clothSpend } from './moves';
export { clothBeginPlanes, clothPlanes } from './planes';
export { clothLargest, clothPlaceBody, clothPredict } from './predict';
export { clothShapes } from './shapes';
export { clothImpulses, clothSolveContacts } from './solve-contacts';
export { clothFollow, clothStrays } from './strays';
export { clothRelease, clothTruncate } from './truncate';
export { clothHorizon, clothTubes } from './tubes';
export { clothVolumes } from './volumes';
