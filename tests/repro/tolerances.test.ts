import { addEntity, createWorld } from 'bitecs';
import { beforeAll, describe, expect, it } from 'vitest';
import { gearMesh, gridMesh, icosphereMesh, torusKnotMesh } from '../../scenes/meshes/index.js';
import {
  type ContactMethod,
  DeformableCollider,
  distance,
  initGeometry,
  proximity,
  type RigidMesh,
  type RigidMotion,
  RigidObstacle,
  rigidMesh,
  timeOfContact,
} from '../../src/geometry/index.js';
import {
  ADVANCEMENT_C2A,
  ADVANCEMENT_EARLIEST_FIRST,
  createCollisionPlugin,
  MOTION_KINEMATIC,
} from '../../src/index.js';
import { MOST_NEAR } from '../../src/kernels/layout/rigid-queries.js';
import { openCore } from '../../src/memory/open.js';
import { RigidQueries } from '../../src/rigid/queries.js';
import { soupGap } from '../oracle/exact/rigid-bracket.js';
import { thrownBy } from '../support/thrown.js';
import { Seeded } from '../unit/rigid/seeded.js';
import { gapAt, motionOf, randomTrial } from '../unit/rigid/trials.js';

beforeAll(() => initGeometry());

const TOLERANCES = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1e3];
const METHODS: readonly ContactMethod[] = ['earliest-first', 'c2a', 'ca'];
const POLICIES = ['free', 'contact'] as const;
const UPRIGHT = [0, 0, 0, 1];
const STILL = { linear: [0, 0, 0], angular: [0, 0, 0] };
const ORIGIN = { start: { position: [0, 0, 0], rotation: UPRIGHT }, ...STILL };

const shapes = {
  gear: () => gearMesh({ teeth: 15 }),
  ball: () => icosphereMesh({ subdivisions: 3 }),
  knot: () => torusKnotMesh({ along: 100, tube: 10 }),
  sheet: () => gridMesh({ columns: 20, rows: 20, width: 2, depth: 2 }),
};

const MOTIONS: Readonly<Record<string, RigidMotion>> = {
  'comes closer': {
    start: { position: [3.2, 0.1, 0.2], rotation: UPRIGHT },
    linear: [-2.5, 0, 0],
    angular: [0.3, 0.2, 0.5],
  },
  'passes by': {
    start: { position: [4, 2.5, 0.2], rotation: [0, 0.6, 0, 0.8] },
    linear: [-8, 0, 0],
    angular: [0.3, 2, 0.5],
  },
  'goes away': {
    start: { position: [0.5, 3.1, 0.2], rotation: [0.6, 0, 0, 0.8] },
    linear: [0, 3, 0],
    angular: [0.3, 0.2, 0.5],
  },
  // two gears of 0.3 are then 1 apart, face to face
  'is level': {
    start: { position: [0, 1.3, 0], rotation: UPRIGHT },
    linear: [0.5, 0.3, 0.2],
    angular: [0, 0, 0],
  },
};

/**
 * Boxes and triangles that a search may test for each triangle of both meshes, whatever the tolerance; where faces lie level, many pairs
 * are equally far apart. All pairs would be more than 900.
 */
const FOR_A_TRIANGLE = 10;
const OF_LEVEL_FACES = 200;

