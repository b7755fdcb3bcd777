import { addEntity, createWorld } from 'bitecs';
import { describe, expect, test } from 'vitest';
import {
  gridMesh,
  icosphereMesh,
  type SceneMesh,
  torusKnotMesh,
  torusMesh,
} from '../../../scenes/meshes/index.js';
import type { Quat, Vec3 } from '../../../scenes/meshes/vectors.js';
import { type CollisionPlugin, createCollisionPlugin, MOTION_FIXED } from '../../../src/index.js';
import { meetingTriangles, type PlacedSurface, placed } from '../../oracle/exact/surfaces-meet.js';
import { random } from '../../support/random.js';

// Meshes that are cast, and overlap, against rigid bodies and deformables, beside surfaces tested triangle by triangle.

const SHAPES: readonly SceneMesh[] = [
  torusMesh({ around: 16, tube: 8, radius: 0.5, tubeRadius: 0.15 }),
  icosphereMesh({ subdivisions: 2, radius: 0.4 }),
  torusKnotMesh({ along: 40, tube: 6 }),
  gridMesh({ columns: 6, rows: 6 }),
];

interface Filled {
  readonly plugin: CollisionPlugin;
  readonly surfaces: ReadonlyMap<number, PlacedSurface>;
  readonly next: () => number;
  rotation(): Quat;
  within(size: number): Vec3;
}

async function filled(seed: number): Promise<Filled> {
  const next = random(seed);
  const plugin = await createCollisionPlugin(createWorld(), { maxEntities: 16, gravity: [0, 0, 0] });
  const surfaces = new Map<number, PlacedSurface>();
  const within = (size: number) => [0, 1, 2].map(() => size * (next() - 0.5)) as unknown as Vec3;
  const rotation = () => {
    const q = [0, 1, 2, 3].map(() => next() - 0.5);
    return q.map((value) => value / Math.hypot(...q)) as unknown as Quat;
  };
  for (let i = 0; i < 5; i++) {
    const entity = addEntity(plugin.world);
    const mesh = i === 0 ? SHAPES[0] : gridMesh({ columns: 8 + i, rows: 9 });
    const [q, p] = [rotation(), within(4)];
    if (i === 0)
      plugin.addRigidBody(entity, { ...mesh, position: p, rotation: q, body: { motion: MOTION_FIXED } });
    else plugin.addDeformable(entity, mesh);
    const waves = mesh.positions.map((x, k) => 2.5 * x + (k % 3 === 1 ? 0.6 * next() : 0));
    const surface = placed(i === 0 ? mesh : { ...mesh, positions: waves }, q, p);
    if (i % 2 === 1) plugin.placeVertices(entity, surface.positions);
    else if (i > 0) plugin.moveVertices(entity, surface.positions);
    surfaces.set(entity, surface);
  }
  plugin.step(1 / 60);
  return { plugin, surfaces, next, rotation, within };
}

describe('shapeCast() with a mesh', () => {
  test('meets bodies and deformables when their triangles first meet, and says which', async () => {
    let met = 0;
    let missed = 0;
    for (let seed = 1; seed <= 2; seed++) {
      const { plugin, surfaces, rotation, within } = await filled(seed);
      for (const shape of SHAPES) {
        const mesh = plugin.loadMesh(shape);
        const [q, target] = [rotation(), within(3)];
        const from = within(2).map((x) => 9 * x) as unknown as Vec3;
        const way = target.map((x, k) => 1.5 * (x - from[k])) as unknown as Vec3;
        const at = (time: number) =>
          placed(
            shape,
            q,
            from.map((x, k) => x + time * way[k]),
          );
        const hits = plugin.shapeCast({ mesh }, { position: from, rotation: q }, way, { all: true });
        for (const [entity, surface] of surfaces) {
          if (meetingTriangles(at(0), surface) !== undefined) continue;
          const hit = hits.find((each) => each.entity === entity);
          const end = hit?.time ?? 1;
          for (let k = 0; k <= 10; k++)
            expect(meetingTriangles(at((k / 10) * end), surface), `late, seed ${seed}`).toBeUndefined();
          if (hit === undefined) {
            missed++;
            continue;
          }
          met++;
          // a little later they meet, in that triangle's place
          const speed = Math.hypot(...way);
          const touched = meetingTriangles(at(hit.time + 1e-4 / speed), surface);
          expect(touched, `early, seed ${seed}`).toBeDefined();
          const own = {
            ...surface,
            triangles: surface.triangles.subarray(3 * hit.triangle, 3 * hit.triangle + 3),
          };
          expect(meetingTriangles(at(hit.time + 1e-3 / speed), own)).toBeDefined();
        }
        const [first] = plugin.shapeCast({ mesh }, { position: from, rotation: q }, way);
        expect(first).toEqual(hits[0]);
      }
    }
    expect(met).toBeGreaterThan(6);
    expect(missed).toBeGreaterThan(6);
  });

  test('asks only: a snapshot is the same, and so is the next step', async () => {
    const { plugin } = await filled(9);
    const mesh = plugin.loadMesh(SHAPES[1]);
    plugin.step();
    const before = plugin.snapshot();
    plugin.shapeCast({ mesh }, { position: [0, 9, 0] }, [0, -18, 0], { all: true });
    plugin.overlap({ mesh }, { position: [0, 0, 0] });
    expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
  });
});

describe('overlap() with a mesh', () => {
  test('finds those whose triangles meet its own', async () => {
    const counts = [0, 0];
    for (let seed = 5; seed <= 6; seed++) {
      const { plugin, surfaces, rotation, within } = await filled(seed);
      for (const shape of SHAPES) {
        const mesh = plugin.loadMesh(shape);
        for (let k = 0; k < 3; k++) {
          const [q, p] = [rotation(), within(3)];
          const found = plugin.overlap({ mesh }, { position: p, rotation: q });
          for (const [entity, surface] of surfaces) {
            const meets = meetingTriangles(placed(shape, q, p), surface) !== undefined;
            expect(found.some((each) => each.entity === entity)).toBe(meets);
            counts[+meets]++;
          }
          for (const { entity, triangle } of found) {
            const { positions, triangles } = surfaces.get(entity) as PlacedSurface;
            const own = { positions, triangles: triangles.subarray(3 * triangle, 3 * triangle + 3) };
            expect(meetingTriangles(placed(shape, q, p), own)).toBeDefined();
          }
          const [first] = plugin.overlap({ mesh }, { position: p, rotation: q }, { all: false });
          expect(first).toEqual(found[0]);
        }
      }
    }
    expect(Math.min(...counts)).toBeGreaterThan(15);
  });
});
