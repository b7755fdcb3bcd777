import { expect, it } from 'vitest';
import { NONE } from '../../../src/kernels/layout/meshes.js';
import { type BvhTopology, buildBvh, NO_CHILD, trianglesBelow } from '../../../src/mesh/bvh-build.js';
import type { FlatRegions } from '../../../src/mesh/flat-regions.js';
import { matchTriangles } from '../../../src/mesh/matched-triangles.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { editTree } from '../../../src/mesh/tree-edit.js';
import { random } from '../../support/random.js';

const NO_REGIONS: FlatRegions = {
  nodes: new Uint32Array(0),
  isOuter: new Uint8Array(0),
  contourStart: Uint32Array.of(0),
  contours: new Uint32Array(0),
  longest: 0,
};

const depthOf = ({ child }: BvhTopology, node = 0): number =>
  child[node] === NO_CHILD
    ? 0
    : 1 +
      Math.max(
        depthOf({ child, meta: child }, child[node]),
        depthOf({ child, meta: child }, child[node] + 1),
      );

/** Triangles of no size, each of vertices of its own: the i-th at a place on the x axis. */
function along(places: readonly number[]) {
  const positions = places.flatMap((x) => [x, 0, 0, x, 0, 0, x, 0, 0]);
  return {
    swept: sweptVertices(positions, positions),
    triangles: Uint32Array.from({ length: 3 * places.length }, (_, i) => i),
  };
}

it('what is put in beside the same triangle again and again does not make a tree that searches have no room for', () => {
  const places = [0, 1];
  let { swept, triangles } = along(places);
  let tree = buildBvh(swept, triangles);
  let made = 0;
  let deepest = 0;
  for (let round = 0; round < 700; round++) {
    places.push(2 ** -round);
    const centres = (node: number, axis: number) => {
      const own = [...trianglesBelow(tree, node)].map((t) => places[t]);
      return axis === 0 ? Math.min(...own) + Math.max(...own) : 0;
    };
    ({ swept, triangles } = along(places));
    const newFace = Uint32Array.from({ length: places.length - 1 }, (_, t) => t);
    const added = Uint32Array.of(places.length - 1);
    const edit = { newFace, added, triangleCount: places.length };
    const edited = editTree({ tree, flat: NO_REGIONS }, edit, centres, { swept, triangles });
    if (edited === undefined) made++;
    tree = edited?.tree ?? buildBvh(swept, triangles);
    deepest = Math.max(deepest, depthOf(tree));
    if (round % 50 === 0)
      expect([...trianglesBelow(tree, 0)].sort((a, b) => a - b)).toEqual([...places.keys()]);
  }
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(10);
  expect(deepest).toBeGreaterThan(40);
  expect(deepest).toBeLessThanOrEqual(48);
});

it('triangles are known again where others were taken out of their list, put in, or both', () => {
  const next = random(4);
  for (let trial = 0; trial < 200; trial++) {
    const before = Array.from({ length: 12 }, () => [0, 1, 2].map(() => Math.floor(5 * next())));
    const after = before.filter(() => next() < 0.8).map((corners) => [...corners]);
    for (let k = 0; k < 3; k++) after.splice(Math.floor(next() * after.length), 0, [7, 8, trial]);
    const list = (triangles: number[][]) => Uint32Array.from(triangles.flat());
    const { source, edited } = matchTriangles(list(before), list(after));
    const named = [...source].filter((from) => from !== NONE);
    expect(new Set(named).size).toBe(named.length);
    const same = after.filter((corners, t) => before[source[t]]?.join() === corners.join());
    const others = after.filter(
      (corners, t) => source[t] !== NONE && before[source[t]].join() !== corners.join(),
    );
    // as many as there can be: each of before once
    const left = before.map((corners) => corners.join());
    const most = after.filter((corners) => {
      const at = left.indexOf(corners.join());
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    expect(same.length).toBe(most.length);
    const gone = before.length - named.length;
    expect(edited).toBe(others.length + 2 * (after.length - named.length) + 2 * gone);
  }
});
