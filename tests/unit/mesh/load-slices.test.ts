import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { gridMesh, icosphereMesh, triangleRingMesh } from '../../../scenes/meshes/index.js';
import { buildBvh } from '../../../src/mesh/bvh-build.js';
import { connect } from '../../../src/mesh/connectivity.js';
import {
  type BuildReport,
  buildMesh,
  buildMeshNow,
  createMeshBuild,
  type MeshBuild,
} from '../../../src/mesh/index.js';
import { searchOfMesh } from '../../../src/mesh/search-sections.js';
import { drain } from '../../../src/mesh/steps.js';
import { SURFACE_BUILDING } from '../../../src/mesh/surface-building.js';
import { sweptVertices } from '../../../src/mesh/swept.js';

const CLOTH = gridMesh({ columns: 90, rows: 60 });
const BUILDING = { surfaces: SURFACE_BUILDING };

/** A mesh with its arrays as hashes of their bytes: quick to compare, and short to print. */
function digest(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return `${value.constructor.name} ${createHash('sha256').update(bytes).digest('hex')}`;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, digest(part)]));
}

function finish(build: MeshBuild, budgetMs: number): BuildReport[] {
  const reports: BuildReport[] = [];
  do reports.push(build.advance(budgetMs));
  while (!reports.at(-1)!.done);
  return reports;
}

function expectMonotone(reports: BuildReport[]): void {
  reports.forEach((report, i) => {
    expect(report.progress).toBeGreaterThanOrEqual(i === 0 ? 0 : reports[i - 1].progress);
    expect(report.progress).toBeLessThanOrEqual(1);
  });
  expect(reports.at(-1)).toMatchObject({ done: true, progress: 1 });
}

describe('a mesh built at once', () => {
  it('holds the arrays, the topology and the bounds', () => {
    const mesh = buildMeshNow(CLOTH, 'deformable', BUILDING);
    const bounds = Float64Array.of(-0.5, 0, -0.5, 0.5, 0, 0.5);
    const connectivity = drain(connect(CLOTH.triangles, 91 * 61));
    const tree = buildBvh(sweptVertices(CLOTH.positions, CLOTH.positions), CLOTH.triangles);
    const search = drain(searchOfMesh(CLOTH.triangles, connectivity, tree));
    const solid = { volume: 0, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] } as const;
    expect(digest(mesh)).toEqual(
      digest({
        ...CLOTH,
        ...connectivity,
        bounds,
        solid,
        use: 'deformable',
        tree,
        search,
        boxes: undefined,
      }),
    );
    expect(mesh).toMatchObject({
      vertexCount: 91 * 61,
      triangleCount: 10_800,
      edgeCount: 90 * 61 + 91 * 60 + 5_400,
    });
  });

  it('has bounds without the vertices that no triangle uses', () => {
    const positions = [0, 0, 0, 1, 2, 3, -1, 0, 1, 1e9, 1e9, 1e9];
    expect([...buildMeshNow({ positions, triangles: [0, 1, 2] }, 'rigid').bounds]).toEqual([
      -1, 0, 0, 1, 2, 3,
    ]);
  });
});

