import { FirstContactError } from '../errors.js';
import type { MeshStore } from '../mesh/mesh-store.js';

/** What a step sets aside or leaves alone, and goes on: told once each. */
export class Reports {
  /** Rigid bodies that were set aside, each with what is wrong with it. */
  readonly quarantined = new Map<number, FirstContactError>();
  /** The mesh that each of them has, as a collider has one: it stays for the day when the body is mended. */
  readonly #meshes = new Map<number, number>();
  readonly #untold: FirstContactError[] = [];
  readonly #tell: (report: FirstContactError) => void;

  constructor(tell: (report: FirstContactError) => void) {
    this.#tell = tell;
  }

  tell(report: FirstContactError): void {
    this.#tell(report);
  }

  /** Sets a body aside; `tellOfThem` says so, once everything is in order. */
  setAside(meshes: MeshStore, entity: number, mesh: number, report: FirstContactError): void {
    meshes.retain(mesh);
    this.setAsideAgain(entity, mesh, report);
    this.tellLater(report);
  }

  /** `tellOfThem` says it, once everything is in order. */
  tellLater(report: FirstContactError): void {
    this.#untold.push(report);
  }

  /** How many reports wait to be told; those behind the last that is to stay are forgotten. */
  get untold(): number {
    return this.#untold.length;
  }
  set untold(count: number) {
    this.#untold.length = Math.min(this.#untold.length, count);
  }

  /** Tells of what happened since. What the user's own function throws is thrown here, and the next call goes on. */
  tellOfThem(): void {
    while (this.#untold.length > 0) this.#tell(this.#untold.shift() as FirstContactError);
  }

  meshOf(entity: number): number {
    return this.#meshes.get(entity) ?? 0;
  }

  /** As a snapshot says: the mesh counts it among its users already, and whoever was to be told was told. */
  setAsideAgain(entity: number, mesh: number, report: FirstContactError): void {
    this.quarantined.set(entity, report);
    this.#meshes.set(entity, mesh);
  }

  /** It was mended, or is none any more. */
  release(meshes: MeshStore, entity: number): void {
    if (!this.quarantined.delete(entity)) return;
    meshes.release(this.meshOf(entity));
    this.#meshes.delete(entity);
  }

  clear(): void {
    this.quarantined.clear();
    this.#meshes.clear();
    this.#untold.length = 0;
  }
}

export function bodyLost(backend: string, wrong: string, entity: number): FirstContactError {
  return new FirstContactError(
    'BODY_LOST',
    `The backend ${backend} cannot move it: ${wrong}`,
    'Remove the collider with removeCollider(), and add it again where it is wanted.',
    { entity },
  );
}

export function clothCrowded(entity: number): FirstContactError {
  return new FirstContactError(
    'COLLAPSED_MESH',
    'So many of the vertices are nearly in one place or line, or go so far, that a list of what is near what would fill the memory: the cloth stays where it is',
    'Put its vertices where they belong with placeVertices(), or call untangle(); either sets it free. Cloth.frozen tells which cloths stay.',
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
