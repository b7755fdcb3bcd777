import type { StepContext } from './context.js';

/** Columns that a rigid body's way through a step comes from. */
const COLUMNS = [
  'px',
  'py',
  'pz',
  'qx',
  'qy',
  'qz',
  'qw',
  'cx',
  'cy',
  'cz',
  'vx',
  'vy',
  'vz',
  'wx',
  'wy',
  'wz',
] as const;

/** The ways of bodies as facts were found about them: later stages may be about other ones. */
export class NotedWays {
  readonly #of = new Map<number, Float64Array>();

  clear(): void {
    this.#of.clear();
  }

  has(entity: number): boolean {
    return this.#of.has(entity);
  }

  note({ components }: StepContext, entity: number): void {
    const { RigidBody } = components;
    this.#of.set(
      entity,
      Float64Array.from(COLUMNS, (column) => RigidBody[column][entity]),
    );
  }

  /** True of bodies that were not noted. */
  areSame({ components }: StepContext, entity: number): boolean {
    const noted = this.#of.get(entity);
    if (noted === undefined) return true;
    for (let i = 0; i < COLUMNS.length; i++)
      if (noted[i] !== components.RigidBody[COLUMNS[i]][entity]) return false;
    return true;
  }
}
