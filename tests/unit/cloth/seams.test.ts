import { addEntity, createWorld, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import {
  type ClothOptions,
  type CollisionPlugin,
  createCollisionPlugin,
  MOTION_FIXED,
} from '../../../src/index.js';
import { SnapshotReader, writeSnapshotFile } from '../../../src/plugin/snapshot-file.js';
import { readStitchSections } from '../../../src/plugin/snapshot-stitches.js';
import { Stitches } from '../../../src/systems/stitches.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { intersections, type Known } from '../../../tools/soak/surfaces.js';
import { thrownBy } from '../../support/thrown.js';

const DT = 1 / 60;
const GRAVITY = 9.81;
const CELLS = 6;
const ROW = CELLS + 1;
const SIZE = 0.3;

type Vec = readonly [number, number, number];

/** A square of cells that hangs down from its first row, which lies along x; or lies in the plane y, its rows along z. */
function panel(place: Vec, lies = false, bulge = 0) {
  const positions = new Float64Array(3 * ROW * ROW);
  for (let v = 0; v < ROW * ROW; v++) {
    const along = (SIZE * (v % ROW)) / CELLS;
    const down = (SIZE * Math.floor(v / ROW)) / CELLS;
    positions.set(lies ? [along, 0, down] : [along, -down, bulge * along * (SIZE - along)], 3 * v);
    for (let k = 0; k < 3; k++) positions[3 * v + k] += place[k];
  }
  const triangles: number[] = [];
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const a = j * ROW + i;
      triangles.push(a, a + 1, a + ROW + 1, a, a + ROW + 1, a + ROW);
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

const FIRST = Array.from({ length: ROW }, (_, i) => i);
const LAST = FIRST.map((i) => i + CELLS * ROW);

class Tailor {
  readonly known = new Map<number, Known>();
  readonly plugin: CollisionPlugin;

  constructor(plugin: CollisionPlugin) {
    this.plugin = plugin;
  }

  static async open(gravity: Vec = [0, -GRAVITY, 0]): Promise<Tailor> {
    return new Tailor(await createCollisionPlugin(createWorld(), { maxEntities: 40, gravity }));
  }

  add(place: Vec, cloth: ClothOptions = {}, lies = false, bulge = 0): number {
    const entity = addEntity(this.plugin.world);
    const mesh = panel(place, lies, bulge);
    this.plugin.addDeformable(entity, { ...mesh, cloth: { damping: 0, ...cloth } });
    this.know(entity, mesh);
    return entity;
  }

  know(
    entity: number,
    mesh: { positions: Float64Array; triangles: Uint32Array },
    kind: Known['kind'] = 'cloth',
  ): void {
    this.known.set(entity, { kind, ...mesh });
  }

  at(entity: number): Float64Array {
    return this.plugin.readVertices(
      entity,
      new Float64Array(3 * this.plugin.components.MeshTopology.vertexCount[entity]),
    );
  }

  /** The longest of all stitches now. */
  longest(): number {
    const { a, b, count, vertexA, vertexB } = this.plugin.stitches;
    let most = 0;
    for (let i = 0; i < count; i++) {
      const [p, q] = [this.at(a[i]).subarray(3 * vertexA[i]), this.at(b[i]).subarray(3 * vertexB[i])];
      most = Math.max(most, Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2));
    }
    return most;
  }

  /** Pairs that meet, as they are and as f32. */
  meetings(): number {
    const solid = intersections(this.plugin, this.known);
    const points: number[] = [];
    const triangles: number[] = [];
    for (const [entity, mesh] of this.known) {
      if (mesh.kind !== 'cloth') continue;
      for (const v of mesh.triangles) triangles.push(v + points.length / 3);
      points.push(...this.at(entity));
    }
    const prescribed = new Uint8Array(points.length / 3);
    return (
      solid +
      new StaticTest(Uint32Array.from(triangles), prescribed.length, { prescribed }).count(
        Float64Array.from(points, Math.fround),
      )
    );
  }

  /** Steps, and how many pairs met after any of them. */
  run(steps: number, each?: () => void): number {
    let met = 0;
    for (let i = 0; i < steps; i++) {
      this.plugin.step(DT);
      met += this.meetings();
      each?.();
    }
    return met;
  }
}

/** A quarter of the mean edge, of which three in ten are diagonals: what surfaces keep by default. */
const THICKNESS = (0.25 * (0.7 + 0.3 * Math.SQRT2) * SIZE) / CELLS;
const WEIGHT = 0.2 * SIZE * SIZE * GRAVITY;

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

describe('seams and what becomes of their cloths', () => {
  test('are read from snapshots that make sense, and from no others', async () => {
    const words = Uint32Array.of(2, 7, 3, 9, 4, 100, 200);
    const read = (own: Uint32Array, numbers: number[], last = 2) => {
      const file = writeSnapshotFile([own, Float64Array.from(numbers), Uint32Array.of(last)]);
      const saved = new Map([
        [7, { block: 100, count: 4 }],
        [9, { block: 200, count: 5 }],
      ]);
      const stitches = new Stitches();
      readStitchSections({ stitches } as never, new SnapshotReader(file), saved)();
      return stitches;
    };
    const stitches = read(words, [0, 5, 1]);
    expect(stitches).toMatchObject({ count: 1, lastSeam: 2 });
    expect(stitches.at(0)).toEqual({ a: 7, vertexA: 3, b: 9, vertexB: 4, compliance: 0, strength: 5 });
    const changed = (at: number, value: number) => words.map((word, i) => (i === at ? value : word));
    const corrupt = { code: 'SNAPSHOT_CORRUPT' };
    for (const [at, value] of [
      [0, 3],
      [1, 8],
      [2, 4],
      [4, 5],
      [5, 200],
    ])
      expect(thrownBy(() => read(changed(at, value), [0, 5, 1]))).toMatchObject(corrupt);
    expect(thrownBy(() => read(words.subarray(1), [0, 5, 1]))).toMatchObject(corrupt);
    for (const numbers of [
      [0, 5],
      [-1, 5, 1],
      [0, 0, 1],
      [0, 5, Number.NaN],
      [Number.POSITIVE_INFINITY, 5, 1],
    ])
      expect(thrownBy(() => read(words, numbers))).toMatchObject(corrupt);
  });

  test('a cut that is sewn leaves all where it is, and holds what it parted', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const cloth = tailor.add([0, 0, 0], { pins: FIRST });
    plugin.step(DT);
    const path = FIRST.map((i) => 3 * ROW + i);
    const { pieces, opened, seam } = plugin.cut(cloth, { path, sew: { strength: 100 } });
    expect(pieces).toHaveLength(2);
    expect(opened).toBe(ROW);
    const { a, b, count, vertexA, vertexB } = plugin.stitches;
    expect(count).toBe(ROW);
    for (let i = 0; i < count; i++) {
      expect(plugin.stitches.seam[i]).toBe(seam);
      const [p, q] = [a[i], b[i]].map((entity) => pieces.find((piece) => piece.entity === entity)!);
      expect(p).not.toBe(q);
      expect(p.vertices[vertexA[i]]).toBe(q.vertices[vertexB[i]]);
    }
    for (const { entity } of pieces) {
      tailor.known.delete(entity);
      tailor.know(entity, plugin.readMesh(plugin.components.MeshTopology.mesh[entity]) as never);
    }
    expect(tailor.run(60)).toBe(0);
    expect(tailor.longest()).toBeLessThan(0.3 * THICKNESS);
    const lower = pieces.find(({ vertices }) => !vertices.includes(0))!.entity;
    const heights = tailor.at(lower).filter((_, i) => i % 3 === 1);
    expect(Math.max(...heights)).toBeGreaterThan(-0.55 * SIZE);
  });

  test('a cut that is sewn moves nothing: stitches that are slack do not push', async () => {
    const tailor = await Tailor.open([0, 0, 0]);
    const { plugin } = tailor;
    const cloth = tailor.add([0, 0, 0]);
    plugin.step(DT);
    const { gap, pieces } = plugin.cut(cloth, { path: FIRST.map((i) => 3 * ROW + i), sew: {} });
    expect(gap).toBeLessThan(0.1 * THICKNESS);
    const before = pieces.map(({ entity }) => tailor.at(entity));
    for (let i = 0; i < 20; i++) plugin.step(DT);
    pieces.forEach(({ entity }, i) => {
      const farthest = tailor
        .at(entity)
        .reduce((most, x, k) => Math.max(most, Math.abs(x - before[i][k])), 0);
      expect(farthest).toBeLessThan(1e-9);
    });
  });

  test('follow vertices through cuts and tears: each copy is sewn', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const [upper, lower] = [tailor.add([0, 0, 0], { pins: FIRST }), tailor.add([0, -SIZE - 0.01, 0])];
    plugin.sew(upper, LAST, lower, FIRST);
    for (let i = 0; i < 5; i++) plugin.step(DT);
    // from the seam downwards through the lower one
    const path = Array.from({ length: ROW }, (_, j) => j * ROW + 3);
    const { pieces } = plugin.cut(lower, { path });
    expect(pieces).toHaveLength(2);
    const rows = () => {
      const { a, b, count, vertexA, vertexB } = plugin.stitches;
      return Array.from({ length: count }, (_, i) => [a[i], vertexA[i], b[i], vertexB[i]]);
    };
    const expected = pieces
      .flatMap(({ entity, vertices }) => [...vertices].map((old, v) => [upper, LAST[old], entity, v, old]))
      .filter(([, , , , old]) => old < ROW)
      .map((row) => row.slice(0, 4).join());
    expect(
      rows()
        .map((row) => row.join())
        .toSorted(),
    ).toEqual(expected.toSorted());
    expect(rows()).toHaveLength(ROW + 1);
    for (const { entity } of pieces)
      tailor.know(entity, plugin.readMesh(plugin.components.MeshTopology.mesh[entity]) as never);
    expect(tailor.run(40)).toBe(0);
    for (const { entity } of pieces) expect(tailor.at(entity)[1]).toBeGreaterThan(-1.6 * SIZE);
    // what becomes rigid is not sewn any more
    const solid = plugin.cut(upper, {
      faces: FIRST.slice(1).map((i) => 2 * (CELLS * (CELLS - 1) + i - 1)),
      as: 'rigid',
    });
    expect(solid.pieces.length).toBeGreaterThan(1);
    plugin.step(DT);
    const deformable = new Set([upper, ...pieces.map(({ entity }) => entity)]);
    for (const [a, , b] of rows()) expect(deformable.has(a) && deformable.has(b)).toBe(true);
  });

  test('go with the entities that they hold, and do not come back with their ids', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const [upper, lower] = [tailor.add([0, 0, 0], { pins: FIRST }), tailor.add([0, -SIZE - 0.01, 0])];
    const mesh = plugin.loadMesh(panel([0, -SIZE - 0.01, 0]), { use: 'deformable' });
    plugin.removeCollider(lower);
    plugin.addDeformable(lower, { mesh, cloth: {} });
    plugin.sew(upper, LAST, lower, FIRST);
    plugin.step(DT);
    expect(plugin.stitches.count).toBe(ROW);
    removeEntity(plugin.world, lower);
    const again = addEntity(plugin.world);
    expect(again).toBe(lower);
    plugin.addDeformable(again, { mesh, cloth: {} });
    plugin.step(DT);
    expect(plugin.stitches.count).toBe(0);
    plugin.sew(upper, LAST, again, FIRST);
    removeEntity(plugin.world, upper);
    plugin.step(DT);
    expect(plugin.stitches.count).toBe(0);
    plugin.removeCollider(again);
    plugin.unloadMesh(mesh);
    plugin.step(DT);
    expect(plugin.memory.blocks).toBe(0);
  });

  test('go on bit by bit from a snapshot, and are as they were', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const [upper, lower] = [tailor.add([0, 0, 0], { pins: FIRST }), tailor.add([0.02, -SIZE - 0.03, 0])];
    plugin.sew(upper, LAST, lower, FIRST, { strength: (1.5 * WEIGHT) / ROW, compliance: 1e-4 });
    for (let i = 0; i < 10; i++) plugin.step(DT);
    const before = plugin.snapshot();
    const columns = () => {
      const { count, pull, seam, strength, vertexA } = plugin.stitches;
      return [seam, vertexA, strength, pull].map((column) => [...column.subarray(0, count)]);
    };
    const had = columns();
    const run = () => {
      for (let i = 0; i < 30; i++) plugin.step(DT);
      plugin.sew(upper, [5], lower, [7]);
      plugin.step(DT);
      return plugin.snapshot();
    };
    const end = run();
    plugin.restore(before);
    expect(columns()).toEqual(had);
    expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
    expect(Buffer.compare(run(), end)).toBe(0);
    const without = await createCollisionPlugin(createWorld(), { parts: ['deformables', 'snapshots'] });
    expect(thrownBy(() => without.restore(before))).toMatchObject({ code: 'SNAPSHOT_MISMATCH' });
  });

  test('refuse what makes no sense, and nothing is sewn', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const [upper, lower] = [tailor.add([0, 0, 0]), tailor.add([0, -1, 0])];
    const body = addEntity(plugin.world);
    plugin.addRigidBody(body, { ...boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] }), position: [5, 5, 5] });
    plugin.step(DT);
    const refused = (...args: unknown[]) =>
      thrownBy(() => (plugin.sew as (...all: unknown[]) => number)(...args));
    expect(refused(upper, [0], lower, [0, 1])).toMatchObject({ code: 'BAD_SETTING', entity: upper });
    expect(refused(upper, [], lower, [])).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused(upper, [49], lower, [0])).toMatchObject({
      code: 'INDEX_OUT_OF_RANGE',
      entity: upper,
      index: 0,
    });
    expect(refused(upper, [0], lower, [1.5])).toMatchObject({ code: 'INDEX_OUT_OF_RANGE', entity: lower });
    expect(refused(upper, 3, lower, [1])).toMatchObject({ code: 'WRONG_ARRAY_TYPE', entity: upper });
    expect(refused(upper, [4], upper, [4])).toMatchObject({ code: 'BAD_SETTING', index: 0 });
    expect(refused(upper, [0], body, [0])).toMatchObject({ code: 'NOT_A_COLLIDER', entity: body });
    expect(refused(upper, [0], 35, [0])).toMatchObject({ code: 'STALE_ENTITY' });
    expect(refused(upper, [0], lower, [0], { strength: 0 })).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused(upper, [0], lower, [0], { compliance: -1 })).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused(upper, [0], lower, [0], { stiffness: 1 })).toMatchObject({ code: 'BAD_SETTING' });
    expect(thrownBy(() => plugin.unpick(1))).toMatchObject({ code: 'BAD_SETTING' });
    const path = [21, 22, 23];
    expect(thrownBy(() => plugin.cut(upper, { path, sew: { strength: -1 } }))).toMatchObject({
      code: 'BAD_SETTING',
    });
    expect(thrownBy(() => plugin.cut(upper, { path, sew: {}, as: 'rigid' }))).toMatchObject({
      code: 'BAD_SETTING',
    });
    expect(plugin.stitches.count).toBe(0);
  });
});
