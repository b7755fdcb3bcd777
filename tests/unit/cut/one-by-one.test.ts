import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh, moebiusStripMesh } from '../../../scenes/meshes/index.js';
import { DeformableCollider, initGeometry } from '../../../src/geometry/index.js';
import type { CutPiece } from '../../../src/index.js';
import { splitFans } from '../../../src/mesh/cut-fans.js';
import { type CutMesh, cutMesh, recut } from '../../../src/mesh/fracture.js';
import { edgeOf } from '../../../src/mesh/side-edges.js';
import { StaticTest } from '../../../tools/conform/simulate/static-test.js';
import { addSheet, openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { thrownBy } from '../../support/thrown.js';
import { book, classesByBruteForce, listed, someEdges } from './support.js';

await initGeometry();

const SHEET = gridMesh({ columns: 12, rows: 9, width: 1.2, depth: 0.9 });
/** Both ends of the sheet along x. */
const SIDES = Array.from({ length: SHEET.positions.length / 3 }, (_, v) => v).filter(
  (v) => Math.abs(SHEET.positions[3 * v]) > 0.59,
);
const MESHES = [
  ['a sheet', SHEET],
  ['a ball', icosphereMesh({ subdivisions: 2 })],
  ['a Moebius strip', moebiusStripMesh({ around: 24, across: 3 })],
  ['a book', book()],
] as const;

function shuffled<Item>(items: Iterable<Item>, next: () => number): Item[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const k = Math.floor(next() * (i + 1));
    [all[i], all[k]] = [all[k], all[i]];
  }
  return all;
}

/** A side of a face at each edge: what an edge is called whatever number it has. */
function sideOf({ mesh }: CutMesh, edge: number): number {
  return listed(mesh).triangleEdges.indexOf(edge);
}

/** Corners that are one vertex, whatever its number: what two surfaces with the same faces are compared by. */
function partition(corners: Iterable<string | number>): number[] {
  const first = new Map<string | number, number>();
  return Array.from(corners, (vertex, corner) => {
    if (!first.has(vertex)) first.set(vertex, corner);
    return first.get(vertex)!;
  });
}

describe.each(MESHES)('%s, cut edge by edge', (name, { positions, triangles }) => {
  const whole = cutMesh(triangles, positions.length / 3);
  const uncut = new Uint8Array(triangles.length / 3);

  test.each([0.03, 0.1, 0.25, 0.5, 1])('opens as it does at once, a share of %f, in any order', (share) => {
    const next = random(name.length + 1000 * share);
    const cut = someEdges(whole, share, next);
    const classes = partition(classesByBruteForce(triangles, whole, cut));
    let late = 0;
    for (let order = 0; order < 3; order++) {
      const left = shuffled(cut, next);
      let mesh = whole;
      let sides: Uint8Array = uncut;
      while (left.length > 0) {
        const some = left.splice(0, 1 + Math.floor(3 * order * next()));
        const named = new Set(some.map((edge) => edgeOf(mesh.mesh, sideOf(whole, edge))));
        const edit = splitFans(mesh.triangles, mesh.mesh, named, sides);
        const alone = splitFans(mesh.triangles, mesh.mesh, named, uncut);
        late += edit.source.length - alone.source.length;
        if (edit.source.length > 0) mesh = recut(mesh, edit);
        sides = edit.cutSides;
      }
      expect(partition(mesh.triangles)).toEqual(classes);
    }
    // edges that were cut before the cut that reaches them
    if (share >= 0.1) expect(late).toBeGreaterThan(0);
  });
});

/** The corners of the sheet's faces by entity and vertex, in the order in which it began. */
function cornersNow({ plugin }: Scene, faces: ReadonlyMap<number, Uint32Array>): string[] {
  const corners: string[] = [];
  for (const [entity, own] of faces) {
    const { triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[entity]);
    own.forEach((face, i) => {
      for (let k = 0; k < 3; k++) corners[3 * face + k] = `${entity} ${triangles[3 * i + k]}`;
    });
  }
  return corners;
}

