import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh, torusMesh, type Vec3 } from '../../../scenes/meshes/index.js';
import { random } from '../../support/random.js';
import {
  energyOf,
  type Jointed,
  type JointedBody,
  type JointedScene,
  opening,
  ours,
  pure,
  type Tie,
  twist,
  vector,
} from './support/jointed.js';

beforeAll(() => RAPIER.init());

// Joints of Rapier's and contacts of meshes, solved together. The truth about joints is where their anchors are.

const MILLIMETRE = 1e-3;
const MILLIRADIAN = 1e-3;
const block = (x: number, y: number, z: number) => boxMesh({ cells: [1, 1, 1], size: [x, y, z] });
const ring = torusMesh({ around: 32, tube: 16, radius: 0.6, tubeRadius: 0.15 });
const TURNS: RAPIER.JointAxesMask =
  RAPIER.JointAxesMask.AngX | RAPIER.JointAxesMask.AngY | RAPIER.JointAxesMask.AngZ;
const none = { x: 0, y: 0, z: 0, w: 1 };

/** Nine blocks on ball joints, the last of which is ten times heavier; `held` at the first one. */
function chainOver(stands: readonly JointedBody[], start: Vec3, held: boolean): JointedScene {
  const blocks = Array.from({ length: 9 }, (_, i): JointedBody => {
    const position: Vec3 = [start[0] + 0.3 * i, start[1], start[2]];
    return { mesh: block(0.22, 0.16, 0.16), position, ...(!(held && i === 0) && { mass: i === 8 ? 10 : 1 }) };
  });
  const data = RAPIER.JointData.spherical(vector([0.15, 0, 0]), vector([-0.15, 0, 0]));
  const joints = Array.from({ length: 8 }, (_, i) => ({ a: i, b: i + 1, data }));
  return { bodies: [...blocks, ...stands], joints };
}

const RING: JointedBody = { mesh: ring, position: [0, 0, 0], concave: true };
const FLOOR: JointedBody = { mesh: block(8, 0.5, 8), position: [0, -1, 0] };

const scenes: Record<string, () => JointedScene> = {
  'a chain that falls over a ring onto a floor': () => chainOver([RING, FLOOR], [-1.1, 0.6, 0], false),
  'a chain that is held, and falls over a ring': () => chainOver([RING], [-1.1, 0.6, 0], true),
  'a chain that hangs over the edge of a table': () =>
    chainOver([{ mesh: block(2, 0.2, 2), position: [-1, 0, 0] }], [-1.5, 0.19, 0], true),
  'thirty small blocks that are held, and drawn tight over a ring': () => {
    const blocks = Array.from({ length: 30 }, (_, i): JointedBody => {
      const position: Vec3 = [(i - 15) * 0.1, 0.4, 0];
      return { mesh: block(0.07, 0.06, 0.06), position, ...(i > 0 && { mass: i === 29 ? 10 : 1 }) };
    });
    const data = RAPIER.JointData.spherical(vector([0.05, 0, 0]), vector([-0.05, 0, 0]));
    const joints = Array.from({ length: 29 }, (_, i) => ({ a: i, b: i + 1, data }));
    return { bodies: [...blocks, RING], joints };
  },
  'a door that swings against a block': () => ({
    bodies: [
      { mesh: block(0.1, 2, 0.1), position: [0, 0, 0] },
      { mesh: block(1, 1.8, 0.05), position: [0.6, 0, 0], mass: 20, spin: [0, -5, 0] },
      { mesh: block(0.2, 0.2, 0.2), position: [0.9, 0.1, 0.6] },
    ],
    joints: [
      {
        a: 0,
        b: 1,
        data: RAPIER.JointData.revolute(vector([0, 0, 0]), vector([-0.6, 0, 0]), vector([0, 1, 0])),
      },
    ],
  }),
  'a slider that falls onto a ring': () => ({
    bodies: [
      { mesh: block(0.1, 3, 0.1), position: [0, 0, 0] },
      { mesh: block(0.4, 0.2, 0.4), position: [0.4, 1, 0], mass: 5 },
      { ...RING, position: [0.9, -0.6, 0] },
    ],
    joints: [
      {
        a: 0,
        b: 1,
        data: RAPIER.JointData.prismatic(vector([0.2, 0, 0]), vector([-0.2, 0, 0]), vector([0, 1, 0])),
      },
    ],
  }),
  'two blocks that are one, and land on a ring': () => ({
    bodies: [
      { mesh: block(0.5, 0.3, 0.3), position: [-0.5, 1.2, 0], mass: 1 },
      { mesh: block(0.5, 0.3, 0.3), position: [0.5, 1.2, 0.1], mass: 10 },
      RING,
      FLOOR,
    ],
    joints: [
      {
        a: 0,
        b: 1,
        data: RAPIER.JointData.fixed(vector([0.5, 0, 0.05]), none, vector([-0.5, 0, -0.05]), none),
      },
    ],
  }),
};

