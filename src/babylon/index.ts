// The only place that speaks to Babylon.
export type { DragOptions } from './dragging.js';
export type { BabylonMesh, BabylonModule } from './engine.js';
export { attachInspector, type Inspector, type InspectorOptions } from './inspector/inspector.js';
export { LAYERS, type LayerSettings } from './layer-kinds.js';
export { attachLayers, type DebugLayers, type LayerName } from './layers.js';
export { type Frame, type ImportedMesh, importMesh } from './mesh-input.js';
export { FirstContactPlugin } from './physics/plugin.js';
export type { Picked } from './picking.js';
export {
  type AdoptedBodyOptions,
  type AdoptedDeformableOptions,
  attachView,
  type ColourOf,
  type View,
  type ViewOptions,
} from './view.js';
