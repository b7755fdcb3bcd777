import { query } from 'bitecs';
import { expect } from 'vitest';
import { COMPONENT_NAMES } from '../../src/components/index.js';
import { FirstContactError } from '../../src/index.js';
import type { Scene } from './colliders.js';
import { thrownBy } from './thrown.js';

/**
 * All that a refused call could have changed: the plugin's state, its memory, which entities have which components, and
 * every row of every column, of entities that are no colliders too.
 */
function worldOf({ plugin, world }: Scene): unknown {
  const snapshot = Buffer.from(plugin.snapshot()).toString('base64');
  const { blocks, liveBytes } = plugin.memory;
  const components = COMPONENT_NAMES.map((name) => {
    const component = plugin.components[name];
    const columns = Object.entries(component).map(([column, values]) => [column, values.slice()]);
    return [name, { entities: [...query(world, [component])].sort(), rows: Object.fromEntries(columns) }];
  });
  return { snapshot, blocks, liveBytes, components };
}

/** Calls what must be refused, and checks that nothing of the world has changed and that it goes on. */
export function refusedBy(scene: Scene, call: () => unknown): FirstContactError {
  const before = worldOf(scene);
  const error = thrownBy(call) as FirstContactError;
  expect(error).toBeInstanceOf(FirstContactError);
  expect(error.remedy.length).toBeGreaterThan(10);
  expect(error.message.endsWith(error.remedy)).toBe(true);
  expect(worldOf(scene)).toEqual(before);
  scene.plugin.step();
  return error;
}
