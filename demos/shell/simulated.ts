// A scene of scenes/simulated as entities of a demo's world.
import { addToPlugin } from '../../scenes/simulated/in-plugin.js';
import type { SimulatedScene } from '../../scenes/simulated/simulated-scene.js';
import type { Demo } from './demo.js';

export { send } from '../../scenes/simulated/in-plugin.js';

/** Puts the scene's parts into the world; what it returns moves those that are driven. */
export function addSimulated(demo: Demo, scene: SimulatedScene): (time: number) => void {
  return addToPlugin(demo.plugin, scene, () => demo.add()).drive;
}
