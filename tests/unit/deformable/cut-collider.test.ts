import { beforeAll, describe, expect, it } from 'vitest';
import { gridMesh } from '../../../scenes/meshes/index.js';
import {
  DeformableCollider,
  initGeometry,
  STRATEGIES,
  type StrategyName,
} from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import { readCutMesh } from '../../../src/mesh/cut-block.js';
import { cutMesh } from '../../../src/mesh/fracture.js';
import { editedTriangles } from '../../../src/mesh/fracture-edit.js';
import { freeMesh, placeMesh } from '../../../src/mesh/mesh-blocks.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { thrownBy } from '../../support/thrown.js';
import { listed, randomEdit } from '../cut/support.js';
import { bruteContacts } from './support/brute-contacts.js';
import { contactTexts } from './support/curved.js';
import { connectivityOf } from './support/feature-pairs.js';
import { connectivities, moving, seeded } from './support/meshes.js';

beforeAll(() => initGeometry());

const strategies = Object.keys(STRATEGIES) as StrategyName[];

const crumpled = (positions: Float64Array, size: number, random: () => number) =>
  positions.map((x) => x + size * (random() - 0.5));

it.each(connectivities)('%s is read from its block as it was put there', (name, connectivity) => {
  const mesh = moving(name, connectivity, 3);
  const { arena } = geometryCore();
  const blocks = placeMesh(arena, sweptVertices(mesh.start, mesh.end), mesh.triangles, connectivityOf(mesh));
  const { positions, ...read } = readCutMesh(arena, arena.address(blocks.mesh));
  expect(positions).toHaveLength(0);
  const anew = cutMesh(mesh.triangles, mesh.start.length / 3);
  expect({ ...read, mesh: listed(read.mesh) }).toEqual({ ...anew, mesh: listed(anew.mesh) });
  freeMesh(arena, blocks);
});

describe.each(connectivities)('a collider of %s whose triangles change', (name, connectivity) => {
  it('has the contacts of one made anew, change after change', () => {
    const { triangles: first, start } = moving(name, connectivity, 1);
    const random = seeded(name.length);
    let [triangles, positions] = [first, start];
    const collider = new DeformableCollider(
      { positions, triangles },
      { storeEdgeBoxes: name.length % 2 === 0, tree: name.length % 3 === 0 ? 'connected' : 'median' },
    );
    for (let round = 0; round < 12; round++) {
      const edit = randomEdit(cutMesh(triangles, positions.length / 3), random);
      triangles = editedTriangles(triangles, edit);
      const added = Float64Array.from({ length: 3 * edit.vertexCount - positions.length }, random);
      collider.changeTriangles(triangles, added);
      positions = Float64Array.of(...positions, ...added);
      expect([collider.vertexCount, collider.triangleCount]).toEqual([
        positions.length / 3,
        triangles.length / 3,
      ]);
      const end = crumpled(positions, 1, random);
      const fresh = new DeformableCollider({ positions, triangles });
      collider.update(end);
      fresh.update(end);
      const expected = bruteContacts({ name, start: positions, end, triangles });
      expect(contactTexts(fresh.contacts())).toEqual(expected);
      const some = round % 4 === 0 ? strategies : (['all', 'contours', 'r-triangles'] as const);
      for (const strategy of some) expect(contactTexts(collider.contacts({ strategy }))).toEqual(expected);
      const { a, b } = collider.intersections();
      const anew = fresh.intersections();
      expect([[...a], [...b]]).toEqual([[...anew.a], [...anew.b]]);
      fresh.dispose();
      positions = end;
    }
    collider.dispose();
  });
});

const COLUMNS = 24;
const ROWS = 16;
const SHEET = gridMesh({ columns: COLUMNS, rows: ROWS, width: 2.4, depth: 1.6 });
/** From the rows behind the cut to those before it. */
const TOWARDS = 0.5 * Math.sign(SHEET.positions[2] - SHEET.positions[3 * (COLUMNS + 1) + 2]);
const row = (j: number) => Array.from({ length: COLUMNS + 1 }, (_, i) => j * (COLUMNS + 1) + i);

