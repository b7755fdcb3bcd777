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
  const header = parsed(path, file.subarray(4, 4 + headerBytes).toString('utf8')) as {
    vertices: number;
    triangles: number;
  };
  const start = 4 + headerBytes;
  const needed = start + 12 * (header.vertices + header.triangles);
  if (!(file.length >= needed)) {
    throw new ConformError(`${path} has ${file.length} bytes, and its header asks for ${needed}`);
  }
  const data = file.buffer.slice(file.byteOffset + start, file.byteOffset + needed);
  return {
    positions: new Float32Array(data, 0, 3 * header.vertices),
    triangles: new Uint32Array(data, 12 * header.vertices, 3 * header.triangles),
  };
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
  const { trials } = parsed(path, readFileSync(path, 'utf8')) as { trials?: readonly TrialInFile[] };
  if (!Array.isArray(trials)) throw new ConformError(`${path} has no trials`);
  return trials.map((trial: TrialInFile) => ({
    motion: { start: poseOf(trial.t0, trial.q0), end: poseOf(trial.t1, trial.q1) },
    truth:
      trial.hit === undefined
        ? undefined
        : { hit: trial.hit !== 0, low: trial.toi_lo ?? 1, high: trial.toi_hi ?? 1 },
  }));
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