class CutScene {
  readonly scene: Scene;
  readonly cloth: number;
  /** What the faces of each entity were when it began. */
  faces: Map<number, Uint32Array>;

  constructor(scene: Scene, as: 'cloth' | 'driven' | 'pulled') {
    this.scene = scene;
    this.cloth = addEntity(scene.world);
    const cloth = as === 'pulled' ? { pins: SIDES, tearing: 0.3 } : { gravityScale: 0 };
    scene.plugin.addDeformable(this.cloth, { ...SHEET, ...(as !== 'driven' && { cloth }) });
    this.faces = new Map([
      [this.cloth, Uint32Array.from({ length: SHEET.triangles.length / 3 }, (_, i) => i)],
    ]);
  }

  /** Cuts along the edge at a side of a face. */
  cut(side: number): void {
    const face = Math.floor(side / 3);
    const [entity, own] = [...this.faces].find(([, list]) => list.includes(face))!;
    const { plugin } = this.scene;
    const { triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[entity]);
    const at = 3 * own.indexOf(face);
    const path = [triangles[at + (side % 3)], triangles[at + ((side + 1) % 3)]];
    const { pieces } = plugin.cut(entity, { path, gap: 1e-3 });
    this.follow(entity, pieces);
  }

  follow(entity: number, pieces: readonly CutPiece[]): void {
    const own = this.faces.get(entity)!;
    for (const piece of pieces)
      this.faces.set(
        piece.entity,
        piece.faces.map((each) => own[each]),
      );
  }

  /** Tells what is pinned on both sides to go so far outwards. */
  pull(way: number): void {
    const { plugin } = this.scene;
    for (const entity of this.faces.keys()) {
      const goals = verticesOf(this.scene, entity);
      for (let i = 0; i < goals.length; i += 3) goals[i] += Math.sign(goals[i]) * way;
      plugin.moveVertices(entity, goals);
    }
  }

  partition(): number[] {
    return partition(cornersNow(this.scene, this.faces));
  }
}

