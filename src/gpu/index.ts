// Visibility facts for the stage occlusion-culling.
export type { LossyModes, SweepPlace, VisibilityBackend } from '../visibility/backend.js';
export { ClusterPairs } from '../visibility/cluster-pairs.js';
export { SweptClusters } from '../visibility/swept-clusters.js';
export type { ViewSet } from '../visibility/view.js';
export { noVisibility } from './no-visibility.js';
export type { PictureOptions } from './query-backend.js';
export { type WebGl2Options, webgl2 } from './webgl2.js';
export { type WebGpuOptions, webgpu } from './webgpu.js';
export { WebGpuSweep } from './webgpu-sweep.js';
export type { DeviceLike, GpuLike } from './webgpu-types.js';
