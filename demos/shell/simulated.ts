// A scene of scenes/simulated as entities of a demo's world.
import { addToPlugin } from '../../scenes/simulated/in-plugin.js';
import type { SimulatedScene } from '../../scenes/simulated/simulated-scene.js';
import type { PartInput } from '../../src/cloth/part.js';
import type { Demo } from './demo.js';
import { asGround, paint } from './paint.js';

export { send } from '../../scenes/simulated/in-plugin.js';

/**
 * Puts the scene's parts into the world; what it returns moves those that are driven. `colourOf` says how a part is painted, by
 * its number, if it says anything.
 */
export function addSimulated(
  demo: Demo,
  scene: SimulatedScene,
  colourOf: (kind: PartInput['kind'], part: number) => string | undefined = () => undefined,
): (time: number) => void {
  let part = 0;
  const { drive } = addToPlugin(demo.plugin, scene, () => {
    const entity = demo.add();
    const added = scene.parts[part];
    const colour = colourOf(added.kind, part++);
    if (colour !== undefined) paint(entity, colour);
    const floor = added.kind === 'body' ? floorOf(added.mesh.positions) : undefined;
    if (floor && added.kind === 'body') asGround(entity, added.pose[1] + floor.height, floor.radius);
    return entity;
  });
  return drive;
}

/** A slab that is much wider than high is a floor. */
export function floorOf(positions: Float64Array): { height: number; radius: number } | undefined {
  const [x, y] = [0, 1].map((k) => positions.filter((_, i) => i % 3 === k));
  const [wide, high] = [Math.max(...x) - Math.min(...x), Math.max(...y) - Math.min(...y)];
  return wide > 8 * high ? { height: Math.max(...y), radius: wide / 2 } : undefined;
}
