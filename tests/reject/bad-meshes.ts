// Meshes that are refused, each with what its error says.
import type { ErrorCode } from '../../src/errors.js';
import type { MeshInput, MeshLimits } from '../../src/mesh/index.js';

/** Title, code, input, what the message must show, the index of the offender, limits. */
export type Case = [string, ErrorCode, MeshInput, string[], (number | undefined)?, MeshLimits?];

// biome-ignore format: a point a column
const SQUARE = [0, 0, 0,  1, 0, 0,  1, 1, 0,  0, 1, 0];
const TWO_TRIANGLES = [0, 1, 2, 0, 2, 3];

// biome-ignore format: a table
export const FOR_ANY_USE: Case[] = [
  ['no mesh at all', 'WRONG_ARRAY_TYPE', undefined as unknown as MeshInput, ['positions is missing']],
  ['missing triangles', 'WRONG_ARRAY_TYPE', raw(SQUARE, undefined), ['triangles is missing']],
  ['positions that are null', 'WRONG_ARRAY_TYPE', raw(null, [0, 1, 2]), ['positions is of type null']],
  ['integer positions', 'WRONG_ARRAY_TYPE', raw(Int16Array.from(SQUARE), [0, 1, 2]), ['positions', 'Int16Array', 'Float32Array']],
  ['big integers', 'WRONG_ARRAY_TYPE', raw(SQUARE, BigInt64Array.of(0n, 1n, 2n)), ['triangles', 'BigInt64Array']],
  ['float indices', 'WRONG_ARRAY_TYPE', raw(SQUARE, Float32Array.of(0, 1, 2)), ['triangles', 'Float32Array', 'Uint32Array']],
  ['a bare view', 'WRONG_ARRAY_TYPE', raw(new DataView(new ArrayBuffer(4)), [0, 1, 2]), ['DataView']],
  ['a disguised object', 'WRONG_ARRAY_TYPE', raw({ length: 3, [Symbol.toStringTag]: 'Float32Array' }, [0, 1, 2]), ['of type object']],
  ['text among positions', 'WRONG_ARRAY_TYPE', raw(['0', ...SQUARE.slice(1)], [0, 1, 2]), ['positions[0] is a string (0)'], 0],
  ['a hole among positions', 'WRONG_ARRAY_TYPE', raw(Array(12), [0, 1, 2]), ['positions[0] is missing'], 0],
  ['a big integer among indices', 'WRONG_ARRAY_TYPE', raw(SQUARE, [0, 1, 2n]), ['triangles[2] is a bigint (2)'], 2],

  ['transferred positions', 'DETACHED_BUFFER', square({ positions: detached(Float32Array.from(SQUARE)) }), ['positions']],
  ['transferred triangles', 'DETACHED_BUFFER', square({ triangles: detached(Uint32Array.from(TWO_TRIANGLES)) }), ['triangles']],
  ['a view of a memory that grew', 'DETACHED_BUFFER', square({ positions: viewOfGrownMemory() }), ['positions', 'grown']],

  ['no positions', 'EMPTY_MESH', square({ positions: new Float32Array(0) }), ['positions has length 0']],
  ['no triangles', 'EMPTY_MESH', square({ triangles: [] }), ['triangles has length 0']],
  ['a vertex without z', 'LENGTH_NOT_MULTIPLE_OF_3', square({ positions: SQUARE.slice(0, 11) }), ['positions has length 11', '2 more']],
  ['quads', 'LENGTH_NOT_MULTIPLE_OF_3', square({ triangles: [0, 1, 2, 3] }), ['triangles has length 4', '1 more', 'quads']],

  ['NaN', 'NON_FINITE_POSITION', withPosition(4, Number.NaN), ['Vertex 1 has y = NaN', 'positions[4]'], 1],
  ['infinity', 'NON_FINITE_POSITION', withPosition(11, -Infinity), ['Vertex 3 has z = -Infinity'], 3],
  ['a far position', 'POSITION_TOO_LARGE', withPosition(6, -1.5e12), ['Vertex 2 has x = -1500000000000', 'is 1000000000000'], 2],
  ['a position beyond a lowered limit', 'POSITION_TOO_LARGE', withPosition(0, 11), ['x = 11', 'is 10'], 0, { position: 10 }],

  ['half an index', 'INDEX_NOT_INTEGER', withIndex(4, 1.5), ['Triangle 1', '1.5', 'triangles[4]'], 1],
  ['an index that is NaN', 'INDEX_NOT_INTEGER', withIndex(2, Number.NaN), ['Triangle 0', 'NaN'], 0],
  ['a negative index', 'INDEX_OUT_OF_RANGE', withIndex(0, -1), ['Triangle 0', 'vertex -1', '0 to 3'], 0],
  ['a negative Int32', 'INDEX_OUT_OF_RANGE', square({ triangles: Int32Array.of(0, 1, 2, 0, -7, 3) }), ['Triangle 1', 'vertex -7'], 1],
  ['indices that count from 1', 'INDEX_OUT_OF_RANGE', square({ triangles: Uint16Array.of(1, 2, 3, 1, 3, 4) }), ['Triangle 1', 'vertex 4', '0 to 3', 'OBJ'], 1],
  ['an index that would wrap to 0', 'INDEX_OUT_OF_RANGE', withIndex(0, 2 ** 32), ['4294967296'], 0],
  ['a repeated index', 'REPEATED_INDEX', withIndex(5, 2), ['Triangle 1', 'vertex 2 twice', '0, 2, 2'], 1],

  ['more vertices than allowed', 'TOO_MANY_VERTICES', square(), ['4 vertices', 'limit is 3'], undefined, { vertices: 3 }],
  ['more triangles than allowed', 'TOO_MANY_TRIANGLES', square(), ['2 triangles', 'limit is 1'], undefined, { triangles: 1 }],
  ['a limit above ours', 'BAD_SETTING', square(), ['33554432', '16777216'], undefined, { vertices: 2 ** 25 }],
  ['a limit that is no number', 'BAD_SETTING', square(), ['position', 'NaN'], undefined, { position: Number.NaN }],
  ['a limit in words', 'BAD_SETTING', square(), ['triangles', '"9"'], undefined, { triangles: '9' as never }],
];

