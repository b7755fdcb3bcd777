import { createHash } from 'node:crypto';
import RAPIER from '@dimforge/rapier3d-compat';
import { addEntity, createWorld, type World } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, joinedMesh, placedMesh } from '../../scenes/meshes/index.js';
import { type CollisionPlugin, createCollisionPlugin, snapshotEntities } from '../../src/index.js';
import { type RapierBackend, rapierBackend } from '../../src/rapier/index.js';
import { random } from '../support/random.js';
import { fillWithBodies } from '../support/rapier.js';
import { openRapier } from '../unit/leaves/support/rapier-world.js';

beforeAll(() => RAPIER.init());

const { ColliderDesc } = RAPIER;
const block = boxMesh({ cells: [1, 1, 1], size: [0.4, 0.4, 0.4] });
const halves = joinedMesh([block, placedMesh(block, { position: [0, 0.41, 0] })]);

interface Game {
  readonly world: World;
  readonly plugin: CollisionPlugin;
  readonly backend: RapierBackend<RAPIER.World>;
}

async function open(): Promise<Game> {
  const backend = rapierBackend<RAPIER.World>(RAPIER);
  const world = createWorld();
  const options = { maxEntities: 40, rigid: backend, onReport: () => undefined };
  return { world, backend, plugin: await createCollisionPlugin(world, options) };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const rapierOf = ({ backend }: Game): string => hashOf(backend.save?.() as Uint8Array);

/** A plugin that has played nothing, with what a snapshot says. */
async function inAnother(snapshot: Uint8Array): Promise<Game> {
  const game = await open();
  const wanted = [...snapshotEntities(snapshot)];
  while (addEntity(game.world) < Math.max(...wanted));
  game.plugin.restore(snapshot);
  return game;
}

/** Bodies of ours that break, and Rapier's own, which tell of each other. */
async function filled(seed: number): Promise<Game> {
  const game = await open();
  const { plugin, world, backend } = game;
  const mesh = plugin.loadMesh(halves, { pieces: 'components' });
  for (let i = 0; i < 3; i++) {
    const position = [0.7 * i - 0.7, 0.8 + i, 0] as const;
    plugin.addRigidBody(addEntity(world), { mesh, position, strength: 1 + i, body: { vy: -3 } });
  }
  const physics = backend.world as RAPIER.World;
  fillWithBodies(physics, 6, seed);
  const lift = physics.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(1, 0, 0));
  physics.createCollider(ColliderDesc.cuboid(0.5, 0.2, 0.5).setActiveEvents(seed % 4), lift);
  return game;
}

/** What a game may do to Rapier's part of its world. */
function play({ backend }: Game, step: number, chance: number): void {
  const physics = backend.world as RAPIER.World;
  const own = physics.colliders
    .getAll()
    .filter((each) => backend.entityOf(each.parent()?.handle as number) === undefined);
  const collider = own[Math.floor(chance * own.length)];
  const body = collider.translationWrtParent() === null ? null : collider.parent();
  if (body?.isKinematic()) body.setNextKinematicTranslation({ x: 1, y: 0.1 * (step % 5), z: 0 });
  if (step % 7 === 3) collider.setActiveEvents(step % 4);
  if (step % 13 === 8) physics.gravity = { x: 0.5, y: -4 - chance, z: 0 };
  if (step % 11 === 5) body?.applyImpulse({ x: 0, y: 0.05, z: 0 }, true);
  if (step === 30) physics.removeCollider(collider, true);
}

function eventsOf({ plugin }: Game): number[][] {
  const { count, kind, a, b, handleA, handle, sensor, impulse, points, normals } = plugin.contactEvents;
  return Array.from({ length: count }, (_, i) => [
    ...[kind[i], a[i], b[i], handleA[i], handle[i], sensor[i], impulse[i]],
    ...points.slice(3 * i, 3 * i + 3),
    ...normals.slice(3 * i, 3 * i + 3),
  ]);
}

describe('a snapshot over Rapier', () => {
  test('is restored to its end where what is told of the new world throws', async () => {
    const onReplaced = () => {
      throw new Error("the user's own");
    };
    const { plugin, add } = await openRapier({}, { onReplaced });
    const entity = add({ ...block });
    plugin.step();
    const snapshot = plugin.snapshot();
    const { py } = plugin.components.RigidBody;
    const run = () =>
      Array.from({ length: 5 }, () => {
        plugin.step();
        return py[entity];
      });
    const first = run();
    expect(() => plugin.restore(snapshot)).toThrow("the user's own");
    expect(plugin.clock.step).toBe(1);
    expect(run()).toEqual(first);
  });

  test('keeps what its owner took out of the world out of it', async () => {
    const { plugin, backend, rapier, add } = await openRapier();
    const entities = [0, 1].map((x) => add({ ...block, position: [x, 0, 0] }));
    plugin.step();
    rapier.removeRigidBody(backend.bodyOf(entities[0]) as RAPIER.RigidBody);
    plugin.restore(plugin.snapshot());
    plugin.step();
    expect([...plugin.quarantined.keys()]).toEqual([entities[0]]);
    expect(plugin.components.RigidBody.vy[entities[1]]).toBeLessThan(-0.3);
  });

  test('of a step in which a body broke goes on with the same bits in Rapier, here and in another plugin', async () => {
    const first = await open();
    const entity = addEntity(first.world);
    const mesh = first.plugin.loadMesh(halves, { pieces: 'components' });
    first.plugin.addRigidBody(entity, { mesh, position: [0, 2, 0], strength: 1 });
    first.backend.world?.createCollider(ColliderDesc.cuboid(5, 0.5, 5).setTranslation(0.3, -0.5, 0));
    let broke = false;
    for (let i = 0; i < 90 && !broke; i++) {
      first.plugin.step(1 / 60);
      broke = first.plugin.breaks.length > 0;
    }
    if (!broke) first.plugin.break(entity);
    const snapshot = first.plugin.snapshot();
    const other = await inAnother(snapshot);
    const run = (game: Game) =>
      Array.from({ length: 30 }, () => {
        game.plugin.step(1 / 60);
        return rapierOf(game);
      });
    const hashes = run(first);
    expect(run(other)).toEqual(hashes);
    first.plugin.restore(snapshot);
    expect(run(first)).toEqual(hashes);
  });

  test.each([1, 2, 3, 4, 5])('goes on bit by bit in games of chance: seed %i', async (seed) => {
    const straight = await filled(seed);
    let restored = await filled(seed);
    const next = random(seed + 50);
    for (let step = 0; step < 45; step++) {
      const chance = next();
      if (chance < 0.12) restored = await inAnother(straight.plugin.snapshot());
      else if (chance < 0.2) {
        const snapshot = restored.plugin.snapshot({ meshes: chance < 0.16 });
        for (let i = 0; i < 3; i++) restored.plugin.step(1 / 50);
        restored.plugin.restore(snapshot);
      }
      const act = next();
      for (const game of [straight, restored]) play(game, step, act);
      for (const { plugin } of [straight, restored]) plugin.step(1 / 60);
      expect(eventsOf(restored), `step ${step}`).toEqual(eventsOf(straight));
      expect(rapierOf(restored), `step ${step}`).toBe(rapierOf(straight));
    }
  });
});
