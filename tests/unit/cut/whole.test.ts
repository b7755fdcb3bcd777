import { addEntity } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import {
  BLOCK_ORPHAN_REGIONS,
  DOP_CHILD,
  DOP_META,
  DOP_NODE_BYTES,
} from '../../../src/kernels/layout/meshes.js';
import { blockWords } from '../../../src/mesh/block-connectivity.js';
import { NO_CHILD } from '../../../src/mesh/bvh-build.js';
import { readBodyTree, readCutMesh } from '../../../src/mesh/cut-block.js';
import { flatRegions } from '../../../src/mesh/flat-regions.js';
import { cutMesh } from '../../../src/mesh/fracture.js';
import { orphanRegions } from '../../../src/mesh/orphan-regions.js';
import { refitBody } from '../../../src/mesh/refit-body.js';
import { recordsOf } from '../../../src/mesh/search-sections.js';
import { type Inside, insideOf } from '../../../src/plugin/inside.js';
import { locateDeformable } from '../../../src/systems/deformable-blocks.js';
import { openScene, type Scene, verticesOf } from '../../support/colliders.js';
import { random } from '../../support/random.js';
import { listed, unsigned } from './support.js';

const MESHES = [
  ['a sheet', gridMesh({ columns: 24, rows: 18, width: 2.4, depth: 1.8 })],
  ['a ball', icosphereMesh({ subdivisions: 3, radius: 1 })],
] as const;

const contextOf = ({ plugin }: Scene) => (insideOf(plugin) as Inside).context;

/** All that is known of a deformable's mesh and tree is what a mesh made anew has, but for regions that were given up. */
function expectToBeAsMadeAnew(scene: Scene, entity: number): { regions: number; fresh: number } {
  const context = contextOf(scene);
  const { arena } = context.core;
  const body = locateDeformable(context, entity);
  const { positions, ...mesh } = readCutMesh(arena, body.mesh);
  const anew = cutMesh(mesh.triangles.slice(), positions.length / 3);
  expect(unsigned(mesh)).toEqual(unsigned(anew));
  const { tree, flat } = readBodyTree(arena, body);
  const fresh = flatRegions(tree, anew.triangles, listed(anew.mesh));
  const contour = ({ contourStart, contours }: typeof fresh, i: number) => [
    ...contours.subarray(contourStart[i], contourStart[i + 1]),
  ];
  const places = [...flat.nodes].map((node) => fresh.nodes.indexOf(node));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect([...flat.nodes].map((_, i) => contour(flat, i))).toEqual(places.map((i) => contour(fresh, i)));
  const count = (mesh.orphans.vertexFace.length + mesh.orphans.edgeEdge.length) / 2;
  const found = blockWords(arena, body.mesh, BLOCK_ORPHAN_REGIONS, count);
  expect([...found]).toEqual([...recordsOf(orphanRegions(tree, anew.mesh, flat, anew.orphans))]);
  return { regions: flat.nodes.length, fresh: fresh.nodes.length };
}

function nodesOf(scene: Scene, entity: number): Uint32Array {
  const context = contextOf(scene);
  const { nodes, nodeCount } = locateDeformable(context, entity);
  return context.core.arena.u32.slice(nodes / 4, (nodes + nodeCount * DOP_NODE_BYTES) / 4);
}