/** Steps a scene, and tells by how much joints were open: at the worst, and in the last second of five. */
function openings(jointed: Jointed, scene: JointedScene, look: (step: number) => void = () => {}) {
  let worst = 0;
  let last = 0;
  for (let i = 0; i < 300; i++) {
    jointed.step();
    const open = opening(jointed, scene);
    worst = Math.max(worst, open);
    if (i >= 240) last = Math.max(last, open);
    look(i);
  }
  return { worst, last };
}

describe('joints of bodies in contact', () => {
  test.each(Object.entries(scenes))(
    '%s: as tight as in Rapier alone, within 1 mm, nothing meets and no energy comes',
    async (_, make) => {
      const scene = make();
      const alone = openings(pure(scene), scene);
      const jointed = await ours(scene);
      jointed.step();
      let energy = energyOf(jointed);
      const lowest = Math.min(...scene.bodies.map(({ position }) => position[1])) - 1;
      const room = energy - 9.81 * lowest * scene.bodies.reduce((sum, { mass = 0 }) => sum + mass, 0);
      const found = openings(jointed, scene, (i) => {
        const now = energyOf(jointed);
        expect(now).toBeLessThan(energy + 0.01 * room);
        energy = now;
        if (i % 4 === 0) expect(jointed.meeting()).toBe(0);
        expect(twist(jointed, scene)).toBeLessThan(MILLIRADIAN);
        expect(jointed.plugin.counters.givenUp).toBe(0);
      });
      expect(found.worst).toBeLessThan(alone.worst + MILLIMETRE);
      expect(found.last).toBeLessThan(alone.last + 0.1 * MILLIMETRE);
      expect(found.worst).toBeLessThan(2 * MILLIMETRE);
    },
  );
});

/** Blocks on ball joints, hinges with limits and fixed joints, branching, now and then in a loop, masses up to 100 times each other, that fall onto a ring. */
function thrown(seed: number): JointedScene {
  const next = random(seed);
  const between = (least: number, most: number) => least + (most - least) * next();
  const places: Vec3[] = [[between(-0.5, 0.5), between(1, 2), between(-0.5, 0.5)]];
  const joints: Tie[] = [];
  while (places.length < 4 + seed) {
    const a = next() < 0.7 ? places.length - 1 : Math.floor(next() * places.length);
    const way = WAYS[Math.floor(next() * WAYS.length)];
    const place = places[a].map((x, k) => x + 0.35 * way[k]) as unknown as Vec3;
    if (places.some((other) => other.every((x, k) => Math.abs(x - place[k]) < 0.3))) continue;
    const ends = [
      vector(way.map((x) => 0.175 * x) as unknown as Vec3),
      vector(way.map((x) => -0.175 * x) as unknown as Vec3),
    ] as const;
    const kind = Math.floor(next() * 4);
    const tie = { a, b: places.length };
    if (kind === 0) joints.push({ ...tie, data: RAPIER.JointData.fixed(ends[0], none, ends[1], none) });
    else if (kind > 1) joints.push({ ...tie, data: RAPIER.JointData.spherical(...ends) });
    else
      joints.push({
        ...tie,
        data: RAPIER.JointData.revolute(...ends, vector([0, 0, 1])),
        limits: [-0.5, 0.5],
      });
    places.push(place);
  }
  const last = places[places.length - 1];
  const back = places[0].map((x, k) => (x - last[k]) / 2) as unknown as Vec3;
  const forth = back.map((x) => -x) as unknown as Vec3;
  const data = RAPIER.JointData.spherical(vector(back), vector(forth));
  if (seed % 2 === 0) joints.push({ a: places.length - 1, b: 0, data });
  const side = () => between(0.1, 0.22);
  const bodies = places.map((position) => ({
    mesh: block(side(), side(), side()),
    position,
    mass: 100 ** next(),
  }));
  return { bodies: [...bodies, RING, FLOOR], joints };
}

