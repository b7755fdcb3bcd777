// The only place that speaks to Babylon.
export type { BabylonMesh, BabylonModule } from './engine.js';
export { attachView, type View, type ViewOptions } from './view.js';