describe.each(MESHES)('%s that is cut and stays one', (name, mesh) => {
  test.each(['driven', 'cloth'])('is what a mesh made anew is, cut after cut, %s', async (kind) => {
    const scene = await openScene({ gravity: [0, 0, 0] });
    const { plugin, world } = scene;
    const next = random(7 + name.length);
    const entity = addEntity(world);
    plugin.addDeformable(entity, kind === 'cloth' ? { ...mesh, cloth: { pins: [3, 5] } } : mesh);
    plugin.step(1 / 60);
    let kept = 0;
    for (let round = 0; round < 12; round++) {
      const { triangleCount } = plugin.components.MeshTopology;
      const first = Math.floor(next() * triangleCount[entity]);
      const faces = Array.from(
        { length: 1 + Math.floor(6 * next()) },
        (_, i) => (first + i) % triangleCount[entity],
      );
      const before = verticesOf(scene, entity);
      const { pieces, opened, gap } = plugin.cut(entity, { faces, pieces: 'together' });
      const { vertices } = pieces[0];
      const after = verticesOf(scene, entity);
      expect(vertices.length).toBe(before.length / 3 + opened);
      vertices.forEach((was, vertex) => {
        let way = 0;
        for (let k = 0; k < 3; k++) way += (after[3 * vertex + k] - before[3 * was + k]) ** 2;
        expect(Math.sqrt(way)).toBeLessThanOrEqual((gap / 2) * 1.000001);
      });
      const { regions } = expectToBeAsMadeAnew(scene, entity);
      kept += regions;
      if (kind === 'driven' && round % 3 === 2) {
        plugin.moveVertices(
          entity,
          after.map((x) => x + 0.01 * (next() - 0.5)),
        );
      }
      plugin.step(1 / 60);
    }
    if (name === 'a sheet') expect(kept).toBeGreaterThan(12);
  });

  test('has the boxes that a refit of its whole tree gives it, and the next step finds them so', async () => {
    const scene = await openScene({ gravity: [0, 0, 0] });
    const { plugin, world } = scene;
    const context = contextOf(scene);
    const next = random(5 + name.length);
    const entity = addEntity(world);
    plugin.addDeformable(entity, mesh);
    plugin.components.CollisionSettings.thickness[entity] = 0.004;
    for (let round = 0; round < 6; round++) {
      plugin.step(1 / 60);
      plugin.step(1 / 60); // it lies still, and its boxes are those of where it lies
      const faces = Array.from({ length: 5 }, () => Math.floor(next() * (mesh.triangles.length / 3)));
      plugin.cut(entity, { faces, pieces: 'together' });
      const now = nodesOf(scene, entity);
      const body = locateDeformable(context, entity);
      const { u8 } = context.core.arena;
      u8.fill(0, body.vertexDops, body.vertexDops + body.vertexCount * DOP_NODE_BYTES);
      refitBody(context.core, body, 0.002);
      expect(nodesOf(scene, entity)).toEqual(now);
      expect(now[DOP_CHILD / 4]).not.toBe(NO_CHILD);
      expect(now[DOP_META / 4]).toBe(mesh.triangles.length / 3);
      const { refitted } = plugin.counters;
      plugin.step(1 / 60);
      expect(plugin.counters.refitted).toBeLessThanOrEqual(refitted);
    }
  });
});

test('memory is what a mesh made anew takes, however often a cloth is cut', async () => {
  const sheet = gridMesh({ columns: 20, rows: 20 });
  const scene = await openScene({ gravity: [0, 0, 0] });
  const { plugin, world } = scene;
  const entity = addEntity(world);
  plugin.addDeformable(entity, sheet);
  plugin.step();
  const { blocks } = plugin.memory;
  const next = random(9);
  let most = 0;
  for (let i = 0; i < 1000; i++) {
    const before = plugin.snapshot();
    plugin.cut(entity, { faces: [Math.floor(next() * 800)], pieces: 'together' });
    expect(plugin.memory.blocks).toBe(blocks);
    most = Math.max(most, plugin.memory.usedBytes);
    // half of the cuts are taken back
    if (i % 2 === 0) plugin.restore(before);
    if (i % 50 === 0) plugin.step();
    if (i === 200) most = 0;
  }
  const { triangles } = plugin.readMesh(plugin.components.MeshTopology.mesh[entity]);
  const positions = Float64Array.from(verticesOf(scene, entity));
  const { liveBytes, memoryBytes } = plugin.memory;
  const other = await openScene({ gravity: [0, 0, 0] });
  const fresh = addEntity(other.world);
  other.plugin.addDeformable(fresh, { positions, triangles });
  other.plugin.step();
  expect(liveBytes).toBeLessThan(1.1 * other.plugin.memory.liveBytes);
  expect(memoryBytes).toBeLessThan(3 * other.plugin.memory.memoryBytes);
  expect(most).toBeLessThan(4 * liveBytes);
});