// What only a surface must not have.
// biome-ignore format: a table
export const FOR_SURFACES: Case[] = [
  ['corners on one line', 'ZERO_AREA', { positions: [0, 0, 0, 1, 1, 1, 3, 3, 3, 0, 1, 0], triangles: [3, 0, 1, 0, 1, 2] }, ['Triangle 1', '2 (3, 3, 3)'], 1],
  ['two corners in one place', 'ZERO_AREA', square({ positions: [0, 0, 0, ...SQUARE.slice(0, 9)] }), ['Triangle 0', '1 (0, 0, 0)'], 0],
  ['the same triangle twice', 'DUPLICATE_TRIANGLE', square({ triangles: [...TWO_TRIANGLES, 2, 0, 1] }), ['Triangle 2', '2, 0, 1', 'triangle 0'], 2],
  ['a triangle and its back', 'DUPLICATE_TRIANGLE', square({ triangles: [...TWO_TRIANGLES, 3, 2, 0] }), ['Triangle 2', '3, 2, 0', 'triangle 1'], 2],
  ['an unused vertex', 'UNREFERENCED_VERTEX', square({ triangles: [0, 2, 3] }), ['vertex 1', 'of 4', 'removeUnreferenced', 'weldVertices'], 1],
  ['a third face at an edge', 'TOO_MANY_FACES_AT_EDGE', { positions: [...SQUARE, 0, 0, 1], triangles: [...TWO_TRIANGLES, 2, 0, 4] }, ['Triangle 2', 'vertex 0 to 2', 'after 0 and 1'], 2],
  ['a triangle turned over', 'MIXED_WINDING', square({ triangles: [0, 1, 2, 0, 3, 2] }), ['Triangle 1', 'vertex 2 to 0', 'triangle 0'], 1],
  ['a triangle that both neighbours contradict', 'MIXED_WINDING', { positions: [...SQUARE, 5, 5, 5], triangles: [0, 1, 3, 1, 2, 4, 0, 1, 2] }, ['Triangle 2', 'vertex 0 to 1', 'triangle 0'], 2],
];

function raw(positions: unknown, triangles: unknown): MeshInput {
  return { positions, triangles } as MeshInput;
}

export function square(changes: Partial<MeshInput> = {}): MeshInput {
  return { positions: SQUARE, triangles: TWO_TRIANGLES, ...changes };
}

function withPosition(i: number, value: number): MeshInput {
  return square({ positions: Float64Array.from(SQUARE).with(i, value) });
}

function withIndex(i: number, value: number): MeshInput {
  return square({ triangles: TWO_TRIANGLES.with(i, value) });
}

function detached<View extends ArrayBufferView<ArrayBuffer>>(view: View): View {
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

function viewOfGrownMemory(): Float64Array {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const view = new Float64Array(memory.buffer, 0, 12);
  memory.grow(1);
  return view;
}
