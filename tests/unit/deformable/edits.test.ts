import { beforeAll, describe, expect, it } from 'vitest';
import { gridMesh, icosphereMesh, torusMesh } from '../../../scenes/meshes/index.js';
import { DeformableCollider, initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import { PAIRS_ONCE } from '../../../src/kernels/layout/search.js';
import { buildBvh, NO_CHILD, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import { connect } from '../../../src/mesh/connectivity.js';
import { readBodyTree, readCutMesh } from '../../../src/mesh/cut-block.js';
import { editedMesh } from '../../../src/mesh/edited-body.js';
import { triangleFeatures } from '../../../src/mesh/features.js';
import { type FlatRegions, flatRegions } from '../../../src/mesh/flat-regions.js';
import { givenTriangles, givenVertices, writeGivenNumbers } from '../../../src/mesh/given-numbers.js';
import { matchTriangles } from '../../../src/mesh/matched-triangles.js';
import { freeMesh, type MeshBlocks, placeSearched, treeOver } from '../../../src/mesh/mesh-blocks.js';
import { findOrphans } from '../../../src/mesh/orphans.js';
import { refitBody } from '../../../src/mesh/refit-body.js';
import { locateBody, newSearchBody } from '../../../src/mesh/search-body.js';
import { searchOfMesh } from '../../../src/mesh/search-sections.js';
import { drain } from '../../../src/mesh/steps.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { inTreeOrder } from '../../../src/mesh/tree-order.js';
import { listed, unsigned } from '../cut/support.js';
import { bruteContacts } from './support/brute-contacts.js';
import { contactTexts } from './support/curved.js';
import { allFeaturePairs, pairTexts } from './support/feature-pairs.js';
import { handedOn } from './support/handed-on.js';
import { seeded } from './support/meshes.js';

beforeAll(() => initGeometry());

type Random = () => number;

/** A mesh as its owner has it. */
interface Owned {
  triangles: number[][];
  positions: number[];
}

/** What is done to meshes, each somewhere: the triangles afterwards, and x y z of new vertices at the end. */
const EDITS: Record<string, (mesh: Owned, random: Random) => void> = {
  'takes some out'({ triangles }, random) {
    for (let left = 1 + Math.floor(4 * random()); left > 0 && triangles.length > 1; left--)
      triangles.splice(Math.floor(triangles.length * random()), 1);
  },
  'takes the last ones away'({ triangles }, random) {
    triangles.length = Math.max(1, triangles.length - Math.floor(4 * random()));
  },
  'adds some at edges'(mesh, random) {
    for (let left = 1 + Math.floor(4 * random()); left > 0; left--) {
      const [a, b] = any(mesh.triangles, random);
      mesh.triangles.push([b, a, newVertex(mesh, random)]);
    }
  },
  'adds one somewhere'(mesh, random) {
    mesh.triangles.push([0, 0, 0].map(() => newVertex(mesh, random)));
  },
  'adds one between others'(mesh, random) {
    const corners = new Set<number>();
    for (let tries = 0; tries < 20 && corners.size < 3; tries++)
      corners.add(any(any(mesh.triangles, random), random));
    if (corners.size === 3) mesh.triangles.push([...corners]);
  },
  'turns one around'({ triangles }, random) {
    any(triangles, random).reverse();
  },
  'flips an edge'({ triangles }, random) {
    const one = any(triangles, random);
    const other = triangles.find((each) => each !== one && each.filter((v) => one.includes(v)).length === 2);
    if (other === undefined) return;
    const [p, q] = one.filter((v) => other.includes(v));
    const [r] = one.filter((v) => v !== p && v !== q);
    const [s] = other.filter((v) => v !== p && v !== q);
    one.splice(0, 3, r, p, s);
    other.splice(0, 3, s, q, r);
  },
  'cuts a corner loose'(mesh, random) {
    const one = any(mesh.triangles, random);
    const k = Math.floor(3 * random());
    const at = 3 * one[k];
    one[k] = mesh.positions.length / 3;
    mesh.positions.push(...mesh.positions.slice(at, at + 3));
  },
  'glues two vertices'({ triangles }, random) {
    const [a, b] = [0, 1].map(() => any(any(triangles, random), random));
    if (triangles.some((each) => each.includes(a) && each.includes(b))) return;
    for (const each of triangles)
      each.forEach((v, k) => {
        if (v === b) each[k] = a;
      });
  },
};

function any<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(items.length * random())];
}

function newVertex({ positions }: Owned, random: Random): number {
  return positions.push(random(), random(), random()) / 3 - 1;
}

