import { readFileSync } from 'node:fs';
import { ConformError } from './kind.js';

/** One step of a mesh, as `NAME.mesh` files hold it. */
export interface SceneFile {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly edges: Uint32Array;
  readonly triangles: Uint32Array;
}

/** int32 vertices, edges, triangles, 0; f64 start and end positions; int32 edges and triangles. Little-endian. */
export function readSceneFile(path: string): SceneFile {
  const bytes = bytesOf(path);
  if (bytes.byteLength < 16)
    throw new ConformError(`${path}: ${bytes.byteLength} bytes are too few for a scene`);
  const [vertices, edges, triangles] = new Int32Array(bytes, 0, 3);
  const expected = 16 + 48 * vertices + 8 * edges + 12 * triangles;
  if (Math.min(vertices, edges, triangles) < 0 || bytes.byteLength !== expected) {
    throw new ConformError(
      `${path}: ${bytes.byteLength} bytes, and ${vertices} vertices, ${edges} edges and ${triangles} triangles need ${expected}`,
    );
  }
  const edgesAt = 16 + 48 * vertices;
  const scene = {
    start: new Float64Array(bytes, 16, 3 * vertices),
    end: new Float64Array(bytes, 16 + 24 * vertices, 3 * vertices),
    edges: new Uint32Array(bytes, edgesAt, 2 * edges),
    triangles: new Uint32Array(bytes, edgesAt + 8 * edges, 3 * triangles),
  };
  refuseBeyond(path, 'edge', scene.edges, 2, vertices);
  refuseBeyond(path, 'triangle', scene.triangles, 3, vertices);
  return scene;
}

/** The true contacts in a `NAME.vf.gt` or `NAME.ee.gt` file, as `a * 2^25 + b`; of edges the smaller first. */
export function readTruth(path: string): Set<number> {
  const bytes = bytesOf(path);
  const count = bytes.byteLength < 4 ? 0 : new Int32Array(bytes, 0, 1)[0];
  if (bytes.byteLength !== 4 + 12 * count)
    throw new ConformError(`${path}: ${bytes.byteLength} bytes, and ${count} triples need ${4 + 12 * count}`);
  const words = new Int32Array(bytes);
  const edges = path.endsWith('.ee.gt');
  const truth = new Set<number>();
  for (let i = 0; i < count; i++) {
    const [a, b, touches] = words.subarray(1 + 3 * i, 4 + 3 * i);
    if (touches === 0) continue;
    truth.add(edges && a > b ? b * 2 ** 25 + a : a * 2 ** 25 + b);
  }
  return truth;
}

function bytesOf(path: string): ArrayBuffer {
  const file = readFileSync(path);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
}

function refuseBeyond(
  path: string,
  what: string,
  corners: Uint32Array,
  each: number,
  vertices: number,
): void {
  const at = corners.findIndex((vertex) => vertex >= vertices);
  if (at < 0) return;
  throw new ConformError(
    `${path}: ${what} ${Math.floor(at / each)} names vertex ${corners[at] | 0} of ${vertices}`,
  );
}