const WAYS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [-1, 0, 0],
  [0, 0, -1],
];

test.each([1, 2, 3, 4, 5, 6])(
  'random trees and loops of joints stay closed where they fall, seed %i',
  async (seed) => {
    const scene = thrown(seed);
    const jointed = await ours(scene);
    jointed.step();
    let energy = energyOf(jointed);
    const weight = 9.81 * scene.bodies.reduce((sum, { mass = 0 }) => sum + mass, 0);
    const { worst, last } = openings(jointed, scene, (i) => {
      const now = energyOf(jointed);
      expect(now).toBeLessThan(energy + 0.01 * (energy + 2 * weight));
      energy = now;
      if (i % 10 === 0) expect(jointed.meeting()).toBe(0);
    });
    expect(worst).toBeLessThan(2.5 * MILLIMETRE);
    expect(last).toBeLessThan(0.1 * MILLIMETRE);
  },
);

/** Four blocks on hinges about z, the first of which is fixed; each hinge is `off` farther in front than the one before, which no loop can be. */
function fourBars(off: number): JointedScene {
  const places: Vec3[] = [
    [0, 1.5, 0],
    [0.6, 1.5, 0],
    [0.6, 0.9, 0],
    [0, 0.9, 0],
  ];
  const mesh = block(0.2, 0.15, 0.15);
  const bodies = places.map((position, i) => ({ mesh, position, ...(i > 0 && { mass: i === 2 ? 3 : 1 }) }));
  const joints = places.map((from, a) => {
    const b = (a + 1) % 4;
    const [x, y] = [(places[b][0] - from[0]) / 2, (places[b][1] - from[1]) / 2];
    const ends = [vector([x, y, 0]), vector([-x, -y, off * a])] as const;
    return { a, b, data: RAPIER.JointData.revolute(...ends, vector([0, 0, 1])) };
  });
  return { bodies: [...bodies, { ...RING, position: [0.3, 0.2, 0] }], joints };
}

describe('joints that say the same twice', () => {
  test.each([0, 1e-5, 1e-4, 1e-3])(
    'a loop of hinges swings, whose ends are apart by %f m a hinge',
    async (off) => {
      const scene = fourBars(off);
      const jointed = await ours(scene);
      // of the heights at which they begin
      const begun = 9.81 * (1.5 + 3 * 0.9 + 0.9);
      const { worst } = openings(jointed, scene, () => {
        expect(energyOf(jointed)).toBeLessThan(begun + 0.1);
      });
      expect(energyOf(jointed)).toBeGreaterThan(begun - 1);
      expect(worst).toBeLessThan(0.1 * MILLIMETRE + 6 * off);
    },
  );

  test.each([0, 1e-5, 1e-4])(
    'a door on two hinges, one of them %f m beside the other, swings',
    async (off) => {
      const up = vector([0, 1, 0]);
      const hinge = (x: number, y: number): Tie => {
        const data = RAPIER.JointData.revolute(vector([x, y, 0]), vector([x - 0.6, y, 0]), up);
        return { a: 0, b: 1, data };
      };
      const scene: JointedScene = {
        bodies: [
          { mesh: block(0.1, 2, 0.1), position: [0, 0, 0] },
          { mesh: block(1, 1.8, 0.05), position: [0.6, 0, 0], mass: 20, spin: [0, -5, 0] },
        ],
        joints: [hinge(0, 0.7), hinge(off, -0.7)],
      };
      const jointed = await ours(scene);
      jointed.step();
      const begun = jointed.bodies[1].angvel().y;
      for (let i = 0; i < 120; i++) jointed.step();
      expect(begun).toBeLessThan(-0.9);
      expect(jointed.bodies[1].angvel().y).toBeLessThan(0.99 * begun);
      expect(opening(jointed, scene)).toBeLessThan(0.01 * MILLIMETRE + 3 * off);
    },
  );
});