function owned({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): Owned {
  return {
    positions: [...positions],
    triangles: Array.from({ length: triangles.length / 3 }, (_, t) => [
      ...triangles.subarray(3 * t, 3 * t + 3),
    ]),
  };
}

const flat = (mesh: Owned) => Uint32Array.from(mesh.triangles.flat());

describe.each([1, 2, 3, 4, 5, 6])('a collider whose triangles come and go, seed %i', (seed) => {
  it('has the contacts of brute force after each edit', () => {
    const random = seeded(seed);
    const sheet = gridMesh({ columns: 4, rows: 3 });
    const mesh = owned(sheet);
    const collider = new DeformableCollider(sheet, seed % 2 === 0 ? { tree: 'connected' } : {});
    const names = Object.keys(EDITS);
    let seen = 0;
    for (let round = 0; round < 27; round++) {
      const known = mesh.positions.length;
      // down to a single triangle now and then, and up again
      if (round % 13 === 12) mesh.triangles.length = 1;
      else if (round % 13 === 0) for (let k = 0; k < 5; k++) EDITS['adds some at edges'](mesh, random);
      else for (let k = 0; k < 3; k++) EDITS[any(names, random)](mesh, random);
      const triangles = flat(mesh);
      collider.changeTriangles(triangles, mesh.positions.slice(known));
      expect([collider.triangleCount, collider.vertexCount]).toEqual([
        mesh.triangles.length,
        mesh.positions.length / 3,
      ]);
      const start = Float64Array.from(mesh.positions);
      const end = start.map((x) => x + 0.6 * (random() - 0.5));
      collider.update(end);
      const expected = bruteContacts({ name: '', start, end, triangles });
      seen += expected.length;
      for (const strategy of ['all', 'representatives', 'contours', 'r-triangles'] as const)
        expect(contactTexts(collider.contacts({ strategy }))).toEqual(expected);
      mesh.positions = [...end];
    }
    expect(seen).toBeGreaterThan(500);
    collider.dispose();
  });
});

/** A body in the order of its tree, in memory. */
function placed(mesh: Owned): MeshBlocks {
  const { arena } = geometryCore();
  const triangles = flat(mesh);
  const swept = sweptVertices(mesh.positions, mesh.positions);
  const connectivity = drain(connect(triangles, mesh.positions.length / 3));
  const tree = treeOver(swept, triangles, connectivity);
  const ordered = inTreeOrder(swept, triangles, connectivity, tree);
  const search = drain(searchOfMesh(ordered.triangles, ordered.connectivity, ordered.tree));
  const sections = { ...ordered.connectivity, triangles: ordered.triangles, search };
  const blocks = placeSearched(arena, ordered.swept, sections, ordered.tree);
  writeGivenNumbers(arena, located(blocks), ordered);
  return blocks;
}

function located(blocks: MeshBlocks) {
  const body = locateBody(geometryCore().arena, blocks.mesh, blocks, newSearchBody());
  body.isReordered = 1;
  return body;
}

/** The body after an edit of the mesh that its owner has. */
function edited(blocks: MeshBlocks, before: Uint32Array, { triangles, positions }: Owned): MeshBlocks {
  const core = geometryCore();
  refitBody(core, located(blocks), 0);
  const given = matchTriangles(before, Uint32Array.from(triangles.flat()));
  const result = editedMesh(core.arena, located(blocks), given, sweptVertices(positions, positions));
  if (result === undefined) throw new Error('it was to be found where the edit is');
  const after = placeSearched(core.arena, result.swept, result.mesh, result.tree);
  writeGivenNumbers(core.arena, located(after), result.numbers);
  freeMesh(core.arena, blocks);
  return after;
}

/** A contour as text, from its smallest vertex on. */
const contourText = (contour: readonly number[]) => {
  const first = contour.indexOf(Math.min(...contour));
  return [...contour.slice(first), ...contour.slice(0, first)].join();
};

const contourOf = ({ contourStart, contours }: FlatRegions, i: number) =>
  contourText([...contours.subarray(contourStart[i], contourStart[i + 1])]);

/** The contour of some triangles, as a mesh of their own that is one disk; undefined where they are none. */
function contourOfDisk(triangles: Uint32Array, faces: Uint32Array, vertexCount: number): string | undefined {
  const corners = Uint32Array.from([...faces].flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
  const tree = buildBvh(new Float64Array(6 * vertexCount), corners);
  const regions = flatRegions(tree, corners, drain(connect(corners, vertexCount)));
  return regions.nodes[0] === 0 ? contourOf(regions, 0) : undefined;
}

describe.each([
  ['a sheet', gridMesh({ columns: 9, rows: 6 })],
  ['a ball', icosphereMesh({ subdivisions: 1 })],
  ['a ring', torusMesh({ around: 10, tube: 4 })],
])('what is known of %s after edits', (name, whole) => {
  it.each(Object.keys(EDITS))('is as when made anew, where an edit %s', (act) => {
    const core = geometryCore();
    const { arena } = core;
    const random = seeded(name.length + act.length);
    const mesh = owned(whole);
    let blocks = placed(mesh);
    let regions = 0;
    for (let round = 0; round < 5; round++) {
      const before = flat(mesh);
      EDITS[act](mesh, random);
      blocks = edited(blocks, before, mesh);
      const body = located(blocks);
      const { positions: _, ...cut } = readCutMesh(arena, body.mesh);

      // under the numbers that were given it is the mesh
      const [vertices, faces] = [givenVertices(arena, body), givenTriangles(arena, body)];
      expect([...vertices].sort((a, b) => a - b)).toEqual([...vertices.keys()]);
      const given = new Uint32Array(cut.triangles.length);
      cut.triangles.forEach((vertex, i) => {
        given[3 * faces[Math.floor(i / 3)] + (i % 3)] = vertices[vertex];
      });
      expect(given).toEqual(flat(mesh));
      // edges have the numbers of a mesh made anew
      const fresh = drain(connect(given, vertices.length));
      const sorted = (list: Uint32Array) =>
        Array.from({ length: list.length / 2 }, (_, e) =>
          [...list.subarray(2 * e, 2 * e + 2)].sort((a, b) => a - b).join(),
        );
      expect(sorted(cut.mesh.edges.map((v) => vertices[v]))).toEqual(sorted(fresh.edges));

      // what follows from the connectivity
      const anew = drain(connect(cut.triangles, vertices.length));
      expect(cut.mesh.vertexFaceStart).toEqual(anew.vertexFaceStart);
      expect(cut.mesh.vertexFaces).toEqual(anew.vertexFaces);
      const features = drain(triangleFeatures(cut.triangles, listed(cut.mesh)));
      const orphans = findOrphans(cut.triangles, listed(cut.mesh));
      const { features: own } = unsigned(cut);
      const { features: theirs } = unsigned({ ...cut, features });
      // the last word of a record is what its triangle was given as
      expect(own.map((word, i) => (i % 16 === 15 ? 0 : word))).toEqual(theirs);
      expect(cut.orphans).toEqual(orphans);

      // the tree has each triangle once, and its regions are disks with their contours
      const { tree, flat: kept } = readBodyTree(arena, body);
      expect([...trianglesBelow(tree, 0)].sort((a, b) => a - b)).toEqual([...faces.keys()]);
      tree.child.forEach((first, node) => {
        if (first === NO_CHILD) return;
        const count = (at: number) => (tree.child[at] === NO_CHILD ? 1 : tree.meta[at]);
        expect(first).toBeGreaterThan(node);
        expect(tree.meta[node]).toBe(count(first) + count(first + 1));
        // the descendants of the second come right behind those of the first
        if (tree.child[first] !== NO_CHILD) expect(tree.child[first]).toBe(first + 2);
      });
      kept.nodes.forEach((node, i) => {
        const own = trianglesBelow(tree, node);
        expect(contourOf(kept, i)).toBe(contourOfDisk(cut.triangles, own, vertices.length));
      });
      regions += kept.nodes.length;

      // ICCD V: each pair that is not incident once, with culling off
      const step = { name, start: Float64Array.from(mesh.positions), end: Float64Array.from(mesh.positions) };
      const pairs = allFeaturePairs({ ...step, triangles: cut.triangles });
      const inPairs = (words: Uint32Array) =>
        Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i], words[2 * i + 1]] as const);
      const edgeOf = new Map(sorted(cut.mesh.edges).map((ends, e) => [ends, e]));
      const named = sorted(anew.edges).map((ends) => edgeOf.get(ends) as number);
      const inOrder = (a: number, b: number) => (a < b ? [a, b] : [b, a]) as [number, number];
      const found = [
        ...handedOn(core, blocks, PAIRS_ONCE),
        ...pairTexts('vf', inPairs(orphans.vertexFace)),
        ...pairTexts('ee', inPairs(orphans.edgeEdge)),
      ];
      expect(found.sort()).toEqual(
        [
          ...pairTexts('vf', pairs.vertexFace),
          ...pairTexts(
            'ee',
            pairs.edgeEdge.map(([a, b]) => inOrder(named[a], named[b])),
          ),
        ].sort(),
      );
    }
    if (name !== 'a ring') expect(regions).toBeGreaterThan(1);
    freeMesh(arena, blocks);
  });
});
