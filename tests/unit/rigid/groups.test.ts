import { beforeAll, describe, expect, it } from 'vitest';
import {
  contactsOfBodies,
  distance,
  initGeometry,
  type MovingMesh,
  penetrationDepth,
  rigidMesh,
  timeOfContact,
  timeOfContactAlong,
  timeOfContactOfLinks,
} from '../../../src/geometry/index.js';
import { Seeded } from './seeded.js';
import { boxSoup, SOUPS } from './soups.js';
import { motionOf, randomTrial } from './trials.js';

beforeAll(() => initGeometry());

const upright = [0, 0, 0, 1];

function bodies(seeded: Seeded, count: number): MovingMesh[] {
  return Array.from({ length: count }, () => {
    const { positions, triangles } = SOUPS[seeded.pick(['box', 'ring', 'tetrahedron'])](seeded);
    const motion = {
      start: { position: seeded.vector(4), rotation: seeded.quaternion() },
      linear: seeded.vector(6),
      angular: seeded.vector(2),
      pivot: seeded.vector(0.5),
    };
    return { mesh: rigidMesh(positions, triangles), motion };
  });
}

describe('many bodies', () => {
  it('has the contact of every pair that meets, the earliest first', () => {
    const all = bodies(new Seeded(5), 40);
    const contacts = contactsOfBodies(all);
    const expected: string[] = [];
    all.forEach((p, a) => {
      all.forEach((q, b) => {
        if (a >= b) return;
        const result = timeOfContact(p.mesh, p.motion, q.mesh, q.motion);
        if (result.state !== 'free') expected.push(`${a} ${b} ${result.state} ${result.time}`);
      });
    });
    expect(contacts.length).toBeGreaterThan(10);
    expect(contacts.map(({ a, b, state, time }) => `${a} ${b} ${state} ${time}`).sort()).toEqual(
      expected.sort(),
    );
    contacts.slice(1).forEach(({ time }, i) => {
      expect(time).toBeGreaterThanOrEqual(contacts[i].time);
    });
  });
});

describe('links', () => {
  it('meet when the first two of them do', () => {
    for (let seed = 0; seed < 12; seed++) {
      const all = bodies(new Seeded(100 + seed), 8);
      const [linksA, linksB] = [all.slice(0, 4), all.slice(4)];
      const first = timeOfContactOfLinks(linksA, linksB);
      let earliest = Infinity;
      for (const p of linksA) {
        for (const q of linksB) {
          const result = timeOfContact(p.mesh, p.motion, q.mesh, q.motion);
          if (result.state !== 'free') earliest = Math.min(earliest, result.time);
        }
      }
      expect(first?.time ?? Infinity).toBe(earliest);
    }
  });
});

describe('links in one heap', () => {
  const linked = (seed: number, count: number) => {
    const all = bodies(new Seeded(seed), 2 * count);
    return [all.slice(0, count), all.slice(count)] as const;
  };

  it('have the state, place and pair of the earliest of them, whatever the method', () => {
    for (let seed = 0; seed < 10; seed++) {
      const [linksA, linksB] = linked(300 + seed, 5);
      const found = timeOfContactOfLinks(linksA, linksB);
      for (const method of ['c2a', 'ca'] as const) {
        const other = timeOfContactOfLinks(linksA, linksB, { method });
        expect(other?.state).toBe(found?.state);
        if (found !== undefined) expect(Math.abs(other!.time - found.time)).toBeLessThan(1e-4);
      }
      if (found?.state !== 'contact') continue;
      const [p, q] = [linksA[found.a]!, linksB[found.b]!];
      const alone = timeOfContact(p.mesh, p.motion, q.mesh, q.motion);
      expect(alone).toMatchObject({ time: found.time, pointA: found.pointA, manifold: found.manifold });
    }
  });

  it('are bounded as a whole, and what is certain then is certain of all of them', () => {
    let failed = 0;
    for (let seed = 0; seed < 10; seed++) {
      const [linksA, linksB] = linked(400 + seed, 5);
      const whole = timeOfContactOfLinks(linksA, linksB);
      for (const maxSteps of [1, 10, 40, 100]) {
        const short = timeOfContactOfLinks(linksA, linksB, { maxSteps });
        if (short?.state !== 'failed') continue;
        failed++;
        expect(short.time).toBeLessThanOrEqual(whole?.time ?? 1);
        expect(short.counts.iterations).toBe(maxSteps);
      }
    }
    expect(failed).toBeGreaterThan(10);
  });

  it('find the same in little room, and with more pairs than one heap holds', () => {
    const { positions, triangles } = boxSoup(0.1, 0.1, 0.1);
    const mesh = rigidMesh(positions, triangles);
    const link = (x: number, y: number, z: number, vx: number): MovingMesh => ({
      mesh,
      motion: { start: { position: [x, y, z], rotation: upright }, linear: [vx, 0, 0], angular: [0, 0, 0] },
    });
    // 70 x 70 pairs whose boxes all meet: plates of links that fly through where the others are.
    const row = (x: number, vx: number) =>
      Array.from({ length: 70 }, (_, i) => link(x + 0.001 * i, 0.05 * ((i * 7) % 5), 0.05 * (i % 3), vx));
    const many = timeOfContactOfLinks(row(0, 10), row(3, -10));
    expect(many).toMatchObject({ state: 'contact', a: 69, b: 0 });
    expect(many!.time).toBeCloseTo((3 - 0.2 - 0.069) / 20, 6);
    const [linksA, linksB] = linked(301, 5);
    const tight = timeOfContactOfLinks(linksA, linksB, { maxPairs: 8 });
    const roomy = timeOfContactOfLinks(linksA, linksB);
    expect(tight?.state).toBe(roomy?.state);
    if (roomy !== undefined) expect(Math.abs(tight!.time - roomy.time)).toBeLessThan(1e-5);
  });
});