/** Five arms on hinges, the last of which is ten times heavier, beside a post; over a floor or over nothing. */
function arms(stands: readonly JointedBody[]): JointedScene {
  const post: JointedBody = { mesh: block(0.2, 0.2, 0.2), position: [0, 1.5, 0] };
  const bodies = Array.from({ length: 5 }, (_, i): JointedBody => {
    const position: Vec3 = [0.35 + 0.4 * i, 1.5, 0];
    return { mesh: block(0.3, 0.1, 0.1), position, mass: i === 4 ? 10 : 1 };
  });
  const joints = bodies.map((_, i) => {
    const first = vector([i === 0 ? 0.15 : 0.2, 0, 0]);
    const data = RAPIER.JointData.revolute(first, vector([-0.2, 0, 0]), vector([0, 0, 1]));
    return { a: i, b: i + 1, data, limits: [-LIMIT, LIMIT] as const };
  });
  return { bodies: [post, ...bodies, ...stands], joints };
}

const LIMIT = 0.4;

/** By how much a hinge about z passes its limits at the most. */
function beyond({ bodies }: Jointed, { joints }: JointedScene): number {
  const angle = (i: number) => 2 * Math.atan2(bodies[i].rotation().z, bodies[i].rotation().w);
  return Math.max(0, ...joints.map(({ a, b }) => Math.abs(angle(b) - angle(a)) - LIMIT));
}

describe('limits of joints', () => {
  test('hold arms with a heavy end that land on a floor', async () => {
    const scene = arms([{ mesh: block(8, 0.5, 8), position: [0, 0, 0] }]);
    const jointed = await ours(scene);
    const { worst, last } = openings(jointed, scene, (i) => {
      expect(beyond(jointed, scene)).toBeLessThan(MILLIRADIAN);
      if (i % 4 === 0) expect(jointed.meeting()).toBe(0);
    });
    expect(worst).toBeLessThan(MILLIMETRE);
    expect(last).toBeLessThan(0.1 * MILLIMETRE);
  });

  test('hold arms with a heavy end that swing beside a post', async () => {
    const scene = arms([]);
    const jointed = await ours(scene);
    jointed.step();
    let before = energyOf(jointed);
    const { worst } = openings(jointed, scene, () => {
      expect(beyond(jointed, scene)).toBeLessThan(0.1 * MILLIRADIAN);
      const now = energyOf(jointed);
      expect(now - before).toBeLessThan(0.3);
      before = now;
    });
    expect(worst).toBeLessThan(0.1 * MILLIMETRE);
  });

  test('stop a slider where it may go no farther', async () => {
    const data = RAPIER.JointData.prismatic(vector([0.2, 0, 0]), vector([-0.2, 0, 0]), vector([0, 1, 0]));
    const scene: JointedScene = {
      bodies: [
        { mesh: block(0.1, 3, 0.1), position: [0, 0, 0] },
        { mesh: block(0.4, 0.2, 0.4), position: [0.4, 1, 0], mass: 5 },
      ],
      joints: [{ a: 0, b: 1, data, limits: [-0.5, 2] }],
    };
    const jointed = await ours(scene);
    openings(jointed, scene, () =>
      expect(jointed.bodies[1].translation().y).toBeGreaterThan(-0.5 - MILLIMETRE),
    );
    expect(jointed.bodies[1].translation().y).toBeCloseTo(-0.5, 4);
  });
});

