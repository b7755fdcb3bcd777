import { readFileSync } from 'node:fs';

/** One step of a mesh, as `NAME.mesh` files hold it. */
export interface SceneFile {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly edges: Uint32Array;
  readonly triangles: Uint32Array;
}

/** int32 vertices, edges, triangles, 0; f64 start and end positions; int32 edges and triangles. Little-endian. */
export function readSceneFile(path: string): SceneFile {
  const file = readFileSync(path);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  if (bytes.byteLength < 16) throw new Error(`${path}: ${bytes.byteLength} bytes are too few for a scene`);
  const [vertices, edges, triangles] = new Int32Array(bytes, 0, 3) as unknown as [number, number, number];
  const expected = 16 + 48 * vertices + 8 * edges + 12 * triangles;
  if (bytes.byteLength !== expected) {
    throw new Error(`${path}: ${bytes.byteLength} bytes, but its header asks for ${expected}`);
  }
  const edgesAt = 16 + 48 * vertices;
  return {
    start: new Float64Array(bytes, 16, 3 * vertices),
    end: new Float64Array(bytes, 16 + 24 * vertices, 3 * vertices),
    edges: new Uint32Array(bytes, edgesAt, 2 * edges),
    triangles: new Uint32Array(bytes, edgesAt + 8 * edges, 3 * triangles),
  };
}

/** The true contacts in a `NAME.vf.gt` or `NAME.ee.gt` file, as `a * 2^25 + b`; of edges the smaller first. */
export function readTruth(path: string): Set<number> {
  const file = readFileSync(path);
  const words = new Int32Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const edges = path.endsWith('.ee.gt');
  const truth = new Set<number>();
  for (let i = 0; i < words[0]; i++) {
    const [a, b, touches] = words.subarray(1 + 3 * i, 4 + 3 * i);
    if (touches === 0) continue;
    truth.add(edges && a! > b! ? b! * 2 ** 25 + a! : a! * 2 ** 25 + b!);
  }
  return truth;
}
