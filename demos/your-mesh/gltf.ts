// Triangles of a glTF 2.0 file: positions, indices and nodes, and nothing else.
// What it cannot read it refuses, with the reason.

export interface Triangles {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

interface Accessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly normalized?: boolean;
  readonly count: number;
  readonly type: string;
  readonly sparse?: unknown;
}

interface Primitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly mode?: number;
}

interface Node {
  readonly mesh?: number;
  readonly children?: readonly number[];
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

interface Document {
  readonly asset?: { readonly version?: string };
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly Node[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteStride?: number;
  }[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly extensionsRequired?: readonly string[];
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Of required extensions, those that leave positions alone, or that are read. */
const HARMLESS = /^(KHR_materials_|KHR_texture_|KHR_lights_|KHR_mesh_quantization|EXT_texture_)/;

export function readGltf(file: ArrayBuffer): Triangles {
  const { json, binary } = split(file);
  const document = JSON.parse(json) as Document;
  if (!document.asset?.version?.startsWith('2')) {
    throw new Error(`This is no glTF 2.0 file: its version is ${document.asset?.version ?? 'not given'}.`);
  }
  const refused = document.extensionsRequired?.find((name) => !HARMLESS.test(name));
  if (refused !== undefined) {
    throw new Error(
      `The file needs ${refused}, which this page does not read. Export it without compression.`,
    );
  }
  return new Reader(document, binary).read();
}

function split(file: ArrayBuffer): { json: string; binary: ArrayBuffer | undefined } {
  const view = new DataView(file);
  if (file.byteLength < 12 || view.getUint32(0, true) !== MAGIC) {
    return { json: new TextDecoder().decode(file), binary: undefined };
  }
  let json = '';
  let binary: ArrayBuffer | undefined;
  for (let at = 12; at + 8 <= file.byteLength; ) {
    const [length, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (at + 8 + length > file.byteLength) throw new Error('The file ends before its data does.');
    const chunk = file.slice(at + 8, at + 8 + length);
    if (kind === JSON_CHUNK) json = new TextDecoder().decode(chunk);
    if (kind === BINARY_CHUNK) binary = chunk;
    at += 8 + length;
  }
  return { json, binary };
}

type Matrix = readonly number[];

class Reader {
  readonly #document: Document;
  readonly #binary: ArrayBuffer | undefined;
  readonly #positions: number[] = [];
  readonly #triangles: number[] = [];

  constructor(document: Document, binary: ArrayBuffer | undefined) {
    this.#document = document;
    this.#binary = binary;
  }

  read(): Triangles {
    const { nodes = [], scene = 0, scenes } = this.#document;
    const children = new Set(nodes.flatMap((node) => node.children ?? []));
    const roots = scenes?.[scene]?.nodes ?? nodes.map((_, i) => i).filter((i) => !children.has(i));
    for (const root of roots) this.#visit(root, IDENTITY, 0);
    if (this.#triangles.length === 0) throw new Error('The file has no triangles.');
    return {
      positions: Float64Array.from(this.#positions),
      triangles: Uint32Array.from(this.#triangles),
    };
  }

  #visit(number: number, parent: Matrix, depth: number): void {
    const node = this.#document.nodes?.[number];
    if (node === undefined || depth > 1000)
      throw new Error(`Node ${number} is not there, or is its own parent.`);
    const matrix = times(parent, node.matrix ?? matrixOf(node));
    if (node.mesh !== undefined) {
      for (const primitive of this.#document.meshes?.[node.mesh]?.primitives ?? [])
        this.#add(primitive, matrix);
    }
    for (const child of node.children ?? []) this.#visit(child, matrix, depth + 1);
  }

  #add({ attributes, indices, mode = 4 }: Primitive, m: Matrix): void {
    if (mode < 4) return; // points and lines
    const local = this.#numbers(attributes.POSITION, 3);
    const first = this.#positions.length / 3;
    for (let i = 0; i < local.length; i += 3) {
      const [x, y, z] = [local[i], local[i + 1], local[i + 2]];
      for (let k = 0; k < 3; k++) this.#positions.push(m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
    }
    const order =
      indices === undefined
        ? Array.from({ length: local.length / 3 }, (_, i) => i)
        : this.#numbers(indices, 1);
    for (let i = 0; i + 2 < order.length; i += mode === 4 ? 3 : 1) {
      const [a, b, c] =
        mode === 6 ? [0, i + 1, i + 2] : mode === 5 && i % 2 === 1 ? [i + 1, i, i + 2] : [i, i + 1, i + 2];
      this.#triangles.push(first + order[a], first + order[b], first + order[c]);
    }
  }

  #numbers(number: number, width: number): number[] {
    const accessor = this.#document.accessors?.[number];
    if (accessor === undefined) throw new Error(`Accessor ${number} is not there.`);
    if (accessor.sparse !== undefined) throw new Error('Sparse accessors are not read.');
    const kind = COMPONENTS[accessor.componentType];
    if (kind === undefined) throw new Error(`Component type ${accessor.componentType} is not one of glTF.`);
    const out: number[] = [];
    if (accessor.bufferView === undefined) return new Array(accessor.count * width).fill(0);
    const view = this.#document.bufferViews?.[accessor.bufferView];
    if (view === undefined) throw new Error(`Buffer view ${accessor.bufferView} is not there.`);
    const data = new DataView(this.#buffer(view.buffer));
    const stride = view.byteStride ?? kind.bytes * width;
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const end = start + stride * (accessor.count - 1) + kind.bytes * width;
    if (end > data.byteLength) throw new Error('The file ends before its data does.');
    for (let i = 0; i < accessor.count; i++) {
      for (let k = 0; k < width; k++) {
        const value = kind.read(data, start + i * stride + k * kind.bytes);
        out.push(accessor.normalized === true ? Math.max(value / kind.most, -1) : value);
      }
    }
    return out;
  }

  #buffer(number: number): ArrayBuffer {
    const buffer = this.#document.buffers?.[number];
    if (buffer?.uri === undefined) {
      if (this.#binary !== undefined) return this.#binary;
      throw new Error('The file has no data inside.');
    }
    const inside = /^data:[^,]*;base64,(.*)$/s.exec(buffer.uri);
    if (inside === null) {
      throw new Error(
        `Its data is in another file, ${buffer.uri}. Export it as .glb, or as .gltf with the data inside.`,
      );
    }
    return Uint8Array.from(atob(inside[1]), (character) => character.charCodeAt(0)).buffer;
  }
}

interface Component {
  readonly bytes: number;
  readonly most: number;
  readonly read: (view: DataView, at: number) => number;
}

const COMPONENTS: Readonly<Record<number, Component>> = {
  5120: { bytes: 1, most: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, most: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, most: 32767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, most: 65535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, most: 1, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, most: 1, read: (view, at) => view.getFloat32(at, true) },
};

// Columns one after the other, as in glTF.
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function times(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, 4 * Math.floor(i / 4)];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row] * b[column + k], 0);
  });
}

function matrixOf({ translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }: Node): Matrix {
  const [x, y, z, w] = rotation;
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
  ];
  return [...columns.flatMap((column, i) => column.map((value) => value * scale[i])), ...translation, 1];
}
