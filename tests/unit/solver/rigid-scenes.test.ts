// Short versions of what `npm run bench -- rigid-scenes` plays to the end.
import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { PITCH } from '../../../scenes/meshes/thread.js';
import { addBodies, DRIVEN, RIGID_SCENES, type RigidScene } from '../../../scenes/rigid/index.js';
import { pile } from '../../../scenes/rigid/resting.js';
import { top } from '../../../scenes/rigid/turning.js';
import type { PluginOptions } from '../../../src/index.js';
import { meetingTriangles, placed } from '../../oracle/exact/surfaces-meet.js';
import { openScene } from '../../support/colliders.js';

async function open(scene: RigidScene, options: PluginOptions = {}) {
  const { world, plugin } = await openScene({ gravity: scene.gravity, ...options });
  const entities = addBodies(plugin, scene, () => addEntity(world));
  const body = plugin.components.RigidBody;
  const { qx, qy, qz, qw } = body;
  let turned = entities.map(() => 0);
  const play = (seconds: number, axis: 0 | 1 | 2 = 1) => {
    for (let i = 0; i < Math.round(60 * seconds); i++) {
      const before = entities.map((e) => [qx[e], qy[e], qz[e], qw[e]] as const);
      plugin.step(1 / 60);
      turned = turned.map((angle, i) => angle + turnAbout(axis, before[i], entities[i]));
    }
  };
  // The part of q p^-1 that turns about the axis.
  const turnAbout = (
    axis: number,
    [px, py, pz, pw]: readonly [number, number, number, number],
    e: number,
  ) => {
    const x = pw * qx[e] - qw[e] * px - qy[e] * pz + qz[e] * py;
    const y = pw * qy[e] - qw[e] * py - qz[e] * px + qx[e] * pz;
    const z = pw * qz[e] - qw[e] * pz - qx[e] * py + qy[e] * px;
    const w = pw * qw[e] + px * qx[e] + py * qy[e] + pz * qz[e];
    return 2 * Math.atan2([x, y, z][axis], w);
  };
  const speed = () =>
    Math.sqrt(entities.reduce((sum, e) => sum + body.vx[e] ** 2 + body.vy[e] ** 2 + body.vz[e] ** 2, 0));
  const meet = () => {
    const surfaces = entities.map((e, i) =>
      placed(scene.bodies[i].mesh, [qx[e], qy[e], qz[e], qw[e]], [body.px[e], body.py[e], body.pz[e]]),
    );
    return surfaces.some((a, i) => surfaces.slice(i + 1).some((b) => meetingTriangles(a, b) !== undefined));
  };
  return { plugin, entities, body, play, speed, meet, turned: () => turned };
}

describe('rigid scenes, the first seconds', () => {
  test('ten rings stand on each other', async () => {
    const { entities, body, play, speed, meet } = await open(RIGID_SCENES.stack(3));
    play(1.5);
    const before = entities.map((e) => [body.px[e], body.py[e], body.pz[e]]);
    play(0.5);
    expect(speed() / Math.sqrt(10)).toBeLessThan(0.02);
    entities.forEach((e, i) => {
      const now = [body.px[e], body.py[e], body.pz[e]];
      expect(Math.hypot(...now.map((x, k) => x - before[i][k]))).toBeLessThan(5e-3);
    });
    expect(body.py[entities[10]]).toBeGreaterThan(1.5);
    expect(meet()).toBe(false);
  });

  test('letters fall into a bowl, and every one of them comes free of what stopped it, and to rest', async () => {
    const { plugin, play, speed, meet } = await open(RIGID_SCENES.letters(3));
    play(1.75);
    let givenUp = 0;
    for (let i = 0; i < 15; i++) {
      play(1 / 60);
      givenUp += plugin.counters.givenUp;
    }
    expect(givenUp).toBe(0);
    expect(speed() / Math.sqrt(14)).toBeLessThan(0.1);
    expect(meet()).toBe(false);
  });

  // Pushes of pairs whose motion had next to no time left threw others, which went on for longer, 1e10 m away.
  test('nobody is pushed farther than velocities and gaps explain', async () => {
    const { entities, body, play } = await open(pile(1, 45));
    for (let step = 0; step < 20; step++) {
      const before = entities.map((e) => [body.px[e], body.py[e], body.pz[e]]);
      play(1 / 60);
      entities.forEach((e, i) => {
        const now = [body.px[e], body.py[e], body.pz[e]];
        expect(Math.hypot(...now.map((x, k) => x - before[i][k])), `step ${step}`).toBeLessThan(0.2);
      });
    }
  });

  // What is kept of near triangles only saves searches: a snapshot has none of it.
  test('a pile goes on with the same bits whether near triangles are known or have to be found', async () => {
    const known = await open(pile(3, 8));
    const found = await open(pile(3, 8));
    const state = ({ entities, body }: typeof known) =>
      entities.flatMap((e) => [body.px[e], body.py[e], body.pz[e], body.qw[e], body.vy[e], body.wx[e]]);
    for (let step = 0; step < 45; step++) {
      known.play(1 / 60);
      found.play(1 / 60);
      expect(state(found), `step ${step}`).toEqual(state(known));
      if (step % 2 === 0) found.plugin.restore(found.plugin.snapshot());
    }
  });
});

describe.each(['earliest-first', 'c2a'] as const)('turning and driving, by %s', (advancement) => {
  test('gears drive gears, tooth by tooth', async () => {
    const { play, meet, turned } = await open(RIGID_SCENES.gears(1), { advancement });
    expect(meet()).toBe(false);
    play(2, 2);
    expect(meet()).toBe(false);
    const most = 0.1; // the play between the teeth
    [1, -1, 1].forEach((way, i) => {
      expect(Math.abs(turned()[i] - way * DRIVEN * 2)).toBeLessThan(most);
    });
  });

  test('a nut goes down a bolt as far as its thread leads it', async () => {
    const { entities, body, play, turned } = await open(RIGID_SCENES['bolt-and-nut'](1), { advancement });
    const seconds = advancement === 'c2a' ? 0.15 : 0.3;
    play(seconds);
    const [angle, height] = [turned()[2], body.py[entities[2]]];
    play(seconds);
    const fallen = height - body.py[entities[2]];
    const led = (Math.abs(turned()[2] - angle) / (2 * Math.PI)) * PITCH;
    expect(led).toBeGreaterThan(0.05 * seconds);
    expect(Math.abs(fallen - led)).toBeLessThan(0.02);
  });

  test('a top stands while it spins, and falls when it does not', async () => {
    const upright = async (spin: number) => {
      const { entities, body, play } = await open(top(spin), { advancement });
      play(1.5);
      const e = entities[1];
      return 1 - 2 * (body.qx[e] ** 2 + body.qz[e] ** 2);
    };
    expect(await upright(60)).toBeGreaterThan(0.95);
    expect(await upright(0)).toBeLessThan(0.8);
  });
});
