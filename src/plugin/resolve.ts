import { shown } from '../check-options.js';
import type { ResolvedMotion } from '../cloth/resolve-motion.js';
import { FirstContactError } from '../errors.js';
import type { StepContext } from '../systems/context.js';
import { ingest } from '../systems/ingest.js';
import { PluginResolver } from '../systems/resolve.js';
import { checkAlive } from './entities.js';
import { checkVertices, hasNamedMesh, moveVertices, ownRecord, type VertexArray } from './vertices.js';

/** Safe positions for deformables that a solver of the user's moves. Made when it is first asked for. */
export class Resolving {
  readonly #context: StepContext;
  #resolver: PluginResolver | undefined;

  constructor(context: StepContext) {
    this.#context = context;
  }

  /** Checks everything, takes the entities as far as they may go, and tells the next step where that is. */
  resolve(given: number | readonly number[], wished: VertexArray | readonly VertexArray[]): ResolvedMotion {
    const context = this.#context;
    const [entities, proposed] = listsOf(given, wished);
    for (const entity of entities) checkAlive(context, entity);
    const areSettled = entities.every((entity) => hasNamedMesh(context, entity));
    if (context.changes.size > 0 || !areSettled) ingest(context);
    entities.forEach((entity, i) => {
      checkVertices(ownRecord(context, entity), entity, proposed[i]);
      refuseSimulated(context, entity);
    });
    this.#resolver ??= new PluginResolver(context);
    const resolved = this.#resolver.resolve(context, entities, proposed);
    entities.forEach((entity, i) => {
      moveVertices(context, entity, resolved.positions[i]);
    });
    return resolved;
  }
}

function listsOf(
  given: number | readonly number[],
  wished: VertexArray | readonly VertexArray[],
): [readonly number[], readonly VertexArray[]] {
  if (typeof given === 'number') return [[given], [wished as VertexArray]];
  const isPaired = Array.isArray(given) && Array.isArray(wished) && given.length === wished.length;
  if (isPaired && new Set(given).size === given.length) return [given, wished as readonly VertexArray[]];
  throw new FirstContactError(
    'BAD_SETTING',
    isPaired
      ? `resolve() names an entity twice: ${shown(given)}`
      : `resolve() is given ${shown(given)} and ${Array.isArray(wished) ? `a list of ${wished.length}` : 'no list'}`,
    'Pass one entity and its positions, or a list of entities and a list of as many arrays.',
  );
}

function refuseSimulated({ components }: StepContext, entity: number): void {
  if (components.Cloth.simulated[entity] === 0) return;
  throw new FirstContactError(
    'BAD_SETTING',
    'The cloth solver moves the deformable',
    'Set Cloth.simulated to 0 for what your own solver moves.',
    { entity },
  );
}
