import { FirstContactError } from '../errors.js';
import type { MeshStore } from '../mesh/mesh-store.js';

/** What a step sets aside or leaves alone, and goes on: told once each. */
export class Reports {
  /** Rigid bodies that were set aside, each with what is wrong with it. */
  readonly quarantined = new Map<number, FirstContactError>();
  /** Meshes that would have gone with them: by entity. */
  readonly #meshes = new Map<number, number>();
  readonly #tell: (report: FirstContactError) => void;

  constructor(tell: (report: FirstContactError) => void) {
    this.#tell = tell;
  }

  tell(report: FirstContactError): void {
    this.#tell(report);
  }

  /** Sets a body aside. Its mesh stays for the day when it is mended. */
  setAside(meshes: MeshStore, entity: number, mesh: number, report: FirstContactError): void {
    this.quarantined.set(entity, report);
    const record = meshes.record(mesh);
    if (!record.kept) this.#meshes.set(entity, mesh);
    record.kept = true;
    this.#tell(report);
  }

  /** The mesh that would have gone with a body that is set aside; 0 where its owner keeps it. */
  meshOf(entity: number): number {
    return this.#meshes.get(entity) ?? 0;
  }

  /** As a snapshot says: its mesh is kept already, and whoever was to be told was told. */
  setAsideAgain(entity: number, mesh: number, report: FirstContactError): void {
    this.quarantined.set(entity, report);
    if (mesh !== 0) this.#meshes.set(entity, mesh);
  }

  /** It was mended, or is none any more. `isBack`: it is about to have its mesh again. */
  release(meshes: MeshStore, entity: number, isBack: boolean): void {
    if (!this.quarantined.delete(entity)) return;
    const mesh = this.#meshes.get(entity);
    this.#meshes.delete(entity);
    if (mesh === undefined || !meshes.has(mesh)) return;
    if (isBack) meshes.record(mesh).kept = false;
    else meshes.unload(mesh);
  }

  clear(): void {
    this.quarantined.clear();
    this.#meshes.clear();
  }
}

/** What is told where nobody listens. */
export function warn(report: FirstContactError): void {
  console.warn(`first-contact: ${report.message}`);
}

export function bodyLost(backend: string, wrong: string, entity: number): FirstContactError {
  return new FirstContactError(
    'BODY_LOST',
    `The backend ${backend} cannot move it: ${wrong}`,
    'Remove the collider with removeCollider(), and add it again where it is wanted.',
    { entity },
  );
}

export function workerLost(): FirstContactError {
  return new FirstContactError(
    'WORKER_LOST',
    'The second thread ended or did not answer; what it had begun was done again without it',
    'Nothing is missing, and one thread goes on. Make a new plugin where two are wanted, and look for what ended the worker.',
  );
}