describe('a trajectory of several pieces', () => {
  it('is free until the piece in which the bodies meet', () => {
    const { positions, triangles } = boxSoup(0.5, 0.5, 0.5);
    using box = rigidMesh(positions, triangles);
    const places = [
      [-5, 0, 0],
      [-2, 3, 0],
      [3, 3, 0],
      [3, 0, 0],
      [0, 0, 0],
    ];
    const rest = { start: { position: [0, 0, 0], rotation: upright }, linear: [0, 0, 0], angular: [0, 0, 0] };
    const pieces = places.slice(1).map((place, i) => ({
      a: { start: { position: places[i], rotation: upright }, end: { position: place, rotation: upright } },
      b: rest,
    }));
    const result = timeOfContactAlong(box, box, pieces);
    expect(result).toMatchObject({ state: 'contact', piece: 3 });
    expect(result.time).toBeCloseTo(2 / 3, 5);
    expect(timeOfContactAlong(box, box, pieces.slice(0, 3)).state).toBe('free');
  });
});

describe('penetration depth', () => {
  it('is the shortest way out of a box', () => {
    const { positions, triangles } = boxSoup(1, 1, 1);
    using box = rigidMesh(positions, triangles);
    const result = penetrationDepth(box, { position: [0.2, 1.7, -0.1], rotation: upright }, box, {
      position: [0, 0, 0],
      rotation: upright,
    });
    expect(result.depth).toBeCloseTo(0.3, 5);
    expect(result.direction[1]).toBeCloseTo(1, 9);
  });

  it('parts any two bodies', () => {
    const seeded = new Seeded(31);
    let overlapping = 0;
    for (let i = 0; i < 60; i++) {
      const trial = randomTrial(seeded, { names: ['box', 'tetrahedron', 'ring', 'shell'] });
      using a = rigidMesh(trial.a.positions, trial.a.triangles);
      using b = rigidMesh(trial.b.positions, trial.b.triangles);
      const poseA = { position: seeded.vector(0.6), rotation: trial.screws[0].rotation };
      const poseB = { position: [0, 0, 0], rotation: trial.screws[1].rotation };
      const { depth, direction } = penetrationDepth(a, poseA, b, poseB);
      const apart = distance(a, poseA, b, poseB).state === 'apart';
      expect(depth === 0).toBe(apart);
      if (apart) continue;
      overlapping++;
      const position = poseA.position.map((x, k) => x + depth * direction[k]);
      expect(distance(a, { ...poseA, position }, b, poseB).state).toBe('apart');
      expect(depth).toBeLessThan(a.radius + b.radius);
    }
    expect(overlapping).toBeGreaterThan(20);
  });

  it('is zero for bodies that are apart', () => {
    const { screws, a, b } = randomTrial(new Seeded(3), {});
    using meshA = rigidMesh(a.positions, a.triangles);
    using meshB = rigidMesh(b.positions, b.triangles);
    const [poseA, poseB] = [motionOf(screws[0]).start, motionOf(screws[1]).start];
    expect(penetrationDepth(meshA, poseA, meshB, poseB).depth).toBe(0);
  });
});
