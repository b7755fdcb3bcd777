import { SWEPT_SCENES, type SweptScene } from '../../scenes/swept/index.js';
import { initGeometry } from '../../src/geometry/index.js';
import type { VisibilityBackend } from '../../src/visibility/backend.js';
import { CANARIES } from '../../src/visibility/pass-writer.js';
import { CLUSTER_TRIANGLES } from '../../src/visibility/swept-clusters.js';
import { ALL_VIEWS, AXIS_VIEWS, DEFAULT_VIEWS, OBLIQUE_VIEWS, type View } from '../../src/visibility/view.js';
import {
  type Culled,
  cullScene,
  METHODS,
  type Method,
  missedPairs,
  touchingClusters,
} from '../gpu/culled-scene.js';
import { openVisibility, PLACES, type PlaceName } from '../gpu/places.js';
import { type SweptInput, sweptInput } from '../gpu/swept-input.js';
import { ConformError, type ConformKind, type ConformValues } from './kind.js';
import { writeLines } from './lines.js';
import { median } from './median.js';
import { wholeNumber } from './whole-number.js';

export const GPU_OPTIONS = {
  backend: { type: 'string' },
  scene: { type: 'string' },
  size: { type: 'string' },
  seed: { type: 'string' },
  views: { type: 'string' },
  method: { type: 'string' },
  cluster: { type: 'string' },
  list: { type: 'boolean' },
} as const;

const VIEWS: Readonly<Record<string, readonly View[]>> = {
  default: DEFAULT_VIEWS,
  axes: AXIS_VIEWS,
  oblique: OBLIQUE_VIEWS,
  all: ALL_VIEWS,
};

/** One step of a scene, its pairs culled by what hides what, against exact truth. */
export const gpu: ConformKind = {
  summary:
    '--backend B --scene S --size N --seed K: culls a scene by pictures, against exact truth (--list names scenes and the rest)',
  options: GPU_OPTIONS,
  needsNoFile: () => true,
  async run(files, out, values) {
    if (files.length > 0)
      throw new ConformError(`gpu takes no files: name the scene with --scene, not ${files[0]}`);
    if (values.list === true) {
      return {
        scenes: Object.keys(SWEPT_SCENES),
        backends: PLACES,
        methods: METHODS,
        views: Object.keys(VIEWS),
      };
    }
    const name = oneOf(values, 'scene', 'closed', Object.keys(SWEPT_SCENES));
    const place = oneOf(values, 'backend', 'node', PLACES) as PlaceName;
    const method = oneOf(values, 'method', 'step', METHODS) as Method;
    const views = oneOf(values, 'views', 'default', Object.keys(VIEWS));
    const size = wholeNumber(values, 'size', 256, 4096, 16);
    const seed = wholeNumber(values, 'seed', 1, 2 ** 32 - 1);
    const clusterTriangles = wholeNumber(values, 'cluster', CLUSTER_TRIANGLES, 2 ** 24, 1);
    await initGeometry();
    const scene = SWEPT_SCENES[name](seed);
    const input = sweptInput(scene, clusterTriangles);
    const touching = touchingClusters(scene, input);
    await using opened = await openVisibility(place);
    const backend = opened.backend(size);
    const raw = await cullScene(input, backend, 'raw', AXIS_VIEWS);
    const { culled, ...times } = await warmCull(input, backend, method, VIEWS[views]);
    if (out !== undefined) await writeLines(out, answersOf(scene, input, culled));
    const { count } = input.clusters;
    return {
      kind: 'gpu',
      scene: name,
      backend: place,
      method,
      views,
      size,
      seed,
      objects: scene.length,
      triangles: input.clusterOf.length,
      clusters: count,
      pairs: input.allPairs,
      sweepAndPrunePairs: input.pairs.count,
      afterCulling: input.pairs.count - culled.freed,
      truth: touching.size,
      missed: missedPairs(touching, culled.pairs, count),
      rawMissed: raw.problem === undefined ? missedPairs(touching, raw.pairs, count) : null,
      problem: culled.problem ?? raw.problem ?? null,
      canaries: culled.problem === undefined ? CANARIES * culled.passes : 0,
      passes: culled.passes,
      asks: culled.asks,
      ...times,
    };
  },
};

const WARM_RUNS = 9;
const ENOUGH_MS = 10_000;

/**
 * The same asked a few times: the first one compiles shaders and makes buffers, which a step does not. Medians, the way to the
 * backend's process left out, and the least time of encoding: other work on the machine only ever adds.
 */
async function warmCull(
  input: SweptInput,
  backend: VisibilityBackend & { readonly sent: number },
  method: Method,
  views: readonly View[],
): Promise<{ culled: Culled; encodeMs: number; leastEncodeMs: number; totalMs: number }> {
  const start = performance.now();
  let culled = await cullScene(input, backend, method, views);
  const encode: number[] = [];
  const total: number[] = [];
  do {
    const before = backend.sent;
    culled = await cullScene(input, backend, method, views);
    encode.push(culled.encodeMs);
    total.push(culled.totalMs - (backend.sent - before));
  } while (encode.length < WARM_RUNS && performance.now() - start < ENOUGH_MS);
  return { culled, encodeMs: median(encode), leastEncodeMs: Math.min(...encode), totalMs: median(total) };
}

/** First the swept triangles, in their order, then the pairs of clusters that are left. */
function* answersOf(scene: SweptScene, { clusterOf, firstTriangle }: SweptInput, { pairs }: Culled) {
  for (let object = 0; object < scene.length; object++) {
    const { triangles, start, end } = scene[object];
    for (let t = 0; t < triangles.length / 3; t++) {
      const corners = [...triangles.subarray(3 * t, 3 * t + 3)];
      const at = (points: Float64Array) => corners.flatMap((v) => [...points.subarray(3 * v, 3 * v + 3)]);
      const triangle = firstTriangle[object] + t;
      yield { triangle, object, cluster: clusterOf[triangle], start: at(start), end: at(end) };
    }
  }
  for (let i = 0; i < pairs.count; i++) if (pairs.apart[i] === 0) yield { pair: [pairs.a[i], pairs.b[i]] };
}

function oneOf(values: ConformValues, name: string, otherwise: string, known: readonly string[]): string {
  const value = String(values[name] ?? otherwise);
  if (known.includes(value)) return value;
  throw new ConformError(`there is no ${name} "${value}"; there is ${known.join(', ')}`);
}
