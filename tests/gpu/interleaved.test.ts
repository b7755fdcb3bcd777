// Steps with facts of their own and steps with facts of guesses, in any order, between snapshots, restores, a cut, teleports
// and changes of settings: what is found is what is found without a backend.
import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import { gridMesh, icosphereMesh, placedPoints } from '../../scenes/meshes/index.js';
import {
  type CollisionPlugin,
  createCollisionPlugin,
  GPU_CULLING_ON,
  MOTION_KINEMATIC,
} from '../../src/index.js';
import type { VisibilityBackend } from '../../src/visibility/backend.js';
import { random } from '../support/random.js';
import { processorBackend } from './rasteriser.js';

const COLUMNS = 8;
const SHEET = gridMesh({ columns: COLUMNS, rows: 8, width: 1, depth: 1 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.15 });
const EVERY_GROUP = 0xffffffff;
/** Vertices of the middle row, from the border to the middle. */
const SLIT = [0, 1, 2, 3, 4].map((column) => 4 * (COLUMNS + 1) + column);

/** Three sheets on a slope, above each other, and a ball that turns: apart, though all of their boxes meet. */
class Slopes {
  readonly plugin: CollisionPlugin;
  readonly sheets: number[] = [];
  readonly ball: number;
  saved: Uint8Array | undefined;

  constructor(world: ReturnType<typeof createWorld>, plugin: CollisionPlugin) {
    this.plugin = plugin;
    const settings = { gpuCulling: GPU_CULLING_ON, thickness: 0.01 };
    for (let k = 0; k < 3; k++) {
      const entity = addEntity(world);
      const flat = placedPoints(SHEET.positions, { position: [0.15 * k, 0, 0] });
      const positions = flat.map((value, p) => (p % 3 === 1 ? flat[p - 1] * 0.9 - 0.2 * k : value));
      plugin.addDeformable(entity, { positions, triangles: SHEET.triangles, settings });
      this.sheets.push(entity);
    }
    this.ball = addEntity(world);
    const body = { wz: 20, vx: 0.5, vy: -2, motion: MOTION_KINEMATIC };
    plugin.addRigidBody(this.ball, { ...BALL, position: [-0.5, 0.2, 0], body, settings });
  }

  static async open(visibility?: VisibilityBackend): Promise<Slopes> {
    const world = createWorld();
    const options = visibility === undefined ? {} : { visibility };
    const parts = ['deformables', 'snapshots', 'breaking'] as const;
    return new Slopes(world, await createCollisionPlugin(world, { parts, maxEntities: 20, ...options }));
  }

  /** What happens before a step, as the numbers between 0 and 1 say. */
  prepare(step: number, what: number, by: number, heights: readonly number[]): void {
    const { plugin, sheets, ball } = this;
    const { CollisionSettings, MeshTopology, RigidBody } = plugin.components;
    if (step === 20) plugin.cut(sheets[1], { path: SLIT });
    if (what < 0.08) this.saved = plugin.snapshot();
    else if (what < 0.2 && this.saved !== undefined) plugin.restore(this.saved);
    else if (what < 0.25) CollisionSettings.mask[sheets[0]] = by < 0.5 ? 0 : EVERY_GROUP;
    else if (what < 0.3) CollisionSettings.thickness[sheets[1]] = 0.2 * by;
    else if (what < 0.35) RigidBody.px[ball] = by - 0.5;
    else if (what < 0.4) CollisionSettings.gpuCulling[sheets[2]] = by < 0.5 ? 0 : GPU_CULLING_ON;
    else if (what < 0.45) RigidBody.vy[ball] = 10 * (by - 0.5);
    for (const [i, sheet] of sheets.entries()) {
      // the column is filled when a sheet has entered; a cut adds to it
      const count = MeshTopology.vertexCount[sheet] || SHEET.positions.length / 3;
      const points = plugin.readVertices(sheet, new Float64Array(3 * count));
      for (let p = 1; p < points.length; p += 3) points[p] += heights[i];
      if (by < 0.1) plugin.placeVertices(sheet, points);
      else plugin.moveVertices(sheet, points);
    }
  }

  contacts(): string[] {
    const { a, b, count, featureA, featureB, kind, time } = this.plugin.contacts;
    return Array.from(
      { length: count },
      (_, i) => `${a[i]} ${b[i]} ${kind[i]} ${featureA[i]} ${featureB[i]} ${time[i]}`,
    );
  }
}

test.each([2, 3])('seed %i', async (seed) => {
  const bare = await Slopes.open();
  const culled = await Slopes.open(processorBackend(64));
  const next = random(seed);
  const total = { occluded: 0, found: 0 };
  for (let step = 0; step < 40; step++) {
    const [what, by, waits] = [next(), next(), next() < 0.3];
    const wild = next() < 0.2 ? 0.2 : 0.003;
    const heights = [0, 1, 2].map(() => wild * (next() - 0.5));
    const dt = by > 0.9 ? 1 / 20 : 1 / 60;
    for (const scene of [bare, culled]) scene.prepare(step, what, by, heights);
    bare.plugin.step(dt);
    if (waits) await culled.plugin.stepAsync(dt);
    else culled.plugin.step(dt);
    // Now and then the answers are not there when the next step begins.
    if (what > 0.1) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(culled.contacts(), `step ${step}`).toEqual(bare.contacts());
    total.occluded += culled.plugin.counters.occludedPairs;
    total.found += bare.plugin.contacts.count;
  }
  expect(total.occluded).toBeGreaterThan(10);
  expect(total.found).toBeGreaterThan(100);
  for (const { plugin } of [bare, culled]) plugin.dispose();
});
