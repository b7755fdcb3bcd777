// Which triangles of different objects touch at some time of the step, decided exactly and without clusters or pictures.
import type { SweptScene } from '../../scenes/swept/index.js';
import {
  createElementaryResults,
  type ElementaryResults,
  edgeEdgeContacts,
  intersectingTrianglePairs,
  vertexFaceContacts,
} from '../../src/geometry/index.js';

const QUERY = 24;
const FACE_TESTS = 6;
const EDGE_TESTS = 9;
const CHUNK = 512;

/** Every object's triangles in one list of vertices. */
interface Joined {
  readonly triangles: Uint32Array;
  readonly object: Uint32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** Calls back with pairs of triangles, numbered through the objects, smaller number first. */
export function forEachTouchingPair(scene: SweptScene, found: (a: number, b: number) => void): void {
  const joined = join(scene);
  const open: number[] = [];
  const flush = () => {
    touching(joined, Uint32Array.from(open), found);
    open.length = 0;
  };
  forEachBoxPair(joined, (a, b) => {
    open.push(Math.min(a, b), Math.max(a, b));
    if (open.length >= 2 * CHUNK) flush();
  });
  flush();
}

function join(scene: SweptScene): Joined {
  const triangles: number[] = [];
  const object: number[] = [];
  const start: number[] = [];
  const end: number[] = [];
  scene.forEach((each, i) => {
    const first = start.length / 3;
    for (const vertex of each.triangles) triangles.push(first + vertex);
    for (let t = 0; t < each.triangles.length; t += 3) object.push(i);
    for (let p = 0; p < each.start.length; p++) {
      start.push(each.start[p]);
      end.push(each.end[p]);
    }
  });
  return {
    triangles: Uint32Array.from(triangles),
    object: Uint32Array.from(object),
    start: Float64Array.from(start),
    end: Float64Array.from(end),
  };
}

/** Sweeps along the axis on which the triangles' own boxes are spread widest. */
function forEachBoxPair(joined: Joined, found: (a: number, b: number) => void): void {
  const { object } = joined;
  const count = object.length;
  const boxes = boxesOf(joined);
  const axis = widestAxis(boxes, count);
  const order = Uint32Array.from({ length: count }, (_, t) => t).sort(
    (p, q) => boxes[p * 6 + axis] - boxes[q * 6 + axis],
  );
  for (let i = 0; i < count; i++) {
    const p = order[i];
    for (let j = i + 1; j < count; j++) {
      const q = order[j];
      if (boxes[q * 6 + axis] > boxes[p * 6 + 3 + axis]) break;
      if (object[p] !== object[q] && overlap(boxes, p * 6, q * 6)) found(p, q);
    }
  }
}

function boxesOf({ triangles, start, end }: Joined): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let axis = 0; axis < 3; axis++) {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (let c = 0; c < 3; c++) {
        const p = 3 * triangles[3 * t + c] + axis;
        min = Math.min(min, start[p], end[p]);
        max = Math.max(max, start[p], end[p]);
      }
      boxes[t * 6 + axis] = min;
      boxes[t * 6 + 3 + axis] = max;
    }
  }
  return boxes;
}

function widestAxis(boxes: Float64Array, count: number): number {
  const spread = [0, 1, 2].map((axis) => {
    let sum = 0;
    let squares = 0;
    for (let t = 0; t < count; t++) {
      sum += boxes[t * 6 + axis];
      squares += boxes[t * 6 + axis] ** 2;
    }
    return squares / count - (sum / count) ** 2;
  });
  return spread.indexOf(Math.max(...spread));
}

function overlap(boxes: Float64Array, p: number, q: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[p + axis] > boxes[q + 3 + axis] || boxes[q + axis] > boxes[p + 3 + axis]) return false;
  }
  return true;
}

const vertexFace = new Float64Array(CHUNK * FACE_TESTS * QUERY);
const edgeEdge = new Float64Array(CHUNK * EDGE_TESTS * QUERY);
let results: ElementaryResults | undefined;

/** Those that touch at the start, and those that a vertex and a face, or two edges, of them meet in. */
function touching(joined: Joined, pairs: Uint32Array, found: (a: number, b: number) => void): void {
  const count = pairs.length / 2;
  if (count === 0) return;
  results ??= createElementaryResults(CHUNK * EDGE_TESTS);
  const touches = new Uint8Array(count);
  for (const pair of meetingAtStart(joined, pairs)) touches[pair] = 1;
  for (let i = 0; i < count; i++) writeQueries(joined, pairs[2 * i], pairs[2 * i + 1], i);
  const { contact } = vertexFaceContacts(vertexFace.subarray(0, count * FACE_TESTS * QUERY), results);
  for (let i = 0; i < count * FACE_TESTS; i++) touches[Math.floor(i / FACE_TESTS)] |= contact[i];
  edgeEdgeContacts(edgeEdge.subarray(0, count * EDGE_TESTS * QUERY), results);
  for (let i = 0; i < count * EDGE_TESTS; i++) touches[Math.floor(i / EDGE_TESTS)] |= contact[i];
  for (let i = 0; i < count; i++) if (touches[i] !== 0) found(pairs[2 * i], pairs[2 * i + 1]);
}

/** Handed over with their own corners only, so that a chunk does not cost what the whole scene would. */
function meetingAtStart({ triangles, start }: Joined, pairs: Uint32Array): Uint32Array {
  const corners = new Float64Array(pairs.length * 9);
  for (let i = 0; i < 3 * pairs.length; i++) {
    const p = 3 * triangles[3 * pairs[Math.floor(i / 3)] + (i % 3)];
    corners.set(start.subarray(p, p + 3), 3 * i);
  }
  const numbers = Uint32Array.from({ length: 3 * pairs.length }, (_, i) => i);
  return intersectingTrianglePairs(corners, numbers, numbers.subarray(0, pairs.length));
}

function writeQueries({ triangles, start, end }: Joined, a: number, b: number, pair: number): void {
  const corner = (t: number, c: number) => triangles[3 * t + (c % 3)];
  const write = (to: Float64Array, query: number, vertices: readonly number[]) => {
    for (let v = 0; v < 4; v++) {
      for (let k = 0; k < 3; k++) {
        to[query * QUERY + 3 * v + k] = start[3 * vertices[v] + k];
        to[query * QUERY + 12 + 3 * v + k] = end[3 * vertices[v] + k];
      }
    }
  };
  for (let i = 0; i < 3; i++) {
    write(vertexFace, pair * FACE_TESTS + i, [corner(a, i), corner(b, 0), corner(b, 1), corner(b, 2)]);
    write(vertexFace, pair * FACE_TESTS + 3 + i, [corner(b, i), corner(a, 0), corner(a, 1), corner(a, 2)]);
    for (let j = 0; j < 3; j++) {
      const vertices = [corner(a, i), corner(a, i + 1), corner(b, j), corner(b, j + 1)];
      write(edgeEdge, pair * EDGE_TESTS + 3 * i + j, vertices);
    }
  }
}
