import { readFileSync } from 'node:fs';
import type { RigidMotion, RigidPose } from '../../src/geometry/index.js';
import { ConformError } from './kind.js';

export interface SoupFile {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

export interface RigidTrial {
  readonly motion: RigidMotion;
  /** The bracket of the first contact, where the file has it. */
  readonly truth: { readonly hit: boolean; readonly low: number; readonly high: number } | undefined;
}

/** uint32 header length, JSON header, float32 positions, uint32 triangles; little-endian. */
export function readSoupFile(path: string): SoupFile {
  const file = readFileSync(path);
  const headerBytes = file.length < 4 ? 0 : file.readUInt32LE(0);
  if (headerBytes === 0 || 4 + headerBytes > file.length)
    throw new ConformError(`${path} has no mesh header`);
  const header = parsed(path, file.subarray(4, 4 + headerBytes).toString('utf8'));
  const { vertices, triangles } = Object(header) as { vertices?: unknown; triangles?: unknown };
  if (!isCount(vertices) || !isCount(triangles))
    throw new ConformError(`${path} has a header without the numbers of vertices and triangles`);
  const start = 4 + headerBytes;
  const needed = start + 12 * (vertices + triangles);
  if (file.length < needed)
    throw new ConformError(`${path} has ${file.length} bytes, and its header asks for ${needed}`);
  const data = file.buffer.slice(file.byteOffset + start, file.byteOffset + needed);
  return {
    positions: new Float32Array(data, 0, 3 * vertices),
    triangles: new Uint32Array(data, 12 * vertices, 3 * triangles),
  };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

interface TrialInFile {
  readonly t0: readonly number[];
  readonly q0: readonly number[];
  readonly t1: readonly number[];
  readonly q1: readonly number[];
  readonly hit?: number;
  readonly toi_lo?: number;
  readonly toi_hi?: number;
}

/** `{"trials":[{t0,q0,t1,q1,hit?,toi_lo?,toi_hi?}, ...]}`, quaternions w x y z. */
export function readMotionsFile(path: string): RigidTrial[] {
  const file = parsed(path, readFileSync(path, 'utf8')) as { trials?: readonly TrialInFile[] } | null;
  const trials = file?.trials;
  if (!Array.isArray(trials)) throw new ConformError(`${path} has no trials`);
  return trials.map((trial: TrialInFile, i) => {
    refuseUnposed(path, trial, i);
    const motion = { start: poseOf(trial.t0, trial.q0), end: poseOf(trial.t1, trial.q1) };
    return { motion, truth: truthOf(trial) };
  });
}

/** A contact without its bracket is as little known as a trial without an answer. */
function truthOf({ hit, toi_lo, toi_hi }: TrialInFile): RigidTrial['truth'] {
  if (hit === 0) return { hit: false, low: 1, high: 1 };
  const isKnown = hit === 1 && Number.isFinite(toi_lo) && Number.isFinite(toi_hi);
  return isKnown ? { hit: true, low: toi_lo!, high: toi_hi! } : undefined;
}

const POSE_NUMBERS = { t0: 3, q0: 4, t1: 3, q1: 4 } as const;

function refuseUnposed(path: string, trial: unknown, i: number): void {
  const given = Object(trial) as Readonly<Record<string, unknown>>;
  for (const [name, count] of Object.entries(POSE_NUMBERS)) {
    const numbers = given[name];
    if (Array.isArray(numbers) && numbers.length === count && numbers.every(Number.isFinite)) continue;
    throw new ConformError(
      `${path}: ${name} of trial ${i} is ${JSON.stringify(numbers)}, not ${count} numbers`,
    );
  }
}

function poseOf(position: readonly number[], q: readonly number[]): RigidPose {
  return { position, rotation: [q[1], q[2], q[3], q[0]] };
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConformError(`${path}: ${(error as Error).message}`);
  }
}
