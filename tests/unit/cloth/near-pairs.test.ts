// The list of pairs against brute force: whatever two tubes may bring together, now or until they end, is in it.
import { expect, test } from 'vitest';
import { boxMesh, gridMesh } from '../../../scenes/meshes/index.js';
import { random } from '../../../scenes/random.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { type Core, openCore } from '../../../src/memory/open.js';

const core = await openCore();
const CELLS = 4;
/** Points of a feature that are looked at: along an edge, and along each side of a face. */
const POINTS = 6;
const EDGE = Array.from({ length: POINTS + 1 }, (_, i) => [1 - i / POINTS, i / POINTS]);
const FACE = EDGE.flatMap(([, s]) => EDGE.filter(([, t]) => s + t <= 1).map(([, t]) => [1 - s - t, s, t]));
const VERTEX = [[1]];

interface Flat {
  readonly edges: readonly (readonly number[])[];
  readonly faces: readonly (readonly number[])[];
  readonly partOf: readonly number[];
}

function featuresOf({ parts }: ClothWorld): Flat {
  const edges = new Map<string, number[]>();
  const faces: number[][] = [];
  const partOf: number[] = [];
  parts.forEach(({ mesh, vertexCount }, part) => {
    const first = partOf.length;
    for (let i = 0; i < mesh.triangles.length; i += 3) {
      const face = [0, 1, 2].map((k) => first + mesh.triangles[i + k]);
      faces.push(face);
      for (let k = 0; k < 3; k++) {
        const ends = [face[k], face[(k + 1) % 3]].sort((a, b) => a - b);
        edges.set(ends.join(), ends);
      }
    }
    for (let i = 0; i < vertexCount; i++) partOf.push(part);
  });
  return { edges: [...edges.values()], faces, partOf };
}

const keyOf = (a: readonly number[], b: readonly number[]) => {
  const sorted = [a, b].map((side) => [...side].sort((x, y) => x - y).join());
  return (a.length === b.length ? sorted.sort() : sorted).join(' ');
};

/** Pairs that are not in the list although points of them come nearer than their tubes are wide; and how many are near. */
function missing(
  { arena: { f64, u32 } }: Core,
  world: number,
  { edges, faces, partOf }: Flat,
  bodies: number,
) {
  const array = (field: number) => u32[(world + field) >> 2];
  const listed = new Set<string>();
  for (let i = 0; i < array(C.CLOTH_PAIR_COUNT); i++) {
    const at = (array(C.CLOTH_PAIRS) + i * C.CLOTH_PAIR_BYTES) >> 2;
    const split = u32[at + C.PAIR_KIND / 4] === C.PAIR_EDGE_EDGE ? 2 : 1;
    const vertices = [...u32.subarray(at, at + 4)];
    listed.add(keyOf(vertices.slice(0, split), vertices.slice(split)));
  }
  const since = f64[(world + C.CLOTH_SINCE) >> 3];
  const horizon = f64[(world + C.CLOTH_HORIZON) >> 3];
  const starts = array(C.CLOTH_TUBE_START) >> 3;
  const velocities = array(C.CLOTH_TUBE_VELOCITY) >> 3;
  const radii = array(C.CLOTH_TUBE_RADIUS) >> 3;
  const radiusOf = (vertices: readonly number[]) => Math.min(...vertices.map((v) => f64[radii + v]));
  const pointsOf = (vertices: readonly number[], weights: readonly number[][], time: number) =>
    weights.map((shares) =>
      [0, 1, 2].map((k) =>
        vertices.reduce(
          (sum, v, i) => sum + shares[i] * (f64[starts + 3 * v + k] + time * f64[velocities + 3 * v + k]),
          0,
        ),
      ),
    );
  const found = { missing: 0, near: 0 };
  for (const time of [since, (since + horizon) / 2, horizon]) {
    const of = (features: readonly (readonly number[])[], weights: readonly number[][]) =>
      features.map((vertices) => ({
        vertices,
        points: pointsOf(vertices, weights, time),
        radius: radiusOf(vertices),
      }));
    const compare = (a: ReturnType<typeof of>[number], b: ReturnType<typeof of>[number]) => {
      if (partOf[a.vertices[0]] >= bodies && partOf[b.vertices[0]] >= bodies) return;
      if (a.vertices.some((v) => b.vertices.includes(v))) return;
      const reach = (a.radius + b.radius) ** 2;
      const isNear = a.points.some(([x, y, z]) =>
        b.points.some(([u, v, w]) => (x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2 < reach),
      );
      if (!isNear) return;
      found.near++;
      if (!listed.has(keyOf(a.vertices, b.vertices))) found.missing++;
    };
    const all = of(edges, EDGE);
    all.forEach((a, i) => {
      for (let j = 0; j < i; j++) compare(a, all[j]);
    });
    const sides = of(faces, FACE);
    const single = of(
      partOf.map((_, v) => [v]),
      VERTEX,
    );
    for (const a of single) for (const b of sides) compare(a, b);
  }
  return found;
}

/** Two sheets that are thrown at each other, and a box that is rammed into them. */
function throwSheets(seed: number) {
  const next = random(seed);
  const way = (size: number) => [0, 1, 2].map(() => size * (2 * next() - 1));
  const found = { missing: 0, near: 0, strays: 0 };
  let flat: Flat;
  const look = (world: number) => {
    const { missing: lost, near } = missing(core, world, flat, 2);
    found.missing += lost;
    found.near += near;
  };
  const kernels = {
    ...core.kernels,
    clothBeginContacts(world: number) {
      look(world);
      return core.kernels.clothBeginContacts(world);
    },
    clothCountCuts(world: number) {
      look(world);
      core.kernels.clothCountCuts(world);
    },
  };
  const world = new ClothWorld({ ...core, kernels });
  const mesh = gridMesh({ columns: CELLS, rows: CELLS, width: 1, depth: 1 });
  for (let i = 0; i < 2; i++) {
    const positions = mesh.positions.map((x, k) => x + (k % 3 === 1 ? 0.15 * i : 0) + 0.02 * next());
    const sheet = world.add({ kind: 'cloth', mesh, positions, settings: { bendCompliance: 0.1 } });
    const flight = way(12);
    sheet.velocities.forEach((_, k) => {
      sheet.velocities[k] = flight[k % 3] + 4 * (2 * next() - 1);
    });
  }
  const box = boxMesh({ cells: [1, 1, 1], size: [0.3, 0.3, 0.3] });
  const body = world.add({ kind: 'body', mesh: box, pose: [0, -0.4, 0, 0, 0, 0, 1] });
  flat = featuresOf(world);
  for (let step = 1; step <= 3; step++) {
    body.goal[1] = -0.4 + 0.25 * step;
    world.step(1 / 60, 4);
    found.strays += world.report.strays;
  }
  world.dispose();
  return found;
}

test.each([1, 2, 3, 4])(
  'sheets and a box that hit each other (seed %i)',
  (seed) => {
    const { missing: lost, near, strays } = throwSheets(seed);
    expect(lost).toBe(0);
    expect(near).toBeGreaterThan(1000);
    expect(strays).toBeGreaterThan(0);
  },
  60_000,
);
