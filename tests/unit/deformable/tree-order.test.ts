import { beforeAll, describe, expect, it } from 'vitest';
import { DeformableCollider, initGeometry, type VolumeName } from '../../../src/geometry/index.js';
import { buildBvh, NO_CHILD } from '../../../src/mesh/bvh-build.js';
import { connect } from '../../../src/mesh/connectivity.js';
import { drain } from '../../../src/mesh/steps.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { inTreeOrder } from '../../../src/mesh/tree-order.js';
import { bruteContacts } from './support/brute-contacts.js';
import { colliderOf, contactTexts, curved } from './support/curved.js';
import { connectivityOf } from './support/feature-pairs.js';
import { connectivities, type MovingMesh, moving, soup } from './support/meshes.js';

beforeAll(() => initGeometry());

function reordered(mesh: MovingMesh) {
  const swept = sweptVertices(mesh.start, mesh.end);
  const connectivity = connectivityOf(mesh);
  const tree = buildBvh(swept, mesh.triangles);
  return { swept, connectivity, tree, ordered: inTreeOrder(swept, mesh.triangles, connectivity, tree) };
}

describe.each(connectivities)('%s in the order of its tree', (name, connectivity) => {
  const mesh = moving(name, connectivity, 21);

  it('is the same mesh under other numbers', () => {
    const { swept, connectivity: before, tree, ordered } = reordered(mesh);
    const { givenVertices, givenTriangles, triangles, connectivity: after } = ordered;
    expect([...givenVertices].sort((a, b) => a - b)).toEqual([...givenVertices.keys()]);
    expect([...givenTriangles].sort((a, b) => a - b)).toEqual([...givenTriangles.keys()]);
    // leaves have their triangles one after the other, and vertices come as these need them
    const leaves = [...ordered.tree.meta].filter((_, node) => tree.child[node] === NO_CHILD);
    expect(leaves).toEqual([...leaves.keys()]);
    const used = [...new Set(triangles)];
    expect(used).toEqual([...used.keys()]);
    triangles.forEach((vertex, corner) => {
      const given = 3 * givenTriangles[Math.floor(corner / 3)] + (corner % 3);
      expect(givenVertices[vertex]).toBe(mesh.triangles[given]);
      expect(after.triangleEdges[corner]).toBe(before.triangleEdges[given]);
    });
    expect([...after.edges].map((vertex) => givenVertices[vertex])).toEqual([...before.edges]);
    const places = ordered.swept.map((_, i) => swept[6 * givenVertices[Math.floor(i / 6)] + (i % 6)]);
    expect(ordered.swept).toEqual(places);
    // what does not hang on numbers is found again from the new triangles
    const anew = drain(connect(triangles, after.vertexCount));
    expect(after.vertexFaceStart).toEqual(anew.vertexFaceStart);
    expect(after.vertexFaces).toEqual(anew.vertexFaces);
    const facesBetween = ({ edges, edgeFaces, edgeFaceCount }: typeof anew) =>
      Array.from({ length: edges.length / 2 }, (_, e) =>
        [
          ...[edges[2 * e], edges[2 * e + 1]].sort((a, b) => a - b),
          edgeFaces[2 * e],
          edgeFaces[2 * e + 1],
          edgeFaceCount[e],
        ].join(' '),
      ).sort();
    expect(facesBetween(after)).toEqual(facesBetween(anew));
  });

  it('has contacts and details by the numbers that it was given with, before a cut and after', () => {
    const collider = new DeformableCollider({ positions: mesh.start, triangles: mesh.triangles });
    collider.update(mesh.end);
    const found = collider.contacts({ details: true });
    expect(contactTexts(found)).toEqual(bruteContacts(mesh));
    // a change of nothing: everything is read from memory and put there again
    collider.changeTriangles(mesh.triangles);
    collider.update(mesh.end, mesh.start);
    const again = collider.contacts({ details: true });
    expect([again.kind, again.a, again.b]).toEqual([found.kind, found.a, found.b]);
    expect([again.time, again.weights, again.normals]).toEqual([found.time, found.weights, found.normals]);
    collider.dispose();
  });
});

it.each<VolumeName>(['18-dop', 'aabb'])(
  'control points follow their vertices when a worn tree is made anew: %s',
  (volume) => {
    const whole = moving('soup', soup(64), 31, { speed: 0 });
    // small triangles in eight heaps, of which none has two that were in one before
    const corner = (heap: number, axis: number) => 8 * ((heap >> axis) & 1);
    const piece = (i: number) => Math.floor(i / 9);
    const before = whole.start.map((x, i) => 0.4 * x + corner(piece(i) % 8, i % 3));
    const heaps = whole.start.map((x, i) => 0.4 * x + corner(piece(i) >> 3, i % 3));
    const mesh = curved({ name: 'soup', start: heaps, end: heaps, triangles: whole.triangles }, 2, 6, 0.5);
    const fresh = colliderOf(mesh, volume);
    const worn = new DeformableCollider({ positions: before, triangles: whole.triangles }, { volume });
    worn.update(heaps, before);
    worn.updateCurved(mesh.controls.slice(1, -1), mesh.controls[2]);
    const expected = contactTexts(fresh.contacts());
    expect(expected.length).toBeGreaterThan(20);
    expect(contactTexts(worn.contacts())).toEqual(expected);
    expect(worn.wear).toBe(1); // it was made anew in this search
    expect(contactTexts(worn.contacts())).toEqual(expected);
    for (const collider of [fresh, worn]) collider.dispose();
  },
);