describe('the work of a time of contact', () => {
  it.each(Object.keys(shapes) as (keyof typeof shapes)[])('is the same at any tolerance: %s', (name) => {
    const { positions, triangles } = shapes[name]();
    using mesh = rigidMesh(positions, triangles);
    for (const [what, motion] of Object.entries(MOTIONS)) {
      const each = what === 'is level' ? OF_LEVEL_FACES : FOR_A_TRIANGLE;
      const most = (each * 2 * triangles.length) / 3;
      for (const method of METHODS) {
        for (const separating of POLICIES) {
          for (const maxPairs of [8, 32768]) {
            for (const tolerance of TOLERANCES) {
              const options = { method, separating, tolerance, maxPairs };
              const { counts } = timeOfContact(mesh, motion, mesh, ORIGIN, options);
              const asked = `${what} ${JSON.stringify(options)}`;
              expect(counts.boxTests + counts.triangleTests, asked).toBeLessThan(most);
            }
          }
        }
      }
    }
  });

  it('is bounded by maxSteps, and what is certain by then is told', () => {
    const { positions, triangles } = shapes.gear();
    using mesh = rigidMesh(positions, triangles);
    const motion = MOTIONS['comes closer'];
    for (const method of METHODS) {
      for (const tolerance of [1e-6, 1e3]) {
        for (const maxPairs of [8, 32768]) {
          const whole = timeOfContact(mesh, motion, mesh, ORIGIN, { method, tolerance, maxPairs });
          expect(whole.state).toBe('contact');
          let before = 0;
          for (const maxSteps of [1, 4, 16, 64, 256]) {
            const short = timeOfContact(mesh, motion, mesh, ORIGIN, {
              method,
              tolerance,
              maxPairs,
              maxSteps,
            });
            if (short.state !== 'failed') break;
            expect(short.counts.boxTests, `${method} ${maxSteps}`).toBeLessThanOrEqual(4 * maxSteps);
            expect(short.time).toBeGreaterThanOrEqual(before);
            expect(short.time).toBeLessThanOrEqual(whole.time);
            before = short.time;
          }
        }
      }
    }
  });

  it('is bounded in a step as well, by whichever method bodies choose', async () => {
    const gear = shapes.gear();
    const most = (FOR_A_TRIANGLE * 2 * gear.triangles.length) / 3;
    for (const advancement of [ADVANCEMENT_EARLIEST_FIRST, ADVANCEMENT_C2A]) {
      for (const tolerance of TOLERANCES) {
        const world = createWorld();
        const plugin = await createCollisionPlugin(world);
        for (const [px, vx] of [
          [0, 0],
          [3.5, -90],
        ]) {
          const entity = addEntity(world);
          const settings = { tolerance, advancement };
          plugin.addRigidBody(entity, {
            ...gear,
            body: { motion: MOTION_KINEMATIC, px, vx, wy: 3 },
            settings,
          });
        }
        plugin.step();
        expect(plugin.impacts.count).toBe(1);
        const { impactBoxTests, impactTriangleTests } = plugin.counters;
        expect(impactBoxTests + impactTriangleTests, `${tolerance}`).toBeLessThan(most);
        plugin.dispose();
      }
    }
  });
});

describe('the tolerance in force', () => {
  it('is less than the distance at the start, and no answer is late, at any tolerance', () => {
    const seeded = new Seeded(131);
    let within = 0;
    for (let i = 0; i < 60; i++) {
      const trial = randomTrial(seeded, {});
      using a = rigidMesh(trial.a.positions, trial.a.triangles);
      using b = rigidMesh(trial.b.positions, trial.b.triangles);
      const start = gapAt(trial, 0);
      const tolerance = 10 ** seeded.between(-4, 3);
      for (const method of METHODS) {
        const maxPairs = i & 1 ? 8 : 32768;
        const [moveA, moveB] = trial.screws.map(motionOf) as [RigidMotion, RigidMotion];
        const found = timeOfContact(a, moveA, b, moveB, { method, tolerance, maxPairs });
        const noise = 1e-12;
        expect(found.tolerance).toBeLessThanOrEqual(tolerance);
        if (start <= tolerance) {
          within++;
          expect(found.tolerance).toBeLessThan(0.67 * start + noise);
          expect(found.tolerance).toBeGreaterThan(0.49 * start - noise);
        } else expect(found.tolerance).toBe(tolerance);
        for (let k = 0; k <= 12; k++) expect(gapAt(trial, (found.time * k) / 12)).toBeGreaterThan(0);
        if (found.state !== 'contact') continue;
        expect(gapAt(trial, found.time)).toBeLessThanOrEqual(found.tolerance + noise);
        expect(Math.abs(found.distance - gapAt(trial, found.time))).toBeLessThan(1e-9);
      }
    }
    expect(within).toBeGreaterThan(30);
  });

  it('leaves contact points about as close as the closest where bodies are far apart for their size', () => {
    const { positions, triangles } = shapes.ball();
    using mesh = rigidMesh(positions, triangles);
    const options = { tolerance: 1e3, separating: 'contact' } as const;
    const far = timeOfContact(mesh, MOTIONS['comes closer'], mesh, ORIGIN, options);
    const least = distance(
      mesh,
      { position: [3.2, 0.1, 0.2], rotation: UPRIGHT },
      mesh,
      ORIGIN.start,
    ).distance;
    if (far.state !== 'initial-overlap') expect.unreachable(far.state);
    expect(far.distance).toBeCloseTo(least, 12);
    expect(far.manifold[0].distance).toBeCloseTo(least, 12);
    for (const point of far.manifold) expect(point.distance).toBeLessThan(least + 0.01);
    // with a thickness of a size, in its own right
    const thick = timeOfContact(mesh, MOTIONS['comes closer'], mesh, ORIGIN, { thickness: 0.5 });
    if (thick.state !== 'contact') expect.unreachable(thick.state);
    for (const point of thick.manifold) expect(point.distance).toBeLessThan(0.51);
  });
});

