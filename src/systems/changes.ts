import { observe, onAdd, onGet, onRemove, onSet, query, type World } from 'bitecs';
import type { CollisionComponents } from '../components/index.js';
import { checkRow, inheritedRow, type Row, returnToDefaults, writeRow } from './rows.js';

/**
 * The entities whose collision components came or went since the last ingest, in the order of the first change.
 * bitECS calls observers before a new component's data is set, so they only enqueue; ingest builds.
 */
export class Changes {
  readonly #pending = new Set<number>();
  readonly #left = new Set<number>();
  /** Entities whose components made no sense when ingest looked; it looks again in each step. */
  readonly refused = new Set<number>();
  readonly #unsubscribe: (() => void)[];

  /** `said`: what was said of deformables that are about to enter. It goes with the component of which it was said. */
  constructor(world: World, components: CollisionComponents, said: readonly Map<number, unknown>[]) {
    const { Breaking, Cloth, MeshTopology, RigidBody, Deformable, CollisionSettings } = components;
    this.#unsubscribe = [
      ...[MeshTopology, RigidBody, Deformable].flatMap((component) => [
        observe(world, onAdd(component), (entity) => this.#note(entity, this.#pending)),
        observe(world, onRemove(component), (entity) => this.#note(entity, this.#left)),
      ]),
      ...[MeshTopology, RigidBody, Deformable, CollisionSettings, Cloth, Breaking].flatMap((component) => [
        observe(world, onSet(component), (entity, row: Row) => {
          checkRow(components, entity);
          writeRow(component, entity, row);
        }),
        observe(world, onGet(component), (entity) => inheritedRow(component, entity)),
        observe(world, onRemove(component), (entity) => returnToDefaults(component, entity)),
      ]),
      observe(world, onRemove(Deformable), (entity) => {
        for (const each of said) each.delete(entity);
      }),
    ];
  }

  /** Entities that had the components before anybody observed them. */
  noteAll(world: World, { MeshTopology }: CollisionComponents): void {
    const entities = Uint32Array.from(query(world, [MeshTopology])).sort();
    for (const entity of entities) this.noteChanged(entity);
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Entities to look at, oldest change first. */
  get pending(): ReadonlySet<number> {
    return this.#pending;
  }

  /** Whether the entity gave up a component since the last ingest, even if it, or another with its id, has it again. */
  left(entity: number): boolean {
    return this.#left.has(entity);
  }

  /** As if the entity had given up its components and taken them again. */
  noteLeft(entity: number): void {
    this.#note(entity, this.#left);
  }

  /** Looks at the entity again. */
  noteChanged(entity: number): void {
    this.#note(entity, this.#pending);
  }

  refuse(entity: number): void {
    this.done(entity);
    this.refused.add(entity);
  }

  done(entity: number): void {
    this.#pending.delete(entity);
    this.#left.delete(entity);
  }

  clear(): void {
    this.refused.clear();
    this.#pending.clear();
    this.#left.clear();
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.clear();
  }

  #note(entity: number, where: Set<number>): void {
    this.refused.delete(entity);
    where.add(entity);
    this.#pending.add(entity);
  }
}
