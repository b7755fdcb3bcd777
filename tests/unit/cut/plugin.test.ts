import { createHash } from 'node:crypto';
import { addEntity, entityExists } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { FACE_VERTEX, MOTION_KINEMATIC, VERTEX_FACE } from '../../../src/index.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { addSheet, openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';

const SHEET = gridMesh({ columns: 12, rows: 10, width: 1.2, depth: 1 });
const BALL = icosphereMesh({ subdivisions: 2, radius: 0.5 });

/** All deformables of a scene as one surface. */
function asOne(scene: Scene, entities: readonly number[]) {
  const points: number[] = [];
  const triangles: number[] = [];
  for (const entity of entities) {
    const first = points.length / 3;
    const mesh = scene.plugin.readMesh(scene.plugin.components.MeshTopology.mesh[entity]);
    for (const vertex of mesh.triangles) triangles.push(first + vertex);
    for (const x of verticesOf(scene, entity)) points.push(x);
  }
  return { positions: Float64Array.from(points), triangles: Uint32Array.from(triangles) };
}

function intersections(scene: Scene, entities: readonly number[]): number {
  const { positions, triangles } = asOne(scene, entities);
  const test = new StaticTest(triangles, positions.length / 3, {
    prescribed: new Uint8Array(positions.length / 3),
  });
  return test.count(positions) + test.count(positions.map(Math.fround));
}

/** The contacts of the last step, each as one line; entities by their places in a list. */
function contactsOf({ plugin }: Scene, entities: readonly number[]): string[] {
  const { a, b, count, featureA, featureB, kind, time } = plugin.contacts;
  return Array.from({ length: count }, (_, i) =>
    [entities.indexOf(a[i]), entities.indexOf(b[i]), kind[i], featureA[i], featureB[i], time[i]].join(' '),
  );
}

/** A way through the sheet from one side to the other, not straight. */
function across(next: () => number, columns = 12, rows = 10): number[] {
  let row = 2 + Math.floor(next() * (rows - 4));
  const path = [row * (columns + 1)];
  for (let column = 1; column <= columns; column++) {
    path.push(row * (columns + 1) + column);
    const step = Math.floor(3 * next()) - 1;
    if (step !== 0 && column < columns && row + step > 0 && row + step < rows) {
      row += step;
      path.push(row * (columns + 1) + column);
    }
  }
  return path;
}

function crumpled(positions: Float64Array, size: number, next: () => number): Float64Array {
  return positions.map((x) => x + size * (next() - 0.5));
}

