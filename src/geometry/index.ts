// The ECS-free face of the kernels.
export { FirstContactError } from '../errors.js';
export { initGeometry } from './runtime.js';
