// The only place that speaks to Babylon.
export type { DragOptions } from './dragging.js';
export type { BabylonMesh, BabylonModule } from './engine.js';
export { type Frame, type ImportedMesh, importMesh } from './mesh-input.js';
export type { Picked } from './picking.js';
export {
  type AdoptedBodyOptions,
  type AdoptedDeformableOptions,
  attachView,
  type ColourOf,
  type View,
  type ViewOptions,
} from './view.js';