/** Where the corners of a mesh are. */
function placed({ positions, triangles }: ReturnType<typeof shapes.gear>, away: readonly number[]) {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map((i) => [0, 1, 2].map((k) => positions[3 * triangles[3 * t + i]! + k]! + away[k]!)),
  ) as unknown as Parameters<typeof soupGap>[0];
}

describe('the work of other queries', () => {
  it('is the same at any distance, which is right', () => {
    const gear = shapes.gear();
    using mesh: RigidMesh = rigidMesh(gear.positions, gear.triangles);
    for (const away of [3, 30, 300, 1e3, 1e4, 1e5, 1e6, 1e9]) {
      const position = [away, 0.1, 0.2 * away];
      const found = distance(mesh, { position, rotation: UPRIGHT }, mesh, ORIGIN.start);
      expect(found.counts.boxTests + found.counts.triangleTests, `${away}`).toBeLessThan(4000);
      const truth = soupGap(placed(gear, position), placed(gear, [0, 0, 0]));
      expect(Math.abs(found.distance - truth)).toBeLessThan(1e-11 * away);
    }
    // level faces, of which many pairs are equally far apart
    const level = distance(mesh, { position: [0.3, 1.3, 0.2], rotation: UPRIGHT }, mesh, ORIGIN.start);
    expect(level.distance).toBeCloseTo(1, 12);
    expect(level.counts.boxTests).toBeLessThan((OF_LEVEL_FACES * 2 * gear.triangles.length) / 3);
  });

  it('is refused where more is within a margin than memory holds', async () => {
    const core = await openCore();
    const kernels = { ...core.kernels, nearFeatures: () => MOST_NEAR + 1 };
    const queries = new RigidQueries(Object.create(core, { kernels: { value: kernels } }) as typeof core);
    const volume = { radius: 1, address: 0, swept: 0 };
    queries.begin(volume, ORIGIN, volume, ORIGIN);
    expect(thrownBy(() => queries.proximity())).toMatchObject({ code: 'OUT_OF_MEMORY' });
  });

  it.each([1e-6, 1e-3, 0.1, 1, 10, 1e3])(
    'is that of the answers within a thickness or a margin: %s',
    (within) => {
      const ball = icosphereMesh({ subdivisions: 2 });
      const collider = new DeformableCollider(ball, { thickness: within });
      collider.update(ball.positions.map((x) => 1.01 * x));
      const alone = collider.contacts();
      expect(alone.counters.boxTests).toBeLessThan(100 * (alone.count + ball.triangles.length));
      const obstacle = new RigidObstacle(ball);
      obstacle.move({ ...ORIGIN, start: { position: [2.1, 0, 0], rotation: UPRIGHT } });
      const other = collider.contactsWithObstacle(obstacle);
      expect(other.counters.boxTests).toBeLessThan(100 * (other.count + ball.triangles.length));
      obstacle.dispose();
      collider.dispose();
      using mesh = rigidMesh(ball.positions, ball.triangles);
      const near = proximity(mesh, { position: [2.1, 0, 0], rotation: UPRIGHT }, mesh, ORIGIN.start, within);
      if (within < 0.11) expect(near).toHaveLength(0);
      else expect(near.length).toBeGreaterThan(0);
    },
  );
});
