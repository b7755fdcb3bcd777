// Distances, two at once: in an order in which that is the same as one after the other.
import { describe, expect, it } from 'vitest';
import { boxMesh, gridMesh, icosphereMesh } from '../../../scenes/meshes/index.js';
import { ClothWorld } from '../../../src/cloth/cloth-world.js';
import { distanceConstraints } from '../../../src/cloth/distances.js';
import { ClothPart } from '../../../src/cloth/part.js';
import { inTwos } from '../../../src/cloth/twos.js';
import * as C from '../../../src/kernels/layout/cloth.js';
import { openCore } from '../../../src/memory/open.js';

const core = await openCore();

describe('the order of distances', () => {
  it.each([
    ['a grid', gridMesh({ columns: 9, rows: 7, width: 1, depth: 1 })],
    ['a grid in strips', gridMesh({ columns: 40, rows: 40, width: 1, depth: 1 })],
    ['a closed mesh', icosphereMesh({ subdivisions: 2, radius: 1 })],
    ['a box', boxMesh({ cells: [1, 1, 1], size: [1, 1, 1] })],
    [
      'a triangle',
      { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) },
    ],
  ])('of %s: two and two have no vertex in common, or are one', (_, mesh) => {
    const part = new ClothPart({ kind: 'cloth', mesh });
    const { count, ranges, vertices } = part.constraints;
    expect(count % 2).toBe(0);
    for (const end of [...(ranges?.even ?? []), ...(ranges?.odd ?? [])]) expect(end % 2).toBe(0);
    const found: string[] = [];
    for (let i = 0; i < count; i += 2) {
      const [a, b, c, d] = vertices.subarray(2 * i, 2 * i + 4);
      found.push(`${a} ${b}`);
      if (a === c && b === d) continue;
      expect(new Set([a, b, c, d]).size).toBe(4);
      found.push(`${c} ${d}`);
    }
    const given = distanceConstraints(part.mesh, part.connectivity, part.settings);
    const all = Array.from({ length: given.count }, (_, i) =>
      given.vertices.subarray(2 * i, 2 * i + 2).join(' '),
    );
    expect(found.sort()).toEqual(all.sort());
  });

  it('has all that is given, and neighbours apart where they can be', () => {
    const long = Array.from({ length: 100 }, (_, i) => i);
    const chain = Uint32Array.from({ length: 200 }, (_, i) => (i + 1) >> 1);
    const { order, ends } = inTwos(chain, [long.slice(0, 61), long.slice(61), []], 101);
    expect(ends.every((end) => end % 2 === 0)).toBe(true);
    expect([...new Set(order.slice(0, ends[0]))].sort((a, b) => a - b)).toEqual(long.slice(0, 61));
    expect([...new Set(order.slice(ends[0]))].sort((a, b) => a - b)).toEqual(long.slice(61));
    // of 40 of a chain no two among eight have a vertex in common
    for (let i = 0; i < 40; i++) {
      for (let j = i + 1; j < i + 8; j++) expect(Math.abs(order[i] - order[j])).toBeGreaterThan(1);
    }
  });
});

describe('two at once', () => {
  it('come to the same bits as one after the other', () => {
    let solved = 0;
    const kernels = {
      ...core.kernels,
      clothConstraints(world: number, range: number, backward: boolean) {
        const { f64, u32 } = core.arena;
        const y = u32[(world + C.CLOTH_Y) >> 2] >> 3;
        const count = 3 * u32[(world + C.CLOTH_VERTEX_COUNT) >> 2];
        const expected = f64.slice(y, y + count);
        solved += solveOneByOne(world, range, backward, expected);
        core.kernels.clothConstraints(world, range, backward);
        expect(Buffer.compare(Buffer.from(expected.buffer), bytesOf(y, count))).toBe(0);
      },
    };
    const world = new ClothWorld({ ...core, kernels });
    const mesh = gridMesh({ columns: 12, rows: 11, width: 1, depth: 1 });
    // two neighbours, whose distance nothing may change
    world.add({ kind: 'cloth', mesh, pins: [0, 1, 40], settings: { stretchCompliance: 0 } });
    world.add({
      kind: 'cloth',
      mesh: icosphereMesh({ subdivisions: 1, radius: 0.1 }),
      positions: icosphereMesh({ subdivisions: 1, radius: 0.1 }).positions.map((x) => x + 2),
    });
    for (let step = 0; step < 4; step++) world.step(1 / 60, 8);
    world.dispose();
    expect(solved).toBeGreaterThan(10_000);
  });
});

function bytesOf(first: number, count: number): Buffer {
  return Buffer.from(core.arena.f64.slice(first, first + count).buffer);
}

/** The same in JavaScript; returns how many. */
function solveOneByOne(world: number, range: number, backward: boolean, y: Float64Array): number {
  const { f64, u32 } = core.arena;
  const word = (at: number) => u32[at >> 2];
  const about = word(world + C.CLOTH_RANGES) + range * C.RANGE_BYTES;
  const [first, end] = [word(about + C.RANGE_FIRST), word(about + C.RANGE_END)];
  const masses = word(world + C.CLOTH_INVERSE_MASS) >> 3;
  const rate = 1 / f64[(world + C.CLOTH_HS) >> 3] ** 2;
  for (let k = 0; k < end - first; k++) {
    const i = backward ? end - 1 - k : first + k;
    const two = word(world + C.CLOTH_CONSTRAINTS) + (i >> 1) * 2 * C.CONSTRAINT_BYTES;
    const side = i & 1;
    const [a, b] = [word(two + 8 * side), word(two + 8 * side + 4)];
    if (side === (backward ? 0 : 1) && a === word(two + 8 - 8 * side) && b === word(two + 12 - 8 * side))
      continue;
    const number = (field: number) => f64[((two + field) >> 3) + side];
    const [wa, wb] = [f64[masses + a], f64[masses + b]];
    const way = [0, 1, 2].map((axis) => y[3 * a + axis] - y[3 * b + axis]);
    const distance = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const soft = number(C.TWO_COMPLIANCE) * rate;
    const lambda = backward ? number(C.TWO_LAMBDA) : 0;
    if (wa + wb === 0 || distance === 0) continue;
    const s = (number(C.TWO_REST) - distance - soft * lambda) / ((wa + wb + soft) * distance);
    way.forEach((d, axis) => {
      y[3 * a + axis] += wa * s * d;
      y[3 * b + axis] -= wb * s * d;
    });
  }
  return end - first;
}