describe('a mesh built in slices', () => {
  it.each([0, 0.3, 5, Number.NaN, Infinity])('has the same bytes with a budget of %d ms', (budgetMs) => {
    for (const use of ['rigid', 'deformable'] as const) {
      const build = createMeshBuild(CLOTH, use, BUILDING);
      expectMonotone(finish(build, budgetMs));
      expect(digest(build.result())).toEqual(digest(buildMeshNow(CLOTH, use, BUILDING)));
      expect(build.result()).toBe(build.result());
    }
  });

  it('names its stages in order', () => {
    const stages = finish(createMeshBuild(CLOTH, 'deformable', BUILDING), 0).map((report) => report.stage);
    expect([...new Set(stages)]).toEqual([
      'reading',
      'checking triangles',
      'connecting',
      'checking the surface',
      'bounding',
      'weighing',
      'building the tree',
      'preparing searches',
    ]);
  });

  it.each([
    ['rigid', {}],
    ['rigid', { meetsDeformables: true }],
    ['deformable', {}],
  ] as const)('tells of progress up to the end: %s %o', (use, options) => {
    const shares = finish(createMeshBuild(CLOTH, use, { ...BUILDING, ...options }), 0).map(
      (report) => report.progress,
    );
    let last = 0;
    for (const share of shares) {
      expect(share - last).toBeLessThan(0.7);
      last = share;
    }
    expect(shares[shares.length - 2]).toBeGreaterThan(0.95);
  });

  it('does not see what the user does to the arrays meanwhile', () => {
    const input = { positions: CLOTH.positions.slice(), triangles: CLOTH.triangles.slice() };
    const build = createMeshBuild(input, 'deformable', BUILDING);
    build.advance(0);
    input.positions.fill(Number.NaN);
    structuredClone(input.triangles.buffer, { transfer: [input.triangles.buffer] });
    finish(build, 0);
    expect(digest(build.result())).toEqual(digest(buildMeshNow(CLOTH, 'deformable', BUILDING)));
  });

  it('refuses the kind and size of arrays at once, and what is in them when it comes to it', () => {
    expect(() => createMeshBuild({ positions: [], triangles: [] }, 'rigid')).toThrow('EMPTY_MESH');
    expect(() => createMeshBuild(CLOTH, 'cloth' as 'rigid')).toThrow('BAD_SETTING');
    const build = createMeshBuild(triangleRingMesh(), 'rigid', { limits: { position: 0.5 } });
    expect(() => finish(build, 0)).toThrow('POSITION_TOO_LARGE');
    // Again, and not a half-built mesh.
    expect(() => build.advance(0)).toThrow('POSITION_TOO_LARGE');
    expect(() => build.result()).toThrow('POSITION_TOO_LARGE');
  });

  it('has no result before it is done', () => {
    const build = createMeshBuild(CLOTH, 'rigid');
    build.advance(0);
    expect(() => build.result()).toThrow(/BUILD_UNFINISHED.*\d %/);
    finish(build, 0);
    expect(build.advance(0)).toMatchObject({ done: true, progress: 1 });
  });
});

describe('buildMesh', () => {
  it('gives the same mesh and reports its progress', async () => {
    const reports: BuildReport[] = [];
    const mesh = await buildMesh(CLOTH, 'deformable', {
      ...BUILDING,
      sliceMs: 0,
      onProgress: (report) => reports.push(report),
    });
    expect(digest(mesh)).toEqual(digest(buildMeshNow(CLOTH, 'deformable', BUILDING)));
    expect(reports.length).toBeGreaterThan(50);
    expectMonotone(reports);
  });

  it('is given up where its owner does so in the last report', async () => {
    const owner = new AbortController();
    const build = buildMesh(CLOTH, 'rigid', {
      signal: owner.signal,
      onProgress: ({ done }) => done && owner.abort(new Error('changed my mind')),
    });
    await expect(build).rejects.toThrow('changed my mind');
  });

  it('lets timers run in between', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const ball = icosphereMesh({ subdivisions: 6 });
    await buildMesh(ball, 'deformable', { ...BUILDING, sliceMs: 1 });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });

  it.each([
    ['Node alone has setImmediate', ['setImmediate']],
    ['there are no message channels either', ['setImmediate', 'MessageChannel']],
  ])('works where %s', async (_, missing) => {
    for (const name of missing) vi.stubGlobal(name, undefined);
    try {
      const mesh = await buildMesh(CLOTH, 'rigid', { sliceMs: 1 });
      expect(digest(mesh)).toEqual(digest(buildMeshNow(CLOTH, 'rigid')));
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('rejects with what is wrong with the mesh', async () => {
    await expect(buildMesh({ positions: [], triangles: [] }, 'rigid')).rejects.toThrow('EMPTY_MESH');
    await expect(buildMesh(triangleRingMesh(), 'rigid', { limits: { position: 0.1 } })).rejects.toMatchObject(
      {
        code: 'POSITION_TOO_LARGE',
      },
    );
  });

  it('stops with the reason of its signal, before it starts and in the middle', async () => {
    const reason = new Error('the player left');
    await expect(buildMesh(CLOTH, 'rigid', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const controller = new AbortController();
    let slices = 0;
    const onProgress = () => {
      if (++slices === 5) controller.abort(reason);
    };
    const build = buildMesh(CLOTH, 'rigid', { sliceMs: 0, onProgress, signal: controller.signal });
    await expect(build).rejects.toBe(reason);
    expect(slices).toBe(5);

    const fromOutside = new AbortController();
    setTimeout(() => fromOutside.abort(reason), 1);
    const ball = icosphereMesh({ subdivisions: 6 });
    await expect(buildMesh(ball, 'rigid', { sliceMs: 0, signal: fromOutside.signal })).rejects.toBe(reason);
  });
});
