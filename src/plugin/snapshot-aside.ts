import { hasComponent } from 'bitecs';
import { COMPONENT_NAMES } from '../components/index.js';
import { FirstContactError } from '../errors.js';
import type { MeshId } from '../mesh/mesh-store.js';
import type { StepContext } from '../systems/context.js';
import { whatIsWrong } from '../systems/ingest.js';
import { bodyLost } from '../systems/reports.js';
import { type Column, componentColumns, gather, readRows, scatter } from './snapshot-columns.js';
import { ASIDE_NUMBERS, asideEntities } from './snapshot-entities.js';
import { corrupt, type SnapshotReader } from './snapshot-file.js';

// Entities that are no colliders when a snapshot is taken, and may become one by themselves: rigid bodies that were set
// aside, and whoever was refused. Each with its components and all that their columns say.

const QUARANTINED = 0;
const LOST = 1;
const REFUSED = 2;

/** Who they are. */
export function asideSection(context: StepContext): Uint32Array {
  const { changes, reports } = context;
  const quarantined = [...reports.quarantined].flatMap(([entity, { code }]) => [
    entity,
    code === 'BODY_LOST' ? LOST : QUARANTINED,
    reports.meshOf(entity),
    componentBits(context, entity),
  ]);
  const refused = [...changes.refused].flatMap((entity) => [
    entity,
    REFUSED,
    0,
    componentBits(context, entity),
  ]);
  return Uint32Array.from([...quarantined, ...refused]);
}

/** What their columns say. */
export function asideRows({ components }: StepContext, aside: Uint32Array): Column[] {
  return componentColumns(components).map((column) => gather(column, asideEntities(aside)));
}

/** Reads the rows and checks them; what it returns writes them. */
export function readAsideRows(
  { components }: StepContext,
  file: SnapshotReader,
  aside: Uint32Array,
): () => void {
  const entities = asideEntities(aside);
  for (let i = 0; i < aside.length; i += ASIDE_NUMBERS) {
    if (aside[i + 1] > REFUSED || aside[i + 3] >= 1 << COMPONENT_NAMES.length)
      throw corrupt(`entity ${aside[i]} is set aside in no way`);
  }
  const columns = componentColumns(components);
  const rows = readRows(columns, file, entities.length);
  return () => scatter(columns, rows, entities);
}

/** The meshes of those that were set aside, one each: they count among a mesh's users. Who was refused has none. */
export function asideMeshes(aside: Uint32Array): MeshId[] {
  const meshes: MeshId[] = [];
  for (let i = 0; i < aside.length; i += ASIDE_NUMBERS) {
    if (aside[i + 1] !== REFUSED) meshes.push(aside[i + 2]);
  }
  return meshes;
}

/** The components that each of them has. */
export function ownOf(context: StepContext, aside: Uint32Array): Map<number, object[]> {
  const own = new Map<number, object[]>();
  for (let i = 0; i < aside.length; i += ASIDE_NUMBERS) {
    const names = COMPONENT_NAMES.filter((_, bit) => (aside[i + 3] & (1 << bit)) !== 0);
    own.set(
      aside[i],
      names.map((name) => context.components[name]),
    );
  }
  return own;
}

/** Sets them aside again, when they have their rows and components. Nobody is told a second time. */
export function setAsideAgain(context: StepContext, aside: Uint32Array): void {
  const { backend, changes, reports } = context;
  for (let i = 0; i < aside.length; i += ASIDE_NUMBERS) {
    const [entity, state, mesh] = aside.subarray(i, i + ASIDE_NUMBERS);
    if (state === REFUSED) changes.refuse(entity);
    else {
      const lost = () => bodyLost(backend.name, 'it was lost before the snapshot was taken', entity);
      reports.setAsideAgain(
        entity,
        mesh,
        state === LOST ? lost() : (whatIsWrong(context, entity) ?? mended(entity)),
      );
    }
  }
}

/** The next step takes it in. */
function mended(entity: number): FirstContactError {
  return new FirstContactError(
    'BAD_SETTING',
    'It was set aside when the snapshot was taken',
    'Nothing is to be done: it is a collider again after the next step.',
    { entity },
  );
}

function componentBits({ components, world }: StepContext, entity: number): number {
  return COMPONENT_NAMES.reduce(
    (bits, name, i) => bits | (hasComponent(world, entity, components[name]) ? 1 << i : 0),
    0,
  );
}
