import { readFileSync } from 'node:fs';
import { ConformError } from './kind.js';

const NUMBERS_A_QUERY = 24;

/** Elementary queries of one file: int32 n; f64 24 n; int32 n, the last of which may be missing. */
export interface QueryFile {
  readonly path: string;
  readonly kind: 'vf' | 'ee';
  readonly points: Float64Array;
  /** 1 where the features touch. */
  readonly truth: Int32Array | undefined;
}

export function readQueryFile(path: string): QueryFile {
  const kind = path.endsWith('.vf') ? 'vf' : path.endsWith('.ee') ? 'ee' : undefined;
  if (kind === undefined) throw new ConformError(`${path}: the name must end in .vf or .ee`);
  const bytes = bytesOf(path);
  if (bytes.byteLength < 4) throw new ConformError(`${path}: ${bytes.byteLength} bytes hold no count`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getInt32(0, true);
  const withoutTruth = 4 + count * NUMBERS_A_QUERY * 8;
  const withTruth = withoutTruth + count * 4;
  if (count < 0 || (bytes.byteLength !== withoutTruth && bytes.byteLength !== withTruth)) {
    throw new ConformError(
      `${path}: ${count} queries need ${withoutTruth} bytes, or ${withTruth} with the truth, not ${bytes.byteLength}`,
    );
  }
  const points = new Float64Array(count * NUMBERS_A_QUERY);
  for (let i = 0; i < points.length; i++) points[i] = view.getFloat64(4 + i * 8, true);
  if (bytes.byteLength === withoutTruth) return { path, kind, points, truth: undefined };
  const truth = new Int32Array(count);
  for (let i = 0; i < count; i++) truth[i] = view.getInt32(withoutTruth + i * 4, true);
  return { path, kind, points, truth };
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConformError((error as Error).message);
  }
}
