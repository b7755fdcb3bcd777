import type { CollisionPlugin } from '../../../src/index.js';
import { readMeshBlock } from '../../../src/mesh/mesh-block.js';
import { type Inside, insideOf } from '../../../src/plugin/inside.js';

/** What a loaded mesh is, with all digits: copies. */
export function meshOf(plugin: CollisionPlugin, mesh: number) {
  const { core, meshes } = (insideOf(plugin) as Inside).context;
  const block = readMeshBlock(core.arena.memory.buffer, core.arena.address(meshes.record(mesh).block));
  return {
    positions: block.positions.slice(),
    triangles: block.triangles.slice(),
    edges: block.edges.slice(),
  };
}

/** The ends of a mesh's edges by their numbers, which must be the sides of its triangles, each once. */
export function edgesOf(plugin: CollisionPlugin, mesh: number, triangles: Uint32Array): Uint32Array {
  const { edges } = meshOf(plugin, mesh);
  const sides = new Set<string>();
  triangles.forEach((vertex, i) => {
    sides.add(endsOf(vertex, triangles[i % 3 === 2 ? i - 2 : i + 1]));
  });
  const named = new Set<string>();
  for (let i = 0; i < edges.length; i += 2) named.add(endsOf(edges[i], edges[i + 1]));
  const areSides = named.size === sides.size && [...named].every((edge) => sides.has(edge));
  if (!areSides || 2 * named.size !== edges.length)
    throw new Error(`mesh ${mesh} has ${edges.length / 2} edges, its triangles ${sides.size} sides`);
  return edges;
}

const endsOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);
