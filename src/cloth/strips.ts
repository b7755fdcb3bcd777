// Distances of a large cloth in an order in which many of them may be solved at the same time: strips of vertices across one of its long
// sides, that along which they are numbered. A distance belongs to the strip where it begins, and ends there or in the next one, so that
// those of two strips with another one between them have no vertex in common. Even strips come first, then odd ones, then what is longer
// than that.
import type { Distances } from './distances.js';
import { inTwos } from './twos.js';

/** Where ranges of distances end, in their order; behind them is what belongs to none. */
export interface Ranges {
  readonly even: readonly number[];
  readonly odd: readonly number[];
}

export interface DistancesInStrips extends Distances {
  /** Undefined where there are too few vertices. */
  readonly ranges: Ranges | undefined;
}

/** Vertices in a strip, about, and strips at the most. */
const STRIP = 256;
const MOST_STRIPS = 16;
/** Fewer strips are not worth it. */
const LEAST_STRIPS = 4;
/** Places along the side that are told apart. */
const PLACES = 1024;

/** Each range has an even number of distances, two and two of which may be solved at once (twos.ts); without strips all are one. */
export function inStrips(distances: Distances, positions: ArrayLike<number>): DistancesInStrips {
  const { count, vertices } = distances;
  const strips = Math.min(MOST_STRIPS, Math.floor(positions.length / 3 / STRIP));
  const isInStrips = strips >= LEAST_STRIPS && count > 0;
  const rows = isInStrips
    ? rowsOf(vertices, stripsOf(positions, strips), strips)
    : [Array.from({ length: count }, (_, i) => i)];
  const { order, ends } = inTwos(vertices, rows, positions.length / 3);
  const even = (strips + 1) >> 1;
  const ranges = isInStrips ? { even: ends.slice(0, even), odd: ends.slice(even, strips) } : undefined;
  return { ...inOrder(distances, order), ranges };
}

/** The distances of even strips, of odd ones, and of what is in none. */
function rowsOf(vertices: Uint32Array, stripOf: Uint8Array, strips: number): number[][] {
  const even = (strips + 1) >> 1;
  const rows: number[][] = Array.from({ length: strips + 1 }, () => []);
  for (let i = 0; i < vertices.length / 2; i++) {
    const a = stripOf[vertices[2 * i]];
    const b = stripOf[vertices[2 * i + 1]];
    const first = Math.min(a, b);
    rows[Math.abs(a - b) > 1 ? strips : (first & 1) * even + (first >> 1)].push(i);
  }
  return rows;
}

function inOrder({ vertices, rest, compliance }: Distances, order: readonly number[]): Distances {
  const count = order.length;
  const ordered = {
    count,
    vertices: new Uint32Array(2 * count),
    rest: new Float64Array(count),
    compliance: new Float64Array(count),
  };
  for (let at = 0; at < count; at++) {
    const i = order[at];
    ordered.vertices[2 * at] = vertices[2 * i];
    ordered.vertices[2 * at + 1] = vertices[2 * i + 1];
    ordered.rest[at] = rest[i];
    ordered.compliance[at] = compliance[i];
  }
  return ordered;
}

/** The strip of each vertex: about as many in each, and no two with one place in different ones. */
function stripsOf(positions: ArrayLike<number>, strips: number): Uint8Array {
  const { axis, least, most } = sideOf(positions);
  const count = positions.length / 3;
  const scale = most > least ? (PLACES - 1) / (most - least) : 0;
  const placeOf = (vertex: number) => Math.floor((positions[3 * vertex + axis] - least) * scale);
  const before = new Uint32Array(PLACES + 1);
  for (let v = 0; v < count; v++) before[placeOf(v) + 1]++;
  for (let place = 0; place < PLACES; place++) before[place + 1] += before[place];
  const stripAt = Uint8Array.from(before.subarray(0, PLACES), (vertices) =>
    Math.floor((vertices * strips) / count),
  );
  return Uint8Array.from({ length: count }, (_, vertex) => stripAt[placeOf(vertex)]);
}

/** Of the sides that are at least half as long as the longest: the one along which vertices follow each other in the shortest steps. */
function sideOf(positions: ArrayLike<number>) {
  const sides = [0, 1, 2].map((axis) => sideAlong(positions, axis));
  const longest = Math.max(...sides.map(({ least, most }) => most - least));
  const long = sides.filter(({ least, most }) => most - least >= longest / 2);
  return long.reduce((best, side) => (side.steps < best.steps ? side : best));
}

function sideAlong(positions: ArrayLike<number>, axis: number) {
  let least = positions[axis];
  let most = least;
  let way = 0;
  for (let i = axis + 3; i < positions.length; i += 3) {
    least = Math.min(least, positions[i]);
    most = Math.max(most, positions[i]);
    way += Math.abs(positions[i] - positions[i - 3]);
  }
  return { axis, least, most, steps: most > least ? way / (most - least) : 0 };
}

/** First and end of a range, in a flat world's list of distances. */
type Range = readonly [number, number];

/** Ranges of all parts' distances, one part's behind the other's: of even strips, of odd ones, of what is in neither. */
export interface AllRanges {
  readonly even: readonly Range[];
  readonly odd: readonly Range[];
  readonly rest: readonly Range[];
}

/** Parts have no vertex in common, so that strips of the same kind go together, and so do parts without strips. */
export function rangesOfAll(parts: readonly DistancesInStrips[]): AllRanges {
  const all = { even: [] as Range[], odd: [] as Range[], rest: [] as Range[] };
  let first = 0;
  for (const { count, ranges } of parts) {
    let begin = first;
    const add = (to: Range[], end: number) => {
      if (first + end > begin) to.push([begin, first + end]);
      begin = first + end;
    };
    for (const end of ranges?.even ?? [count]) add(all.even, end);
    for (const end of ranges?.odd ?? []) add(all.odd, end);
    add(all.rest, count);
    first += count;
  }
  return all;
}
