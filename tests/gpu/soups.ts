// Random clusters of moving triangles, and which pairs of clusters touch at some time of the step, exactly.
import { edgeEdgeContact, initGeometry, vertexFaceContact } from '../../src/geometry/index.js';
import { RawTriangles } from '../../src/visibility/raw-triangles.js';
import { SweptClusters } from '../../src/visibility/swept-clusters.js';
import { random } from '../support/random.js';

export interface Soup {
  readonly clusters: SweptClusters;
  /** Of each cluster its triangles: nine numbers at the start, nine at the end. */
  readonly triangles: readonly Float64Array[][];
}

export interface SoupOptions {
  readonly seed: number;
  readonly objects: number;
  readonly clustersEach: number;
  /** Of a cluster, in parts of the scene. */
  readonly size: number;
  readonly motion: number;
  /** All coordinates are multiples of this, so that surfaces lie on borders of pixels and touch exactly. */
  readonly grid?: number;
  /** The flat direction of thin scenes is this much smaller. */
  readonly flatten?: number;
  readonly offset?: number;
  readonly scale?: number;
}

export function makeSoup(options: SoupOptions): Soup {
  const next = random(options.seed);
  const { grid = 0, flatten = 1, offset = 0, scale = 1 } = options;
  const snap = (value: number) => (grid > 0 ? Math.round(value / grid) * grid : value);
  const clusters = new SweptClusters();
  const triangles: Float64Array[][] = [];
  for (let object = 0; object < options.objects; object++) {
    const motion = [0, 1, 2].map(() => (next() - 0.5) * options.motion);
    for (let c = 0; c < options.clustersEach; c++) {
      const middle = [next(), next(), next() * flatten];
      const own: Float64Array[] = [];
      const corner = (at: readonly number[]) =>
        at.map((value, axis) => snap(value + (next() - 0.5) * options.size * (axis === 2 ? flatten : 1)));
      for (let t = 0; t < 1 + Math.floor(next() * 3); t++) {
        const start = [corner(middle), corner(middle), corner(middle)];
        const end = start.map((p) =>
          p.map((value, axis) => snap(value + motion[axis] + (next() - 0.5) * 0.1 * options.motion)),
        );
        own.push(Float64Array.of(...start.flat(), ...end.flat()).map((value) => value * scale + offset));
      }
      triangles.push(own);
      addCluster(clusters, object, own);
    }
  }
  return { clusters, triangles };
}

export function addCluster(
  clusters: SweptClusters,
  object: number,
  triangles: readonly Float64Array[],
): void {
  const normal = [0, 0, 0];
  for (const t of triangles) {
    for (let p = 0; p < 18; p += 3) clusters.addPoint(t[p], t[p + 1], t[p + 2]);
    const [u, v] = [3, 6].map((p) => [t[p] - t[0], t[p + 1] - t[1], t[p + 2] - t[2]]);
    normal[0] += u[1] * v[2] - u[2] * v[1];
    normal[1] += u[2] * v[0] - u[0] * v[2];
    normal[2] += u[0] * v[1] - u[1] * v[0];
  }
  clusters.endCluster(object, 0, normal[0], normal[1], normal[2]);
}

/** The triangles as they are at the end of the step. */
export function rawOf({ triangles }: Soup): RawTriangles {
  const raw = new RawTriangles();
  for (const own of triangles) {
    for (const triangle of own) raw.addTriangle(triangle, 9);
    raw.endCluster();
  }
  return raw;
}

await initGeometry();

/** Whether two moving triangles touch in the step: 6 vertex-face and 9 edge-edge tests. Without an overlap at its start. */
export function touch(p: Float64Array, q: Float64Array): boolean {
  const at = (t: Float64Array, corner: number, time: number) =>
    t.subarray(time * 9 + corner * 3, time * 9 + corner * 3 + 3);
  const query = (corners: readonly (readonly [Float64Array, number])[]) =>
    Float64Array.of(...[0, 1].flatMap((time) => corners.flatMap(([t, corner]) => [...at(t, corner, time)])));
  const face = (t: Float64Array) => [0, 1, 2].map((corner) => [t, corner] as const);
  for (let i = 0; i < 3; i++) {
    if (vertexFaceContact(query([[p, i], ...face(q)])).state === 'contact') return true;
    if (vertexFaceContact(query([[q, i], ...face(p)])).state === 'contact') return true;
    for (let j = 0; j < 3; j++) {
      const edges = query([
        [p, i],
        [p, (i + 1) % 3],
        [q, j],
        [q, (j + 1) % 3],
      ]);
      if (edgeEdgeContact(edges).state === 'contact') return true;
    }
  }
  return false;
}
