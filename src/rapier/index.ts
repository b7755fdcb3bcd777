// The only place that speaks to Rapier.
export type { RigidBackend } from '../systems/rigid-backend.js';
export { type RapierBackend, rapierBackend } from './backend.js';
export type { RapierModule, RapierWorld } from './engine.js';
export type { RapierOptions } from './options.js';