describe('a collider that is cut', () => {
  it('has copies of the vertices where it comes apart, and stands still where the step ended', () => {
    const sheet = new DeformableCollider(SHEET);
    const end = SHEET.positions.map((x) => x + 1);
    sheet.update(end);
    const { opened, source } = sheet.cut({ path: row(8) });
    expect([...source]).toEqual(row(8));
    expect(opened).toBe(COLUMNS + 1);
    expect(sheet.vertexCount).toBe(SHEET.positions.length / 3 + opened);
    expect(sheet.triangleCount).toBe(2 * COLUMNS * ROWS);
    // the sides lie upon each other
    const { count, time } = sheet.contacts();
    expect(count).toBeGreaterThan(2 * COLUMNS);
    expect(Math.max(...time)).toBe(0);
    expect(sheet.cut({ edges: [0] }).opened).toBe(0);
    sheet.dispose();
  });

  it('skips what is flat and whole, and nothing across the cut', () => {
    for (const tree of ['median', 'connected'] as const) {
      const sheet = new DeformableCollider(SHEET, { tree });
      const { source } = sheet.cut({ path: row(8) });
      const old = SHEET.positions.length / 3;
      const copied = [
        ...SHEET.positions,
        ...[...source].flatMap((v) => [0, 1, 2].map((k) => SHEET.positions[3 * v + k])),
      ];
      // which vertices hang on the far side: copies, or what lies behind the cut
      const isFar = copied.map((_, i) => {
        const vertex = Math.floor(i / 3);
        return vertex >= old || Math.floor(vertex / (COLUMNS + 1)) > 8;
      });
      // the far half moves over the near one, and sinks through it: all normals stay up
      const [over, under] = [0.3, -0.3].map((height) =>
        copied.map((x, i) => x + (isFar[i] ? [0, height, TOWARDS][i % 3] : 0)),
      );
      sheet.update(under, over);
      const triangles = meshOfCut(source);
      const fresh = new DeformableCollider({ positions: over, triangles }, { tree });
      fresh.update(under);
      const expected = contactTexts(fresh.contacts({ strategy: 'feature-boxes' }));
      expect(expected.length).toBeGreaterThan(100);
      const found = sheet.contacts();
      expect(contactTexts(found)).toEqual(expected);
      expect(found.counters.skippedTriangles).toBeGreaterThan(sheet.triangleCount / 4);
      sheet.dispose();
      fresh.dispose();
    }
  });

  it('has the contacts of one made anew, cut after cut, whatever its form', () => {
    const random = seeded(7);
    for (const options of [{}, { storeEdgeBoxes: true }, { thickness: 0.02 }, { volume: 'aabb' }] as const) {
      const sheet = new DeformableCollider(SHEET, options);
      let mesh = cutMesh(Uint32Array.from(SHEET.triangles), SHEET.positions.length / 3);
      let positions = Float64Array.from(SHEET.positions);
      let seen = 0;
      for (let round = 0; round < 5; round++) {
        const faces = Array.from({ length: 8 }, () => Math.floor(random() * sheet.triangleCount));
        const { source } = sheet.cut({ faces });
        positions = Float64Array.of(
          ...positions,
          ...[...source].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]),
        );
        mesh = cutMesh(
          cutLoose(mesh.triangles, faces, positions.length / 3 - source.length),
          positions.length / 3,
        );
        const end = crumpled(positions, 0.1, random);
        sheet.update(end);
        const fresh = new DeformableCollider({ positions, triangles: mesh.triangles }, options);
        fresh.update(end);
        const found = sheet.contacts({ details: true });
        const anew = fresh.contacts({ details: true });
        seen += found.count;
        // numbers of copies are of the same order in both: faces ascending around each vertex
        expect(contactTexts(found)).toEqual(contactTexts(anew));
        expect(found.normals).toEqual(anew.normals);
        fresh.dispose();
        positions = end;
      }
      expect(seen).toBeGreaterThan(500);
      sheet.dispose();
    }
  });

  it('leaves curves behind, and goes on on them', () => {
    const sheet = new DeformableCollider(SHEET);
    const bent = Float64Array.from(SHEET.positions, (x) => x + 0.1);
    sheet.updateCurved([bent], SHEET.positions);
    sheet.cut({ faces: [100, 101, 102] });
    const flat = new Float64Array(3 * sheet.vertexCount);
    sheet.update(flat);
    const { bytes } = sheet;
    sheet.updateCurved([flat], flat);
    expect(sheet.bytes).toBeGreaterThanOrEqual(bytes + 48 * sheet.vertexCount);
    sheet.dispose();
  });

  it('refuses what makes no sense, and stays as it was', () => {
    const sheet = new DeformableCollider(SHEET);
    sheet.update(SHEET.positions.map((x, i) => (i % 3 === 1 ? x * x : 2 * x)));
    const before = contactTexts(sheet.contacts());
    const { vertexCount, bytes } = sheet;
    const refused = (act: () => unknown) => thrownBy(act);
    expect(refused(() => sheet.cut({}))).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused(() => sheet.cut({ gap: 1 } as object))).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused(() => sheet.cut({ faces: 3 as never }))).toMatchObject({ code: 'BAD_SETTING' });
    expect(refused(() => sheet.cut({ faces: [1e6] }))).toMatchObject({
      code: 'INDEX_OUT_OF_RANGE',
      index: 0,
    });
    expect(refused(() => sheet.cut({ path: [0, 40] }))).toMatchObject({ code: 'INDEX_OUT_OF_RANGE' });
    expect(refused(() => sheet.changeTriangles([]))).toMatchObject({ code: 'EMPTY_MESH' });
    expect(refused(() => sheet.changeTriangles([0, 1, 1]))).toMatchObject({ code: 'REPEATED_INDEX' });
    expect(refused(() => sheet.changeTriangles([0, 1, 9999]))).toMatchObject({ code: 'INDEX_OUT_OF_RANGE' });
    expect(refused(() => sheet.changeTriangles([0, 1, 2], [Number.NaN, 0, 0]))).toMatchObject({
      code: 'NON_FINITE_POSITION',
      index: vertexCount,
    });
    expect(refused(() => sheet.changeTriangles([0, 1, 2], 'abc' as never))).toMatchObject({
      code: 'WRONG_ARRAY_TYPE',
    });
    expect([sheet.vertexCount, sheet.bytes]).toEqual([vertexCount, bytes]);
    expect(contactTexts(sheet.contacts())).toEqual(before);
    sheet.dispose();
    expect(refused(() => sheet.cut({ faces: [0] }))).toMatchObject({ code: 'DISPOSED' });
    expect(refused(() => sheet.changeTriangles([0, 1, 2]))).toMatchObject({ code: 'DISPOSED' });
  });
});