/** A sheet of 12 x 10 squares folded over itself along one side: a second layer lies so far above the first. */
function folded(positions: Float64Array, above: number) {
  const count = positions.length / 3;
  const rim = Array.from({ length: 11 }, (_, row) => 13 * row + 12);
  const upper = SHEET.triangles.map(
    (_, i) => count + SHEET.triangles[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1],
  );
  const bend = rim.slice(1).flatMap((b, row) => {
    const a = rim[row];
    return [a, b, b + count, a, b + count, a + count];
  });
  const forward = SHEET.triangles.some((_, i) => {
    const [p, q] = [SHEET.triangles[i], SHEET.triangles[i % 3 === 2 ? i - 2 : i + 1]];
    return p === rim[0] && q === rim[1];
  });
  const joined = forward ? bend.map((_, i) => bend[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]) : bend;
  return {
    positions: Float64Array.from([...positions, ...positions.map((x, i) => (i % 3 === 1 ? x + above : x))]),
    triangles: Uint32Array.from([...SHEET.triangles, ...upper, ...joined]),
  };
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

describe('a deformable that is cut', () => {
  test('finds the contacts that a mesh made anew finds, cut after cut', async () => {
    const scene = await openScene();
    const next = random(11);
    const above = BALL.positions.map((x, i) => (i % 3 === 1 ? x + 0.8 : x));
    const entities = [addSheet(scene, { ...BALL, positions: above }), addSheet(scene, SHEET)];
    scene.plugin.step();
    let found = 0;
    for (let round = 0; round < 6; round++) {
      const target = entities[Math.floor(next() * entities.length)];
      const count = scene.plugin.components.MeshTopology.triangleCount[target];
      const faces = Array.from({ length: 12 }, () => Math.floor(next() * count));
      const { pieces } = scene.plugin.cut(target, { faces });
      for (const { entity } of pieces) if (!entities.includes(entity)) entities.push(entity);
      const fresh = await openScene();
      const copies = entities.map((entity) => {
        const mesh = scene.plugin.readMesh(scene.plugin.components.MeshTopology.mesh[entity]);
        return addSheet(fresh, { triangles: mesh.triangles, positions: verticesOf(scene, entity) });
      });
      const places = entities.map((entity) => verticesOf(scene, entity));
      entities.forEach((entity, i) => {
        const way = [next() - 0.5, next() - 0.5, next() - 0.5];
        const to = crumpled(places[i], 0.3, next).map((x, k) => x + 2 * way[k % 3]);
        scene.plugin.moveVertices(entity, to);
        fresh.plugin.moveVertices(copies[i], to);
      });
      scene.plugin.step();
      fresh.plugin.step();
      const contacts = contactsOf(scene, entities);
      expect(contacts.toSorted()).toEqual(contactsOf(fresh, copies).toSorted());
      found += contacts.length;
      entities.forEach((entity, i) => {
        scene.plugin.placeVertices(entity, places[i]);
      });
    }
    expect(entities.length).toBeGreaterThan(8);
    expect(found).toBeGreaterThan(1000);
  });

  test('comes apart where it is cut through, and nothing begins in overlap', async () => {
    const next = random(5);
    for (let trial = 0; trial < 8; trial++) {
      const scene = await openScene();
      const cloth = addSheet(scene, SHEET);
      const { pieces, opened, gap } = scene.plugin.cut(cloth, { path: across(next) });
      expect(pieces).toHaveLength(2);
      expect(opened).toBeGreaterThan(10);
      expect(gap).toBeGreaterThan(1e-4);
      expect(pieces[0].faces.length).toBeGreaterThanOrEqual(pieces[1].faces.length);
      expect([...pieces[0].faces, ...pieces[1].faces].sort((a, b) => a - b)).toEqual([...Array(240).keys()]);
      const entities = pieces.map(({ entity }) => entity);
      expect(entities[0]).toBe(cloth);
      expect(intersections(scene, entities)).toBe(0);
      for (const { entity, vertices } of pieces) {
        verticesOf(scene, entity).forEach((x, i) => {
          expect(
            Math.abs(x - SHEET.positions[3 * vertices[Math.floor(i / 3)] + (i % 3)]),
          ).toBeLessThanOrEqual(gap / 2);
        });
      }
    }
  });

  test('keeps contacts: each is there once for every copy of what was split', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, SHEET);
    const other = addSheet(scene, {
      ...SHEET,
      positions: SHEET.positions.map((x, i) => (i % 3 === 1 ? x + 0.2 : x + 0.013)),
    });
    scene.plugin.moveVertices(
      other,
      SHEET.positions.map((x, i) => (i % 3 === 1 ? x - 0.1 : x + 0.013)),
    );
    scene.plugin.step();
    const { contacts } = scene.plugin;
    const before = Array.from({ length: contacts.count }, (_, i) => ({
      kind: contacts.kind[i],
      features: [contacts.featureA[i], contacts.featureB[i]],
      time: contacts.time[i],
    }));
    expect(before.length).toBeGreaterThan(200);
    expect([...contacts.a.subarray(0, contacts.count)].every((a) => a === cloth)).toBe(true);
    const path = Array.from({ length: 13 }, (_, i) => 5 * 13 + i);
    const { pieces } = scene.plugin.cut(cloth, { path });
    const after = scene.plugin.contacts;
    const copiesOf = new Map<number, number>();
    for (const { vertices } of pieces) for (const v of vertices) copiesOf.set(v, (copiesOf.get(v) ?? 0) + 1);
    const expected = before
      .filter(({ kind }) => kind === VERTEX_FACE)
      .reduce((sum, { features }) => sum + copiesOf.get(features[0])!, 0);
    const isOfCloth = (entity: number) => pieces.some((piece) => piece.entity === entity);
    let vertexContacts = 0;
    for (let i = 0; i < after.count; i++) {
      const [p, q] = [after.a[i], after.b[i]];
      expect([isOfCloth(p), isOfCloth(q)].toSorted()).toEqual([false, true]);
      // a piece became a collider after the other sheet, which comes first then
      expect(p === cloth || p === other).toBe(true);
      const mine = isOfCloth(p) ? after.featureA[i] : after.featureB[i];
      const theirs = isOfCloth(p) ? after.featureB[i] : after.featureA[i];
      const piece = pieces.find(({ entity }) => entity === (isOfCloth(p) ? p : q))!;
      const kind = isOfCloth(p)
        ? after.kind[i]
        : [FACE_VERTEX, VERTEX_FACE][[VERTEX_FACE, FACE_VERTEX].indexOf(after.kind[i])];
      if (kind === VERTEX_FACE) {
        vertexContacts++;
        const was = before.filter(
          (each) =>
            each.kind === kind && each.features[0] === piece.vertices[mine] && each.features[1] === theirs,
        );
        expect(was.map(({ time }) => time)).toEqual([after.time[i]]);
      }
      if (kind === FACE_VERTEX) {
        const was = before.filter(
          (each) =>
            each.kind === kind && each.features[0] === piece.faces[mine] && each.features[1] === theirs,
        );
        expect(was.map(({ time }) => time)).toEqual([after.time[i]]);
      }
    }
    expect(vertexContacts).toBe(expected);
    expect(after.count).toBeGreaterThan(before.length);
    const { first, count } = scene.plugin.components.Contacts;
    for (const { entity } of pieces) {
      for (let i = first[entity]; i < first[entity] + count[entity]; i++) {
        expect([after.a[after.byEntity[i]], after.b[after.byEntity[i]]]).toContain(entity);
      }
    }
  });

  test('goes on in the same way after a restore to before the cut, with the same ids, and all memory comes back', async () => {
    const scene = await openScene();
    const { plugin, world } = scene;
    const ball = addEntity(world);
    plugin.addRigidBody(ball, { ...BALL, body: { motion: MOTION_KINEMATIC }, position: [0, -0.55, 0] });
    const cloth = addEntity(world);
    plugin.addDeformable(cloth, { ...SHEET, cloth: {} });
    for (let i = 0; i < 5; i++) plugin.step();
    const before = plugin.snapshot();
    const blocks = plugin.memory.blocks;
    const run = () => {
      const { pieces } = plugin.cut(cloth, { path: across(random(3)), faces: [4, 90, 200] });
      const frames = [pieces.map(({ entity }) => entity).join()];
      for (let i = 0; i < 10; i++) {
        plugin.step();
        frames.push(createHash('sha256').update(plugin.snapshot()).digest('hex'));
      }
      return { frames, pieces };
    };
    const first = run();
    plugin.restore(before);
    expect(entityExists(world, first.pieces[1].entity)).toBe(false);
    expect(plugin.memory.blocks).toBe(blocks);
    expect(isSame(plugin.snapshot(), before)).toBe(true);
    const again = run();
    expect(again.frames).toEqual(first.frames);
    const after = plugin.snapshot();
    plugin.step();
    plugin.restore(after);
    expect(isSame(plugin.snapshot(), after)).toBe(true);
    for (const { entity } of again.pieces) plugin.removeCollider(entity);
    plugin.removeCollider(ball);
    plugin.step();
    expect(plugin.memory.blocks).toBe(0);
  });

  test('falls in two as cloth, and never meets itself or the ball', async () => {
    const scene = await openScene();
    const { plugin, world } = scene;
    const cloth = addEntity(world);
    const pins = Array.from({ length: 13 }, (_, i) => i);
    plugin.addDeformable(cloth, { ...SHEET, cloth: { pins }, settings: { friction: 0.3 } });
    for (let i = 0; i < 5; i++) plugin.step(1 / 60);
    const path = Array.from({ length: 13 }, (_, i) => 4 * 13 + i);
    const { pieces } = plugin.cut(cloth, { path: path.slice(0, 8) });
    expect(pieces).toHaveLength(1);
    for (let i = 0; i < 5; i++) {
      plugin.step(1 / 60);
      expect(intersections(scene, [cloth])).toBe(0);
    }
    const last = plugin.cut(cloth, { path: path.slice(7) });
    const entities = last.pieces.map(({ entity }) => entity);
    expect(entities).toHaveLength(2);
    const falling = last.pieces.find(({ vertices }) => !vertices.includes(0))!.entity;
    const start = verticesOf(scene, falling)[1];
    for (let i = 0; i < 25; i++) {
      plugin.step(1 / 60);
      expect(intersections(scene, entities)).toBe(0);
    }
    expect(verticesOf(scene, falling)[1]).toBeLessThan(start - 0.3);
    const hanging = last.pieces.find(({ vertices }) => vertices.includes(0))!;
    expect(verticesOf(scene, hanging.entity)[3 * hanging.vertices.indexOf(0) + 1]).toBe(SHEET.positions[1]);
    for (const entity of entities) {
      expect(plugin.components.CollisionSettings.friction[entity]).toBe(0.3);
      expect(plugin.components.Cloth.simulated[entity]).toBe(1);
    }
    expect(plugin.counters.stepBacks).toBeLessThan(20);
  });

  test('keeps its distance to what lies close, or is not cut at all', async () => {
    const close = 0.002;
    const next = random(1);
    const path = across(next);
    const gaps: number[] = [];
    for (let trial = 0; trial < 12; trial++) {
      const scene = await openScene();
      const positions = crumpled(SHEET.positions, 0.01 * (1 + trial), next);
      const cloth = addSheet(scene, { ...SHEET, positions });
      const other = positions.map((x, i) => (i % 3 === 1 ? x + close : x));
      const above = addSheet(scene, { ...SHEET, positions: other });
      scene.plugin.step();
      if (intersections(scene, [cloth, above]) > 0) continue;
      const { gap, pieces } = scene.plugin.cut(cloth, { path, gap: 0.02 });
      gaps.push(gap);
      expect(intersections(scene, [above, ...pieces.map(({ entity }) => entity)])).toBe(0);
    }
    // some have room for it, and some for a part of it
    expect(Math.max(...gaps)).toBe(0.02);
    expect(Math.min(...gaps)).toBeLessThan(0.01);
    const tight = await openScene();
    const lower = addSheet(tight, SHEET);
    addSheet(tight, { ...SHEET, positions: SHEET.positions.map((x, i) => (i % 3 === 1 ? x + 1e-9 : x)) });
    tight.plugin.step();
    const before = tight.plugin.snapshot();
    expect(thrownBy(() => tight.plugin.cut(lower, { path, gap: 0.02 }))).toMatchObject({
      code: 'CUT_BLOCKED',
      entity: lower,
    });
    expect(isSame(tight.plugin.snapshot(), before)).toBe(true);
  });

  test('keeps off its own other layer, or is not cut at all', async () => {
    const next = random(3);
    const gaps: number[] = [];
    for (let trial = 0; trial < 12; trial++) {
      const scene = await openScene();
      const mesh = folded(crumpled(SHEET.positions, 0.006 * (1 + trial), next), 0.002);
      const cloth = addSheet(scene, mesh);
      scene.plugin.step();
      if (intersections(scene, [cloth]) > 0) continue;
      const { gap, pieces } = scene.plugin.cut(cloth, { path: across(next), gap: 0.02 });
      gaps.push(gap);
      expect(pieces.length).toBe(1);
      expect(intersections(scene, [cloth])).toBe(0);
    }
    expect(Math.max(...gaps)).toBe(0.02);
    expect(Math.min(...gaps)).toBeLessThan(0.01);
    const tight = await openScene();
    const cloth = addSheet(tight, folded(SHEET.positions, 1e-9));
    tight.plugin.step();
    const before = tight.plugin.snapshot();
    const refused = thrownBy(() => tight.plugin.cut(cloth, { path: across(next), gap: 0.02 }));
    expect(refused).toMatchObject({ code: 'CUT_BLOCKED', entity: cloth });
    expect(isSame(tight.plugin.snapshot(), before)).toBe(true);
  });

  test.each([1e-9, 1e-3])('has sides that f32 tells apart, or is not cut, gap %f', async (gap) => {
    const scene = await openScene();
    const cloth = addSheet(scene, SHEET);
    scene.plugin.step();
    const cut = () => scene.plugin.cut(cloth, { path: across(random(4)), gap, pieces: 'together' });
    if (gap < 1e-8) expect(thrownBy(cut)).toMatchObject({ code: 'CUT_BLOCKED' });
    else expect(cut().gap).toBe(gap);
    expect(intersections(scene, [cloth])).toBe(0);
  });

  test('is not cut by what makes no sense, and stays as it was', async () => {
    const scene = await openScene({ maxEntities: 2 });
    const { plugin, world } = scene;
    const cloth = addSheet(scene, SHEET);
    const ball = addEntity(world);
    plugin.addRigidBody(ball, { ...BALL, body: { motion: MOTION_KINEMATIC } });
    plugin.step();
    const before = plugin.snapshot();
    const refused = (options: object, entity = cloth) => thrownBy(() => plugin.cut(entity, options));
    expect(refused({})).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused({ edge: [1] })).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused({ edges: 3 })).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused({ edges: [1e6] })).toMatchObject({ code: 'INDEX_OUT_OF_RANGE', index: 0 });
    expect(refused({ faces: [0, 0.5] })).toMatchObject({ code: 'INDEX_NOT_INTEGER', index: 1 });
    expect(refused({ path: [0, 100] })).toMatchObject({ code: 'INDEX_OUT_OF_RANGE' });
    expect(refused({ faces: [1], gap: 0 })).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused({ faces: [1], pieces: 'all' })).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused({ faces: [1] }, 77)).toMatchObject({ code: 'STALE_ENTITY' });
    // a third entity has no row
    expect(refused({ faces: [1] })).toMatchObject({ code: 'WORLD_FULL' });
    expect(isSame(plugin.snapshot(), before)).toBe(true);
    expect(entityExists(world, 3)).toBe(false);
    const alone = plugin.cut(cloth, { edges: [plugin.components.MeshTopology.edgeCount[cloth] >> 1] });
    expect(alone).toMatchObject({ opened: 0, gap: 0 });
    expect(alone.pieces).toHaveLength(1);
    expect(plugin.cut(cloth, { faces: [100], pieces: 'together' }).pieces).toHaveLength(1);
  });
});
