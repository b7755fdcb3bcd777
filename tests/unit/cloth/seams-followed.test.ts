import { addEntity, createWorld, removeEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { boxMesh } from '../../../scenes/meshes/index.js';
import { createCollisionPlugin } from '../../../src/index.js';
import { SnapshotReader, writeSnapshotFile } from '../../../src/plugin/snapshot-file.js';
import { readStitchSections } from '../../../src/plugin/snapshot-stitches.js';
import { Stitches } from '../../../src/systems/stitches.js';
import { thrownBy } from '../../support/thrown.js';
import { CELLS, DT, FIRST, LAST, panel, ROW, SIZE, Tailor, THICKNESS, WEIGHT } from './tailor.js';

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

  test('refuse a strength that is none, before anything moves, and go on when it is one', async () => {
    const tailor = await Tailor.open();
    const { plugin } = tailor;
    const [upper, lower] = [tailor.add([0, 0, 0], { pins: FIRST }), tailor.add([0, -SIZE - 0.01, 0])];
    plugin.sew(upper, LAST, lower, FIRST);
    plugin.step(DT);
    const before = plugin.snapshot();
    for (const strength of [Number.NaN, 0, -1]) {
      plugin.stitches.strength[3] = strength;
      expect(thrownBy(() => plugin.step(DT))).toMatchObject({
        code: 'BAD_SETTING',
        entity: upper,
        index: 3,
      });
      expect(thrownBy(() => plugin.snapshot())).toMatchObject({ code: 'BAD_SETTING' });
    }
    plugin.stitches.strength[3] = Number.POSITIVE_INFINITY;
    expect(Buffer.compare(plugin.snapshot(), before)).toBe(0);
    plugin.stitches.strength[3] = 1e-3;
    plugin.step(DT);
    expect(plugin.brokenStitches).toMatchObject([{ a: upper, vertexA: LAST[3] }]);
  });
});
