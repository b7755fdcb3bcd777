// Reads the scenes with known truth that live beside the repository. Little-endian, see their README.
import { existsSync, readFileSync } from 'node:fs';
import type { Kind } from './exact/query.js';
import type { KnownQuery } from './query-files.js';

/** Pairs that touch are sampled in the large scene, to keep the tests short; the few that do not are all read. */
const MOST_TOUCHING = 8000;

export const SCENES = ['rod-twist', 'cloth-ball'];

const fileOf = (name: string): URL => new URL(`../../../shared/data/scenes/${name}`, import.meta.url);

export const sceneExists = (name: string): boolean => existsSync(fileOf(`${name}.mesh`));

function viewOf(name: string): DataView {
  const file = readFileSync(fileOf(name));
  return new DataView(file.buffer, file.byteOffset, file.byteLength);
}

export function* readSceneTruth(
  name: string,
  kind: Kind,
): Generator<KnownQuery & { readonly pair: number[] }> {
  const mesh = viewOf(`${name}.mesh`);
  const [vertices, edges] = [mesh.getInt32(0, true), mesh.getInt32(4, true)];
  const edgesAt = 16 + 48 * vertices;
  const facesAt = edgesAt + 8 * edges;
  const ints = (at: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => mesh.getInt32(at + 4 * i, true));
  const position = (vertex: number, end: number): number[] =>
    [0, 1, 2].map((axis) => mesh.getFloat64(16 + 24 * (vertices * end + vertex) + 8 * axis, true));
  const truths = viewOf(`${name}.${kind}.gt`);
  const count = truths.getInt32(0, true);
  const step = Math.ceil(count / MOST_TOUCHING);
  for (let i = 0; i < count; i++) {
    const [a, b, truth] = [0, 4, 8].map((offset) => truths.getInt32(4 + 12 * i + offset, true));
    if (truth !== 0 && i % step !== 0) continue;
    const corners =
      kind === 'vf'
        ? [a, ...ints(facesAt + 12 * b, 3)]
        : [...ints(edgesAt + 8 * a, 2), ...ints(edgesAt + 8 * b, 2)];
    const points = [0, 1].flatMap((end) => corners.flatMap((vertex) => position(vertex, end)));
    yield { points: Float64Array.from(points), truth: truth !== 0, pair: [a, b] };
  }
}
