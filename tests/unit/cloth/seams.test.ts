import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { MOTION_FIXED } from '../../../src/index.js';
import type { Known } from '../../../tools/soak/surfaces.js';
import { CELLS, DT, FIRST, LAST, panel, ROW, SIZE, Tailor, THICKNESS, WEIGHT } from './tailor.js';

/** A third of the area of its triangles, at each vertex. */
function areasOf({ positions, triangles }: Known): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const [u, v] = [b, c].map((p) => [0, 1, 2].map((k) => positions[3 * p + k] - positions[3 * a + k]));
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = Math.sqrt(cross[0] ** 2 + cross[1] ** 2 + cross[2] ** 2) / 2;
    for (const p of [a, b, c]) areas[p] += area / 3;
  }
  return areas;
}

describe('two panels that are sewn together', () => {
  test('hang from each other: the seam carries the weight of the lower one, and nothing meets', async () => {
    const tailor = await Tailor.open();
    const upper = tailor.add([0, 0, 0], { pins: FIRST });
    const lower = tailor.add([0, -SIZE - 0.01, 0], { damping: 2 });
    const seam = tailor.plugin.sew(upper, LAST, lower, FIRST);
    const pulls: number[] = [];
    const met = tailor.run(240, () => {
      const { count, pull } = tailor.plugin.stitches;
      pulls.push(pull.subarray(0, count).reduce((sum, each) => sum + each, 0));
    });
    expect(met).toBe(0);
    const mean = pulls.slice(-60).reduce((sum, each) => sum + each, 0) / 60;
    expect(Math.abs(mean - WEIGHT)).toBeLessThan(0.03 * WEIGHT);
    expect(tailor.longest()).toBeLessThan(0.25 * THICKNESS);
    expect([...tailor.plugin.stitches.seam.subarray(0, ROW)]).toEqual(FIRST.map(() => seam));
  });

  test('give way as their compliance says', async () => {
    const compliance = 0.02;
    const tailor = await Tailor.open();
    const upper = tailor.add([0, 0, 0], { pins: [...FIRST, ...LAST] });
    const lower = tailor.add([0, -SIZE - 0.01, 0], { damping: 8 });
    tailor.plugin.sew(upper, LAST, lower, FIRST, { compliance });
    expect(tailor.run(240)).toBe(0);
    const { count, pull } = tailor.plugin.stitches;
    const [p, q] = [tailor.at(upper), tailor.at(lower)];
    for (let i = 0; i < count; i++) {
      const between = [0, 1, 2].map((k) => p[3 * LAST[i] + k] - q[3 * i + k]);
      const length = Math.sqrt(between.reduce((sum, x) => sum + x * x, 0));
      // the shortest way that a stitch draws is 0.15 thicknesses
      expect(Math.abs(length - 0.15 * THICKNESS - compliance * pull[i])).toBeLessThan(1e-6 * length);
    }
  });

  test('come together from afar, no faster than seams close, and keep their momentum', async () => {
    const tailor = await Tailor.open([0, 0, 0]);
    const left = tailor.add([0, 0, 0]);
    const right = tailor.add([0, -SIZE - 0.3, 0], { density: 0.6 });
    tailor.plugin.sew(left, LAST, right, FIRST);
    const centre = () => {
      let [x, y, z] = [0, 0, 0];
      for (const [entity, mass] of [
        [left, 1],
        [right, 3],
      ]) {
        const at = tailor.at(entity);
        // corners of the pattern have less: by the area around each vertex, as the solver does
        const weights = areasOf(tailor.known.get(entity)!);
        weights.forEach((weight, v) => {
          x += mass * weight * at[3 * v];
          y += mass * weight * at[3 * v + 1];
          z += mass * weight * at[3 * v + 2];
        });
      }
      return [x, y, z].map((sum) => sum / (4 * SIZE * SIZE));
    };
    const before = centre();
    let last = tailor.longest();
    let fastest = 0;
    let stepBacks = 0;
    let drawn = 0;
    const met = tailor.run(60, () => {
      const now = tailor.longest();
      fastest = Math.max(fastest, (last - now) / DT);
      last = now;
      stepBacks += tailor.plugin.counters.stepBacks;
      // what planes hold back counts apart
      if (stepBacks > 0) return;
      drawn++;
      centre().forEach((x, k) => {
        expect(Math.abs(x - before[k])).toBeLessThan(1e-9);
      });
    });
    expect(met).toBe(0);
    expect(tailor.longest()).toBeLessThan(0.5 * THICKNESS);
    // what is drawn swings: without a limit it would be there in one sub-step
    expect(fastest).toBeLessThan(4);
    expect(drawn).toBeGreaterThan(4);
    expect(stepBacks).toBeLessThan(0.01 * 60 * 8 * 2 * ROW * ROW);
  });

  test('never meet, however they are sewn: crossed over, around what is in the way, a sheet to itself', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const [a, b] = [tailor.add([0, 0, 0], { pins: [0] }), tailor.add([0, -SIZE - 0.05, 0.02])];
    plugin.sew(a, LAST, b, FIRST.toReversed());
    const [c, d] = [tailor.add([2, 0, 0], {}, true), tailor.add([2, -0.2, 0], {}, true)];
    plugin.sew(c, FIRST, d, FIRST);
    plugin.sew(c, LAST, d, LAST);
    const box = boxMesh({ cells: [1, 1, 1], size: [0.5, 0.05, 0.5] });
    const between = addEntity(plugin.world);
    plugin.addRigidBody(between, { ...box, position: [2.15, -0.1, 0.15], body: { motion: MOTION_FIXED } });
    tailor.know(between, box, 'rigid');
    const tube = tailor.add([4, 0, 0], { pins: [0] }, false, 1);
    const side = FIRST.map((i) => i * ROW);
    plugin.sew(
      tube,
      side,
      tube,
      side.map((v) => v + CELLS),
    );
    const knot = tailor.add([6, 0, 0], {}, true);
    plugin.sew(knot, [0, 3, 45], knot, [48, 24, 10]);
    expect(tailor.run(90)).toBe(0);
    // the box keeps the two sheets apart
    expect(tailor.longest()).toBeGreaterThan(0.05);
    const closed = (vertices: readonly (readonly [number, number])[]) =>
      Math.max(
        ...vertices.map(([p, q]) => {
          const at = tailor.at(tube);
          return Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (at[3 * p + k] - at[3 * q + k]) ** 2, 0));
        }),
      );
    expect(closed(side.map((v) => [v, v + CELLS] as const))).toBeLessThan(THICKNESS);
  });

  test('come apart where they are pulled harder than they bear, and tell it', async () => {
    for (const [share, holds] of [
      [3, true],
      [0.4, false],
    ] as const) {
      const tailor = await Tailor.open();
      const upper = tailor.add([0, 0, 0], { pins: [...FIRST, ...LAST] });
      const lower = tailor.add([0, -SIZE - 0.15 * THICKNESS, 0], { damping: 4 });
      const seam = tailor.plugin.sew(upper, LAST, lower, FIRST, { strength: (share * WEIGHT) / ROW });
      let broken = 0;
      tailor.run(60, () => {
        for (const stitch of tailor.plugin.brokenStitches) {
          broken++;
          expect(stitch).toMatchObject({ seam, a: upper, b: lower, vertexA: LAST[stitch.vertexB] });
          expect(stitch.pull).toBeGreaterThan((share * WEIGHT) / ROW);
        }
      });
      expect(broken).toBe(holds ? 0 : ROW);
      expect(tailor.plugin.stitches.count).toBe(holds ? ROW : 0);
      expect(tailor.at(lower)[1] < -1).toBe(!holds);
    }
  });

  test('sleep together, and wake when they are unpicked', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const upper = tailor.add([0, 0, 0], { pins: [...FIRST, ...LAST], damping: 5 });
    const lower = tailor.add([0, -SIZE - 0.15 * THICKNESS, 0], { damping: 20 });
    const seam = plugin.sew(upper, LAST, lower, FIRST);
    const { asleep } = plugin.components.Cloth;
    let steps = 0;
    for (; steps < 600 && asleep[lower] === 0; steps++) plugin.step(DT);
    expect(asleep[upper]).toBe(1);
    expect(steps).toBeLessThan(600);
    expect(plugin.unpick(seam)).toBe(ROW);
    const height = tailor.at(lower)[1];
    for (let i = 0; i < 20; i++) plugin.step(DT);
    expect(tailor.at(lower)[1]).toBeLessThan(height - 0.1);
    expect(plugin.unpick(seam)).toBe(0);
  });

  test.each(['a driven mesh', 'a cloth whose pins move'])(
    'a sleeping cloth is woken by %s that it hangs from, far below',
    async (kind) => {
      const tailor = await Tailor.open();
      const { plugin } = tailor;
      const belt = addEntity(plugin.world);
      const mesh = panel([0, 0, 0], true);
      const pins = Array.from({ length: ROW * ROW }, (_, v) => v);
      plugin.addDeformable(belt, { ...mesh, ...(kind !== 'a driven mesh' && { cloth: { pins } }) });
      const skirt = tailor.add([0, -0.2, SIZE], { damping: 20 });
      plugin.sew(belt, LAST, skirt, FIRST, { compliance: 10 });
      const { asleep } = plugin.components.Cloth;
      for (let steps = 0; steps < 900 && asleep[skirt] === 0; steps++) plugin.step(DT);
      expect(asleep[skirt]).toBe(1);
      const height = tailor.at(skirt)[1];
      expect(height).toBeLessThan(-10 * THICKNESS);
      const goals = mesh.positions.slice();
      for (let i = 0; i < 60; i++) {
        for (let k = 1; k < goals.length; k += 3) goals[k] += 0.01;
        plugin.moveVertices(belt, goals);
        plugin.step(DT);
      }
      expect(tailor.at(skirt)[1]).toBeGreaterThan(height + 0.1);
    },
  );
});