describe('joints that hold bodies in contact', () => {
  test('go on bit by bit from a snapshot, with new handles of the same joints', async () => {
    const scene = scenes['a chain that falls over a ring onto a floor']();
    const jointed = await ours(scene);
    for (let i = 0; i < 25; i++) jointed.step();
    const { plugin, entities } = jointed;
    const { px, py, pz, qx, vx, wy } = plugin.components.RigidBody;
    const play = () =>
      Array.from({ length: 40 }, () => {
        jointed.step();
        return entities.map((e) => [px[e], py[e], pz[e], qx[e], vx[e], wy[e]]);
      });
    const snapshot = plugin.snapshot();
    const first = play();
    plugin.restore(snapshot);
    expect(play()).toEqual(first);
  });

  test('may be tied to what stands still in Rapier, whose pose they take', async () => {
    const scene: JointedScene = {
      bodies: [
        { mesh: block(0.4, 0.1, 0.1), position: [0, 1, 0], mass: 1 },
        { ...RING, position: [0, 0.7, 0] },
      ],
      joints: [],
    };
    const jointed = await ours(scene);
    const half = Math.SQRT1_2;
    const desc = RAPIER.RigidBodyDesc.fixed()
      .setTranslation(-0.3, 1, 0)
      .setRotation({ x: half, y: 0, z: 0, w: half });
    const post = jointed.rapier.createRigidBody(desc);
    // a hinge about the world's z, which is the post's y
    const ends = [vector([0.1, 0, 0]), vector([-0.2, 0, 0])] as const;
    const data = RAPIER.JointData.revoluteWithAxes(...ends, vector([0, 1, 0]), vector([0, 0, 1]));
    jointed.rapier.createImpulseJoint(data, post, jointed.bodies[0], true);
    let lowest = 1;
    for (let i = 0; i < 240; i++) {
      jointed.step();
      const { x, y, z } = jointed.bodies[0].translation();
      lowest = Math.min(lowest, y);
      expect(Math.abs(Math.hypot(x + 0.2, y - 1, z) - 0.2)).toBeLessThan(0.1 * MILLIMETRE);
      if (i % 8 === 0) expect(jointed.meeting()).toBe(0);
    }
    expect(lowest).toBeLessThan(0.81);
  });

  test('are turned by their motors', async () => {
    const scene = scenes['a door that swings against a block']();
    const bodies = scene.bodies.slice(0, 2).map(({ spin, ...body }) => body);
    const jointed = await ours({ ...scene, bodies });
    const [hinge] = jointed.handles as RAPIER.RevoluteImpulseJoint[];
    hinge.configureMotorVelocity(2, 1000);
    for (let i = 0; i < 60; i++) jointed.step();
    expect(jointed.bodies[1].angvel().y).toBeCloseTo(2, 2);
  });

  test('that are ropes, springs or lock what no kind of joint does are left to Rapier', async () => {
    const kinds = {
      rope: RAPIER.JointData.rope(0.5, vector([0, 0, 0]), vector([0, 0, 0])),
      spring: RAPIER.JointData.spring(0.5, 100, 1, vector([0, 0, 0]), vector([0, 0, 0])),
      turns: RAPIER.JointData.generic(vector([0, 0, 0]), vector([0, 0, 0]), vector([1, 0, 0]), TURNS),
    };
    for (const [kind, data] of Object.entries(kinds)) {
      const bodies: JointedBody[] = [
        { mesh: block(0.2, 0.2, 0.2), position: [0, 2, 0] },
        { mesh: block(0.2, 0.2, 0.2), position: [0.3, 2, 0], mass: 1 },
      ];
      const jointed = await ours({ bodies, joints: [{ a: 0, b: 1, data }] });
      for (let i = 0; i < 30; i++) jointed.step();
      // a ball joint would have pulled it to the other's centre
      const { x, y } = jointed.bodies[1].translation();
      expect(Math.hypot(x, y - 2), kind).toBeGreaterThan(0.2);
    }
  });
});