/** The sheet's triangles with copies behind the eighth row. */
function meshOfCut(source: Uint32Array): Uint32Array {
  const copies = new Map([...source].map((vertex, i) => [vertex, SHEET.positions.length / 3 + i]));
  return Uint32Array.from(SHEET.triangles, (vertex, i) => {
    const face = Math.floor(i / 3);
    const others = [0, 1, 2].map((k) => SHEET.triangles[3 * face + k]);
    return others.some((other) => Math.floor(other / (COLUMNS + 1)) > 8)
      ? (copies.get(vertex) ?? vertex)
      : vertex;
  });
}

/**
 * By other means than the package: around each vertex, faces are joined whose common edge has both or neither of them named.
 * Every group but that of the first face gets a copy, vertex by vertex.
 */
function cutLoose(triangles: Uint32Array, faces: readonly number[], vertexCount: number): Uint32Array {
  const named = new Set(faces);
  const out = triangles.slice();
  const around: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let i = 0; i < triangles.length; i++) around[triangles[i]].push(Math.floor(i / 3));
  const cornersOf = (face: number) => [...triangles.subarray(3 * face, 3 * face + 3)];
  const touched = new Set(
    faces.flatMap((face) =>
      cornersOf(face).filter((vertex, k, own) => {
        const others = [own[(k + 1) % 3], own[(k + 2) % 3]];
        return others.some((other) =>
          around[vertex].some((next) => !named.has(next) && cornersOf(next).includes(other)),
        );
      }),
    ),
  );
  let next = vertexCount;
  for (const vertex of [...touched].sort((a, b) => a - b)) {
    const left = new Set(around[vertex]);
    let isFirst = true;
    for (const first of around[vertex]) {
      if (!left.delete(first)) continue;
      const group = [first];
      for (const face of group) {
        for (const other of [...left]) {
          const shared = cornersOf(face).filter((v) => cornersOf(other).includes(v)).length;
          if (shared < 2 || named.has(face) !== named.has(other)) continue;
          left.delete(other);
          group.push(other);
        }
      }
      if (!isFirst) {
        for (const face of group) out[3 * face + cornersOf(face).indexOf(vertex)] = next;
        next++;
      }
      isFirst = false;
    }
  }
  return out;
}
