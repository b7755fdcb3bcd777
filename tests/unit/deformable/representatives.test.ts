import { beforeAll, describe, expect, it } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import { DOP_META, DOP_NODE_BYTES } from '../../../src/kernels/layout/meshes.js';
import {
  PAIRS_ADJACENT,
  PAIRS_ONCE,
  WORK_EDGES,
  WORK_EDGES_COUNT,
  WORK_MESH_B,
  WORK_RULE,
  WORK_VERTICES_A,
  WORK_VERTICES_A_COUNT,
  WORK_VERTICES_B,
  WORK_VERTICES_B_COUNT,
} from '../../../src/kernels/layout/search.js';
import { placeMesh } from '../../../src/mesh/mesh-blocks.js';
import { findOrphans } from '../../../src/mesh/orphans.js';
import { describeBody, locateBody, newSearchBody } from '../../../src/mesh/search-body.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { cutSearchRegion, takeSearchRegion, writePieces } from '../../../src/search/search-memory.js';
import { allFeaturePairs, connectivityOf, pairTexts } from './support/feature-pairs.js';
import {
  annulus,
  type Connectivity,
  connectivities,
  grid,
  type MovingMesh,
  moving,
  seeded,
  together,
} from './support/meshes.js';

beforeAll(() => initGeometry());

/** With culling off: every pair of triangles goes to the pair stage. Returns the feature pairs that it hands on. */
function handedOn(mesh: MovingMesh, rule: number): string[] {
  const { arena, kernels } = geometryCore();
  const blocks = placeMesh(arena, sweptVertices(mesh.start, mesh.end), mesh.triangles, connectivityOf(mesh));
  const memory = cutSearchRegion(arena.regionAddress(takeSearchRegion(arena)));
  writePieces(arena, memory);
  describeBody(arena, locateBody(arena, blocks.mesh, blocks, newSearchBody()), memory.meshA);
  const word = (at: number) => arena.u32[at / 4];
  arena.u32[(memory.work + WORK_MESH_B) / 4] = memory.meshA;
  arena.u32[(memory.work + WORK_RULE) / 4] = rule;
  const leaves = new Map<number, number>();
  for (let node = 0; node < blocks.nodeCount; node++) {
    const at = arena.address(blocks.nodes) + node * DOP_NODE_BYTES;
    if (word(at + 72) === 0) leaves.set(word(at + DOP_META), at);
  }
  const texts: string[] = [];
  const pairs: number[] = [];
  const flush = () => {
    arena.u32.set(pairs, memory.pairs / 4);
    kernels.pairFeatures(memory.work, pairs.length / 2);
    for (const [list, count, kind] of [
      [WORK_VERTICES_A, WORK_VERTICES_A_COUNT, 'vf'],
      [WORK_VERTICES_B, WORK_VERTICES_B_COUNT, 'vf'],
      [WORK_EDGES, WORK_EDGES_COUNT, 'ee'],
    ] as const) {
      for (let i = 0; i < word(memory.work + count); i++) {
        const at = word(memory.work + list) + 8 * i;
        const [first, second] = [word(at), word(at + 4)];
        const b = kind === 'vf' ? word(second + DOP_META) : second;
        texts.push(...pairTexts(kind, [kind === 'ee' && first > b ? [b, first] : [first, b]]));
      }
    }
    pairs.length = 0;
  };
  for (let s = 0; s < mesh.triangles.length / 3; s++) {
    for (let t = s + 1; t < mesh.triangles.length / 3; t++) {
      // both orders, as a traversal may find them
      pairs.push(
        ...((s + t) % 2 === 0 ? [leaves.get(s)!, leaves.get(t)!] : [leaves.get(t)!, leaves.get(s)!]),
      );
      if (pairs.length === 2000) flush();
    }
  }
  flush();
  return texts;
}

/** The same surface with its vertices and triangles numbered at random, and triangles turned. */
function renumbered(connectivity: Connectivity, seed: number): Connectivity {
  const random = seeded(seed);
  const shuffled = <T>(items: T[]): T[] => {
    for (let i = items.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  };
  const names = shuffled([...new Set(connectivity.flat())].sort((a, b) => a - b).map((_, i) => i));
  return shuffled(
    connectivity.map((corners) => {
      const turn = Math.floor(random() * 3);
      const at = (k: number) => names[corners[(k + turn) % 3]];
      return [at(0), at(1), at(2)] as const;
    }),
  );
}

const larger: (readonly [string, Connectivity])[] = [
  ['grid 12 x 9', grid(12, 9)],
  ['annulus 30 x 3', annulus(30, 3)],
  ['tube of 5 around, 20 across', annulus(5, 20)],
  ['tubes of 3 and 4 around at a vertex', together([annulus(3, 6), annulus(4, 5)], true)],
];
const meshes = [...connectivities, ...larger].flatMap(([name, connectivity], i) => [
  moving(name, connectivity, i),
  ...[1, 2, 3].map((seed) => moving(`${name}, renumbered ${seed}`, renumbered(connectivity, seed), i)),
]);

describe.each(meshes)('$name with culling off', (mesh) => {
  const all = allFeaturePairs(mesh);
  const expected = [...pairTexts('ee', all.edgeEdge), ...pairTexts('vf', all.vertexFace)];

  it('has each non-incident feature pair once among representatives and orphans', () => {
    const orphans = findOrphans(mesh.triangles, connectivityOf(mesh));
    const found = [
      ...handedOn(mesh, PAIRS_ONCE),
      ...pairTexts('vf', inPairs(orphans.vertexFace)),
      ...pairTexts('ee', inPairs(orphans.edgeEdge)),
    ];
    expect(found.sort()).toEqual(expected);
  });

  it('has each once by the greedy assignment where adjacent pairs are visited', () => {
    expect(handedOn(mesh, PAIRS_ONCE | PAIRS_ADJACENT).sort()).toEqual(expected);
  });

  it('has each at least once in all 15 tests', () => {
    const found = new Set(handedOn(mesh, PAIRS_ADJACENT));
    expect([...found].sort()).toEqual(expected);
  });
});

function inPairs(words: Uint32Array): [number, number][] {
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i], words[2 * i + 1]]);
}

it('counts the orphans that the paper counts', () => {
  const orphans = (connectivity: Connectivity) => {
    const mesh = moving('', connectivity, 1);
    const found = findOrphans(mesh.triangles, connectivityOf(mesh));
    return (found.vertexFace.length + found.edgeEdge.length) / 2;
  };
  // an annulus of 200 x 95 has the 2,000 of "Princess", six of 180 x 22 the 10,800 of "Flamenco": ICCD, Table I
  expect(orphans(annulus(200, 95))).toBe(2000);
  expect(6 * orphans(annulus(180, 22))).toBe(10_800);
});
