import RAPIER from '@dimforge/rapier3d-compat';
import { createWorld } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCollisionPlugin } from '../../../src/index.js';
import { rapierBackend } from '../../../src/rapier/index.js';
import { rejectedBy, thrownBy } from '../../support/thrown.js';

describe('rapierBackend', () => {
  test('says what is missing where Rapier is not initialised', () => {
    expect(thrownBy(() => rapierBackend(RAPIER))).toMatchObject({ code: 'BACKEND_NOT_READY' });
  });

  test('says what it wants where it is handed something else', () => {
    expect(thrownBy(() => rapierBackend({} as never))).toMatchObject({ code: 'BACKEND_NOT_READY' });
    expect(thrownBy(() => rapierBackend(undefined as never))).toMatchObject({ code: 'BACKEND_NOT_READY' });
  });

  describe('with an engine', () => {
    beforeAll(() => RAPIER.init());

    test('has a world of its own from the plugin on, until the plugin is disposed of', async () => {
      const backend = rapierBackend(RAPIER);
      expect(backend.world).toBeUndefined();
      const plugin = await createCollisionPlugin(createWorld(), { rigid: backend, gravity: [0, -1, 0] });
      expect(backend.world?.gravity.y).toBe(-1);
      plugin.step();
      plugin.dispose();
      expect(backend.world).toBeUndefined();
    });

    test('is asked for by name where the plugin gets the module itself', async () => {
      const error = await rejectedBy(() => createCollisionPlugin(createWorld(), { rigid: RAPIER as never }));
      expect(error).toMatchObject({ code: 'BAD_SETTING' });
      expect((error as Error).message).toContain('rapierBackend(RAPIER)');
    });

    test('leaves an adopted world to its owner', async () => {
      const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
      const plugin = await createCollisionPlugin(createWorld(), { rigid: rapierBackend(RAPIER, { world }) });
      plugin.dispose();
      world.step();
      world.free();
    });

    test('calls what a step calls before there is one, once a module, and leaves nothing behind', async () => {
      const made: { freed: boolean; steps: number }[] = [];
      class World extends RAPIER.World {
        readonly note = { freed: false, steps: 0 };
        constructor(gravity: RAPIER.Vector) {
          super(gravity);
          made.push(this.note);
        }
        override step(queue?: RAPIER.EventQueue): void {
          this.note.steps++;
          super.step(queue);
        }
        override free(): void {
          this.note.freed = true;
          super.free();
        }
      }
      const module = { ...RAPIER, World } as unknown as typeof RAPIER;
      for (let i = 0; i < 2; i++) {
        const plugin = await createCollisionPlugin(createWorld(), { rigid: rapierBackend(module) });
        plugin.dispose();
      }
      expect(made.map(({ steps }) => steps > 0)).toEqual([true, false, false]);
      expect(made.every(({ freed }) => freed)).toBe(true);
    });

    test('belongs to one plugin', async () => {
      const rigid = rapierBackend(RAPIER);
      const plugin = await createCollisionPlugin(createWorld(), { rigid });
      expect(await rejectedBy(() => createCollisionPlugin(createWorld(), { rigid }))).toMatchObject({
        code: 'BACKEND_IN_USE',
      });
      plugin.dispose();
    });
  });
});
