// The only place that speaks to Rapier.
export type { RigidBackend } from '../systems/rigid-backend.js';
export { type RapierModule, type RapierOptions, rapierBackend } from './backend.js';