describe('a deformable that is cut edge by edge', () => {
  const whole = cutMesh(SHEET.triangles, SHEET.positions.length / 3);

  test.each([1, 2, 3, 4])(
    'comes apart as it does at once, seed %i: pieces and snapshots remember',
    async (seed) => {
      const next = random(seed);
      const cut = someEdges(whole, 0.3, next);
      const wanted = partition(classesByBruteForce(SHEET.triangles, whole, cut));
      const made = new CutScene(await openScene(), seed % 2 === 0 ? 'cloth' : 'driven');
      const { plugin } = made.scene;
      plugin.step(1 / 240);
      const order = shuffled(cut, next).map((edge) => sideOf(whole, edge));
      const half = order.length >> 1;
      for (const side of order.slice(0, half)) made.cut(side);
      plugin.step(1 / 240);
      const before = plugin.snapshot();
      const facesThen = new Map(made.faces);
      expect(made.faces.size).toBeGreaterThan(1);
      for (let run = 0; run < 2; run++) {
        for (const side of order.slice(half)) made.cut(side);
        expect(made.partition()).toEqual(wanted);
        plugin.restore(before);
        made.faces = new Map(facesThen);
      }
    },
  );

  test('remembers an edge that another cut blocks, and nothing of a cut that was refused', async () => {
    const scene = await openScene();
    const cloth = addSheet(scene, SHEET);
    addSheet(scene, { ...SHEET, positions: SHEET.positions.map((x, i) => (i % 3 === 1 ? x + 1e-9 : x)) });
    scene.plugin.step();
    // inside the sheet: it opens nothing, so that nothing is in its way
    expect(scene.plugin.cut(cloth, { path: [56, 57] }).opened).toBe(0);
    const before = scene.plugin.snapshot();
    expect(thrownBy(() => scene.plugin.cut(cloth, { path: [57, 58] }))).toMatchObject({
      code: 'CUT_BLOCKED',
    });
    expect(Buffer.compare(scene.plugin.snapshot(), before)).toBe(0);
  });

  test('opens slits that a later cut joins', async () => {
    const { plugin, world } = await openScene();
    const cloth = addSheet({ plugin, world }, SHEET);
    for (const vertex of [53, 55, 57]) {
      expect(plugin.cut(cloth, { path: [vertex, vertex + 1] })).toMatchObject({ opened: 0, gap: 0 });
    }
    // its ends are ends of two others: a slit of three edges, which the last one is no part of
    expect(plugin.cut(cloth, { path: [54, 55] }).opened).toBe(2);
  });

  test.each([1e-3, 1e-2])('is cut on and on along a path with the gap that it is told, %f', async (gap) => {
    const made = new CutScene(await openScene(), 'driven');
    const { plugin } = made.scene;
    const positions = () => verticesOf(made.scene, made.cloth);
    for (let vertex = 53; vertex < 63; vertex++) {
      const { gap: got } = plugin.cut(made.cloth, { path: [vertex, vertex + 1], gap });
      expect(got).toBe(vertex === 53 ? 0 : gap);
      const { triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[made.cloth]);
      const prescribed = new Uint8Array(positions().length / 3);
      const exact = new StaticTest(triangles, prescribed.length, { prescribed });
      expect(exact.count(positions()) + exact.count(positions().map(Math.fround))).toBe(0);
    }
  });

  test('opens what was cut before where it tears', async () => {
    for (let seed = 1; seed < 4; seed++) {
      const next = random(seed);
      const made = new CutScene(await openScene({ gravity: [0, 0, 0] }), 'pulled');
      const { plugin } = made.scene;
      const cut = shuffled(someEdges(whole, 0.15, next), next).map((edge) => sideOf(whole, edge));
      for (const side of cut) made.cut(side);
      let torn = 0;
      for (let step = 0; step < 40; step++) {
        made.pull(0.6 / 60);
        plugin.step(1 / 60);
        for (const { entity, opened, pieces } of plugin.tears) {
          torn += opened;
          made.follow(entity, pieces);
        }
      }
      expect(torn).toBeGreaterThan(10);
      // all of it is open as far as it can be: cutting it again does nothing
      const vertices = () =>
        [...made.faces.keys()].reduce((sum, e) => sum + plugin.components.MeshTopology.vertexCount[e], 0);
      const before = vertices();
      for (const side of cut) made.cut(side);
      expect(vertices()).toBe(before);
    }
  });
});

describe('a DeformableCollider that is cut edge by edge', () => {
  test('opens as it does at once, and forgets where triangles get other corners', () => {
    const whole = cutMesh(SHEET.triangles, SHEET.positions.length / 3);
    const next = random(9);
    const cut = someEdges(whole, 0.3, next);
    const collider = new DeformableCollider(SHEET);
    let triangles = SHEET.triangles.slice();
    for (const edge of shuffled(cut, next)) {
      const side = sideOf(whole, edge);
      const [a, b] = [triangles[side], triangles[side % 3 === 2 ? side - 2 : side + 1]];
      const { source } = collider.cut({ path: [a, b] });
      if (source.length > 0) triangles = collider.triangles.slice();
    }
    expect(partition(triangles)).toEqual(partition(classesByBruteForce(SHEET.triangles, whole, cut)));
    collider.dispose();
    const other = new DeformableCollider(SHEET);
    expect(other.cut({ path: [56, 57] }).opened).toBe(0);
    // the faces at that edge are taken out, and put back where they were
    const isAt = (t: number) => [56, 57].every((v) => SHEET.triangles.subarray(t, t + 3).includes(v));
    other.changeTriangles(SHEET.triangles.filter((_, i) => !isAt(i - (i % 3))));
    other.changeTriangles(SHEET.triangles);
    expect(other.cut({ path: [57, 58] }).opened).toBe(0);
    expect(other.cut({ path: [58, 59] }).opened).toBe(1);
    other.dispose();
  });
});
