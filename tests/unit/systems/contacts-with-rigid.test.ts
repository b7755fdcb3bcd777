import { addEntity } from 'bitecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { openScene } from '../../support/colliders.js';
import { grid, type MovingMesh, moving, seeded } from '../deformable/support/meshes.js';
import {
  addMoving,
  bruteBetween,
  type Found,
  inOrder,
  listed,
  ruleFor,
  surfaces,
} from './support/brute-contacts.js';

beforeAll(() => initGeometry());

type Vector = readonly [number, number, number];

/** Where a rigid mesh is at a time: not the kernel's way, so that both must be right. */
function turnedMesh(
  positions: Float64Array,
  place: Vector,
  travel: Vector,
  turn: Vector,
  time: number,
): Float64Array {
  const angle = Math.hypot(...turn) * time;
  const axis = turn.map((x) => x / (Math.hypot(...turn) || 1));
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const p = [positions[i], positions[i + 1], positions[i + 2]];
    const along = axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    const cross = [
      axis[1] * p[2] - axis[2] * p[1],
      axis[2] * p[0] - axis[0] * p[2],
      axis[0] * p[1] - axis[1] * p[0],
    ];
    for (let k = 0; k < 3; k++) {
      const rotated =
        Math.cos(angle) * p[k] + Math.sin(angle) * cross[k] + (1 - Math.cos(angle)) * along * axis[k];
      out[i + k] = rotated + place[k] + time * travel[k];
    }
  }
  return out;
}

describe('contacts of deformables with rigid bodies', () => {
  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'that do not turn are exact, seed %i',
    async (seed) => {
      const scene = await openScene({ maxEntities: 5 });
      const random = seeded(50 + seed);
      const cloth = moving('grid', grid(3, 3), seed, { speed: 0.3 });
      const rest = moving('rigid', surfaces[seed % surfaces.length][1], 70 + seed).start;
      const triangles = Uint32Array.from(surfaces[seed % surfaces.length][1].flat());
      const place: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
      const travel: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
      const thickness = seed % 2 === 0 ? 0 : 0.04;
      const body = addEntity(scene.world);
      const addCloth = () => addMoving(scene, cloth, { selfCollision: 0, thickness });
      const before = seed % 3 === 0 ? addCloth() : 0;
      scene.plugin.addRigidBody(body, {
        positions: rest,
        triangles,
        position: place,
        body: { motion: 1, vx: 2 * travel[0], vy: 2 * travel[1], vz: 2 * travel[2] },
      });
      const sheet = before || addCloth();
      scene.plugin.step(0.5);
      const start = rest.map((x, i) => x + place[i % 3]);
      const end = rest.map((x, i) => x + (place[i % 3] + 0.5 * (2 * travel[i % 3])));
      const solid: MovingMesh = { name: 'rigid', start, end, triangles };
      const rule = ruleFor(thickness / 2);
      const found = before === 0 ? listed(scene, body, sheet) : listed(scene, sheet, body);
      const brute = before === 0 ? bruteBetween(solid, cloth, rule) : bruteBetween(cloth, solid, rule);
      expect(brute.size).toBeGreaterThan(0);
      expect(inOrder(found)).toEqual(inOrder(brute));
    },
  );

  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'that turn are never missed or late, seed %i',
    async (seed) => {
      const scene = await openScene({ maxEntities: 5 });
      const random = seeded(90 + seed);
      const cloth = moving('grid', grid(3, 3), 30 + seed, { speed: 0.3 });
      const [, connectivity] = surfaces[seed % surfaces.length];
      const rest = moving('rigid', connectivity, 70 + seed).start.map((x) => x - 0.5);
      const triangles = Uint32Array.from(connectivity.flat());
      const place: Vector = [0.5 + 0.3 * random(), 0.5, 0.5];
      const turn: Vector = [random() - 0.5, 3 * (random() - 0.5), 0.4];
      const body = addEntity(scene.world);
      scene.plugin.addRigidBody(body, {
        positions: rest,
        triangles,
        position: place,
        body: { motion: 1, wx: 2 * turn[0], wy: 2 * turn[1], wz: 2 * turn[2] },
      });
      const sheet = addMoving(scene, cloth, { selfCollision: 0 });
      scene.plugin.step(0.5);
      const found = listed(scene, body, sheet);
      const steps = 64;
      const earliest: Found = new Map();
      let previous = turnedMesh(rest, place, [0, 0, 0], turn, 0);
      for (let step = 0; step < steps; step++) {
        const next = turnedMesh(rest, place, [0, 0, 0], turn, (step + 1) / steps);
        const at = (time: number) => cloth.start.map((x, i) => x + time * (cloth.end[i] - x));
        const part: MovingMesh = {
          ...cloth,
          start: at(step / steps),
          end: at((step + 1) / steps),
        };
        const solid: MovingMesh = { name: 'rigid', start: previous, end: next, triangles };
        for (const [name, time] of bruteBetween(solid, part, ruleFor(0))) {
          if (!earliest.has(name)) earliest.set(name, (step + time) / steps);
        }
        previous = next;
      }
      expect(earliest.size).toBeGreaterThan(0);
      for (const [name, time] of earliest) {
        expect({ name, found: found.has(name) }).toEqual({ name, found: true });
        expect(found.get(name)!).toBeLessThanOrEqual(time + 1e-9);
      }
      // and what is told beyond that is close: by far most of it is real
      expect(found.size).toBeLessThan(1.5 * earliest.size + 10);
    },
  );
});
