import { beforeAll, describe, expect, it } from 'vitest';
import { initGeometry } from '../../../src/geometry/index.js';
import { geometryCore } from '../../../src/geometry/runtime.js';
import { PAIRS_ADJACENT, PAIRS_ONCE } from '../../../src/kernels/layout/search.js';
import { freeMesh, placeMesh } from '../../../src/mesh/mesh-blocks.js';
import { findOrphans } from '../../../src/mesh/orphans.js';
import { sweptVertices } from '../../../src/mesh/swept.js';
import { allFeaturePairs, connectivityOf, pairTexts } from './support/feature-pairs.js';
import { handedOn as handedOnBy } from './support/handed-on.js';
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

function handedOn(mesh: MovingMesh, rule: number): string[] {
  const core = geometryCore();
  const swept = sweptVertices(mesh.start, mesh.end);
  const blocks = placeMesh(core.arena, swept, mesh.triangles, connectivityOf(mesh));
  const texts = handedOnBy(core, blocks, rule);
  freeMesh(core.arena, blocks);
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
